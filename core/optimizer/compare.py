"""Methods compared: each with the same budget from the same seeds, as the article's table."""

import statistics
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from core.optimizer.ledger import Found, Stops
from core.optimizer.legs import Shelf
from core.optimizer.methods import Method, Name
from core.optimizer.problem import Problem
from core.optimizer.search import Search, Standing
from core.optimizer.team import Team


@dataclass(frozen=True, slots=True)
class Outcome:
    """The result of one search; `curve` is (evaluations, best score) at each gain."""

    best: Found
    evaluations: int
    seconds: float
    curve: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class Row:
    """A method's line of the table, over its outcomes; `spread` is the standard deviation."""

    method: Name
    outcomes: tuple[Outcome, ...]

    @property
    def scores(self) -> list[int]:
        """Return the best score of each search."""
        return [outcome.best.score for outcome in self.outcomes]

    @property
    def best(self) -> Outcome:
        """Return the best outcome, of equals the first."""
        return max(self.outcomes, key=lambda outcome: outcome.best.score)

    @property
    def mean(self) -> float:
        """Return the mean of the scores."""
        return statistics.fmean(self.scores)

    @property
    def median(self) -> float:
        """Return the median of the scores."""
        return statistics.median(self.scores)

    @property
    def spread(self) -> float:
        """Return the standard deviation of the scores, 0 of a single one."""
        return statistics.pstdev(self.scores)

    @property
    def evaluations(self) -> int:
        """Return the evaluations of all searches."""
        return sum(outcome.evaluations for outcome in self.outcomes)

    @property
    def seconds(self) -> float:
        """Return the seconds of all searches."""
        return sum(outcome.seconds for outcome in self.outcomes)


@dataclass(frozen=True, slots=True)
class Comparison:
    """Search with each method `searches` times, from seeds `seed`, `seed` + 1 …, until `stops`."""

    problem: Problem
    methods: Mapping[Name, Method]
    shelf: Shelf
    seed: int
    searches: int
    stops: Stops

    def run(
        self, team: Team, clock: Callable[[], float], cancelled: Callable[[], bool]
    ) -> Iterator[Row]:
        """Yield a method's row after each of its searches, ever longer; see Search.run.

        Once `cancelled`, the search under way is left out, and no other begins.
        """
        for name, method in self.methods.items():
            outcomes: tuple[Outcome, ...] = ()
            for number in range(self.searches):
                search = Search(self.problem, method, self.shelf, self.seed + number, self.stops)
                outcome = _outcome(search.run(team, clock, cancelled))
                if outcome is None or cancelled():
                    return
                outcomes += (outcome,)
                yield Row(name, outcomes)


def _outcome(standings: Iterator[Standing]) -> Outcome | None:
    """Return the result of a search, None if it was cancelled before it found anything."""
    last = deque(standings, maxlen=1).pop()
    if last.best is None:
        return None
    curve = (*last.curve, (last.evaluations, last.best.score))
    return Outcome(last.best, last.evaluations, last.seconds, curve)
