"""Slow first-time jobs, done by other processes while this one answers.

These are the compiled kernels and the packed word lists. Each lies on disk once it is made. A job
that needs what is not there raises Unprepared, and is run again when it is.
"""

import asyncio
import logging
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from contextlib import ExitStack
from functools import partial
from importlib import import_module
from multiprocessing import active_children, get_context
from pathlib import Path
from types import TracebackType
from typing import Self

from bot.app import App
from bot.kernels import SEARCH, SOLVER, begin_aside, compile_module, pack
from core.errors import SeizeError, Unprepared
from core.languages import languages
from core.services.workers import lacking
from core.solver.compiler import IMPORTING, KERNELS, loading_only

_AT_ONCE = 2  # processes: one compiles, one packs
# Seconds from the start, on two processors, until what needs a kernel is answered.
_TYPICAL = {SOLVER: 15.0, SEARCH: 45.0}
_LIST = 10.0  # seconds for a word list that is needed at once
_LEAST = 5.0  # seconds that are promised at least, and by which they are rounded

logger = logging.getLogger(__name__)


class Preparation:
    """Prepares the kernels in their folder, and the lists of all languages, while it is entered.

    `lexicon` opens a list, and raises Unprepared for one that is not packed. `done` is set when
    everything is ready.
    """

    def __init__(self, app: App, kernels: Path) -> None:
        self.done = asyncio.Event()
        self.lexicon = app.lexicons(self._refuse_packing)
        self._settings, self._kernels = app.settings, kernels
        self._began = time.monotonic()
        self._steps: dict[str, asyncio.Task[None]] = {}
        self._here: set[str] = set()  # lists that another process packed in vain
        self._slowness = 1.0  # of this machine: how many times the typical seconds it takes
        self._pool: ProcessPoolExecutor | None = None
        self._jobs = 0
        self._refusing = ExitStack()

    async def __aenter__(self) -> Self:
        self._refusing.enter_context(loading_only())
        self._steps["all"] = asyncio.create_task(self._prepare())
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._jobs:
            for child in active_children():
                child.kill()
        for task in self._steps.values():
            task.cancel()
        await asyncio.gather(*self._steps.values(), return_exceptions=True)
        self._refusing.close()

    async def wait(self, unprepared: Unprepared) -> None:
        """Wait until what a job lacked is there, or is to be made in this process after all."""
        of_kernel = unprepared.what == KERNELS
        what = self._kernel_lacking() if of_kernel else unprepared.what
        if what is None or (what in _TYPICAL and self._is_done(what)):
            self._refusing.close()  # other processes have compiled in vain
        elif self._is_done(what):
            self._here.add(what)
        else:
            await asyncio.shield(self._step(what))

    def left(self) -> float | None:
        """Return about how many seconds the request under way waits, None if it does not."""
        kernel = self._kernel_lacking() or SEARCH
        needed = [kernel if what == KERNELS else what for what in lacking()]
        if not needed:
            return None
        gone = time.monotonic() - self._began
        left = max(
            _TYPICAL[what] * self._slowness - gone if what in _TYPICAL else _LIST * self._slowness
            for what in needed
        )
        return max(-(-left // _LEAST), 1.0) * _LEAST

    def _kernel_lacking(self) -> str | None:
        return next((each for each in _TYPICAL if not self._is_done(each)), None)

    def _refuse_packing(self, name: str) -> None:
        if name not in self._here:
            raise Unprepared(name)

    def _is_done(self, what: str) -> bool:
        return what in self._steps and self._steps[what].done()

    def _step(self, what: str) -> asyncio.Task[None]:
        """Return the task that makes something."""
        if what not in self._steps:
            if what in _TYPICAL:
                work = self._load(what)
            else:
                work = self._aside(partial(pack, what, self._settings.lexicons), what)
            self._steps[what] = asyncio.create_task(work)
        return self._steps[what]

    async def _prepare(self) -> None:
        """Prepare everything: what most wait for first, and the kernels beside the lists."""
        search, usual = self._step(SEARCH), self._settings.language
        for name in sorted(languages(), key=lambda name: name != usual):
            await self._open(name)
        await search
        logger.info("prepared", extra={"seconds": round(time.monotonic() - self._began, 1)})
        self.done.set()

    async def _open(self, name: str) -> None:
        """Open a list, so that nobody waits for that."""
        try:
            await asyncio.to_thread(self.lexicon, name)
        except Unprepared:
            await self._step(name)
        except SeizeError as error:
            logger.warning("word list not open", extra={"reason": type(error).__name__})

    async def _load(self, module: str) -> None:
        """Load a module of compiled code; where it is not on disk, have it compiled first.

        The solver is part of the search: what more people wait for comes first.
        """
        if module == SEARCH:
            await asyncio.shield(self._step(SOLVER))
        try:
            await asyncio.to_thread(_import, module)
        except Unprepared:
            await self._aside(partial(compile_module, module, self._kernels), module)
            await self._load_at_last(module)
        gone = time.monotonic() - self._began
        self._slowness = max(gone / _TYPICAL[module], 1.0)

    async def _load_at_last(self, module: str) -> None:
        try:
            await asyncio.to_thread(_import, module)
        except Unprepared:
            logger.warning("compiling here", extra={"what": module})
            self._refusing.close()
            await asyncio.to_thread(_import, module)

    async def _aside(self, job: Callable[[], None], what: str) -> None:
        """Run a job in another process; a failure is logged: then it is for this process."""
        if self._pool is None:
            # Not forked: other threads may hold locks.
            self._pool = ProcessPoolExecutor(_AT_ONCE, get_context("spawn"), begin_aside)
        pool = self._pool
        logger.info("preparing", extra={"what": what})
        self._jobs += 1
        try:
            await asyncio.get_running_loop().run_in_executor(pool, job)
        except Exception as error:  # noqa: BLE001 (whatever it was, this process tries next)
            logger.warning("not prepared", extra={"what": what, "reason": type(error).__name__})
        finally:
            self._jobs -= 1
            if not self._jobs:
                self._pool = None
                pool.shutdown(wait=False, cancel_futures=True)


def _import(module: str) -> None:
    with IMPORTING:
        import_module(module)
