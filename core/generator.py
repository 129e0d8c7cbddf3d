"""Random grids: letters drawn like those of the words, bonuses placed, dull grids thrown away.

Draws are inverse transform sampling: a uniform number looked up in the cumulative
counts of letters. They use only the raw 64-bit stream of the bit generator, which
NumPy keeps the same for a seed across versions and machines (NEP 19), and whole
counts, so the same seed gives the same grid everywhere.
"""

from collections.abc import Iterable, Iterator
from enum import StrEnum

import numpy as np
from numpy.typing import NDArray

from core.errors import NoPlayableGrid
from core.grid import Bonus, Grid, Tile, adjacency
from core.lexicon import Lexicon
from core.scoring import Ruleset
from core.solver import Counter, solve

# How many words (2 letters and more) a playable 4x4 grid holds on each language's play
# list: from the median of random grids to twice it or so. Grids of the published game
# hold 250 to 350 in French.
PLAYABLE_WORDS = {
    "fr": (200, 450),
    "en": (160, 400),
    "de": (130, 400),
    "es": (220, 600),
    "it": (120, 350),
}
LONG_WORD = 7
_ATTEMPTS = 5000
_LINKS_4X4 = 42


class Model(StrEnum):
    """How letters are drawn: each for itself, or so that neighbours resemble words."""

    LETTERS = "letters"
    PAIRS = "pairs"


def generator(seed: int) -> np.random.Generator:
    """Return the generator of a seed (0 or more)."""
    return np.random.Generator(np.random.PCG64(seed))


def uniforms(rng: np.random.Generator, count: int) -> NDArray[np.float64]:
    """Draw float64[count] in [0, 1) from the raw stream, 53 bits each."""
    raw: NDArray[np.uint64] = rng.bit_generator.random_raw(count)
    return (raw >> np.uint64(11)) * 2.0**-53


def random_boards(
    lexicon: Lexicon, rng: np.random.Generator, count: int, cells: int
) -> NDArray[np.uint8]:
    """Draw uint8[count, cells] letter indexes by the letter frequencies of the lexicon."""
    cumulative = np.cumsum(lexicon.letter_counts)
    drawn = np.searchsorted(cumulative, uniforms(rng, count * cells) * cumulative[-1], "right")
    return drawn.astype(np.uint8).reshape(count, cells)


def random_paired_board(
    lexicon: Lexicon, rng: np.random.Generator, rows: int, cols: int
) -> NDArray[np.uint8]:
    """Draw uint8[cells] so that neighbours resemble words.

    Cell by cell: the chance of a letter is the mean, over the neighbours drawn so
    far, of its share among the letters next to theirs in the words.
    """
    pairs = lexicon.pair_counts + lexicon.pair_counts.T
    shares = pairs / np.maximum(pairs.sum(axis=1, keepdims=True), 1)
    board = random_boards(lexicon, rng, 1, rows * cols)[0]
    for cell, touching in enumerate(adjacency(rows, cols)):
        drawn = [board[other] for other in touching if other < cell]
        cumulative = np.cumsum(sum(shares[letter] for letter in drawn))
        if drawn and cumulative[-1]:
            place = uniforms(rng, 1) * cumulative[-1]
            board[cell] = np.searchsorted(cumulative, place, "right")[0]
    return board


def random_grid(
    lexicon: Lexicon,
    rules: Ruleset,
    rng: np.random.Generator,
    size: tuple[int, int] = (4, 4),
    model: Model = Model.LETTERS,
) -> Grid:
    """Draw a grid of `size` (rows, cols); a letter whose tile is a digraph gets it (Qu)."""
    rows, cols = size
    if model is Model.PAIRS:
        board = random_paired_board(lexicon, rng, rows, cols)
    else:
        board = random_boards(lexicon, rng, 1, rows * cols)[0]
    letters = (lexicon.alphabet.letters[index] for index in board.tolist())
    return Grid(rows, cols, tuple(Tile(rules.tile_letters(letter)) for letter in letters))


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
    counting = Counter(lexicon, rules.with_min_length(2))
    low, high = playable_range(lexicon.language, size)
    long_word = min(LONG_WORD, size[0] * size[1] // 2 + 1)
    missed = 0
    while missed < _ATTEMPTS:
        grid = random_grid(lexicon, rules, rng, size, model)
        missed += 1
        if low <= counting.count(grid).words <= high:
            solution = solve(grid, lexicon, rules)
            longest = solution.longest
            used = {cell for found in solution for cell in found.path}
            if longest and len(longest.word) >= long_word and len(used) == len(grid.tiles):
                missed = 0
                yield grid
    raise NoPlayableGrid(size, lexicon.name)


def playable_range(language: str, size: tuple[int, int]) -> tuple[int, int]:
    """Return the least and the most words (2 letters and more) of a playable grid.

    PLAYABLE_WORDS is for 4x4; words grow about as the power 1.5 of the pairs of
    tiles that touch.
    """
    links = sum(map(len, adjacency(*size))) / 2
    factor = (links / _LINKS_4X4) ** 1.5
    low, high = PLAYABLE_WORDS[language]
    return round(low * factor), round(high * factor)


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
