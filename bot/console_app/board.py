"""The grid as tiles with colours and corners, and as plain text.

    ╭DL───╮┏━━━━1┓╭─────╮      top: the bonus, and the step of a path
    │  C  │┃  R  ┃│  E  │
    ╰────3╯┗━━━━1┛╰────1╯      bottom: the letter's value

Nothing is told by colour alone: a bonus has its name, a path its numbers and heavy edges.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from rich.color import Color
from rich.console import Console, ConsoleOptions, RenderResult
from rich.measure import Measurement
from rich.style import Style
from rich.text import Text

from bot.presenters.pictures.colours import Colour, Theme, blend, gradient, ink_on
from core.grid import Bonus, Grid, Path
from core.scoring import Ruleset

_BIG, _COMPACT = (7, 3), (6, 2)  # columns and rows of a tile
_LIGHT, _HEAVY, _ASCII = tuple("╭─╮│╰╯"), tuple("┏━┓┃┗┛"), tuple("+-+|++")
_LOOK = Theme.LIGHT.value
# Two ivories, like a chessboard's squares: small tiles have no edges.
_IVORY = (_LOOK.tile, blend(_LOOK.tile, _LOOK.shade, 0.08))


@dataclass(frozen=True, slots=True)
class Board:
    """A grid to print; the tiles of `path` go from green (start) to red (end).

    `compact` tiles are 6x2 instead of 7x3 (None: where those are too wide).
    """

    grid: Grid
    rules: Ruleset
    path: Path = ()
    compact: bool | None = None

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        compact = self.compact
        if compact is None:
            compact = board_size(self.grid)[0] > options.max_width
        for row in range(self.grid.rows):
            cells = range(row * self.grid.cols, (row + 1) * self.grid.cols)
            tiles = [self._tile(cell, compact, options.ascii_only) for cell in cells]
            for parts in zip(*tiles, strict=True):
                yield Text("", no_wrap=True, overflow="crop").join(parts)

    def __rich_measure__(self, console: Console, options: ConsoleOptions) -> Measurement:
        sizes = (False, True) if self.compact is None else (self.compact,)
        widths = (board_size(self.grid, compact)[0] for compact in sizes)
        width = next((w for w in widths if w <= options.max_width), options.max_width)
        return Measurement(width, width)

    def _tile(self, cell: int, compact: bool, ascii_only: bool) -> Iterator[Text]:
        """Yield the lines of one tile."""
        tile = self.grid.tiles[cell]
        step = str(self.path.index(cell) + 1) if cell in self.path else ""
        value = str(self.rules.tile_value(tile.letters) or "")
        bonus = tile.bonus.label
        back = self._background(cell)
        text = written_on(back)
        bold = text + Style(bold=True)
        if compact:
            yield Text.assemble((f"{bonus:<3}{step:>2} ", text))
            yield Text.assemble((f" {tile.face:<2}", bold), (f"{value:>2} ", text))
            return
        tl, flat, tr, side, bl, br = _ASCII if ascii_only else _HEAVY if step else _LIGHT
        edge = text + Style(color=Color.from_rgb(*blend(back, ink_on(back), 0.4)))
        fill = flat * (5 - len(bonus) - len(step))
        yield Text.assemble((tl, edge), (bonus, bold), (fill, edge), (step, bold), (tr, edge))
        yield Text.assemble((side, edge), (f"{tile.face:^5}", bold), (side, edge))
        yield Text.assemble((bl + flat * (5 - len(value)), edge), (value, text), (br, edge))

    def _background(self, cell: int) -> Colour:
        if cell in self.path:
            return gradient(self.path.index(cell) / max(len(self.path) - 1, 1))
        row, col = divmod(cell, self.grid.cols)
        bonus = self.grid.tiles[cell].bonus
        return _IVORY[(row + col) % 2] if bonus is Bonus.NONE else _LOOK.tile_colour(bonus)


def board_size(grid: Grid, compact: bool = False) -> tuple[int, int]:
    """Count the columns and rows of characters that a board takes."""
    width, height = _COMPACT if compact else _BIG
    return grid.cols * width, grid.rows * height


def plain_board(grid: Grid, path: Path = ()) -> list[str]:
    """Write one line of text a row: `C(DL)  R  E`, and with a path its steps: `C(DL)  1R  2E`."""
    cells = []
    for cell, tile in enumerate(grid.tiles):
        step = str(path.index(cell) + 1) if cell in path else ""
        bonus = tile.bonus.label
        cells.append(f"{step}{tile.face}" + (f"({bonus})" if bonus else ""))
    width = max(map(len, cells))
    starts = range(0, len(cells) + 1, grid.cols)
    rows = (cells[start:end] for start, end in pairwise(starts))
    return ["  ".join(f"{cell:<{width}}" for cell in row).rstrip() for row in rows]


def written_on(back: Colour) -> Style:
    """Write on a colour, in the ink that has more contrast with it."""
    return Style(color=Color.from_rgb(*ink_on(back)), bgcolor=Color.from_rgb(*back))
