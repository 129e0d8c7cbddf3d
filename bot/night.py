"""The night's work in this process: when it is done, and by whom."""

import asyncio
import logging
import os
import time
from concurrent.futures import Executor, ProcessPoolExecutor
from multiprocessing import active_children, get_context
from pathlib import Path
from zoneinfo import ZoneInfo

from bot.search_process import begin
from core.daily.calendar import following
from core.daily.order import Made, Order
from core.errors import SeizeError
from core.ports import Clock
from core.services.nights import Nights
from core.services.scheduler import Wait, wait_for

LOWEST = 19  # of the priorities of processes: rounds come first
RETRY = 1800.0  # seconds until a night that left something undone is tried again

logger = logging.getLogger(__name__)


class Makers:
    """Makes dailies from the lexicons in one folder, with kernels from another.

    At night in a process of its own, of the lowest priority, which ends with its search;
    while somebody waits, in a thread of `executor`.
    """

    def __init__(self, lexicons: Path, kernels: Path, executor: Executor | None = None) -> None:
        self._lexicons = lexicons
        self._kernels = kernels
        self._executor = executor

    async def make(self, order: Order) -> Made:
        """Make a daily in the background; raises NoPuzzle, and what its search raises."""
        # Not forked: other threads may hold locks.
        pool = ProcessPoolExecutor(1, get_context("spawn"), _begin, (self._kernels,))
        try:
            loop = asyncio.get_running_loop()
            return await loop.run_in_executor(pool, _make, order, self._lexicons)
        finally:
            for child in active_children():  # where this is cancelled, it would go on searching
                child.kill()
            await asyncio.to_thread(pool.shutdown, cancel_futures=True)

    async def make_now(self, order: Order) -> Made:
        """Make a daily at once; raises what `make` raises."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._executor, _make, order, self._lexicons)


class Night:
    """Does the night's work once a day at an hour of UTC, and first of all what is missing."""

    def __init__(self, nights: Nights, clock: Clock, hour: int, wait: Wait = wait_for) -> None:
        self._nights = nights
        self._clock = clock
        self._hour = hour
        self._wait = wait

    async def run(self) -> None:
        """Work, then sleep until the next night, until cancelled."""
        never = asyncio.Event()
        while True:
            pause = following(self._hour, ZoneInfo("UTC"), self._clock()) - self._clock()
            try:
                made = await self._nights.work()
                if made:
                    logger.info("night's work done", extra={"dailies": len(made)})
                if await self._nights.missing():
                    pause = min(pause, RETRY)
            except SeizeError as error:
                logger.warning("night's work not done", extra={"reason": type(error).__name__})
                pause = min(pause, RETRY)
            await self._wait(never, max(pause, 1.0))


def _begin(kernels: Path) -> None:
    if hasattr(os, "nice"):
        os.nice(LOWEST)
    begin(kernels)


def _make(order: Order, lexicons: Path) -> Made:
    # Imports the compiled search: only where it knows its folder, and nobody waits for that.
    from core.daily.making import make  # noqa: PLC0415
    from core.optimizer.legs import Shelf  # noqa: PLC0415

    return make(order, Shelf(lexicons), time.monotonic)
