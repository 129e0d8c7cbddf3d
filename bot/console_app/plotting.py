"""Pictures in PNG files; matplotlib, which draws diagrams, is an extra."""

import errno
import os
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from core.errors import SeizeError, translatable

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

TEXT = "#333333"
_GRID = "#e3e6ea"


def check_plot(path: Path) -> None:
    """Raise SeizeError if a picture could not be drawn in `path`, before anything is counted."""
    _check_matplotlib()
    check_place(path)


def check_plots(folder: Path) -> None:
    """Raise SeizeError if pictures could not be drawn in `folder`, before anything is counted."""
    _check_matplotlib()
    if not folder.is_dir():
        raise _refusal(folder, errno.ENOTDIR if folder.exists() else errno.ENOENT)
    if not os.access(folder, os.W_OK):
        raise _refusal(folder, errno.EACCES)


def _check_matplotlib() -> None:
    if find_spec("matplotlib") is None:
        raise SeizeError(translatable("--plot needs matplotlib: pip install matplotlib"))


def check_place(path: Path) -> None:
    """Raise SeizeError if no picture could be written in `path`."""
    if path.suffix.lower() != ".png":  # else a slip would put a picture in any file's place
        template = translatable(
            "{path!r} is not the name of a picture: write one that ends in .png"
        )
        raise SeizeError(template, path=str(path))
    if path.is_dir():
        raise _refusal(path, errno.EISDIR)
    if not os.access(path.parent, os.W_OK):
        raise _refusal(path, errno.EACCES if path.parent.exists() else errno.ENOENT)


def dress(axes: "Axes") -> None:
    """Give a diagram the look of all: lines at its heights, and no frame."""
    axes.grid(axis="y", color=_GRID, zorder=0)
    axes.set_axisbelow(True)
    axes.spines[["top", "right", "left"]].set_visible(False)
    axes.tick_params(which="both", colors=TEXT, length=0)


def save(figure: "Figure", path: Path) -> None:
    """Write a picture; raises SeizeError where it cannot be written."""
    try:
        figure.savefig(path, format="png", dpi=150)
    except OSError as error:
        raise _refusal(path, error.errno or errno.EIO) from None


def write(content: bytes, path: Path) -> None:
    """Write a file; raises SeizeError where it cannot be written."""
    try:
        path.write_bytes(content)
    except OSError as error:
        raise _refusal(path, error.errno or errno.EIO) from None


def _refusal(path: Path, number: int) -> SeizeError:
    template = translatable("cannot write {path!r}: {reason}")
    return SeizeError(template, path=str(path), reason=os.strerror(number))
