"""Compile a function once, ahead of its first call, and keep the machine code on disk.

One explicit signature a function: every process compiles the same code under the
same file name, so that concurrent first starts overwrite each other's files with
equal ones. The folder is numba.config.CACHE_DIR, set before the kernel is imported.
"""

import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import RLock
from typing import Any
from warnings import warn

import numba
from numba.core.event import Event, Listener, install_listener

from core.errors import CacheWarning, Unprepared

KERNELS = "kernels"

# Held while compiled modules are imported: an import that fails in one thread, as `loading_only`
# has it, would leave another with half a module.
IMPORTING = RLock()


@contextmanager
def loading_only() -> Iterator[None]:
    """Compile nothing inside, in any thread: what is not on disk raises Unprepared(KERNELS)."""
    with install_listener("numba:compile", _Refusal()):
        yield


class _Refusal(Listener):
    def on_start(self, event: Event) -> None:  # noqa: ARG002 (numba's own signature)
        raise Unprepared(KERNELS)

    def on_end(self, event: Event) -> None:
        pass


def compiled(signature: Any) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Return a decorator that compiles for `signature`, without the GIL.

    Where the folder cannot be written, CacheWarning says so and the code is
    compiled for this process alone. Damaged files are made again.
    """

    def compile_now(function: Callable[..., Any]) -> Callable[..., Any]:
        folder: str = numba.config.CACHE_DIR  # type: ignore[attr-defined]
        try:
            if folder:
                Path(folder).mkdir(parents=True, exist_ok=True)
                tempfile.TemporaryFile(dir=folder).close()
            return _jit(signature, function, cache=True)
        except OSError as error:
            warn(CacheWarning(folder, error), stacklevel=2)
            return _jit(signature, function, cache=False)
        except Unprepared:
            raise
        except Exception:  # noqa: BLE001 (reading a damaged file can raise anything)
            for file in Path(folder).rglob(f"*.{function.__name__}-*.nb[ic]") if folder else ():
                file.unlink(missing_ok=True)
            return _jit(signature, function, cache=True)

    return compile_now


def _jit(signature: Any, function: Callable[..., Any], *, cache: bool) -> Callable[..., Any]:
    result: Callable[..., Any] = numba.njit(signature, cache=cache, nogil=True)(function)
    return result
