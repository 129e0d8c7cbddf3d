"""Attempts that repeat another's words in their order: one hand with two accounts, perhaps.

Moderators are told, with the figures; nobody is punished for them.
"""

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations

from core.ids import PlayerRef

# Of 127,200 pairs of honest attempts with 12 to 60 words, simulated on five rich grids, by players
# who find common words first or read row by row, half were alike in a fifth, one in a hundred in
# half to three fifths, and the most alike in 11 of 13 (see tests/core/daily/test_copies.py).
FEWEST = 12  # words of the shorter attempt
LEAST = 0.85  # of them, in the same order


@dataclass(frozen=True, slots=True)
class Hand:
    """The words of an attempt, in the order in which they were found, each once.

    `times` are those at which they came, in seconds of UTC epoch.
    """

    player: PlayerRef
    name: str
    started_at: float
    words: tuple[str, ...]
    times: tuple[float, ...] = ()


@dataclass(frozen=True, slots=True)
class Copy:
    """A `later` attempt much like an `earlier` one: `same` words come in the same order."""

    earlier: Hand
    later: Hand
    same: int

    @property
    def words(self) -> int:
        """Return how many words the shorter attempt has."""
        return min(len(self.earlier.words), len(self.later.words))

    @property
    def seconds(self) -> float:
        """Return the time between their starts."""
        return self.later.started_at - self.earlier.started_at


def copies(hands: Iterable[Hand]) -> list[Copy]:
    """Return the pairs that are alike in LEAST of FEWEST words or more, the most alike first.

    Cost: for 100 attempts some 10 ms, for each two that share so many words 10 µs more.
    """
    known = [(hand, frozenset(hand.words)) for hand in sorted(hands, key=lambda h: h.started_at)]
    found = []
    for (earlier, some), (later, others) in combinations(known, 2):
        least = max(FEWEST, LEAST * min(len(some), len(others)))
        if len(some & others) >= least:
            same = same_order(earlier.words, later.words)
            if same >= least:
                found.append(Copy(earlier, later, same))
    return sorted(found, key=lambda copy: (-copy.same / copy.words, -copy.same))


def same_order(one: Sequence[str], other: Sequence[str]) -> int:
    """Return the length of the longest common subsequence of words that come once in each.

    After Hunt and Szymanski, "A fast algorithm for computing longest common subsequences",
    Communications of the ACM 20 (1977): for such words it is the longest run of rising places.
    Cost: n log n.
    """
    places = {word: place for place, word in enumerate(other)}
    ends: list[int] = []  # of runs of 1, 2, 3, … words, the lowest place that one can end at
    for word in one:
        if (place := places.get(word)) is not None:
            length = bisect_left(ends, place)
            ends[length : length + 1] = [place]
    return len(ends)
