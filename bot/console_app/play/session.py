"""A session at a terminal: at a table whose rounds the database keeps, or at one without."""

import warnings
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from dataclasses import dataclass
from itertools import count

from bot.console_app.play.seat import HERE, LEFT, Seat
from bot.console_app.play.table import Table
from core.errors import SeizeError, SeizeWarning, translatable
from core.grid import Grid
from core.ids import Member, PlayerRef
from core.lexicon import Lexicon
from core.ports import Clock, Store, StoreError
from core.rounds.events import RoundFinished
from core.rounds.record import Terms
from core.services.dealer import Dealer
from core.services.news import RoundNews
from core.services.rounds import RoundsService
from core.store.memory import MemoryStore


class NotKept(SeizeWarning):
    """Raised when no database takes a round; it is played all the same."""

    template = translatable("this round will not be kept: {reason}")


@dataclass(frozen=True, slots=True)
class Asked:
    """A wish to play: `rounds` (1, or 3 of a match), on `grid` or drawn from `seed`.

    The second and third round of a match are drawn from the two seeds after it.
    """

    terms: Terms
    seed: int
    rounds: int = 1
    grid: Grid | None = None


@asynccontextmanager
async def sit_down(
    asked: Asked,
    seat: Seat,
    lexicon: Callable[[str], Lexicon],
    open_store: Callable[[], Awaitable[Store]],
) -> AsyncIterator[Table]:
    """Start what was asked for; yield the table where it is on.

    Where the database cannot be opened, or does not take the round, warns NotKept.
    """

    async def started(store: Store) -> Table:
        # Each time anew: what a store refused must not have drawn from the seed.
        dealer = Dealer(lexicon, count(asked.seed))
        table = Table(store, dealer, seat.player, seat.clock)
        await table.start(asked.terms, asked.rounds, asked.grid)
        return table

    async with AsyncExitStack() as stack:
        try:
            store = await open_store()
            stack.push_async_callback(store.close)
            await finish_left(store, Dealer(lexicon, count()), seat.player, seat.clock)
            table = await started(store)
        except StoreError as error:
            warnings.warn(NotKept(reason=seat.wording.reason(error)), stacklevel=2)
            table = await started(MemoryStore())
        yield table


@asynccontextmanager
async def alone(
    seat: Seat,
    lexicon: Callable[[str], Lexicon],
    open_store: Callable[[], Awaitable[Store]],
    seed: int = 0,
) -> AsyncIterator[tuple[Store, Dealer]]:
    """Yield the store of what a player plays alone, and a dealer of `seed` and those after it."""
    store = await open_store()
    dealer = Dealer(lexicon, count(seed))
    try:
        await finish_left(store, dealer, seat.player, seat.clock)
        yield store, dealer
    finally:
        await store.close()


async def finish_left(store: Store, dealer: Dealer, player: PlayerRef, clock: Clock) -> None:
    """Finish rounds that killed processes left behind, in silence.

    What fails here is tried again by the next one who sits down.
    """
    service = RoundsService(store, dealer, clock, {HERE.platform}, grace=0.0)
    with suppress(SeizeError):
        for news in await service.resume(closed_before=clock() - LEFT):
            await service.announced(news.record.id)
    with suppress(SeizeError):
        for news in await service.tick():
            await _end(service, news, Member(player, player.id))


async def _end(service: RoundsService, news: RoundNews, you: Member) -> None:
    """Mark the end of a round as announced; a match that nobody plays any more ends here."""
    if isinstance(news.event, RoundFinished):
        await service.announced(news.record.id)
    if news.match is not None and not news.match.over:
        stopped = await service.stop(news.record.room, you)
        await service.announced(stopped.record.id)
