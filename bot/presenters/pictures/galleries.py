"""Words traced side by side: the best that were missed, the best and the longest of a grid."""

from dataclasses import dataclass, replace

from bot.presenters.pictures.board import (
    BELOW,
    HEADER,
    NARROWEST,
    Board,
    draw_header,
    draw_rows,
    largest_side,
    leading,
)
from bot.presenters.pictures.canvas import Canvas, Text
from bot.presenters.pictures.colours import Theme
from bot.presenters.pictures.lettering import drawable, font, wrapped
from bot.presenters.verdicts import word_points
from core.grid import Grid, Path
from core.scoring import Ruleset
from core.solver.solution import FoundWord, Solution

MOST = 4
# In pixels:
_WIDEST, _HIGHEST, _LARGEST_TILE = 1200, 640, 150  # of all boards; of one
_COLUMN = 280  # at least
_CAPTIONS, _ROWS = (36, 32, 28, 24, 20), 2  # sizes
_EDGE = 12  # beside a caption


@dataclass(frozen=True, slots=True)
class Tracing:
    """A word's path on a grid; `caption` stands below, worded: "stipendia +41"."""

    grid: Grid
    rules: Ruleset
    path: Path
    caption: str

    @classmethod
    def of(cls, found: FoundWord, solution: Solution) -> "Tracing":
        """Return a word of a solution with its points."""
        return cls(solution.grid, solution.rules, found.path, word_points(found))


@dataclass(frozen=True, slots=True)
class Gallery:
    """Small boards, the first `most` (1 to 4) of `pictures`, a title above.

    `abreast` of them are side by side, and the others in rows below.
    """

    pictures: tuple[Tracing, ...]
    theme: Theme = Theme.LIGHT
    title: str = ""
    most: int = 3
    abreast: int = MOST

    def __post_init__(self) -> None:
        if not (self.pictures and 1 <= self.most <= MOST):
            raise ValueError(f"a gallery shows 1 to {MOST} of one or more pictures")

    def png(self) -> bytes:
        """Return the picture as a PNG file, the same bytes for the same gallery."""
        palette = self.theme.value
        size, captions = self._captions(self._column() - 2 * _EDGE)
        canvas = Canvas((self.width, self._header + self._row * self._rows), palette.page)
        if self.title:
            draw_header(canvas, self.width, self.title, "", self.theme)
        for board, rows in zip(self.boards(), captions, strict=True):
            board.draw(canvas)
            under = board.corner[0] + board.size[0] / 2, board.corner[1] + self._height()
            texts = [Text(row, under, size, palette.text) for row in rows]
            draw_rows(canvas, texts, self._column())
        return canvas.png()

    def boards(self) -> list[Board]:
        """Return the boards in their places, each in the middle of its column."""
        column, high, boards = self._column(), self._height(), []
        for number, board in enumerate(map(self._board, self._shown)):
            row, place = divmod(number, self._abreast)
            beside = min(len(self._shown) - row * self._abreast, self._abreast)
            left = (self.width - column * beside) // 2 + place * column
            top = self._header + row * self._row
            corner = left + (column - board.size[0]) // 2, top + (high - board.size[1]) // 2
            boards.append(replace(board, corner=corner))
        return boards

    @property
    def width(self) -> int:
        """Return the width of the picture in pixels."""
        width = self._column() * self._abreast
        return max(width, NARROWEST) if self.title else width

    @property
    def _shown(self) -> tuple[Tracing, ...]:
        return self.pictures[: self.most]

    @property
    def _abreast(self) -> int:
        return min(self.abreast, len(self._shown))

    @property
    def _rows(self) -> int:
        return -(-len(self._shown) // self._abreast)

    @property
    def _row(self) -> int:
        """Return the height of a row of boards with their captions."""
        size, captions = self._captions(self._column() - 2 * _EDGE)
        return self._height() + max(map(len, captions)) * leading(size) + BELOW

    @property
    def _header(self) -> int:
        return HEADER if self.title else 0

    def _column(self) -> int:
        return max(_COLUMN, *(self._board(shown).size[0] for shown in self._shown))

    def _height(self) -> int:
        return max(self._board(shown).size[1] for shown in self._shown)

    def _board(self, shown: Tracing) -> Board:
        room = (_WIDEST // self._abreast, _HIGHEST // self._rows)
        side = largest_side(shown.grid, room, _LARGEST_TILE)
        return Board(shown.grid, shown.rules, shown.path, self.theme, side, small=True)

    def _captions(self, width: float) -> tuple[int, list[list[str]]]:
        """Return the largest size in which all captions fit, and their rows."""
        texts = [shown.caption for shown in self._shown]
        for size in _CAPTIONS:
            face = font(size, shaped=True)
            rows = [wrapped(text, face, width, _ROWS) for text in texts]
            if all(" ".join(r) == drawable(text) for r, text in zip(rows, texts, strict=True)):
                break
        return size, rows
