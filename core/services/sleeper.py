"""The one sleeper: does what is due, then sleeps until the next deadline, which is stored.

Rounds, days and the night's making each sleep here, in a task of their own: what one of them
does, such as telling a slow chat, must not hold up the deadlines of another.
"""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress

from core.ports import Clock

Wait = Callable[[asyncio.Event, float | None], Awaitable[None]]


async def wait_for(event: asyncio.Event, seconds: float | None) -> None:
    """Wait for an event, no longer than so many seconds (None: however long)."""
    with suppress(TimeoutError):
        async with asyncio.timeout(seconds):
            await event.wait()


async def sleep_between(
    act: Callable[[], Awaitable[float | None]],
    clock: Clock,
    wait: Wait = wait_for,
    woken: asyncio.Event | None = None,
) -> None:
    """Act whenever something is due, until cancelled.

    `act` does what is due, and returns when something is due next (None: not before the event
    `woken` is set, which also ends any sleep).
    """
    woken = woken or asyncio.Event()
    while True:
        due = await act()
        woken.clear()  # by what is in `due` already
        await wait(woken, None if due is None else max(due - clock(), 0.0))
