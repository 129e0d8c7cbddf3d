"""The scheduler of rounds: ends them when they are due, and announces their news."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from functools import partial
from typing import TypeVar

from core.errors import SeizeError
from core.ids import Room, Shard
from core.ports import Clock
from core.rounds.events import RoundFinished, RoundStarted
from core.services.locks import Locks
from core.services.news import RoundNews
from core.services.rounds import RETRY, RoundsService
from core.services.sleeper import Wait, sleep_between, wait_for

T = TypeVar("T")

Deliver = Callable[[RoundNews], Awaitable[None]]

PAUSES = (5.0, 15.0, 45.0, 120.0, 300.0)  # seconds between tries to tell what happened
SWEEP = 1.0  # seconds between two looks at what other processes began or left
LAST = 1.0  # seconds for what is being told when nothing more is to be

logger = logging.getLogger(__name__)


class Scheduler:
    """Runs the rounds of a service, and announces their starts and ends.

    `deliver` tells one thing in its room; things of one room are told one after the
    other, rooms do not wait for each other. What cannot be told is logged, counted in
    `failed`, and tried again for some minutes; after that, the end of a round is told when the
    service next resumes. `recognised` is awaited once the rounds of an earlier process are
    known, before any can end: for the words that were sent meanwhile.
    """

    def __init__(
        self,
        rounds: RoundsService,
        deliver: Deliver,
        clock: Clock,
        wait: Wait = wait_for,
        recognised: Callable[[], Awaitable[None]] | None = None,
    ) -> None:
        self.failed = 0
        self._rounds = rounds
        self._deliver = deliver
        self._clock = clock
        self._wait = wait
        self._recognised = recognised
        self._locks = Locks()
        self._telling: dict[asyncio.Task[None], Room] = {}

    async def run(self) -> None:
        """Resume, then sleep from one due moment to the next, until cancelled."""
        try:
            await (self._share() if self._rounds.served.shared else self._run())
        finally:
            await self._end()

    def tell(self, news: RoundNews) -> None:
        """Tell something, once all that happened there before is told."""
        task = asyncio.create_task(self._tell(news))
        self._telling[task] = news.record.room
        task.add_done_callback(self._telling.pop)

    async def gain(self, shard: Shard, recognised: Callable[[], Awaitable[None]]) -> None:
        """Run the rounds of a shard, too, from now on; `recognised` as above, for these."""
        await self._persist(partial(self._rounds.gain, shard))
        await recognised()
        self._tell_all(await self._persist(self._rounds.resume))

    async def let_go(self, shard: Shard) -> None:
        """Run the rounds of a shard no more, once what is being told there is told."""
        await self._rounds.let_go(shard)
        telling = [task for task, room in self._telling.items() if shard.has(room.chat)]
        if telling:
            _, late = await asyncio.wait(telling, timeout=LAST)
            for task in late:
                task.cancel()
            await asyncio.gather(*telling, return_exceptions=True)
        try:
            await self._rounds.leave_ends(shard)
        except SeizeError as error:  # then they are told once this process has ended
            logger.warning("ends not left", extra={"reason": type(error).__name__})

    async def _run(self) -> None:
        await self._persist(self._rounds.recognise)
        if self._recognised:
            await self._recognised()
        self._tell_all(await self._persist(self._rounds.resume))
        await sleep_between(self._tick, self._clock, self._wait, self._rounds.changed)

    async def _share(self) -> None:
        """Run the rounds of the shards that are gained, and see what others began or left."""
        ticking = sleep_between(self._tick, self._clock, self._wait, self._rounds.changed)
        async with asyncio.TaskGroup() as tasks:
            tasks.create_task(ticking)
            while True:
                await self._wait(asyncio.Event(), SWEEP)
                try:
                    self._tell_all(await self._rounds.sweep())
                except SeizeError as error:
                    logger.warning("not swept", extra={"reason": type(error).__name__})

    async def _tick(self) -> float | None:
        self._tell_all(await self._rounds.tick())
        return self._rounds.due()

    async def _end(self) -> None:
        """Let what is being told end, then end it: whoever runs this closes the store next."""
        if self._telling:
            await asyncio.wait(self._telling, timeout=LAST)
        for task in self._telling:
            task.cancel()
        await asyncio.gather(*self._telling, return_exceptions=True)

    async def _persist(self, act: Callable[[], Awaitable[T]]) -> T:
        """Do something about what an earlier process left, however long the store refuses."""
        while True:
            try:
                return await act()
            except SeizeError as error:
                logger.warning("not resumed", extra={"reason": type(error).__name__})
                await self._wait(asyncio.Event(), RETRY)

    async def told(self) -> None:
        """Wait until all news so far is announced."""
        while self._telling:
            await asyncio.wait(self._telling)

    def _tell_all(self, news: list[RoundNews]) -> None:
        for each in news:
            # Of a shard that was let go meanwhile, it is for who serves it now to tell.
            if self._rounds.served.has(each.record.room.chat):
                self.tell(each)

    async def _tell(self, news: RoundNews) -> None:
        async with self._locks.of(news.record.room):
            told = await self._try(partial(self._deliver, news), news)
            if told and isinstance(news.event, RoundFinished):
                note = partial(self._rounds.announced, news.event.round_id)
                await self._try(note, news)

    async def _try(self, act: Callable[[], Awaitable[None]], news: RoundNews) -> bool:
        """Do something until it succeeds, with growing pauses; return False if it never does."""
        for pause in (*PAUSES, None):
            try:
                await act()
            except Exception as error:
                self.failed += 1
                facts = {"round": news.record.id, "reason": type(error).__name__}
                logger.warning("not told", extra=facts, exc_info=not isinstance(error, SeizeError))
            else:
                return True
            if pause is None or self._is_past(news):
                break
            await self._wait(asyncio.Event(), pause)
        return False

    def _is_past(self, news: RoundNews) -> bool:
        """Return whether a start is no news any more."""
        started = isinstance(news.event, RoundStarted)
        return started and self._clock() >= news.record.deadline
