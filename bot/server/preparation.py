"""Slow first-time jobs, done by other processes while this one answers.

These are the compiled kernels and the packed word lists. Each lies on disk once it is made. A job
that needs what is not there raises Unprepared, and is run again when it is.
"""

import asyncio
import logging
import time
from collections import Counter
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
from bot.kernels import begin_aside, compile_module, pack
from core.errors import SeizeError, Unprepared
from core.languages import languages
from core.solver.compiler import IMPORTING, KERNELS, loading_only

SOLVER, SEARCH = "core.solver.solver", "core.optimizer.legs"
_AT_ONCE = 2  # processes: one compiles, one packs
_TYPICAL = {SOLVER: 15.0, SEARCH: 40.0}  # seconds, from the start
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
        self._waiting: Counter[str] = Counter()
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

    async def wait(self, lacking: Unprepared) -> None:
        """Wait until what a job lacked is there, or is to be made in this process after all."""
        what: str | None = lacking.what
        if what == KERNELS:
            what = next((each for each in _TYPICAL if not self._is_done(each)), None)
        if what is None:
            self._refusing.close()  # other processes have compiled in vain
        elif what not in _TYPICAL and self._is_done(what):
            self._here.add(what)
        else:
            await self._waited_for(what)

    def left(self) -> float | None:
        """Return about how many seconds jobs still wait, None if none does."""
        if not self._waiting:
            return None
        gone = time.monotonic() - self._began
        left = max(_TYPICAL[what] - gone if what in _TYPICAL else _LIST for what in self._waiting)
        return max(-(-left // _LEAST), 1.0) * _LEAST

    async def _waited_for(self, what: str) -> None:
        self._waiting[what] += 1
        try:
            await asyncio.shield(self._step(what))
        finally:
            self._waiting -= Counter([what])

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
        """Prepare everything, what most wait for first."""
        solver, usual = self._step(SOLVER), self._settings.language
        for name in sorted(languages(), key=lambda name: name != usual):
            await self._open(name)
        await solver
        await self._step(SEARCH)
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
        """Load a module of compiled code; where it is not on disk, have it compiled first."""
        try:
            await asyncio.to_thread(_import, module)
        except Unprepared:
            await self._aside(partial(compile_module, module, self._kernels), module)
            await self._load_at_last(module)

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
