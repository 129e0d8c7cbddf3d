"""The letters that the words of a list are made of, and those that the best grids use.

Didier Müller, "Ruzzle : à la recherche de la plus belle grille", drew grids by the
frequencies of the letters in a list that counted spellings (côte, cote and côté apart),
and was struck that the best grids had neither O nor U.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from importlib.resources import files
from types import MappingProxyType
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from core.lexicon import Lexicon
from core.lexicon.alphabet import MAX_LETTERS
from core.optimizer.constraints import Constraints
from core.optimizer.fame import SHIPPED, read

_MULLER = {
    "e": 14.89, "s": 10.21, "a": 9.71, "i": 9.40, "r": 8.67, "n": 7.34, "t": 6.82, "o": 5.82,
    "l": 4.01, "u": 3.60, "c": 3.40, "m": 2.54, "d": 2.36, "p": 2.35, "g": 1.60, "b": 1.40,
    "f": 1.36, "h": 1.16, "z": 1.07, "v": 0.96, "q": 0.50, "y": 0.34, "x": 0.25, "j": 0.18,
    "k": 0.05, "w": 0.01,
}  # fmt: skip

# By lexicon: the article's per cent of each letter, by spellings, of which it had 328,465.
PUBLISHED_PERCENT: Mapping[str, Mapping[str, float]] = MappingProxyType(
    {"fr-gutenberg": MappingProxyType(_MULLER)}
)

# By lexicon: the best grids of four of the article's methods, and their words.
PUBLISHED_GRIDS: Mapping[str, Mapping[str, int]] = MappingProxyType(
    {
        "fr-gutenberg": MappingProxyType(
            {
                "CRESAMINILATLSER": 1634,  # simulated annealing
                "APEDRMLREIAESNTS": 1508,  # genetic
                "SMLPEIAERTNRSAIT": 1473,  # tabu
                "STIPENALARIMSTES": 1388,  # steepest ascent
            }
        )
    }
)


@dataclass(frozen=True, slots=True)
class BestGrid:
    """A grid of 4x4 that a search found, by the number of words or by their points."""

    letters: str
    score: int
    objective: str
    published: bool  # in the article; else in our hall of fame


class Pair(NamedTuple):
    """Two letters that follow each other, how often, and the per cent of all pairs."""

    letters: str
    times: int
    percent: float


@dataclass(frozen=True, slots=True)
class LetterStudy:
    """Counts of one lexicon, in the order of `letters`, its alphabet.

    `words`, `spellings`: int64[letters], how often each comes in the distinct words, and in
    their spellings, of which there are `word_total` and `spelling_total`. `pairs`:
    int64[letters, letters], how often the second follows the first in the distinct words.
    `tiles`: int64[letters], how many tiles of the `best` grids bear each; `grids`:
    int64[letters], how many of those grids have it.
    """

    letters: str
    word_total: int
    spelling_total: int
    words: NDArray[np.int64]
    spellings: NDArray[np.int64]
    pairs: NDArray[np.int64]
    best: tuple[BestGrid, ...]
    tiles: NDArray[np.int64]
    grids: NDArray[np.int64]

    def order(self) -> list[int]:
        """Return the letters by their frequency in the words, as indexes, the first the most."""
        return [int(index) for index in np.argsort(-self.words, kind="stable")]

    def top_pairs(self, count: int) -> list[Pair]:
        """Return the `count` most frequent pairs, the first the most."""
        shares, size = percent(self.pairs), len(self.letters)
        found = []
        for place in np.argsort(-self.pairs, axis=None, kind="stable")[:count].tolist():
            first, second = divmod(place, size)
            pair = self.letters[first] + self.letters[second]
            times, share = self.pairs[first, second], shares[first, second]
            found.append(Pair(pair, int(times), float(share)))
        return found

    def used(self) -> str:
        """Return the letters that some best grid has, the most frequent in words first."""
        return "".join(self.letters[i] for i in self.order() if self.tiles[i])

    def avoided(self) -> str:
        """Return the letters of words that no best grid has, the most frequent in words first."""
        return "".join(self.letters[i] for i in self.order() if not self.tiles[i] and self.words[i])


def percent(counts: NDArray[np.int64]) -> NDArray[np.float64]:
    """Return the per cent that each count is of their sum; 0 where all are 0."""
    shares: NDArray[np.float64] = 100 * counts / max(int(counts.sum()), 1)
    return shares


def study_letters(lexicon: Lexicon) -> LetterStudy:
    """Count the letters of a lexicon's list, without house words. Cost: about 1 s."""
    best = tuple(best_grids(lexicon.name))
    letters = lexicon.alphabet.letters
    tiles = [[grid.letters.lower().count(letter) for letter in letters] for grid in best]
    borne = np.array(tiles, np.int64).reshape(len(best), len(letters))
    written = spelling_counts(lexicon)
    return LetterStudy(
        letters=letters,
        word_total=len(written),
        spelling_total=int(written.sum()),
        words=lexicon.letter_counts,
        spellings=lexicon.letter_counts + _letters_again(lexicon, written - 1),
        pairs=lexicon.pair_counts,
        best=best,
        tiles=borne.sum(axis=0),
        grids=(borne > 0).sum(axis=0),
    )


def best_grids(lexicon: str) -> Iterator[BestGrid]:
    """Yield the published grids of a lexicon, and ours of 4x4 that were free to be any.

    Ours are those of the shipped hall of fame, for most words or points without bonuses.
    A grid of the same letters as one before, most often its mirror image, is left out.
    """
    published = PUBLISHED_GRIDS.get(lexicon, {}).items()
    found = [BestGrid(letters, score, "words", published=True) for letters, score in published]
    for record in read((files("core.optimizer") / SHIPPED).read_text("utf-8"), SHIPPED):
        problem, objective = record.problem, str(record.problem.objective)
        free = problem.constraints == Constraints() and not problem.bonuses
        fits = problem.lexicon == lexicon and problem.size == (4, 4)
        if fits and free and objective in ("words", "points"):
            found.append(BestGrid(record.grid, record.score, objective, published=False))
    seen: set[str] = set()
    for grid in found:
        sorted_letters = "".join(sorted(grid.letters))
        if sorted_letters not in seen:
            seen.add(sorted_letters)
            yield grid


def spelling_counts(lexicon: Lexicon) -> NDArray[np.int64]:
    """Return int64[words]: how many spellings each word of the list has, 1 or more."""
    lines = np.concatenate(([0], np.cumsum(lexicon.spelling_text == ord("\n"))))
    starts = lexicon.spelling_starts.astype(np.int64)
    return lines[starts[1:]] - lines[starts[:-1]] + 1


def _letters_again(lexicon: Lexicon, times: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return int64[letters]: how often each comes in words that count `times` each."""
    counts = Counter[str]()
    for length in range(1, MAX_LETTERS + 1):
        numbers, words = lexicon.graph.of_length(length)
        for place in np.flatnonzero(times[numbers.start : numbers.stop]).tolist():
            for letter in words[place]:
                counts[letter] += int(times[numbers.start + place])
    return np.array([counts[letter] for letter in lexicon.alphabet.letters], np.int64)
