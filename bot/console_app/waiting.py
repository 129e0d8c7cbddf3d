"""Waiting in the event loop, and what interrupts it."""

import asyncio
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress


async def wait_for(event: asyncio.Event, seconds: float) -> None:
    """Wait for an event, no longer than so many seconds."""
    with suppress(TimeoutError):
        async with asyncio.timeout(max(seconds, 0)):
            await event.wait()


@contextmanager
def interrupts(act: Callable[[], None]) -> Iterator[None]:
    """Let SIGINT call `act` in the running event loop: it breaks off nothing by itself.

    A word that is just being stored is stored then, before the round ends.
    """
    loop = asyncio.get_running_loop()

    def handle(_number: int, _frame: object) -> None:
        loop.call_soon_threadsafe(act)

    before = signal.signal(signal.SIGINT, handle)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


@contextmanager
def keyboard_interrupts() -> Iterator[None]:
    """Let SIGINT raise KeyboardInterrupt at once: for what waits without the event loop."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
