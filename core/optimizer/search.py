"""A search: runs from many random grids, spread over workers, until a stop.

What a search finds depends on its problem, method, seed and stops, not on its workers: runs
are numbered, and count in that order, as if one worker had made them one after the other.
Only a stop by time, or from outside, depends on how fast the machine is.
"""

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from core.optimizer.ledger import Found, Ledger, Stops
from core.optimizer.legs import Leg, Shelf
from core.optimizer.methods import Method
from core.optimizer.problem import Problem
from core.optimizer.team import Crew, Pace, Team

# How long, once there is a best and the time is up or the search is cancelled, legs under way
# are waited for: workers that are far away may never answer. Without a best the first leg,
# which opens the lexicon, is worth more patience.
TIME_UP, CANCELLED, WITHOUT_BEST = 1.0, 0.15, 20.0


@dataclass(frozen=True, slots=True)
class Standing:
    """The progress of a search: its best, and the evaluations and runs so far.

    `improved_at`: the evaluations of all runs until the best; `reached`: the target;
    `ended`: nothing follows. There is a best as soon as there is an evaluation. `curve` is
    (evaluations of all runs, score) at each new best.
    """

    best: Found | None
    evaluations: int
    improved_at: int
    restarts: int
    seconds: float
    reached: bool
    ended: bool
    curve: tuple[tuple[int, int], ...] = ()


@dataclass(frozen=True, slots=True)
class Search:
    """A search: its problem, method and seed (0 or more); see `run`."""

    problem: Problem
    method: Method
    shelf: Shelf
    seed: int
    stops: Stops

    def run(
        self, team: Team, clock: Callable[[], float], cancelled: Callable[[], bool]
    ) -> Iterator[Standing]:
        """Search; yield how far it is, several times a second, `ended` the last time.

        `clock` tells seconds; once `cancelled` the search ends within 0.2 s, with its best so
        far. A leg that fails is tried again, three times; a broken executor is replaced.
        Raises Impossible where no grid satisfies the constraints, WorkersLost.
        """
        began = clock()
        # Where there is one grid only, runs score nothing that could use up a budget.
        stops = self.stops if self.problem.varies else replace(self.stops, restarts=1)
        ledger, pace, crew = Ledger(stops), Pace(), Crew(team)
        stopped = math.inf
        try:
            while True:
                seconds = clock() - began
                if cancelled() or seconds >= self.stops.seconds:
                    stopped = min(stopped, seconds)
                else:
                    self._send(ledger, pace, crew)
                tally = ledger.settled if ledger.ended else ledger.standing()
                patience = CANCELLED if cancelled() else TIME_UP if tally.best else WITHOUT_BEST
                over = ledger.ended or not crew.legs or seconds - stopped > patience
                yield Standing(
                    best=tally.best,
                    evaluations=tally.evaluations,
                    improved_at=tally.improved_at,
                    restarts=ledger.runs,
                    seconds=seconds,
                    reached=tally.reached,
                    ended=over,
                    curve=tally.curve,
                )
                if over:
                    return
                for leg in crew.wait():
                    ledger.add(leg.trace, leg.reached)
                    pace.keep(leg.evaluations, leg.seconds)
        finally:
            crew.dismiss()

    def _send(self, ledger: Ledger, pace: Pace, crew: Crew) -> None:
        while len(crew.legs) < crew.team.workers and (following := ledger.next()):
            trace, most = following
            leg = Leg(
                problem=self.problem,
                method=self.method,
                shelf=self.shelf,
                seed=self.seed,
                restart=trace.restart,
                evaluations=min(most, trace.evaluations + pace.evaluations),
                target=self.stops.target,
                run=trace.run,
            )
            crew.send(trace, leg)
