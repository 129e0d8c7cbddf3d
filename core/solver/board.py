"""Grids as the kernel takes them: arrays of letter indexes and bit sets of tiles."""

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from core.errors import translatable
from core.grid import BadGrid, Grid, adjacency
from core.lexicon.alphabet import Alphabet, told
from core.solver.kernel import NONE


@lru_cache(maxsize=49)
def neighbours(rows: int, cols: int) -> NDArray[np.uint64]:
    """Return uint64[tiles + 1]: the set of tiles that touch each tile; last, all of them."""
    sets = [sum(1 << cell for cell in cells) for cells in adjacency(rows, cols)]
    return np.array([*sets, (1 << rows * cols) - 1], np.uint64)


def letter_codes(grid: Grid, alphabet: Alphabet) -> NDArray[np.uint8]:
    """Return uint8[2, tiles]: index of each tile's first and second letter, NONE without one.

    Raises BadGrid for a letter that the alphabet does not have.
    """
    codes = np.full((2, len(grid.tiles)), NONE, np.uint8)
    for cell, tile in enumerate(grid.tiles):
        for place, letter in enumerate(tile.letters):
            index = alphabet.letters.find(letter)
            if index < 0:
                raise BadGrid(
                    translatable("{char!r} in the grid cannot be used: the letters are {letters}"),
                    char=letter,
                    letters=told(alphabet.letters),
                )
            codes[place, cell] = index
    return codes
