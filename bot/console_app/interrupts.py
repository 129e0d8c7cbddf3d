"""Ctrl-C and SIGTERM: as a wish to end soon, as a call in the event loop, or at once."""

import asyncio
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType

_SIGNALS = (signal.SIGINT, signal.SIGTERM)


@contextmanager
def interruptible() -> Iterator[Callable[[], bool]]:
    """Give a function that returns whether a signal has come; a second one acts as it always does.

    In the main thread only. Signals do what they did before once this is left.
    """
    before = {number: signal.getsignal(number) for number in _SIGNALS}
    come = False

    def restore() -> None:
        for number, handler in before.items():
            signal.signal(number, handler)

    def take(_number: int, _frame: FrameType | None) -> None:
        nonlocal come
        come = True
        restore()

    for number in _SIGNALS:
        signal.signal(number, take)
    try:
        yield lambda: come
    finally:
        restore()


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
