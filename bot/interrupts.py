"""Ctrl-C while nothing is at stake: it ends the process at once, and in silence.

Libraries take most of a second to import, and an interrupt in the middle of that would be shown
as a traceback. This is imported before them, and itself next to nothing.
"""

import os
import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType

INTERRUPTED = 130  # exit status of any command that Ctrl-C ends

Handler = Callable[[int, FrameType | None], object] | int | None


def quit_now(_number: int, _frame: FrameType | None) -> None:
    """End the process, without any cleaning up."""
    os._exit(INTERRUPTED)


def on_interrupt(handler: Handler) -> Handler:
    """Set what SIGINT does; return what it did.

    Nothing changes where it is ignored, as under `nohup`, nor outside the main thread.
    """
    before = signal.getsignal(signal.SIGINT)
    if before != signal.SIG_IGN and threading.current_thread() is threading.main_thread():
        signal.signal(signal.SIGINT, handler)
    return before


@contextmanager
def quitting() -> Iterator[None]:
    """Let SIGINT end the process at once until this is left."""
    before = on_interrupt(quit_now)
    try:
        yield
    finally:
        on_interrupt(before)
