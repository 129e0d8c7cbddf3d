"""Random grids: letters drawn like those of the words, and bonuses placed.

Draws are inverse transform sampling: a uniform number looked up in the cumulative
counts (or shares) of letters. They use only the raw 64-bit stream of the bit generator,
which NumPy keeps the same for a seed across versions and machines (NEP 19), and plain
additions, products and quotients of IEEE doubles, so a seed gives the same grid everywhere.
"""

from collections.abc import Iterable, Iterator, Sequence
from enum import StrEnum

import numpy as np
from numpy.typing import NDArray

from core.dice import FACES, dice
from core.grid import Bonus, Grid, Tile, adjacency
from core.lexicon import Lexicon
from core.scoring import Ruleset


class Model(StrEnum):
    """The ways to draw letters: each for itself, so that neighbours resemble words, or by dice."""

    LETTERS = "letters"
    PAIRS = "pairs"
    DICE = "dice"


def generator(seed: int) -> np.random.Generator:
    """Return the generator of a seed (0 or more)."""
    return np.random.Generator(np.random.PCG64(seed))


def seeds_of(rng: np.random.Generator) -> Iterator[int]:
    """Draw seeds without end."""
    while True:
        yield int(rng.integers(2**53))


def uniforms(rng: np.random.Generator, count: int) -> NDArray[np.float64]:
    """Draw float64[count] in [0, 1) from the raw stream, 53 bits each."""
    raw: NDArray[np.uint64] = rng.bit_generator.random_raw(count)
    return (raw >> np.uint64(11)).astype(np.float64) * 2.0**-53


def random_boards(
    lexicon: Lexicon,
    rng: np.random.Generator,
    count: int,
    size: tuple[int, int] = (4, 4),
    model: Model = Model.LETTERS,
) -> NDArray[np.uint8]:
    """Draw uint8[count, rows * cols] letter indexes; `size` is (rows, cols).

    LETTERS draws each tile by the letter frequencies of the words. PAIRS goes tile by
    tile: the chance of a letter is the mean, over the neighbours drawn so far, of its
    share among the letters that stand next to theirs in the words. DICE shuffles the dice
    of the language onto the tiles and rolls each; raises NoDice where there are none.
    """
    if model is Model.DICE:
        return _roll(dice(lexicon.language, size), lexicon.alphabet.letters, rng, count)
    cells = size[0] * size[1]
    cumulative = np.cumsum(lexicon.letter_counts)
    places = uniforms(rng, count * cells) * cumulative[-1]
    drawn = np.searchsorted(cumulative, places, "right").astype(np.uint8)
    boards: NDArray[np.uint8] = drawn.reshape(count, cells)
    if model is Model.PAIRS:
        pairs = lexicon.pair_counts + lexicon.pair_counts.T
        shares = pairs / np.maximum(pairs.sum(axis=1, keepdims=True), 1)
        for cell, touching in enumerate(adjacency(*size)):
            beside = [shares[boards[:, other]] for other in touching if other < cell]
            if beside:
                sums = np.cumsum(sum(beside), axis=1)
                places = uniforms(rng, count) * sums[:, -1]
                boards[:, cell] = (sums <= places[:, None]).sum(axis=1)
    return boards


def _roll(
    faces: Sequence[str], letters: str, rng: np.random.Generator, count: int
) -> NDArray[np.uint8]:
    """Draw boards of dice: by two numbers for each tile, which die it gets and on which face."""
    drawn = uniforms(rng, count * 2 * len(faces)).reshape(count, 2, len(faces))
    order = np.argsort(drawn[:, 0], axis=1, kind="stable")
    sides = (drawn[:, 1] * FACES).astype(np.uint8)
    return np.array([[letters.index(x) for x in die] for die in faces], np.uint8)[order, sides]


def random_grids(
    lexicon: Lexicon,
    rules: Ruleset,
    rng: np.random.Generator,
    size: tuple[int, int] = (4, 4),
    model: Model = Model.LETTERS,
) -> Iterator[Grid]:
    """Draw grids of `size` (rows, cols) without end; a letter whose tile is a digraph gets it."""
    tiles = [Tile(rules.tile_letters(letter)) for letter in lexicon.alphabet.letters]
    while True:
        board = random_boards(lexicon, rng, 1, size, model)[0]
        yield Grid(*size, tuple(tiles[letter] for letter in board.tolist()))


def place_bonuses(grid: Grid, bonuses: Iterable[Bonus], rng: np.random.Generator) -> Grid:
    """Return `grid` with these bonuses on random tiles, and no others."""
    spots = np.argsort(uniforms(rng, len(grid.tiles)), kind="stable").tolist()
    placed = dict(zip(spots, bonuses, strict=False))
    tiles = enumerate(grid.tiles)
    return Grid(
        grid.rows,
        grid.cols,
        tuple(Tile(tile.letters, placed.get(cell, Bonus.NONE)) for cell, tile in tiles),
    )
