"""The rounds of a duel side by side: who found what, and when."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from math import inf

from core.duels.duel import Side
from core.rounds.lessons import Lessons
from core.solver.solution import FoundWord, Solution, longest


@dataclass(frozen=True, slots=True)
class Trail:
    """A side's round: its words in the order of their finding, with the seconds from its start."""

    found: tuple[tuple[float, FoundWord], ...]

    @property
    def points(self) -> int:
        """Return the sum of their points."""
        return sum(word.points for _, word in self.found)

    @property
    def words(self) -> set[str]:
        """Return the words."""
        return {word.word for _, word in self.found}

    def steps(self) -> list[tuple[float, int]]:
        """Return how the points grew: after each find, the seconds and the sum."""
        total, steps = 0, []
        for at, word in self.found:
            total += word.points
            steps.append((at, total))
        return steps


@dataclass(frozen=True, slots=True)
class Comparison:
    """A round of a duel that both may see.

    `trails` are by side. `both`, and `only` by side, are the words found, the most points first;
    `missed` are those by neither that could have been known. `ranks` are those of
    words by how frequent they are, 0 for the rarest. Words that are not to be shown unasked
    are in none of them.
    """

    number: int
    seconds: int
    solution: Solution
    trails: tuple[Trail, Trail]
    both: tuple[FoundWord, ...]
    only: tuple[tuple[FoundWord, ...], tuple[FoundWord, ...]]
    missed: tuple[FoundWord, ...]
    ranks: Mapping[str, int]

    def longest(self, side: Side) -> FoundWord | None:
        """Return the longest word of a side."""
        return longest(self._found(side))

    def best(self, side: Side) -> FoundWord | None:
        """Return the word of a side that brought most."""
        return next(iter(self._found(side)), None)

    def rarest(self, side: Side) -> FoundWord | None:
        """Return the rarest word of a side; of several, the one that brought most."""
        found = [word for word in self._found(side) if word.word in self.ranks]
        return max(found, key=lambda word: self.ranks[word.word] or inf, default=None)

    def _found(self, side: Side) -> tuple[FoundWord, ...]:
        """Return the words of a side, the most points first."""
        mine = {*self.both, *self.only[side]}
        return tuple(word for word in self.solution if word in mine)


def compare(
    number: int,
    seconds: int,
    solution: Solution,
    trails: tuple[Trail, Trail],
    lessons: Lessons,
    unfit: Collection[str],
    ranks: Mapping[str, int],
) -> Comparison:
    """Lay two rounds on one grid side by side. `lessons` are those of what neither found."""
    mine, theirs = (trail.words for trail in trails)

    def among(words: Collection[str]) -> tuple[FoundWord, ...]:
        return tuple(word for word in _by_points(solution) if word.word in words)

    fit_mine, fit_theirs = mine - set(unfit), theirs - set(unfit)
    return Comparison(
        number=number,
        seconds=seconds,
        solution=solution,
        trails=trails,
        both=among(fit_mine & fit_theirs),
        only=(among(fit_mine - fit_theirs), among(fit_theirs - fit_mine)),
        missed=lessons.known,
        ranks=ranks,
    )


def _by_points(solution: Solution) -> Sequence[FoundWord]:
    return sorted(solution, key=lambda word: (-word.points, word.word))
