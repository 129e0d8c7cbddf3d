"""The workers of a search, on any executor, and the legs of its runs that they are given."""

import time
from collections.abc import Callable
from concurrent.futures import (
    FIRST_COMPLETED,
    BrokenExecutor,
    CancelledError,
    Executor,
    Future,
    wait,
)
from dataclasses import dataclass

from core.errors import SeizeError, translatable
from core.optimizer.ledger import Trace
from core.optimizer.legs import Leg, Reached, go

# How long a leg is to take: a search ends, or can be stopped, about as fast.
LEG_SECONDS = 0.08
FIRST_LEG = 100
TRIES = 4


class WorkersLost(SeizeError):
    """Raised when workers died one after the other, or none could run a leg of a search."""

    template = translatable("the workers died: {reason}")


@dataclass(frozen=True, slots=True)
class Team:
    """Workers: they run `workers` legs at a time in the executor that `hire` returns.

    `hire` is called again when an executor broke. Threads do: legs release the GIL.
    """

    hire: Callable[[], Executor]
    workers: int = 1


class Pace:
    """The number of evaluations that make a leg of LEG_SECONDS, by the legs so far."""

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
            raise WorkersLost(reason=str(error) or repr(error)) from error
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
            raise WorkersLost(reason=str(error) or repr(error)) from error

    def dismiss(self) -> None:
        """Let the workers go, when the legs under way have ended."""
        self._executor.shutdown(wait=True, cancel_futures=True)
