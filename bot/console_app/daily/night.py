"""The night's work at a terminal: a line for each puzzle, and a sum at the end."""

import asyncio
import secrets
import signal
import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from multiprocessing import resource_tracker

from bot.console_app.interrupts import interrupts
from bot.presenters.wording import Wording
from core.daily.order import Made, Order
from core.errors import SeizeError
from core.ports import Store
from core.services.daily_maker import AHEAD, DailyMaker, Make

__all__ = ["AHEAD", "Done", "work_now"]

Say = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Done:
    """The outcome of a night: puzzles made now, those ready before, those still missing."""

    made: int
    ready: int
    missing: int
    interrupted: bool

    def line(self, wording: Wording) -> str:
        """Return the outcome as a line in a language."""
        counts = {"made": self.made, "ready": self.ready, "missing": self.missing}
        if self.missing:
            return wording.gettext(
                "dailies made: {made}, ready: {ready}, missing: {missing}", **counts
            )
        return wording.gettext("dailies made: {made}, ready: {ready}", **counts)


async def work_now(
    open_store: Callable[[], Awaitable[Store]],
    make: Make,
    languages: Sequence[str],
    known: Callable[[], tuple[str, ...]],
    ahead: int,
    seconds: float,
    say: Say,
    wording: Wording,
) -> Done:
    """Make what is missing, today's first, until it is made or SIGINT comes; raises StoreError.

    What is made is kept at once, unless another process was faster.
    """
    store = await open_store()
    try:
        telling = _Telling(store, make, say, wording)
        maker = DailyMaker(
            store=store,
            clock=time.time,
            languages=languages,
            make=telling.make,
            make_now=make,
            seeds=lambda: secrets.randbits(63),
            known=known,
            seconds=seconds,
            ahead=ahead,
        )
        working = asyncio.create_task(maker.make_missing())

        def cancel() -> None:
            working.cancel()

        with interrupts(cancel):
            await asyncio.wait({working})
        if not working.cancelled():
            working.result()
        await telling.tell()
        ready = await maker.ready()
        missing = (ahead + 1) * len(languages) - ready
        return Done(telling.stored, ready, missing, working.cancelled())
    finally:
        await store.close()


@dataclass(slots=True)
class _Telling:
    """Makes puzzles, and says so before and once they are stored; `stored` counts those."""

    store: Store
    making: Make
    say: Say
    wording: Wording
    stored: int = field(default=0, init=False)
    _last: tuple[Order, Made] | None = field(default=None, init=False)

    async def make(self, order: Order) -> Made:
        """Print the result of the last puzzle, then make the next one."""
        await self.tell()
        seconds = f"{order.seconds:g}"
        self._tell(order, self.wording.gettext("searching, {seconds} s…", seconds=seconds))
        _let_workers_ignore_interrupts()
        try:
            made = await self.making(order)
        except SeizeError as error:
            self._tell(order, self.wording.reason(error))
            raise
        self._last = order, made
        return made

    async def tell(self) -> None:
        """Say what became of the puzzle that was made last, once; raises StoreError."""
        if self._last is None:
            return
        (order, made), self._last = self._last, None
        async with self.store.read() as work:
            kept = await work.puzzles.on(order.language, order.day)
        if kept and kept.seal == made.recipe.seal:
            self.stored += 1
            words, seconds = self.wording.number(made.words), self.wording.number(made.seconds, 1)
            told = self.wording.gettext("{words} words, {seconds} s", words=words, seconds=seconds)
            self._tell(order, told)
        elif kept:
            self._tell(order, self.wording.gettext("already made"))

    def _tell(self, order: Order, text: str) -> None:
        facts = {"number": order.number, "language": order.language, "day": order.day}
        daily = self.wording.gettext("daily {number} ({language}, {day})", **facts)
        self.say(self.wording.gettext("{label}: {value}", label=daily, value=text))


def _let_workers_ignore_interrupts() -> None:
    """Start processes deaf to Ctrl-C, which reaches all of a terminal's and is for this one.

    What is started in this step of the event loop inherits that; it sees to it itself only once
    it runs. Here, what comes meanwhile is heard afterwards.
    """
    if hasattr(signal, "pthread_sigmask"):  # not on Windows
        resource_tracker.ensure_running()  # which would let signals in again where it starts
        signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        loop = asyncio.get_running_loop()
        loop.call_soon(signal.pthread_sigmask, signal.SIG_UNBLOCK, {signal.SIGINT})
