"""Times that pass when a test says so."""

import asyncio
import heapq
import itertools

from bot.clock import PlatformClock
from bot.telegram_app.options import Timing

START = 1_700_000_000.0


class HastyTime:
    """Whoever sleeps is awake at once, and it is as much later for everybody."""

    def __init__(self) -> None:
        self.seconds = 1000.0
        self.slept: list[float] = []

    def now(self) -> float:
        return self.seconds

    def wall(self) -> float:
        return START + self.seconds

    async def sleep(self, seconds: float) -> None:
        self.slept.append(seconds)
        self.seconds += seconds
        await asyncio.sleep(0)

    @property
    def timing(self) -> Timing:
        return Timing(self.now, self.sleep)

    @property
    def clock(self) -> PlatformClock:
        """Return a clock that shows it, and learns."""
        return PlatformClock(self.wall, self.now)


class SteppedTime(HastyTime):
    """It passes by `step` alone, which wakes those who slept so long."""

    def __init__(self) -> None:
        super().__init__()
        self._sleepers: list[tuple[float, int, asyncio.Event]] = []
        self._numbers = itertools.count()

    async def sleep(self, seconds: float) -> None:
        event = asyncio.Event()
        heapq.heappush(self._sleepers, (self.seconds + seconds, next(self._numbers), event))
        await event.wait()

    def step(self, seconds: float) -> None:
        self.seconds += seconds
        while self._sleepers and self._sleepers[0][0] <= self.seconds:
            heapq.heappop(self._sleepers)[2].set()
