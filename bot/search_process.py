"""What a process does before it searches: imported before the compiled search, so without it."""

import os
import signal
import threading
import warnings
from multiprocessing import connection, parent_process
from pathlib import Path

from bot.kernel_folder import load_from
from core.errors import SeizeWarning


def begin(kernels: Path) -> None:
    """Load what is compiled from a folder; leave Ctrl-C to the parent, and do not outlive it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()
    warnings.simplefilter("ignore", SeizeWarning)  # the parent says it, once
    load_from(kernels)
    import core.optimizer.legs  # noqa: F401, PLC0415 (its import is what loads the kernels)


def _end_with_parent() -> None:
    parent = parent_process()
    if parent:
        connection.wait([parent.sentinel])
        os._exit(1)
