"""The complete answer to a grid."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from enum import StrEnum
from typing import NamedTuple

from core.grid import Grid, Path
from core.scoring import Ruleset


class FoundWord(NamedTuple):
    """A word of a grid with its best path: the most points, then the lowest cell indexes.

    `word` is in small letters of the alphabet ("ete"), `display` its usual
    spelling ("été"), `points` what `path` scores (row-major cell indexes).
    """

    word: str
    display: str
    points: int
    path: Path


class Sort(StrEnum):
    """Orders of an answer key; what ties is ordered by the next of points, length, alphabet."""

    POINTS = "points"
    LENGTH = "length"
    ALPHA = "alpha"


@dataclass(frozen=True, slots=True)
class Solution:
    """Every distinct word of `grid` under `rules`, in `Sort.POINTS` order. Immutable."""

    grid: Grid
    rules: Ruleset
    words: tuple[FoundWord, ...]
    _by_word: dict[str, FoundWord] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_by_word", {found.word: found for found in self.words})

    def __len__(self) -> int:
        return len(self.words)

    def __iter__(self) -> Iterator[FoundWord]:
        return iter(self.words)

    def get(self, word: str) -> FoundWord | None:
        """Look up `word` (normalised) on this grid; None if it is not there."""
        return self._by_word.get(word)

    @property
    def points(self) -> int:
        """Return the points of all words together."""
        return sum(found.points for found in self.words)

    @property
    def longest(self) -> FoundWord | None:
        """Return the longest word, of several the last in the alphabet; None without words."""
        return longest(self.words)

    def ordered(self, by: Sort) -> list[FoundWord]:
        """Return the words in another order."""
        return sorted(self.words, key=SORT_KEYS[by])


def longest(words: Iterable[FoundWord]) -> FoundWord | None:
    """Return the longest of words, of several the last in the alphabet; None without words."""
    return max(words, key=lambda found: (len(found.word), found.word), default=None)


SORT_KEYS: dict[Sort, Callable[[FoundWord], tuple[int | str, ...]]] = {
    Sort.POINTS: lambda found: (-found.points, -len(found.word), found.word),
    Sort.LENGTH: lambda found: (-len(found.word), -found.points, found.word),
    Sort.ALPHA: lambda found: (found.word,),
}
