"""Stand-ins for time, chance and mishap."""

from collections.abc import AsyncIterator, Collection
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from itertools import count
from typing import Any

from core.daily.order import Made, Order
from core.grid import Bonus, Grid
from core.ids import Room
from core.lexicon import HouseWords
from core.lexicon.catalogue import UnknownLexicon
from core.ports import Clock, Store, StoreError, UnitOfWork
from core.rounds.record import PinnedLexicon, RoundRecord, Terms
from core.services.daily_maker import DailyMaker
from core.services.dealer import Dealer, Dealt
from core.solver.solution import FoundWord, Solution
from core.store.sql.failures import FULL, LOCKED
from tests.core.rounds.boards import SOLUTION, START


class FakeClock:
    """A clock that stands still until it is moved."""

    def __init__(self, now: float = START) -> None:
        self.now = now

    def __call__(self) -> float:
        return self.now

    def forward(self, seconds: float) -> None:
        self.now += seconds


class SameGrid(Dealer):
    """A dealer with one grid only, that of tests.core.rounds.boards, for what it is asked."""

    def __init__(self) -> None:
        super().__init__(_no_lexicon, count())

    async def deal(
        self,
        terms: Terms,
        house: HouseWords,
        bonuses: Collection[Bonus],
        grid: Grid | None = None,
    ) -> Dealt:
        return Dealt(SOLUTION, PinnedLexicon(terms.lexicon, "fr", "0" * 64, house))

    async def solve(self, record: RoundRecord, accepted: Collection[FoundWord]) -> Solution:
        return SOLUTION


def _no_lexicon(name: str) -> Any:
    raise UnknownLexicon(name=name, known="")


def no_maker(store: Store, clock: Clock) -> DailyMaker:
    """Return who makes no dailies, for tests without any."""

    async def make(order: Order) -> Made:
        raise AssertionError(order)

    return DailyMaker(store, clock, (), make, make, lambda: 0)


class Flaky:
    """A store whose next write fails: before it commits, or after, when nobody can know."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.fails: str = ""
        self.refusals = 0  # that many next reads

    def read(self) -> AbstractAsyncContextManager[UnitOfWork]:
        if self.refusals:
            self.refusals -= 1
            raise StoreError(LOCKED, place="here")
        return self.store.read()

    @asynccontextmanager
    async def write(self, room: Room | None = None) -> AsyncIterator[UnitOfWork]:
        fails, self.fails = self.fails, ""
        async with self.store.write(room) as work:
            yield work
            if fails == "before":
                raise StoreError(FULL, place="here")
        if fails == "after":
            raise StoreError(FULL, place="here")

    async def close(self) -> None:
        await self.store.close()
