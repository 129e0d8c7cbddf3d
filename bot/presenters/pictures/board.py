"""The board as a picture: a title and a clock, big tiles, a path over them, lines below.

Nothing is told by colour alone: a bonus has its name, a path its numbers.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple
from unicodedata import is_normalized

from bot.presenters.pictures.canvas import Canvas, Point, Size, Text
from bot.presenters.pictures.colours import (
    CHALK,
    INK,
    START,
    Colour,
    Theme,
    blend,
    gradient,
    ink_on,
)
from bot.presenters.pictures.lettering import fitted, font, wrapped
from core.grid import Grid, Path
from core.scoring import Ruleset

HEADER, BELOW = 88, 16  # heights of the row with title and clock, of what is below a caption
_WIDEST = 1000  # and highest, without the rows above and below
NARROWEST = 560  # with a row above
_LARGEST_TILE = 200
# In sides of a tile:
_GAP, _MARGIN, _ROUND, _DEPTH, _GLOSS = 0.08, 0.16, 0.18, 0.045, 0.02
_LETTER_WIDTH, _LABEL_EDGE = 0.55, 0.075  # at most; from the tile's edge
_DISC, _LINE, _CASING = 0.33, 0.11, 0.02  # radii, and the outline around them
_PIECES = 24  # of the line between two cells, each with its own colour
_CAPTION = 36  # in pixels, as all that follows
_CAPTION_LINES, _ROWS = 8, 2
_INSET, _HEADER_MIDDLE = 32, 55
_TITLES, _CLOCKS = (48, 44, 40, 36, 32, 28), (42, 36, 30, 24)  # sizes
_PILL, _FACE, _HAND = 32, 23, 5  # half the height of the clock's ground; its radius; a width
_HANDS = (0, -0.62), (0.5, 0.29)  # at four o'clock
_WIDEST_CLOCK = 180


class _Look(NamedTuple):
    """Sizes of a tile's texts, in sides of it."""

    letter: float
    label: float
    label_in: float  # from a label's middle to the tile's edge
    step: float
    badge: float  # the radius of what a step's number stands on
    values: bool


_LARGE = _Look(0.56, 0.16, 0.15, 0.14, 0.125, values=True)
_MANY = _Look(0.54, 0.18, 0.14, 0.175, 0.15, values=True)  # where tiles are small
_SMALL = _Look(0.56, 0.19, 0.16, 0.21, 0.17, values=False)
_MANY_TILES = 6  # in a row or a column
_ACCENTED, _LOWERED = 0.92, 0.035  # such letters are smaller and lower: a bonus stands above


