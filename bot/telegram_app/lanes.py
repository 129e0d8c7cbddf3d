"""What comes in, handled in order within a chat, while no chat waits for another."""

import asyncio
import logging
from collections import deque
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any

Go = Callable[[], None]
Job = Callable[[Go], Awaitable[None]]
"""Handles one update. It calls what it is given once the next of its chat may begin."""

logger = logging.getLogger(__name__)


class Lanes:
    """One queue a chat, for as long as there is something in it."""

    def __init__(self) -> None:
        self._waiting: dict[int, deque[tuple[Job, asyncio.Event]]] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    def __len__(self) -> int:
        """Return how many chats have something under way."""
        return len(self._waiting)

    @property
    def waiting(self) -> int:
        """Return how many jobs have not begun."""
        return sum(map(len, self._waiting.values()))

    def add(self, chat_id: int, job: Job) -> asyncio.Event:
        """Queue a job; return what is set once it is done, but for what may take its time."""
        done = asyncio.Event()
        if chat_id in self._waiting:
            self._waiting[chat_id].append((job, done))
        else:
            self._waiting[chat_id] = deque([(job, done)])
            self._start(self._work(chat_id))
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

    async def _work(self, chat_id: int) -> None:
        jobs = self._waiting[chat_id]
        while jobs:
            job, done = jobs.popleft()
            self._start(_run(job, done))
            await done.wait()
        self._waiting.pop(chat_id, None)


async def _run(job: Job, done: asyncio.Event) -> None:
    try:
        await job(done.set)
    except Exception:
        logger.exception("update not handled")
    finally:
        done.set()
