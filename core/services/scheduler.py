"""The only sleeper: wakes when a round is due, and sees that what happened is told."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress

from core.errors import SeizeError
from core.ports import Clock
from core.rounds.events import RoundFinished
from core.services.happened import Happened
from core.services.locks import Locks
from core.services.rounds import RETRY, RoundsService

Deliver = Callable[[Happened], Awaitable[None]]
Wait = Callable[[asyncio.Event, float | None], Awaitable[None]]

logger = logging.getLogger(__name__)


async def wait_for(event: asyncio.Event, seconds: float | None) -> None:
    """Wait for an event, no longer than so many seconds (None: however long)."""
    with suppress(TimeoutError):
        async with asyncio.timeout(seconds):
            await event.wait()


class Scheduler:
    """Runs the rounds of a service, and tells what happens in them.

    `deliver` tells one thing in its room; things of one room are told one after the
    other, rooms do not wait for each other. What cannot be told is logged and counted in
    `failed`; the end of a round is then told again when the service next resumes. `resumed`
    is awaited once the rounds of an earlier process are taken up, before any can end: for
    the words that were sent meanwhile.
    """

    def __init__(
        self,
        rounds: RoundsService,
        deliver: Deliver,
        clock: Clock,
        wait: Wait = wait_for,
        resumed: Callable[[], Awaitable[None]] | None = None,
    ) -> None:
        self.failed = 0
        self._rounds = rounds
        self._deliver = deliver
        self._clock = clock
        self._wait = wait
        self._resumed = resumed
        self._locks = Locks()
        self._telling: set[asyncio.Task[None]] = set()

    async def run(self) -> None:
        """Resume, then sleep from one due moment to the next, until cancelled."""
        left = await self._resume()
        if self._resumed:
            await self._resumed()
        self._tell_all(left)
        while True:
            self._rounds.changed.clear()
            due = self._rounds.due()
            await self._wait(
                self._rounds.changed, None if due is None else max(due - self._clock(), 0.0)
            )
            self._tell_all(await self._rounds.tick())

    async def _resume(self) -> list[Happened]:
        """Take up what an earlier process left, however long the store refuses."""
        while True:
            try:
                return await self._rounds.resume()
            except SeizeError as error:
                logger.warning("not resumed", extra={"reason": type(error).__name__})
                await self._wait(asyncio.Event(), RETRY)

    async def told(self) -> None:
        """Wait until all that happened so far is told."""
        while self._telling:
            await asyncio.wait(self._telling)

    def _tell_all(self, happened: list[Happened]) -> None:
        for each in happened:
            task = asyncio.create_task(self._tell(each))
            self._telling.add(task)
            task.add_done_callback(self._telling.discard)

    async def _tell(self, happened: Happened) -> None:
        async with self._locks.of(happened.record.room):
            try:
                await self._deliver(happened)
                if isinstance(happened.event, RoundFinished):
                    await self._rounds.announced(happened.event.round_id)
            except Exception:
                self.failed += 1
                logger.exception("not told", extra={"round": happened.record.id})
