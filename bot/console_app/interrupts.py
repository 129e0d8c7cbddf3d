"""Ctrl-C and SIGTERM as a wish to end soon, with what there is."""

import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType

_SIGNALS = (signal.SIGINT, signal.SIGTERM)


@contextmanager
def interruptible() -> Iterator[Callable[[], bool]]:
    """Give a function that tells whether a signal has come; a second one acts as it always does.

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
