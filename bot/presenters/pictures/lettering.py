"""Text for pictures: the font that Seize brings, and lines cut to a width."""

import unicodedata
from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from importlib.resources import files
from io import BytesIO
from itertools import islice
from threading import local

from PIL.ImageFont import FreeTypeFont, Layout, truetype

from core.texts import one_line

CAPITALS = 0.729  # the height of capital letters, in sizes of a text
_MOST_READ = 500  # characters of a line: more than fit, and drawn in no time
_SYMBOLS = {"So", "Sk", "Mn", "Me", "Cn", "Co"}
_NO_CHARACTER = "\uffff"


def font(size: int, *, shaped: bool = False) -> FreeTypeFont:
    """Return the font in a size in pixels; `shaped` where the text may be Arabic or the like.

    It is the calling thread's own.
    """
    return _FONTS.load(size, shaped)


def fitted(text: str, width: float, sizes: Sequence[int]) -> tuple[str, int]:
    """Return a text in one row and its size: the first that fits, or the last with "…"."""
    kept = drawable(text)
    for size in sizes:
        if font(size, shaped=True).getlength(kept) <= width:
            break
    return _cut(kept, font(size, shaped=True), width), size


def drawable(text: str) -> str:
    """Return a text as it is drawn: one line, without symbols that the font lacks."""
    return one_line("".join(char for char in text[:_MOST_READ] if _can_draw(char)))


def wrapped(text: str, face: FreeTypeFont, width: float, rows: int) -> list[str]:
    """Return a text in at most so many rows, none wider than `width`; "…" ends what is cut.

    Symbols that the font lacks, such as many emoji, are left out.
    """
    found = list(islice(_rows(drawable(text), face, width), rows + 1))
    if len(found) > rows or (found and len(text) > _MOST_READ):
        found = found[:rows]
        found[-1] = _cut(f"{found[-1].rstrip('…')}…", face, width)
    return found


def _rows(text: str, face: FreeTypeFont, width: float) -> Iterator[str]:
    row = ""
    for word in text.split():
        longer = f"{row} {word}" if row else word
        if face.getlength(longer) <= width:
            row = longer
            continue
        if row:
            yield row
        row = _cut(word, face, width)
    if row:
        yield row


def _cut(text: str, face: FreeTypeFont, width: float) -> str:
    """Return the text, or its longest beginning that fits with "…" after it."""
    if face.getlength(text) <= width:
        return text
    least, most = 0, len(text) - 1
    while least < most:
        middle = (least + most + 1) // 2
        if face.getlength(f"{text[:middle].rstrip()}…") <= width:
            least = middle
        else:
            most = middle - 1
    return f"{text[:least].rstrip(' …')}…"


@lru_cache(maxsize=4096)
def _can_draw(char: str) -> bool:
    if unicodedata.category(char) not in _SYMBOLS:
        return True
    return _shape(char) != _shape(_NO_CHARACTER)


def _shape(char: str) -> bytes:
    return bytes(font(20).getmask(char, mode="1"))


class _Fonts(local):
    """The fonts of one thread: while FreeType draws with one, no other may."""

    def __init__(self) -> None:
        self.load = lru_cache(maxsize=64)(_load)


def _load(size: int, shaped: bool) -> FreeTypeFont:
    layout = None if shaped else Layout.BASIC
    return truetype(BytesIO(_font_file()), size, layout_engine=layout)


_FONTS = _Fonts()


@cache
def _font_file() -> bytes:
    return (files("bot.presenters.pictures") / "fonts" / "DejaVuSans-Bold.ttf").read_bytes()
