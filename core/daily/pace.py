"""The pace of words, and their manner: what is no person's is told to moderators, with its figures.

A program at home that solves the grid cannot be kept out. One that sends as fast as people do, as
unevenly, and the words that people know, cannot be told from them, either.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from statistics import fmean, pstdev

from core.rounds.events import WordJudged

# Words that a grid shows at a glance, and words a second after that. The fastest who swipe
# come to about one word a second; forms send many at once, but not before they were typed.
AT_ONCE = 3
A_SECOND = 1.5

# By python -m benchmarks.manners, so that of 1,000 attempts of people less than one is told of.
FEWEST = 20  # words of an attempt
EVEN = 0.25  # the spread of pauses, at most: that of people is a half
RARE = 0.8  # of the rare words that a blind choice finds, at least: people find a tenth of them
BLIND = 12.0  # rare words that a blind choice finds, at least: of few, chance may bring most


@dataclass(frozen=True, slots=True)
class Manner:
    """The manner in which words were found: how many, and how many rare ones among them.

    `blind`: how many rare ones a choice that does not know rare from frequent would have found, on
    average. `pause`: seconds between two words, on average; `spread`: their standard deviation, as
    a share of it.
    """

    words: int
    rare: int
    blind: float
    pause: float
    spread: float

    @classmethod
    def of(cls, times: Sequence[float], rare: int, share: float) -> "Manner":
        """Take the times of words in seconds, how many are rare, and the grid's share of those."""
        pauses = [later - earlier for earlier, later in pairwise(sorted(times))]
        pause = fmean(pauses) if pauses else 0.0
        spread = pstdev(pauses) / pause if pause else 0.0
        return cls(len(times), rare, share * len(times), pause, spread)

    @property
    def is_even(self) -> bool:
        """Whether words came as evenly as from a program."""
        return self.words >= FEWEST and self.pause > 0 and self.spread <= EVEN

    @property
    def is_blind(self) -> bool:
        """Whether rare words were found as often as frequent ones."""
        enough = self.words >= FEWEST and self.blind >= BLIND
        return enough and self.rare >= RARE * self.blind


def hurry(plays: Iterable[WordJudged], starts_at: float) -> int:
    """Return how many accepted words came before anybody can have read them, 0 for none.

    That is, the most by which the words so far ever exceed AT_ONCE and A_SECOND for each
    second since `starts_at`. Times are seconds of UTC epoch.
    """
    times = sorted(play.at for play in plays if play.verdict.accepted)
    return max(
        (
            int(count - AT_ONCE - A_SECOND * (at - starts_at))
            for count, at in enumerate(times, 1)
            if count > AT_ONCE + A_SECOND * (at - starts_at)
        ),
        default=0,
    )
