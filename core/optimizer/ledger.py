"""The runs of a search, added up in the order of their numbers, until a stop."""

import math
from dataclasses import dataclass, field

from core.optimizer.legs import Gain, Reached, Run
from core.optimizer.methods import ENDLESS

# How many runs may be begun before the first of them is finished.
AHEAD = 10_000


@dataclass(frozen=True, slots=True)
class Stops:
    """The stops of a search, which ends at the first of them; by default it does not.

    `evaluations`, `restarts` (runs) and `stall` (evaluations without a new best) count over
    all runs in their order; `seconds` by the clock; `target` is a score.
    """

    evaluations: int = ENDLESS
    seconds: float = math.inf
    restarts: int = ENDLESS
    target: int = ENDLESS
    stall: int = ENDLESS

    def last(self, improved_at: int) -> int:
        """Return the last evaluation that counts after a new best at `improved_at`."""
        return min(self.evaluations, improved_at + self.stall)


@dataclass(frozen=True, slots=True)
class Found:
    """A grid that a search found: its board and score, and where in the search.

    Run number `restart` of the seed had made `evaluations` when it came to it.
    """

    board: bytes
    score: int
    restart: int
    evaluations: int


@dataclass(slots=True)
class Trace:
    """A run so far: where it is, its gains, how often its last leg failed."""

    restart: int
    run: Run | None = None
    evaluations: int = 0
    finished: bool = False
    gains: list[Gain] = field(default_factory=list)
    failures: int = 0
    under_way: bool = False

    def add(self, reached: Reached) -> None:
        """Take note of where a leg ended; of a finished run only what it came to."""
        self.evaluations, self.finished = reached.run.evaluations, reached.run.finished
        self.run = None if self.finished else reached.run
        self.gains += reached.gains
        self.failures = 0


@dataclass(frozen=True, slots=True)
class Tally:
    """The sum of the runs up to some number."""

    evaluations: int = 0
    improved_at: int = 0
    best: Found | None = None
    reached: bool = False
    ended: bool = False
    curve: tuple[tuple[int, int], ...] = ()

    def add(self, trace: Trace, stops: Stops) -> "Tally":
        """Return the tally with the next run, as far as it goes, or until a stop within it.

        The grids of a stop's last evaluation do not count: a leg may end before it is known
        whether they are accepted.
        """
        best, improved_at, curve = self.best, self.improved_at, self.curve
        for gain in trace.gains:
            at = self.evaluations + gain.evaluations
            if best is not None and (gain.score <= best.score or at >= stops.last(improved_at)):
                continue
            best, improved_at = Found(gain.board, gain.score, trace.restart, gain.evaluations), at
            curve += ((at, gain.score),)
            if gain.score >= stops.target:
                return Tally(at, improved_at, best, reached=True, ended=True, curve=curve)
        last, end = stops.last(improved_at), self.evaluations + trace.evaluations
        return Tally(min(end, last), improved_at, best, ended=end >= last, curve=curve)


class Ledger:
    """The runs of a search: which are under way, and what they come to in their order."""

    def __init__(self, stops: Stops) -> None:
        self.stops = stops
        self.settled = Tally()
        self.settled_runs = 0
        self.ended = False
        self._open: dict[int, Trace] = {}

    def standing(self) -> Tally:
        """Return the sum of all runs so far, those under way too."""
        tally = self.settled
        for restart in sorted(self._open):
            if not tally.ended:
                tally = tally.add(self._open[restart], self.stops)
        return tally

    @property
    def runs(self) -> int:
        """Return how many runs have been begun; at the end, how many count."""
        return self.settled_runs + (0 if self.ended else len(self._open))

    def next(self) -> tuple[Trace, int] | None:
        """Return the run to go on with and the evaluations it may come to, or None."""
        used = self.settled.evaluations
        for restart in range(self.settled_runs, self.settled_runs + AHEAD):
            if restart == self.stops.restarts or used >= self.stops.evaluations:
                return None
            trace = self._open.setdefault(restart, Trace(restart))
            if self._has_reached(trace):
                return None
            most = self.stops.evaluations - used
            if not (trace.under_way or trace.finished or trace.evaluations >= most):
                return trace, most
            used += trace.evaluations
        return None

    def _has_reached(self, trace: Trace) -> bool:
        return bool(trace.gains) and trace.gains[-1].score >= self.stops.target

    def add(self, trace: Trace, reached: Reached) -> None:
        """Take note of where a leg ended."""
        trace.add(reached)
        while not self.ended and self.settled_runs in self._open:
            first = self._open[self.settled_runs]
            tally = self.settled.add(first, self.stops)
            if not (tally.ended or first.finished):
                return
            del self._open[self.settled_runs]
            self.settled, self.settled_runs = tally, self.settled_runs + 1
            self.ended = tally.ended or self.settled_runs == self.stops.restarts
