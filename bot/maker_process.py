"""The maker of dailies: a process of its own at night, a thread while somebody waits."""

import asyncio
import os
import time
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import active_children, get_context
from pathlib import Path

from bot.kernels import begin
from core.daily.order import Made, Order
from core.services.workers import Workers

LOWEST = 19  # of the priorities of processes: rounds come first


class MakerProcess:
    """Makes dailies from the lexicons in one folder, with kernels from another.

    At night in a process of its own, of the lowest priority, which ends with its search;
    while somebody waits, in one of the `workers`.
    """

    def __init__(self, lexicons: Path, kernels: Path, workers: Workers | None = None) -> None:
        self._lexicons = lexicons
        self._kernels = kernels
        self._workers = workers or Workers()

    async def make(self, order: Order) -> Made:
        """Make a daily in the background; raises NoPuzzle, and what its search raises."""
        # Not forked: other threads may hold locks.
        pool = ProcessPoolExecutor(1, get_context("spawn"), _begin, (self._kernels,))
        try:
            return await Workers(pool).run(_make, order, self._lexicons)
        finally:
            for child in active_children():  # where this is cancelled, it would go on searching
                child.kill()
            await asyncio.to_thread(pool.shutdown, cancel_futures=True)

    async def make_now(self, order: Order) -> Made:
        """Make a daily at once; raises what `make` raises."""
        return await self._workers.run(_make, order, self._lexicons)


def _begin(kernels: Path) -> None:
    if hasattr(os, "nice"):
        os.nice(LOWEST)
    begin(kernels)


def _make(order: Order, lexicons: Path) -> Made:
    # Imports the compiled search: only where it knows its folder, and nobody waits for that.
    from core.daily.maker import make  # noqa: PLC0415
    from core.optimizer.legs import Shelf  # noqa: PLC0415

    return make(order, Shelf(lexicons), time.monotonic)
