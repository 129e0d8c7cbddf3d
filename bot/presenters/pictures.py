"""The board as a picture: big tiles, a path drawn over them, lines below.

Nothing is told by colour alone: a bonus has its name, a path its numbers.
"""

from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

from bot.presenters.canvas import Canvas, Point, Text
from bot.presenters.lettering import font, wrapped
from bot.presenters.themes import INK, Colour, Theme, blend, gradient, ink_on
from core.grid import Bonus, Grid, Path
from core.scoring import Ruleset

_WIDEST = 1000  # and highest, without the lines below
_LARGEST_TILE = 200
# In sides of a tile:
_GAP, _MARGIN, _ROUND, _DEPTH = 0.08, 0.16, 0.18, 0.04
_LETTER, _LETTER_WIDTH, _LABEL, _STEP = 0.5, 0.54, 0.14, 0.13  # sizes of texts
_LABEL_IN, _LABEL_EDGE = 0.14, 0.07  # a label's middle and its edge from the tile's edges
_STEP_PLACE = (0.86, 0.14)
_DISC, _LINE, _CASING, _BADGE = 0.325, 0.11, 0.02, 0.125  # radii, and the outline around them
_PIECES = 24  # of the line between two cells, each with its own colour
_CAPTION, _LEADING = 36, 48  # in pixels
_CAPTION_LINES, _ROWS = 8, 2


@dataclass(frozen=True, slots=True)
class Picture:
    """A grid to show; `path` is drawn from green to red, `caption` stands below, worded."""

    grid: Grid
    rules: Ruleset
    path: Path = ()
    caption: tuple[str, ...] = ()
    theme: Theme = Theme.LIGHT

    def png(self) -> bytes:
        """Return the picture as a PNG file, the same bytes for the same picture."""
        width, height = self._length(self.grid.cols), self._length(self.grid.rows)
        rows = self._caption_rows()
        more = len(rows) * _LEADING + _LEADING // 3 if rows else 0
        canvas = Canvas((width, height + more), self.theme.value.page)
        cells = range(len(self.grid.tiles))
        for cell in cells:
            self._draw_tile(canvas, cell)
        self._draw_lines(canvas)
        for cell in cells:
            self._draw_labels(canvas, cell)
        self._draw_discs(canvas)
        for cell in cells:
            self._draw_letters(canvas, cell)
        for number, row in enumerate(rows):
            middle = (width / 2, height + number * _LEADING + _LEADING // 2)
            canvas.write_row(Text(row, middle, _CAPTION, self.theme.value.text), _LEADING)
        return canvas.png()

    @property
    def side(self) -> int:
        """Return the length of a tile in pixels."""
        most = max(self.grid.rows, self.grid.cols)
        return min(_LARGEST_TILE, int(_WIDEST / (most * (1 + _GAP) - _GAP + 2 * _MARGIN)))

    def point(self, cell: int, across: float = 0.5, down: float = 0.5) -> Point:
        """Return the middle of a tile in pixels, or another point of it in shares of its side."""
        row, col = divmod(cell, self.grid.cols)
        return (
            self.side * (_MARGIN + col * (1 + _GAP) + across),
            self.side * (_MARGIN + row * (1 + _GAP) + down),
        )

    def _length(self, tiles: int) -> int:
        return round(self.side * (tiles * (1 + _GAP) - _GAP + 2 * _MARGIN))

    def _tile_colour(self, cell: int) -> Colour:
        return self.theme.value.tile_colour(self.grid.tiles[cell].bonus)

    def _path_colour(self, step: float) -> Colour:
        return gradient(step / max(len(self.path) - 1, 1))

    def _draw_tile(self, canvas: Canvas, cell: int) -> None:
        colour = self._tile_colour(cell)
        edge = blend(colour, self.theme.value.shade, 0.35)
        for down, fill in ((_DEPTH, edge), (0, colour)):
            corners = self.point(cell, 0, down), self.point(cell, 1, 1 + down)
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
        tile, back = self.grid.tiles[cell], self._tile_colour(cell)
        bonus = "" if tile.bonus is Bonus.NONE else tile.bonus.name
        value = str(self.rules.tile_value(tile.letters) or "")
        size = round(_LABEL * self.side)
        for text, corner in ((bonus, 0), (value, 1)):
            half = font(size).getlength(text) / 2
            inset = max(_LABEL_IN, half / self.side + _LABEL_EDGE)
            middle = self.point(cell, abs(corner - inset), abs(corner - _LABEL_IN))
            if text and cell in self.path:
                canvas.chip(middle, (half + 0.05 * self.side, 0.095 * self.side), back)
            canvas.write(Text(text, middle, size, ink_on(back)))

    def _draw_discs(self, canvas: Canvas) -> None:
        """Draw what the path's letters stand on, and its numbers."""
        for step, cell in enumerate(self.path):
            canvas.disc(self.point(cell), (_DISC + _CASING) * self.side, INK)
            canvas.disc(self.point(cell), _DISC * self.side, self._path_colour(step))
        badge = self.theme.value.badge
        for step, cell in enumerate(self.path):
            middle, ink = self.point(cell, *_STEP_PLACE), ink_on(badge)
            canvas.disc(middle, (_BADGE + _CASING) * self.side, ink)
            canvas.disc(middle, _BADGE * self.side, badge)
            canvas.write(Text(str(step + 1), middle, round(_STEP * self.side), ink))

    def _draw_letters(self, canvas: Canvas, cell: int) -> None:
        face, back = self.grid.tiles[cell].face, self._tile_colour(cell)
        if cell in self.path:
            back = self._path_colour(self.path.index(cell))
        canvas.write(Text(face, self.point(cell), _letter_size(face, self.side), ink_on(back)))

    def _caption_rows(self) -> list[str]:
        width = self._length(self.grid.cols) - 2 * _MARGIN * self.side
        face = font(_CAPTION, shaped=True)
        lines = self.caption[:_CAPTION_LINES]
        return [row for line in lines for row in wrapped(line, face, width, _ROWS)]


@lru_cache(maxsize=256)
def _letter_size(face: str, side: int) -> int:
    """Return the size at which a tile's letters fit on it."""
    size = round(_LETTER * side)
    return round(size * min(1, _LETTER_WIDTH * side / font(size).getlength(face)))


def _between(start: Point, end: Point, share: float) -> Point:
    return start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share
