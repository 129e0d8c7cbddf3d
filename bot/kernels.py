"""Where the compiled kernel is loaded from: numba loads from no folder that it cannot write to."""

import atexit
import os
import shutil
import signal
import tempfile
import threading
import warnings
from multiprocessing import connection, parent_process
from pathlib import Path

from core.errors import SeizeWarning


def writable(folder: Path) -> Path:
    """Return a folder, or a copy of it for this process alone if it may only be read.

    So an image can bring the kernel along, on a root file system that nobody writes to. The
    copy is this user's only, and is deleted at exit. What is not there, or cannot be
    copied, is returned as it is.
    """
    if not folder.is_dir() or _takes_files(folder):
        return folder
    try:
        copy = Path(tempfile.mkdtemp(prefix="seize-"))
        atexit.register(shutil.rmtree, copy, ignore_errors=True)
        # Not copytree: it would copy that the folders are read-only.
        for source in folder.rglob("*"):
            target = copy / source.relative_to(folder)
            if source.is_dir():
                target.mkdir(parents=True, exist_ok=True)
            else:
                target.parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(source, target)
    except OSError:
        return folder
    return copy


def load_from(folder: Path) -> None:
    """Have this process load kernels from a folder; to be called before what is compiled."""
    import numba  # noqa: PLC0415 (who asks for help does not wait for it)

    numba.config.CACHE_DIR = str(folder)  # type: ignore[attr-defined]
    # The kernels run in no other way.
    numba.config.DISABLE_JIT = False  # type: ignore[attr-defined]


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


def _takes_files(folder: Path) -> bool:
    try:
        tempfile.TemporaryFile(dir=folder).close()
    except OSError:
        return False
    return True
