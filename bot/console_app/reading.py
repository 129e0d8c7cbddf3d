"""Grids as a person writes them."""

from core.errors import SeizeError, translatable
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


def read_ref(text: str) -> tuple[str, str]:
    """Return the platform and the id that PLATFORM:ID names; raises SeizeError."""
    platform, _, external_id = text.partition(":")
    # What is no text, such as half of a pair, is nobody's id.
    if not (platform and external_id and text.isprintable()):
        raise SeizeError(
            translatable("{text!r} names nobody: write PLATFORM:ID, such as terminal:you"),
            text=text.encode(errors="replace").decode(),
        )
    return platform, external_id