@dataclass(frozen=True, slots=True)
class Board:
    """A grid to draw: `side` is the length of a tile, `corner` the upper left end, in pixels.

    `path` is drawn from green to red. A `small` board has larger numbers and no values.
    """

    grid: Grid
    rules: Ruleset
    path: Path
    theme: Theme
    side: int
    corner: Point = (0, 0)
    small: bool = False

    @property
    def size(self) -> Size:
        """Return the width and height with the margin around the tiles."""
        return _length(self.grid.cols, self.side), _length(self.grid.rows, self.side)

    def point(self, cell: int, across: float = 0.5, down: float = 0.5) -> Point:
        """Return the middle of a tile, or another point of it in shares of its side."""
        row, col = divmod(cell, self.grid.cols)
        return (
            self.corner[0] + self.side * (_MARGIN + col * (1 + _GAP) + across),
            self.corner[1] + self.side * (_MARGIN + row * (1 + _GAP) + down),
        )

    def draw(self, canvas: Canvas) -> None:
        """Draw the tiles, and the path over them."""
        cells = range(len(self.grid.tiles))
        for cell in cells:
            self._draw_tile(canvas, cell)
        self._draw_lines(canvas)
        self._draw_discs(canvas)
        for cell in cells:
            self._draw_labels(canvas, cell)
        self._draw_steps(canvas)
        for cell in cells:
            self._draw_letters(canvas, cell)

    @property
    def _look(self) -> _Look:
        if self.small:
            return _SMALL
        return _MANY if max(self.grid.rows, self.grid.cols) >= _MANY_TILES else _LARGE

    def _tile_colour(self, cell: int) -> Colour:
        return self.theme.value.tile_colour(self.grid.tiles[cell].bonus)

    def _path_colour(self, step: float) -> Colour:
        return gradient(step / max(len(self.path) - 1, 1))

    def _draw_tile(self, canvas: Canvas, cell: int) -> None:
        colour = self._tile_colour(cell)
        edge = blend(colour, self.theme.value.shade, 0.35)
        light = blend(colour, CHALK, 0.3)
        for top, bottom, fill in ((_DEPTH, 1 + _DEPTH, edge), (0, 0.5, light), (_GLOSS, 1, colour)):
            corners = self.point(cell, 0, top), self.point(cell, 1, bottom)
            canvas.box(*corners, _ROUND * self.side, fill)

    def _draw_lines(self, canvas: Canvas) -> None:
        """Draw the lines of the path, later ones over earlier ones."""
        for step, ends in enumerate(pairwise(map(self.point, self.path))):
            canvas.line(*ends, 2 * (_LINE + _CASING) * self.side, INK)
            for piece in range(_PIECES):
                colour = self._path_colour(step + (piece + 0.5) / _PIECES)
                start, end = (_between(*ends, (piece + more) / _PIECES) for more in (0, 1.2))
                canvas.line(start, end, 2 * _LINE * self.side, colour)

    def _draw_labels(self, canvas: Canvas, cell: int) -> None:
        """Draw what stands in a tile's corners; where a path runs, it gets a ground."""
        tile, back, look = self.grid.tiles[cell], self._tile_colour(cell), self._look
        value = str(self.rules.tile_value(tile.letters) or "") if look.values else ""
        size = round(look.label * self.side)
        for text, corner in ((tile.bonus.label, 0), (value, 1)):
            half = font(size).getlength(text) / 2
            inset = max(look.label_in, half / self.side + _LABEL_EDGE)
            middle = self.point(cell, abs(corner - inset), abs(corner - look.label_in))
            if text and cell in self.path:
                halves = half + 0.035 * self.side, (look.label * 0.36 + 0.03) * self.side
                canvas.chip(middle, halves, back)
            canvas.write(Text(text, middle, size, ink_on(back)))

    def _draw_discs(self, canvas: Canvas) -> None:
        """Draw what the path's letters stand on."""
        for step, cell in enumerate(self.path):
            canvas.disc(self.point(cell), (_DISC + _CASING) * self.side, INK)
            canvas.disc(self.point(cell), _DISC * self.side, self._path_colour(step))

    def _draw_steps(self, canvas: Canvas) -> None:
        """Draw the numbers of the path."""
        badge, look = self.theme.value.badge, self._look
        inset = look.badge + 0.015
        for step, cell in enumerate(self.path):
            middle, ink = self.point(cell, 1 - inset, inset), ink_on(badge)
            canvas.disc(middle, (look.badge + _CASING) * self.side, ink)
            canvas.disc(middle, look.badge * self.side, badge)
            canvas.write(Text(str(step + 1), middle, round(look.step * self.side), ink))

    def _draw_letters(self, canvas: Canvas, cell: int) -> None:
        face, back = self.grid.tiles[cell].face, self._tile_colour(cell)
        if cell in self.path:
            back = self._path_colour(self.path.index(cell))
        size = _letter_size(face, self.side, self._look.letter)
        middle = self.point(cell)
        if not is_normalized("NFD", face):
            size, middle = round(size * _ACCENTED), self.point(cell, 0.5, 0.5 + _LOWERED)
        canvas.write(Text(face, middle, size, ink_on(back)))


