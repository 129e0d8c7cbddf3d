"""Turns that processes with one database take: at something that only one may do at a time."""

import asyncio
from collections.abc import Awaitable, Callable, Iterable
from contextlib import suppress
from itertools import count
from math import ceil

from core.ports import Clock, Lease, Store, StoreError, UnitOfWork

_TURN, _QUEUE = "turn ", "queue "
_LOOK = 0.1  # seconds between two looks whether a turn is free
_UNLIKE = 50  # turns of a process of which no two are alike

Pause = Callable[[float], Awaitable[None]]


class SharedTurns:
    """The turns of one process. Each is a lease, whose number is how many milliseconds it lasts.

    No two in a row are alike, so that other processes see when one begins. Who waits has a lease in
    a queue, whose number is its place. `clock` may never be set.
    """

    def __init__(
        self, store: Store, owner: str, clock: Clock, pause: Pause = asyncio.sleep
    ) -> None:
        self._store, self._me, self._clock, self._pause = store, owner, clock, pause
        self._waiting, self._taken = count(), count()
        self._seen: dict[Lease, float] = {}
        self._ending: set[asyncio.Task[None]] = set()

    async def wait(self, what: str, seconds: float) -> None:
        """Wait for a turn, and have it for so many seconds; raises StoreError."""
        turn = Lease(_TURN + what, self._me, ceil(seconds * 1000) + next(self._taken) % _UNLIKE)
        queue = f"{_QUEUE}{what} "
        place = f"{queue}{self._me.rpartition(' ')[2]} {next(self._waiting)}"
        try:
            while not await self._try(turn, queue, place):
                await self._pause(_LOOK)
        except BaseException:
            with suppress(StoreError):
                async with self._store.write() as work:
                    await work.leases.drop(place)
            raise
        self._end(turn, seconds)

    async def _try(self, turn: Lease, queue: str, place: str) -> bool:
        """Take a turn if it is free, and nobody came before; else queue."""
        async with self._store.write() as work:
            rows = {row.what: row for row in await work.leases.all()}
            waiting = {what: row.renewals for what, row in rows.items() if what.startswith(queue)}
            mine = waiting.get(place, 1 + max(waiting.values(), default=0))
            if turn.what in rows or mine > min(waiting.values(), default=mine):
                await work.leases.put(Lease(place, self._me, mine))
                return False
            await work.leases.drop(place)
            await work.leases.put(turn)
            return True

    def watch(self, rows: Iterable[Lease]) -> None:
        """Note which turns there are, as all leases show them now."""
        now = self._clock()
        self._seen = {row: self._seen.get(row, now) for row in rows if is_turn(row)}

    async def take_over(self, work: UnitOfWork, turns: Iterable[Lease]) -> None:
        """Let turns of processes that died last as long as they would have: they began before seen.

        One that was never seen lasts its full time.
        """
        for turn in turns:
            left = turn.renewals / 1000 - (self._clock() - self._seen.get(turn, self._clock()))
            if left > 0:
                taken = Lease(turn.what, self._me, turn.renewals)
                await work.leases.put(taken)
                self._end(taken, left)

    async def close(self) -> None:
        """End no turn any more: their leases go with the process."""
        for task in self._ending:
            task.cancel()
        await asyncio.gather(*self._ending, return_exceptions=True)

    def _end(self, turn: Lease, seconds: float) -> None:
        async def end() -> None:
            await self._pause(seconds)
            while True:
                try:
                    async with self._store.write() as work:
                        return await work.leases.drop(turn.what)
                except StoreError:
                    await self._pause(_LOOK)

        task = asyncio.create_task(end())
        self._ending.add(task)
        task.add_done_callback(self._ending.discard)


def is_turn(lease: Lease) -> bool:
    """Return whether a lease is a turn."""
    return lease.what.startswith(_TURN)


def is_place(lease: Lease) -> bool:
    """Return whether a lease is a place in a queue for a turn."""
    return lease.what.startswith(_QUEUE)
