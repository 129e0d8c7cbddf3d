"""The order of jobs, so that no word waits for what does not concern its round.

A room's words are in one lane, and so is what starts or ends its rounds. Everything else that
a player asks for goes beside it: one thing after the other, and with others' at once.
"""

import asyncio
import logging
from collections import deque
from collections.abc import Awaitable, Callable, Coroutine, Hashable
from functools import partial
from typing import Any
from weakref import WeakValueDictionary

from core.services.crowds import Crowds, Leave, once

AT_ONCE = 8  # of a chat, beside the words
ALL, EACH = 40, 5  # of a chat and of each of its players, under way and waiting

Spot = tuple[int, int]
"""A chat and a topic in it, 0 for none."""
Go = Callable[[], None]
Job = Callable[[Go], Awaitable[None]]
"""Handles one update. It calls what it is given once the next of its lane may begin."""

logger = logging.getLogger(__name__)


class Queues:
    """Jobs in lanes: in order within a lane, while no lane waits for another.

    A lane lasts as long as there is something in it. Jobs that have gone on, but for sending,
    no longer count among those that a player has waiting.
    """

    def __init__(self) -> None:
        self._lanes: dict[Hashable, deque[tuple[Job, asyncio.Event]]] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._crowds = Crowds(ALL, EACH)
        self._slots: WeakValueDictionary[int, asyncio.Semaphore] = WeakValueDictionary()

    def __len__(self) -> int:
        """Return the number of lanes with something under way."""
        return len(self._lanes)

    @property
    def waiting(self) -> int:
        """Return the number of jobs that have not begun."""
        return sum(map(len, self._lanes.values()))

    def word(self, spot: Spot, job: Job) -> asyncio.Event:
        """Queue a word behind those sent before it; return an event set at its end."""
        return self._add(spot, job)

    def turn(
        self, spot: Spot, player: int, job: Job, is_quick: Callable[[], bool]
    ) -> asyncio.Event | None:
        """Queue what starts or ends a round: after the words before it, and others of its kind.

        Words that come later wait for it if, at its turn, it `is_quick`. Return an event set at
        its end, None if the player has too much waiting.
        """
        lane = ("rounds", spot)
        leave = self._crowds.enter(lane, player)
        if leave is None:
            return None
        ended = asyncio.Event()

        async def begin(go: Go) -> None:
            try:
                if lane in self._lanes or not is_quick():
                    go()
                await self._add(lane, partial(_counted, job, leave)).wait()
            finally:
                ended.set()

        self._add(spot, begin)
        return ended

    def beside(self, chat_id: int, player: int, kind: str, job: Job) -> asyncio.Event | None:
        """Queue what no word waits for; return an event set at its end, None as above.

        A player's own of a kind are done one after the other.
        """
        leave = self._crowds.enter(chat_id, player)
        if leave is None:
            return None
        slots = self._slots.get(chat_id)
        if slots is None:
            slots = self._slots[chat_id] = asyncio.Semaphore(AT_ONCE)
        return self._add((kind, chat_id, player), partial(_in_slot, slots, job, leave))

    def aside(self, what: Hashable, job: Job) -> asyncio.Event:
        """Queue a job that has little to do; return an event set at its end."""
        return self._add(("aside", what), job)

    async def drain(self, seconds: float) -> None:
        """Wait for jobs to end, at most so long."""
        if self._tasks:
            await asyncio.wait(list(self._tasks), timeout=seconds)

    async def close(self) -> None:
        """Cancel the jobs that are left."""
        left = list(self._tasks)
        for task in left:
            task.cancel()
        await asyncio.gather(*left, return_exceptions=True)
        self._lanes.clear()

    def _add(self, lane: Hashable, job: Job) -> asyncio.Event:
        """Queue a job; return an event set once it is done, or has gone on."""
        done = asyncio.Event()
        if lane in self._lanes:
            self._lanes[lane].append((job, done))
        else:
            self._lanes[lane] = deque([(job, done)])
            self._start(self._work(lane))
        return done

    def _start(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _work(self, lane: Hashable) -> None:
        jobs = self._lanes[lane]
        while jobs:
            job, done = jobs.popleft()
            self._start(_run(job, done))
            await done.wait()
        self._lanes.pop(lane, None)


async def _run(job: Job, done: asyncio.Event) -> None:
    try:
        await job(done.set)
    except Exception:
        logger.exception("update not handled")
    finally:
        done.set()


async def _counted(job: Job, leave: Leave, go: Go) -> None:
    def went() -> None:
        leave()
        go()

    try:
        await job(went)
    finally:
        leave()


async def _in_slot(slots: asyncio.Semaphore, job: Job, leave: Leave, go: Go) -> None:
    await slots.acquire()
    release = once(slots.release)

    def free() -> None:
        release()
        leave()

    await _counted(job, free, go)