@dataclass(frozen=True, slots=True)
class Picture:
    """A grid to show; `path` is drawn from green to red, `caption` stands below, worded.

    Above stand `title` and, to the right of a clock's face, `clock`, where they are not empty.
    """

    grid: Grid
    rules: Ruleset
    path: Path = ()
    caption: tuple[str, ...] = ()
    theme: Theme = Theme.LIGHT
    title: str = ""
    clock: str = ""

    def png(self) -> bytes:
        """Return the picture as a PNG file, the same bytes for the same picture."""
        board = self._board()
        rows, bottom = self._caption_rows(), int(board.corner[1]) + board.size[1]
        more = len(rows) * leading(_CAPTION) + BELOW if rows else 0
        palette = self.theme.value
        canvas = Canvas((self.width, bottom + more), palette.page)
        if self._header:
            draw_header(canvas, self.width, self.title, self.clock, self.theme)
        board.draw(canvas)
        middle = self.width / 2, bottom
        draw_rows(canvas, [Text(row, middle, _CAPTION, palette.text) for row in rows], self.width)
        return canvas.png()

    @property
    def side(self) -> int:
        """Return the length of a tile in pixels."""
        return largest_side(self.grid, (_WIDEST, _WIDEST), _LARGEST_TILE)

    @property
    def width(self) -> int:
        """Return the width of the picture in pixels."""
        width = _length(self.grid.cols, self.side)
        return max(width, NARROWEST) if self._header else width

    def point(self, cell: int, across: float = 0.5, down: float = 0.5) -> Point:
        """Return the middle of a tile in pixels, or another point of it in shares of its side."""
        return self._board().point(cell, across, down)

    @property
    def _header(self) -> int:
        return HEADER if self.title or self.clock else 0

    def _board(self) -> Board:
        left = (self.width - _length(self.grid.cols, self.side)) // 2
        corner = (left, self._header)
        return Board(self.grid, self.rules, self.path, self.theme, self.side, corner)

    def _caption_rows(self) -> list[str]:
        width = self.width - 2 * _MARGIN * self.side
        face = font(_CAPTION, shaped=True)
        lines = self.caption[:_CAPTION_LINES]
        return [row for line in lines for row in wrapped(line, face, width, _ROWS)]


def largest_side(grid: Grid, room: Size, most: int) -> int:
    """Return the length of a tile with which the board has room, at most `most` pixels."""
    sides = zip(room, (grid.cols, grid.rows), strict=True)
    return min(most, *(int(length / _sides(tiles)) for length, tiles in sides))


def draw_header(canvas: Canvas, width: int, title: str, clock: str, theme: Theme) -> None:
    """Draw a row of `HEADER` pixels at the top: the title, cut to its room, and the clock."""
    room = width - 2 * _INSET
    if clock:
        room -= _draw_clock(canvas, width - _INSET, clock, theme) + _INSET // 2
    text, size = fitted(title, room, _TITLES)
    row = Text(text, (_INSET + room / 2, _HEADER_MIDDLE), size, theme.value.text)
    canvas.write_row(row, (room, 2 * _PILL), left=True)


def draw_rows(canvas: Canvas, rows: Sequence[Text], width: int) -> None:
    """Write rows of text below the points they name, in rooms that touch each other."""
    for number, row in enumerate(rows):
        x, top = row.middle
        middle = x, top + (number + 0.5) * leading(row.size)
        canvas.write_row(row._replace(middle=middle), (width, leading(row.size)))


def leading(size: int) -> int:
    """Return the height of a row of text in this size."""
    return size * 4 // 3


def _draw_clock(canvas: Canvas, right: int, clock: str, theme: Theme) -> int:
    """Draw a clock's face and a time on a ground that ends at `right`; return its width."""
    back, y = theme.value.badge, _HEADER_MIDDLE
    text, size = fitted(clock, _WIDEST_CLOCK, _CLOCKS)
    room = round(font(size, shaped=True).getlength(text)) + 2
    width = 2 * _PILL + _FACE + room
    x = right - width + _PILL
    canvas.chip((right - width / 2, y), (width / 2, _PILL), back)
    canvas.disc((x, y), _FACE, START)
    for across, down in _HANDS:
        end = x + across * _FACE, y + down * _FACE
        canvas.line((x, y), end, _HAND, INK)
        canvas.disc(end, _HAND / 2, INK)
    canvas.disc((x, y), _HAND / 2, INK)
    row = Text(text, (right - 0.7 * _PILL - room / 2, y), size, ink_on(back))
    canvas.write_row(row, (room, _PILL + _FACE), ground=back)
    return width


def _length(tiles: int, side: int) -> int:
    return round(side * _sides(tiles))


def _sides(tiles: int) -> float:
    return tiles * (1 + _GAP) - _GAP + 2 * _MARGIN


@lru_cache(maxsize=256)
def _letter_size(face: str, side: int, share: float) -> int:
    """Return the size at which a tile's letters fit on it."""
    size = round(share * side)
    return round(size * min(1, _LETTER_WIDTH * side / font(size).getlength(face)))


def _between(start: Point, end: Point, share: float) -> Point:
    return start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share
