"""Workers that are slow to answer, or never do, hold up no search; and its curve tells all."""

from collections.abc import Callable
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from core.optimizer.ledger import Stops
from core.optimizer.legs import Leg, go
from core.optimizer.methods import Random
from core.optimizer.search import Search
from core.optimizer.team import Pace, Team, timed
from tests.core.optimizer.helpers import Clock, Desk, run


class After(Executor):
    """Answers `answers` calls, and never again."""

    def __init__(self, answers: int) -> None:
        self.answers = answers
        self.threads = ThreadPoolExecutor(1)

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> "Future[Any]":
        self.answers -= 1
        return self.threads.submit(fn, *args, **kwargs) if self.answers >= 0 else Future()

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        self.threads.shutdown(wait, cancel_futures=cancel_futures)


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    return Desk(tmp_path)


def test_time_that_is_up_ends_a_search_whose_workers_are_silent(desk: Desk) -> None:
    search = Search(desk.problem(), Random(), desk.shelf, 1, Stops(seconds=1))
    team = Team(lambda: After(2), 1)
    *_, last = search.run(team, Clock(step=0.3), lambda: False)
    assert last.ended
    assert last.best is not None


@pytest.mark.parametrize("answers", [0, 2])
def test_so_does_a_wish_to_end(answers: int, desk: Desk) -> None:
    search = Search(desk.problem(), Random(), desk.shelf, 1, Stops())
    team, clock = Team(lambda: After(answers), 1), Clock(step=0.1)
    *_, last = search.run(team, clock, lambda: clock.now > 0.7)
    assert last.ended
    assert (last.best is not None) == (answers > 0)


def test_legs_take_as_long_as_workers_do_not_as_their_way(desk: Desk) -> None:
    leg = Leg(desk.problem(), Random(), desk.shelf, 1, 0, 200)
    reached, seconds = timed(leg)
    assert reached.gains == go(leg).gains
    assert 0 < seconds < 30
    pace = Pace()
    for _ in range(20):
        pace.keep(pace.evaluations, pace.evaluations * 1e-5)
    assert 7900 <= pace.evaluations <= 8100


def test_the_curve_has_each_new_best(desk: Desk) -> None:
    problem = desk.problem("points")
    last = run(desk.search(problem, Random(), seed=3, evaluations=900))
    gains = go(Leg(problem, Random(), desk.shelf, 3, 0, 900)).gains
    assert last.curve == tuple((gain.evaluations, gain.score) for gain in gains)
    assert last.best
    assert last.curve[-1] == (last.improved_at, last.best.score)
