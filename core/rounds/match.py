"""Three rounds on ever richer grids; the sum of the points wins."""

from dataclasses import dataclass

from core.grid import Bonus
from core.ids import PlayerRef
from core.rounds.events import IllegalEvent
from core.rounds.result import Result, rank

# The bonus tiles of each round's grid, as many as are named.
LADDER: tuple[tuple[Bonus, ...], ...] = (
    (Bonus.DL, Bonus.TL),
    (Bonus.DL, Bonus.TL, Bonus.DW),
    (Bonus.DL, Bonus.TL, Bonus.DW, Bonus.DW, Bonus.TW),
)


@dataclass(frozen=True, slots=True)
class Place:
    """A player's sum over the rounds so far; `rank` from 1, shared by equal points."""

    rank: int
    player: PlayerRef
    points: int


@dataclass(frozen=True, slots=True)
class Outcome:
    """The end of a match: who won (several share a tie, nobody wins with 0), and all places."""

    winners: tuple[PlayerRef, ...]
    standing: tuple[Place, ...]


@dataclass(frozen=True, slots=True)
class Match:
    """The results of the rounds that are over, first to last."""

    results: tuple[Result, ...] = ()

    @property
    def over(self) -> bool:
        """Return whether all rounds were played."""
        return len(self.results) == len(LADDER)

    @property
    def bonuses(self) -> tuple[Bonus, ...]:
        """Return the bonuses of the next round's grid; raises IllegalEvent after the last."""
        self._require_open()
        return LADDER[len(self.results)]

    def with_result(self, result: Result) -> "Match":
        """Return the match after one more round; raises IllegalEvent after the last."""
        self._require_open()
        return Match((*self.results, result))

    @property
    def standing(self) -> tuple[Place, ...]:
        """Return the places after the rounds so far; who missed a round has 0 for it."""
        totals: dict[PlayerRef, int] = {}
        for result in self.results:
            for card in result.standing:
                totals[card.player] = totals.get(card.player, 0) + card.points
        places = (Place(rank(n, totals.values()), player, n) for player, n in totals.items())
        return tuple(sorted(places, key=lambda place: place.rank))

    @property
    def outcome(self) -> Outcome | None:
        """Return how the match ended, None while it goes on."""
        if not self.over:
            return None
        standing = self.standing
        winners = tuple(p.player for p in standing if p.rank == 1 and p.points > 0)
        return Outcome(winners, standing)

    def _require_open(self) -> None:
        if self.over:
            raise IllegalEvent(subject="match", state="finished", act="play another round")
