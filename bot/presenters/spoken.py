"""The board without a picture: for a block of code, for a screen reader, for a picture's alt text.

The names of bonuses (DL, TW) are the same in every language, as on the board.
"""

from bot.presenters.bonuses import effect
from bot.presenters.wording import Wording
from core.grid import Grid, Path, Tile
from core.scoring import Ruleset

MOST_ALT = 1000  # characters; Discord takes 1,024


def text_board(grid: Grid, rules: Ruleset) -> str:
    """Return the board in letters of one width, at most 23 in a line.

    Where bonuses count, a line below each row names them in small letters:

        S  M  A  T
           tw
        Qu R  G  V
        tl dl    dw
    """
    named = rules.uses_bonuses and any(tile.bonus.label for tile in grid.tiles)
    lines = []
    for row in _rows(grid):
        lines.append(_columns([tile.face for tile in row]))
        if named:
            lines.append(_columns([tile.bonus.label.lower() for tile in row]))
    return "\n".join(lines).rstrip()


def spoken_rows(grid: Grid, wording: Wording) -> list[str]:
    """Return a sentence for each row: "Row 1: P, E (letter ×2), T, E (word ×3)"."""
    return [
        wording.gettext("Row {number}: {tiles}", number=number, tiles=_spoken(row, wording))
        for number, row in enumerate(_rows(grid), 1)
    ]


def alt_text(grid: Grid, wording: Wording) -> str:
    """Return the grid in at most `MOST_ALT` characters: "Grid of 4 rows: P, E. T, A. …".

    Bonuses are put in words, or where there are too many of them as on the board: "E DL".
    """
    said = _grid(grid, [_spoken(row, wording) for row in _rows(grid)], wording)
    if len(said) <= MOST_ALT:
        return said
    short = [
        ", ".join(f"{tile.face} {tile.bonus.label}".strip() for tile in row) for row in _rows(grid)
    ]
    return _grid(grid, short, wording)


def path_text(word: str, path: Path, grid: Grid, wording: Wording) -> str:
    """Return where a word is: "stipendia: row 1 column 2, row 2 column 2, …"."""
    cells = (divmod(cell, grid.cols) for cell in path)
    places = [
        wording.gettext("row {row} column {column}", row=row + 1, column=column + 1)
        for row, column in cells
    ]
    return wording.gettext("{label}: {value}", label=word, value=", ".join(places))


def _rows(grid: Grid) -> list[tuple[Tile, ...]]:
    return [grid.tiles[start : start + grid.cols] for start in range(0, len(grid.tiles), grid.cols)]


def _columns(cells: list[str]) -> str:
    return " ".join(f"{cell:2}" for cell in cells).rstrip()


def _spoken(row: tuple[Tile, ...], wording: Wording) -> str:
    effects = (effect(tile.bonus, wording) for tile in row)
    pairs = zip(row, effects, strict=True)
    return ", ".join(f"{tile.face} ({said})" if said else tile.face for tile, said in pairs)


def _grid(grid: Grid, rows: list[str], wording: Wording) -> str:
    return wording.gettext("Grid of {count} rows: {rows}", count=grid.rows, rows=". ".join(rows))
