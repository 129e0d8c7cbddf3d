"""A search: runs from many random grids, spread over workers, until a stop.

What a search finds depends on its problem, method, seed and stops, not on its workers: runs
are numbered, and count in that order, as if one worker had made them one after the other.
Only a stop by time, or from outside, depends on how fast the machine is.
"""

import math
import time
from collections.abc import Callable, Iterator
from concurrent.futures import (
    FIRST_COMPLETED,
    BrokenExecutor,
    CancelledError,
    Executor,
    Future,
    wait,
)
from dataclasses import dataclass, field, replace

from core.errors import SeizeError
from core.optimizer.errors import WorkersLost
from core.optimizer.legs import ENDLESS, Gain, Leg, Reached, Run, Shelf, go
from core.optimizer.methods import Method
from core.optimizer.problem import Problem

# How long a leg is to take: a search ends, or can be stopped, about as fast.
LEG_SECONDS = 0.08
FIRST_LEG = 100
TRIES = 4
# How many runs may be begun before the first of them is finished.
AHEAD = 10_000
# How long, once there is a best and the time is up or the search is cancelled, legs under way
# are waited for: workers that are far away may never answer. Without a best the first leg,
# which opens the lexicon, is worth more patience.
TIME_UP, CANCELLED, WITHOUT_BEST = 1.0, 0.15, 20.0


@dataclass(frozen=True, slots=True)
class Stops:
    """When a search ends, at the first of these; by default it does not.

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


@dataclass(frozen=True, slots=True)
class Standing:
    """How far a search is: its best, and the evaluations and runs so far.

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


@dataclass(slots=True)
class Trace:
    """What is known of a run: where it is, what it found, how often its last leg failed."""

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
    """What the runs up to some number come to together."""

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
        """Return what all runs come to so far, those under way too."""
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


@dataclass(frozen=True, slots=True)
class Team:
    """Who does the work: `workers` legs at a time in the executor that `hire` returns.

    `hire` is called again when an executor broke. Threads do: legs release the GIL.
    """

    hire: Callable[[], Executor]
    workers: int = 1


class Pace:
    """How many evaluations make a leg of LEG_SECONDS, by the legs so far."""

    def __init__(self) -> None:
        self.evaluations = FIRST_LEG

    def keep(self, evaluations: int, seconds: float) -> None:
        """Take note of a leg, unless all its moves were made without an evaluation."""
        if not evaluations:
            return
        wanted = evaluations * LEG_SECONDS / max(seconds, LEG_SECONDS / 100)
        self.evaluations = max(1, int(min(wanted, 4 * self.evaluations)))


@dataclass(frozen=True, slots=True)
class Done:
    """A leg that a worker has run: its run, where that is now, evaluations and seconds it took."""

    trace: Trace
    reached: Reached
    evaluations: int
    seconds: float


def timed(leg: Leg) -> tuple[Reached, float]:
    """Run a leg at a worker; return with it the seconds that it took there.

    The way there and back does not count: legs would become ever shorter where it is long.
    """
    began = time.perf_counter()
    return go(leg), time.perf_counter() - began


class Crew:
    """The legs that are under way at a team's workers."""

    def __init__(self, team: Team) -> None:
        self.team = team
        self.legs: dict[Future[tuple[Reached, float]], Trace] = {}
        self._executor = team.hire()
        self._broken = 0

    def send(self, trace: Trace, leg: Leg) -> None:
        """Give a leg of a run to a worker; a broken executor is replaced instead.

        Raises WorkersLost when the fourth in a row is broken.
        """
        try:
            future = self._executor.submit(timed, leg)
        except BrokenExecutor as error:
            self._replace(error)
            return
        trace.under_way = True
        self.legs[future] = trace
        self._broken = 0

    def _replace(self, error: BrokenExecutor) -> None:
        self._broken += 1
        if self._broken == TRIES:
            raise WorkersLost(str(error) or repr(error)) from error
        self._executor.shutdown(wait=False)
        self._executor = self.team.hire()

    def wait(self) -> list[Done]:
        """Return the legs that ended, after a while perhaps none.

        Those that failed are no longer under way, for another try; raises WorkersLost when one
        fails for the fourth time, and whatever SeizeError a leg raised.
        """
        ended, _ = wait(self.legs, LEG_SECONDS, FIRST_COMPLETED)
        done = []
        for future in ended:
            trace = self.legs.pop(future)
            trace.under_way = False
            error = CancelledError() if future.cancelled() else future.exception()
            if error is None:
                reached, seconds = future.result()
                evaluations = reached.run.evaluations - trace.evaluations
                done.append(Done(trace, reached, evaluations, seconds))
            else:
                self._fail(trace, error)
        return done

    def _fail(self, trace: Trace, error: BaseException) -> None:
        trace.failures += 1
        if isinstance(error, SeizeError):
            raise error
        if trace.failures == TRIES:
            raise WorkersLost(str(error) or repr(error)) from error

    def dismiss(self) -> None:
        """Let the workers go, when the legs under way have ended."""
        self._executor.shutdown(wait=True, cancel_futures=True)


@dataclass(frozen=True, slots=True)
class Search:
    """What to search, how and from which seed (0 or more); see `run`."""

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
