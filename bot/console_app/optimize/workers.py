"""The workers of a search: threads, processes of this machine, or a Dask cluster.

Imports the compiled search, so only once it knows its folder.
"""

import logging
import os
import pickle
import signal
from collections.abc import Callable, Iterator
from concurrent.futures import (
    BrokenExecutor,
    Executor,
    Future,
    ProcessPoolExecutor,
    ThreadPoolExecutor,
)
from contextlib import contextmanager
from importlib.util import find_spec
from multiprocessing import active_children, get_context
from pathlib import Path
from typing import Any, ParamSpec, TypeVar

from bot.kernels import begin
from core.errors import SeizeError, translatable
from core.optimizer.team import Team, WorkersLost

_Result = TypeVar("_Result")
_Given = ParamSpec("_Given")
_PATIENCE = 5  # seconds for a cluster to answer


class Lent(Executor):
    """An executor that one search after the other is given: none of them shuts it down."""

    def __init__(self, executor: Executor, on_broken: Callable[[], None]) -> None:
        self._executor = executor
        self._on_broken = on_broken

    def submit(
        self, fn: Callable[_Given, _Result], /, *args: _Given.args, **kwargs: _Given.kwargs
    ) -> "Future[_Result]":
        """Schedule a call; raises BrokenExecutor."""
        try:
            return self._executor.submit(fn, *args, **kwargs)
        except BrokenExecutor:
            self._on_broken()
            raise

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Do nothing: its lender closes it."""


class Remote(Lent):
    """The executor of a Dask client; raises WorkersLost once it has lost its scheduler."""

    def __init__(self, client: Any) -> None:
        super().__init__(client.get_executor(pure=False), lambda: None)
        self._client = client

    def submit(
        self, fn: Callable[_Given, _Result], /, *args: _Given.args, **kwargs: _Given.kwargs
    ) -> "Future[_Result]":
        """Schedule a call."""
        from bot.console_app.optimize.dask_worker import unpack  # noqa: PLC0415 (imports the extra)

        if self._client.status != "running":
            raise WorkersLost(reason="the Dask scheduler is gone")
        called: Callable[[bytes], _Result] = unpack
        return super().submit(called, pickle.dumps((fn, args, kwargs)))


@contextmanager
def threads(workers: int) -> Iterator[Team]:
    """Give a team of threads."""
    yield Team(lambda: ThreadPoolExecutor(workers), workers)


@contextmanager
def processes(workers: int, kernels: Path) -> Iterator[Team]:
    """Give a team of processes, which load what is compiled from the folder `kernels`.

    They are started at once, and anew where one died.
    """
    pool, ready = _start(workers, kernels)
    pools = [pool]
    broken = False

    def note() -> None:
        nonlocal broken
        broken = True

    def hire() -> Executor:
        nonlocal broken
        if broken:
            pools.append(_start(workers, kernels)[0])
            broken = False
        return Lent(pools[-1], note)

    try:
        # To get ready takes a second or two, which do not count as time of the search.
        for process in ready:
            process.result()
        yield Team(hire, workers)
    except BrokenExecutor as error:
        raise WorkersLost(reason=str(error) or repr(error)) from error
    finally:
        # One that hangs, or was stopped, would be waited for without end.
        for child in active_children():
            child.kill()
        for each in pools:  # a thread that manages one trips over the end of this process
            each.shutdown(cancel_futures=True)


def _start(workers: int, kernels: Path) -> tuple[ProcessPoolExecutor, list["Future[int]"]]:
    """Start processes; return them, and what each does once it is ready."""
    # Not forked: other threads, of numba and rich, may hold locks.
    pool = ProcessPoolExecutor(workers, get_context("spawn"), begin, (kernels,))
    # Ctrl-C reaches all processes of a terminal, and is for this one.
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        # A process is started by each call that finds none idle.
        return pool, [pool.submit(os.getpid) for _ in range(workers)]
    finally:
        signal.signal(signal.SIGINT, before)


@contextmanager
def cluster(address: str, workers: int | None) -> Iterator[Team]:
    """Give a team of a Dask cluster; by default as many workers as it has threads.

    Raises SeizeError where there is no such cluster.
    """
    if find_spec("distributed") is None:
        raise SeizeError(translatable("--dask needs Dask: pip install distributed"))
    from distributed import Client  # noqa: PLC0415 (an extra)

    from bot.console_app.optimize.dask_worker import Preparation  # noqa: PLC0415 (imports the extra)

    # What goes wrong is told in a line of ours, not in its traces.
    for name in ("distributed", "distributed.client", "tornado.application", "asyncio"):
        logging.getLogger(name).setLevel(logging.CRITICAL)
    try:
        client: Any = Client(address, timeout=_PATIENCE)  # type: ignore[no-untyped-call]
    except (OSError, ValueError, ImportError):  # the latter two: no such kind of address
        raise SeizeError(
            translatable("no Dask scheduler answers at {address!r}: write tcp://HOST:8786"),
            address=address,
        ) from None
    with client:
        if not sum(client.nthreads().values()):
            raise SeizeError(
                translatable("the Dask scheduler at {address!r} has no workers: start dask worker"),
                address=address,
            )
        try:
            client.register_plugin(Preparation())
        except Exception as error:  # noqa: BLE001 (whatever workers without Seize raise)
            raise SeizeError(
                translatable(
                    "the workers of the Dask scheduler at {address!r} need the same Seize: {reason}"
                ),
                address=address,
                reason=repr(error),
            ) from None
        remote = Remote(client)
        yield Team(lambda: remote, workers or sum(client.nthreads().values()))
