"""Lives of a process that says what it acknowledges, a line each, until it is killed."""

import os
from collections.abc import Callable, Iterator
from multiprocessing import get_context
from multiprocessing.connection import Connection
from typing import TypeVarTuple

Ts = TypeVarTuple("Ts")


def said(
    live: Callable[[Connection, *Ts], None], lines: int | None, *args: *Ts
) -> Iterator[list[str]]:
    """Let a process live until it has said so many lines (None: to its end); yield all it said.

    `live` is given the pipe that it says them to. Its module is loaded once, for all lives.
    """
    context = get_context("forkserver")
    context.set_forkserver_preload([live.__module__])
    ours, theirs = context.Pipe(duplex=False)
    process = context.Process(target=live, args=(theirs, *args))
    process.start()
    theirs.close()
    with os.fdopen(os.dup(ours.fileno())) as pipe:
        for number, line in enumerate(pipe):
            yield line.split()
            if number == lines:
                process.kill()
    ours.close()
    process.join()
    if lines is None and process.exitcode:
        raise AssertionError(f"it ended with status {process.exitcode}")
