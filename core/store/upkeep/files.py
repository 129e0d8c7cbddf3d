"""Files that are there whole, or not at all."""

import os
import re
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import mkstemp

from core.errors import translatable
from core.ports import StoreError

# What SQLite keeps beside a database, and would apply to whatever bears its name.
SIDECARS = ("-wal", "-shm", "-journal")
_ABANDONED = 3600.0  # seconds after which a file that nobody wrote to is nobody's


@contextmanager
def writing_file(target: Path, *, overwrite: bool) -> Iterator[Path]:
    """Give a file to write, which becomes `target` at the end, or vanishes if anything raises.

    Raises StoreError if `target` exists, unless asked to `overwrite` it, or cannot be written.
    """
    target = target.resolve()
    _refuse_existing(target, overwrite=overwrite)
    with beside(target) as written, _unwritable(target):
        yield written
        settle(written)
        _refuse_existing(target, overwrite=overwrite)
        written.replace(target)
        settle_folder(target.parent)


@contextmanager
def beside(target: Path) -> Iterator[Path]:
    """Give an empty file in the folder of `target`, and remove what is left of it at the end.

    What a killed process left of such files is removed, too. Only their owner may read them.
    """
    with _unwritable(target):
        _remove_litter(target)
        handle, name = mkstemp(prefix=f".{target.name}.", suffix=".part", dir=target.parent)
        os.close(handle)
    try:
        yield Path(name)
    finally:
        for suffix in ("", *SIDECARS):
            Path(name + suffix).unlink(missing_ok=True)


def settle(path: Path) -> None:
    """Return once a file outlives a power cut."""
    with _unwritable(path), path.open("r+b") as file:
        os.fsync(file.fileno())


def settle_folder(folder: Path) -> None:
    """Return once the names in a folder outlive a power cut."""
    if os.name == "nt":  # folders cannot be opened there
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _remove_litter(target: Path) -> None:
    """Remove files as `beside` gives them, but for those that another process may be writing."""
    pattern = re.compile(rf"\.{re.escape(target.name)}\.\w+\.part({'|'.join(SIDECARS)})?")
    for path in target.parent.iterdir():
        if pattern.fullmatch(path.name) and time.time() - path.stat().st_mtime > _ABANDONED:
            path.unlink(missing_ok=True)


def _refuse_existing(target: Path, *, overwrite: bool) -> None:
    if target.is_file() and not overwrite:
        raise StoreError(
            translatable("{path!r} exists already: choose another name, or add --force"),
            path=str(target),
        )
    if target.exists() and not target.is_file():
        raise _refusal(target, "not a file")


@contextmanager
def _unwritable(target: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise _refusal(target, error.strerror or type(error).__name__) from error


def _refusal(target: Path, reason: str) -> StoreError:
    return StoreError(
        translatable("cannot write {path!r}: {reason}"), path=str(target), reason=reason
    )
