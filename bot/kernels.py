"""The compiled kernels: a folder that numba can write to, and processes that load them."""

import asyncio
import atexit
import os
import shutil
import signal
import tempfile
import threading
import time
import warnings
from concurrent.futures import ProcessPoolExecutor
from importlib import import_module
from multiprocessing import active_children, connection, get_context, parent_process
from pathlib import Path
from typing import TYPE_CHECKING

from core.errors import SeizeWarning, Unprepared
from core.lexicon.catalogue import open_lexicon
from core.services.workers import Workers

if TYPE_CHECKING:
    from core.daily.order import Made, Order

SOLVER, SEARCH = "core.solver.solver", "core.optimizer.legs"  # modules of compiled kernels
LOWER, LOWEST = 5, 19  # priorities of processes: rounds come first


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


def compile_module(module: str, kernels: Path) -> None:
    """Compile a module in this process, into a folder that others load it from."""
    load_from(kernels)
    import_module(module)


def pack(name: str, lexicons: Path) -> None:
    """Pack a word list in this process, into a folder that others open it in."""
    open_lexicon(name, lexicons, lambda _: None)


def begin_aside() -> None:
    """Begin as a child of lower priority: people who play come first."""
    if hasattr(os, "nice"):
        os.nice(LOWER)
    _begin_as_child()


def begin(kernels: Path) -> None:
    """Load what is compiled from a folder; leave Ctrl-C to the parent, and do not outlive it."""
    _begin_as_child()
    load_from(kernels)
    import core.optimizer.legs  # noqa: F401, PLC0415 (its import is what loads the kernels)


class MakerProcess:
    """Makes dailies from the lexicons in one folder, with kernels from another.

    At night in a process of its own, of the lowest priority, which ends with its search;
    while somebody waits, in one of the `workers`.
    """

    def __init__(self, lexicons: Path, kernels: Path, workers: Workers | None = None) -> None:
        self._lexicons = lexicons
        self._kernels = kernels
        self._workers = workers or Workers()

    async def make(self, order: "Order") -> "Made":
        """Make a daily in the background; raises NoPuzzle, and what its search raises."""
        # Not forked: other threads may hold locks.
        pool = ProcessPoolExecutor(1, get_context("spawn"), _begin_low, (self._kernels,))
        try:
            return await Workers(pool).run(_make, order, self._lexicons)
        finally:
            for child in active_children():  # where this is cancelled, it would go on searching
                child.kill()
            await asyncio.to_thread(pool.shutdown, cancel_futures=True)

    async def prepared(self) -> None:
        """Wait until all is compiled that `make_now` needs."""
        await self._workers.run(_load_search)

    async def make_now(self, order: "Order") -> "Made":
        """Make a daily at once; raises what `make` raises."""
        return await self._workers.run(_make, order, self._lexicons)


def _begin_as_child() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()
    warnings.simplefilter("ignore", SeizeWarning)  # the parent says it, once


def _begin_low(kernels: Path) -> None:
    if hasattr(os, "nice"):
        os.nice(LOWEST)
    begin(kernels)


def _make(order: "Order", lexicons: Path) -> "Made":
    _load_search()
    from core.daily.maker import make  # noqa: PLC0415
    from core.optimizer.legs import Shelf  # noqa: PLC0415

    return make(order, Shelf(lexicons), time.monotonic)


def _load_search() -> None:
    # Imports the compiled search: only where it knows its folder, and nobody waits for that.
    from core.solver.compiler import IMPORTING  # noqa: PLC0415

    try:
        with IMPORTING:
            import core.daily.maker  # noqa: F401, PLC0415
    except Unprepared:
        raise Unprepared(SEARCH) from None  # whichever kernel it was: this one comes last


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
