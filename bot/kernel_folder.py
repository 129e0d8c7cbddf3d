"""Where the compiled kernel is loaded from: numba loads from no folder that it cannot write to."""

import atexit
import shutil
import tempfile
from pathlib import Path


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


def _takes_files(folder: Path) -> bool:
    try:
        tempfile.TemporaryFile(dir=folder).close()
    except OSError:
        return False
    return True
