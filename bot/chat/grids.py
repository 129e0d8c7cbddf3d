"""Grids as a person writes them."""

from core.grid import Grid
from core.lexicon import Lexicon
from core.scoring import Ruleset


def read_grid(
    lexicon: Lexicon,
    rules: Ruleset,
    line: str,
    bonuses: str = "",
    size: tuple[int, int] | None = None,
) -> Grid:
    """Read a grid in the one-line form; `bonuses` and `size` are for what the line lacks.

    A letter that the rules put on a digraph tile gets it: Q is Qu in Boggle. Raises
    BadGrid, BadSpelling.
    """
    grid = Grid.parse(line, lexicon.alphabet.normalise, bonuses, size)
    return grid.map_letters(rules.tile_letters)
