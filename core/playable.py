"""Grids worth playing: random ones, without the dull."""

from collections.abc import Iterator

import numpy as np

from core.errors import SeizeError, translatable
from core.generator import Model, random_grids
from core.grid import Grid, adjacency
from core.languages import find_language
from core.lexicon import Lexicon
from core.scoring import Ruleset
from core.solver.solver import GridCounter, solve

LONG_WORD = 7
_ATTEMPTS = 5000
_LINKS_4X4 = 42


class NoPlayableGrid(SeizeError):
    """Raised when random grids of a size are never worth playing with a lexicon."""

    template = translatable(
        "no playable {rows}x{cols} grid found with the words of {lexicon}: "
        "try 4x4, or take any grid (--raw)"
    )


def playable_grids(
    lexicon: Lexicon,
    rules: Ruleset,
    rng: np.random.Generator,
    size: tuple[int, int] = (4, 4),
    model: Model = Model.LETTERS,
) -> Iterator[Grid]:
    """Draw grids without end, leaving out those that are no fun.

    A playable grid has a number of words in `playable_range`, a long word (7
    letters; fewer below 12 tiles), and no dead tile: each lies on the best path of
    some word. Raises NoPlayableGrid when 5000 grids in a row are not.
    """
    counting = GridCounter(lexicon, rules.with_min_length(2))
    low, high = playable_range(lexicon.language, size)
    long_word = min(LONG_WORD, size[0] * size[1] // 2 + 1)
    missed = 0
    for grid in random_grids(lexicon, rules, rng, size, model):
        missed += 1
        if low <= counting.count(grid).words <= high:
            solution = solve(grid, lexicon, rules)
            longest = solution.longest
            used = {cell for found in solution for cell in found.path}
            if longest and len(longest.word) >= long_word and len(used) == len(grid.tiles):
                missed = 0
                yield grid
        if missed == _ATTEMPTS:
            raise NoPlayableGrid(rows=size[0], cols=size[1], lexicon=lexicon.name)


def playable_range(language: str, size: tuple[int, int]) -> tuple[int, int]:
    """Return the least and the most words (2 letters and more) of a playable grid.

    What a language says of it is for 4x4; words grow about as the power 1.5 of the pairs
    of tiles that touch. Raises UnknownLanguage.
    """
    links = sum(map(len, adjacency(*size))) / 2
    factor = (links / _LINKS_4X4) ** 1.5
    low, high = find_language(language).playable
    return round(low * factor), round(high * factor)
