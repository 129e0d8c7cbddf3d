"""What comes in, handled in order within a lane, while no lane waits for another."""

import asyncio
import logging
from collections import deque
from collections.abc import Awaitable, Callable, Coroutine, Hashable
from typing import Any

Go = Callable[[], None]
Job = Callable[[Go], Awaitable[None]]
"""Handles one update. It calls what it is given once the next of its lane may begin."""

logger = logging.getLogger(__name__)


class Lanes:
    """One queue a lane, for as long as there is something in it."""

    def __init__(self) -> None:
        self._waiting: dict[Hashable, deque[tuple[Job, asyncio.Event]]] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    def __len__(self) -> int:
        """Return how many lanes have something under way."""
        return len(self._waiting)

    def __contains__(self, lane: Hashable) -> bool:
        """Return whether a lane has something under way."""
        return lane in self._waiting

    @property
    def waiting(self) -> int:
        """Return how many jobs have not begun."""
        return sum(map(len, self._waiting.values()))

    def add(self, lane: Hashable, job: Job) -> asyncio.Event:
        """Queue a job; return what is set once it is done, but for what may take its time."""
        done = asyncio.Event()
        if lane in self._waiting:
            self._waiting[lane].append((job, done))
        else:
            self._waiting[lane] = deque([(job, done)])
            self._start(self._work(lane))
        return done

    async def drain(self, seconds: float) -> None:
        """Let jobs end, for so long."""
        if self._tasks:
            await asyncio.wait(list(self._tasks), timeout=seconds)

    async def close(self) -> None:
        """Cancel what is left."""
        left = list(self._tasks)
        for task in left:
            task.cancel()
        await asyncio.gather(*left, return_exceptions=True)
        self._waiting.clear()

    def _start(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _work(self, lane: Hashable) -> None:
        jobs = self._waiting[lane]
        while jobs:
            job, done = jobs.popleft()
            self._start(_run(job, done))
            await done.wait()
        self._waiting.pop(lane, None)


async def _run(job: Job, done: asyncio.Event) -> None:
    try:
        await job(done.set)
    except Exception:
        logger.exception("update not handled")
    finally:
        done.set()
