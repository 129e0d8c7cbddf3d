"""Ratings of players by language: what their results against each other say of their strength.

A strength is a normal distribution, by OpenSkill's model after Thurstone and Mosteller: V. Joshy,
"OpenSkill: A faster asymmetric multi-team, multiplayer rating system", Journal of Open Source
Software 9 (2024), which follows R. Weng and C. Lin, "A Bayesian approximation method for online
ranking", JMLR 12 (2011). It takes a game of many for a duel of each pair; but one player's results
in it come of one performance, so here they count as fewer. Only places count, not margins: a rich
grid must not weigh more.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from math import sqrt

from openskill.models import ThurstoneMostellerFull

from core.ids import PlayerRef

MU = 25.0
SIGMA = MU / 3
BETA = MU / 5  # the deviation of one performance from the strength, on the scale of mu
_MOST_GAMES = 3.0  # duels that a game counts as, however many play
SURE = 4.0  # sigma up to which a rating is no longer provisional
_ORIGIN, _SCALE = 1000, 40
# Of two players' results against each other, in a week, so many count: friends cannot lift each
# other any further.
MOST_OF_A_PAIR = 5
# Seconds that the rating of a forgotten account waits for it: after a year it says little.
KEPT = 365 * 86_400.0
_LATE = 0.5  # who finds their first word after so much of a round is not rated in it


@dataclass(frozen=True, slots=True)
class Rating:
    """A player's rating in a language, after so many rated games."""

    mu: float = MU
    sigma: float = SIGMA
    games: int = 0

    @property
    def value(self) -> int:
        """Return the rating as it is shown: cautious, so that it begins at 1000 and grows."""
        return round(_ORIGIN + _SCALE * (self.mu - 3 * self.sigma))

    @property
    def is_provisional(self) -> bool:
        """Whether too little is known for a leaderboard."""
        return self.sigma > SURE


@dataclass(frozen=True, slots=True)
class RatingLine:
    """A player on a board of ratings."""

    player: PlayerRef
    name: str
    rating: Rating


@dataclass(frozen=True, slots=True)
class RatingBoard:
    """The first players of a board, and the rating of who asks, None without one."""

    language: str
    lines: tuple[RatingLine, ...]
    own: Rating | None


def rated(ratings: Sequence[Rating], ranks: Sequence[int]) -> list[Rating]:
    """Return ratings after a game of two or more, by the place of each, which may be shared.

    Cost: some 30 µs for two, and for each pair of more.
    """
    teams = [[_MODEL.rating(mu=each.mu, sigma=each.sigma)] for each in ratings]
    after = _MODEL.rate(teams, ranks=list(map(float, ranks)))
    weight = _weight(len(ratings))
    return [
        Rating(
            before.mu + weight * (float(team[0].mu) - before.mu),
            float(team[0].sigma),
            before.games + 1,
        )
        for before, team in zip(ratings, after, strict=True)
    ]


def _weight(players: int) -> float:
    """Return as how much of a duel each pair counts in a game of so many."""
    others = players - 1
    return min(sqrt(others), _MOST_GAMES) / others


# Chosen, as is the weight, on simulated players (benchmarks/ratings.py).
_MODEL = ThurstoneMostellerFull(
    mu=MU, sigma=SIGMA, beta=BETA, gamma=lambda _, players, *__: _weight(players)
)


def is_late(found_at: float, starts_at: float, deadline: float) -> bool:
    """Return whether somebody whose first word came then came too late to be rated."""
    return found_at > starts_at + _LATE * (deadline - starts_at)


def week_of(day: date) -> str:
    """Return the name of the week that a day lies in: "2026-W39"."""
    year, week, _ = day.isocalendar()
    return f"{year}-W{week:02}"
