"""The number of words on random grids: the experiment of a million grids, for each model.

Didier Müller, "Ruzzle : à la recherche de la plus belle grille", drew a million grids by
the frequencies of the letters, counted their words in about four hours, and found most of
them between 50 and 200 words, where grids of the real game hold 250 to 350 in French.

Imports the compiled solver: only for after `App.prepare_solver`.
"""

import time
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from core.generator import Model, random_boards
from core.lexicon import Lexicon
from core.scoring import Ruleset
from core.solver.kernel import NONE
from core.solver.solver import GridCounter

CLASS_WIDTH = 10
USUAL = (50, 200)  # words that most of the published grids held
REAL = (250, 350)  # words of the real game's grids, in French
PUBLISHED_GRIDS = 1_000_000
PUBLISHED_HOURS = 4
TAIL = 0.999  # of the grids; what is beyond is too thin to be seen
_BATCH = 10_000


@dataclass(frozen=True, slots=True)
class Spread:
    """`holding`: int64[most + 1], how many grids of a model hold 0, 1, … words; `seconds` taken."""

    model: Model
    holding: NDArray[np.int64]
    seconds: float

    @property
    def grids(self) -> int:
        """Return how many grids were drawn."""
        return int(self.holding.sum())

    @property
    def most(self) -> int:
        """Return the words of the richest grid."""
        return len(self.holding) - 1

    @property
    def words(self) -> int:
        """Return the words of all grids together."""
        return int(self.holding @ np.arange(len(self.holding)))

    @property
    def mean(self) -> float:
        """Return the words of a grid on average."""
        return self.words / self.grids

    def quantile(self, share: float) -> int:
        """Return the least n for which a `share` (0 to 1) of the grids hold n words or fewer."""
        return int(np.searchsorted(np.cumsum(self.holding), share * self.grids))

    def share(self, low: int, high: int) -> float:
        """Return the share, 0 to 1, of the grids that hold `low` to `high` words, both counted."""
        return int(self.holding[low : high + 1].sum()) / self.grids

    def classes(self, width: int = CLASS_WIDTH) -> NDArray[np.int64]:
        """Return int64[classes]: how many grids hold width * i to width * (i + 1) - 1 words."""
        return np.add.reduceat(self.holding, np.arange(0, len(self.holding), width))


def count_words(
    lexicon: Lexicon,
    rules: Ruleset,
    rng: np.random.Generator,
    count: int,
    size: tuple[int, int],
    model: Model,
) -> Spread:
    """Count the words of `count` random grids of `size` (rows, cols).

    Raises NoDice. Cost: some 10 µs a 4x4 grid.
    """
    counter = GridCounter(lexicon, rules)
    letters = lexicon.alphabet.letters
    faces = [rules.tile_letters(letter) for letter in letters]
    seconds = np.array([letters.index(f[1]) if f[1:] else NONE for f in faces], np.uint8)
    started = time.perf_counter()
    holding = np.zeros(1, np.int64)
    for start in range(0, count, _BATCH):
        boards = random_boards(lexicon, rng, min(_BATCH, count - start), size, model)
        words = counter.count_many(boards, *size, seconds[boards], longest=False).words
        found = np.bincount(words, minlength=len(holding))
        found[: len(holding)] += holding
        holding = found
    return Spread(model, holding, time.perf_counter() - started)
