"""Searches: the same result however they run, where they stop, what they survive."""

import pickle
import threading
from collections.abc import Iterator
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from core.errors import SeizeError
from core.lexicon import alphabet
from core.lexicon.alphabet import BadSpelling
from core.lexicon.catalogue import open_file
from core.optimizer import search as searching
from core.optimizer.constraints import Constraints, Impossible
from core.optimizer.ledger import Stops
from core.optimizer.legs import Gain, Leg, Reached, Shelf, WrongLexicon, go
from core.optimizer.methods import (
    DEFAULTS,
    ENDLESS,
    MULLER,
    Annealing,
    Name,
)
from core.optimizer.objective import Objective
from core.optimizer.problem import Problem
from core.optimizer.task import to_grid
from core.optimizer.team import Team, WorkersLost
from core.scoring import ruleset
from tests.core.optimizer.helpers import QUICK, Clock, Desk, grid_of, run, threads, worth

BOGGLE = ruleset("boggle", "en")


@pytest.mark.parametrize("asked", [{}, {"fixed": "...b"}, {"needed": "cc", "word": "cac"}])
@pytest.mark.parametrize("evaluations", [1, 50, 4000])
@pytest.mark.parametrize("name", Name)
def test_the_number_of_workers_changes_nothing(
    name: Name, evaluations: int, asked: dict[str, Any], desk: Desk
) -> None:
    problem = desk.problem("points", **asked)
    one, three = (
        run(desk.search(problem, QUICK[name], seed=5, evaluations=evaluations), threads(workers))
        for workers in (1, 3)
    )
    assert one.restarts == three.restarts
    assert (one.best, one.evaluations, one.improved_at) == (
        three.best,
        three.evaluations,
        three.improved_at,
    )


@pytest.mark.parametrize("name", Name)
def test_the_length_of_legs_changes_nothing(name: Name, desk: Desk) -> None:
    problem = desk.problem("points", bonuses="dT..", placed=True)
    whole = go(Leg(problem, QUICK[name], desk.shelf, 3, 4, 700))
    reached: Reached | None = None
    gains: list[Gain] = []
    while reached is None or not (reached.run.finished or reached.run.evaluations >= 700):
        evaluations = reached.run.evaluations if reached else 0
        run_ = reached.run if reached else None
        reached = go(Leg(problem, QUICK[name], desk.shelf, 3, 4, evaluations + 7, ENDLESS, run_))
        gains += reached.gains
    assert tuple(gains) == whole.gains
    assert all(map(np.array_equal, reached.run, whole.run))


def test_seeds_and_runs_differ(desk: Desk) -> None:
    problem = desk.problem()
    first = {
        (seed, restart): go(Leg(problem, QUICK[Name.RANDOM], desk.shelf, seed, restart, 50)).run
        for seed in (1, 2)
        for restart in (0, 1)
    }
    assert len({run.boards.tobytes() for run in first.values()}) == 4


def test_a_search_stops_where_it_is_told(desk: Desk) -> None:
    problem = desk.problem()
    assert run(desk.search(problem, QUICK[Name.RANDOM], evaluations=1234)).evaluations == 1234
    assert run(desk.search(problem, QUICK[Name.ASCENT], restarts=5)).restarts == 5
    stalled = run(desk.search(problem, QUICK[Name.ANNEALING], stall=300))
    assert stalled.evaluations == stalled.improved_at + 300
    timed = searching.Search(problem, QUICK[Name.RANDOM], desk.shelf, 1, Stops(seconds=0.5))
    last = list(timed.run(threads(), Clock(), lambda: False))[-1]
    assert last.seconds >= 0.5
    assert last.best


class Counting(ThreadPoolExecutor):
    """Takes note of the legs."""

    def __init__(self, legs: list[Leg]) -> None:
        super().__init__(2)
        self.legs = legs

    def submit(self, function: Any, leg: Leg) -> Future[Any]:  # type: ignore[override]
        self.legs.append(leg)
        return super().submit(function, leg)


@pytest.mark.parametrize("name", Name)
def test_near_its_end_a_search_sends_no_idle_legs(name: Name, desk: Desk) -> None:
    legs: list[Leg] = []
    run(
        desk.search(desk.problem("points"), QUICK[name], evaluations=3000),
        Team(lambda: Counting(legs), 2),
    )
    assert all(leg.run is None or leg.run.evaluations < leg.evaluations for leg in legs)
    assert sum(leg.run is not None for leg in legs) < 300


@pytest.mark.parametrize("name", Name)
def test_where_nothing_can_be_changed_a_search_ends_all_the_same(name: Name, desk: Desk) -> None:
    for problem in (desk.problem(fixed="acca"), desk.problem(letters="a")):
        standing = run(desk.search(problem, QUICK[name], evaluations=10**9))
        assert standing.ended
        assert standing.restarts == 1
        assert standing.best
        assert standing.best.score == worth(problem, desk.lexicon, grid_of(problem, standing))


def test_a_leg_in_which_nothing_is_scored_ends_too(desk: Desk) -> None:
    problem = desk.problem("words", letters="a")
    leg = Leg(problem, Annealing(iterations=10**9), desk.shelf, 1, 0, ENDLESS)
    reached = go(leg)
    assert not reached.run.finished
    assert reached.run.evaluations == 1


def test_a_word_longer_than_any_of_the_list_can_be_asked_for(desk: Desk) -> None:
    word = "abcabcabcabcabcabcabcabcabcabc"
    problem = desk.problem("words", size=(6, 6), word=word)
    found = grid_of(problem, run(desk.search(problem, QUICK[Name.ANNEALING], evaluations=300)))
    assert found.trace(word)[0] is not None


def test_a_path_that_is_hard_to_draw_is_found(desk: Desk) -> None:
    problem = desk.problem(
        "words", size=(4, 4), letters="abcr", word="rabcabcabcabcabc", fixed="r" + "." * 15
    )
    standing = run(desk.search(problem, QUICK[Name.ASCENT], restarts=300))
    assert standing.restarts == 300


def test_letters_are_banned_from_tiles_of_two_too(tmp_path: Path) -> None:
    desk = Desk(tmp_path, ["quit", "quiet", "tie"])
    assert "q" not in Constraints(without="u").allowed(desk.lexicon.alphabet, BOGGLE)
    assert "q" not in Constraints(letters="qit").allowed(desk.lexicon.alphabet, BOGGLE)
    assert "q" not in Constraints(only_vowel="e").allowed(desk.lexicon.alphabet, BOGGLE)
    assert "q" in Constraints(only_vowel="u").allowed(desk.lexicon.alphabet, BOGGLE)


def test_one_file_is_another_lexicon_in_another_language(tmp_path: Path) -> None:
    file = tmp_path / "words.txt"
    file.write_text(
        "\n".join(["año", "ano"] + [f"ñ{x}{y}" for x in "abcde" for y in "abcde"]), "utf-8"
    )
    shelf = Shelf(tmp_path / "packed", file)
    for language in ("en", "es", "en"):
        lexicon = open_file(file, alphabet(language), shelf.folder)
        problem = Problem.of(lexicon, "ruzzle", Objective.parse("words"), (2, 2))
        found = go(Leg(problem, QUICK[Name.ASCENT], shelf, 1, 0, 3000)).gains[-1]
        assert found.score == worth(problem, lexicon, to_grid(problem, found.board))


def test_a_problem_that_was_not_checked_is_refused_by_workers(desk: Desk) -> None:
    for wrong, error in [
        ({"constraints": Constraints(letters="é")}, BadSpelling),
        ({"bonuses": "xx"}, SeizeError),
    ]:
        problem = replace(desk.problem("points"), **wrong)  # type: ignore[arg-type]
        with pytest.raises(error):
            go(Leg(problem, QUICK[Name.ASCENT], desk.shelf, 1, 0, 10))


def test_a_target_that_several_runs_reach_is_that_of_the_first(desk: Desk) -> None:
    problem = desk.problem()
    standings = [
        run(desk.search(problem, QUICK[Name.ASCENT], target=6), threads(workers))
        for workers in (1, 4)
    ]
    assert len({s.best for s in standings}) == len({s.evaluations for s in standings}) == 1


def test_once_cancelled_the_search_ends_with_its_best(desk: Desk) -> None:
    search = searching.Search(desk.problem(), QUICK[Name.RANDOM], desk.shelf, 1, Stops())
    stop = threading.Event()
    standings = []
    for standing in search.run(threads(2), Clock(), stop.is_set):
        standings.append(standing)
        if len(standings) == 5:
            stop.set()
    assert standings[-1].ended
    assert standings[-1].best
    # Two legs were under way, and no other began.
    assert len(standings) <= 8


def test_whoever_stops_listening_stops_the_search(desk: Desk) -> None:
    hired: list[ThreadPoolExecutor] = []

    def hire() -> Executor:
        hired.append(ThreadPoolExecutor(1))
        return hired[-1]

    search = searching.Search(desk.problem(), QUICK[Name.RANDOM], desk.shelf, 1, Stops())
    standings = search.run(Team(hire, 1), Clock(), lambda: False)
    next(standings)
    standings.close()  # type: ignore[attr-defined]
    with pytest.raises(RuntimeError):
        hired[0].submit(int)


class Unreliable(ThreadPoolExecutor):
    """Workers that die now and then: their leg is lost."""

    def __init__(self, dies: Iterator[bool], error: Exception) -> None:
        super().__init__(1)
        self.dies, self.error = dies, error

    def submit(self, function: Any, *args: Any) -> Future[Any]:  # type: ignore[override]
        if next(self.dies):
            lost: Future[Any] = Future()
            lost.set_exception(self.error)
            return lost
        return super().submit(function, *args)


@pytest.mark.parametrize("error", [BrokenProcessPool("died"), OSError("no memory")])
def test_a_worker_that_dies_costs_its_leg_and_no_more(error: Exception, desk: Desk) -> None:
    search = desk.search(desk.problem("points"), QUICK[Name.ANNEALING], evaluations=5000)
    dies = iter([False, True] * 10_000)
    unharmed, harmed = run(search), run(search, Team(lambda: Unreliable(dies, error), 2))
    assert (harmed.best, harmed.evaluations) == (unharmed.best, unharmed.evaluations)


def test_workers_that_only_die_end_the_search_with_the_reason(desk: Desk) -> None:
    dies = iter([True] * 100)
    with pytest.raises(WorkersLost, match="no memory"):
        run(
            desk.search(desk.problem(), QUICK[Name.RANDOM]),
            Team(lambda: Unreliable(dies, OSError("no memory")), 1),
        )


class Broken(ThreadPoolExecutor):
    """A pool that no longer takes work."""

    def submit(self, *_: Any) -> Future[Any]:  # type: ignore[override]
        raise BrokenProcessPool("broken")


def test_a_broken_executor_is_replaced(desk: Desk) -> None:
    pools: list[Executor] = [Broken(1), ThreadPoolExecutor(1)]
    team = Team(lambda: pools.pop(0), 1)
    assert run(desk.search(desk.problem(), QUICK[Name.RANDOM]), team).evaluations == 3000


def test_executors_that_are_all_broken_end_the_search_with_the_reason(desk: Desk) -> None:
    with pytest.raises(WorkersLost, match="broken"):
        run(desk.search(desk.problem(), QUICK[Name.RANDOM]), Team(lambda: Broken(1), 1))


def test_constraints_that_no_draw_satisfies_end_the_search(desk: Desk) -> None:
    earlier = ("AAAA", "BBBB", "CCCC")
    problem = desk.problem(earlier=earlier, distance=4)
    with pytest.raises(Impossible, match="together"):
        run(desk.search(problem, QUICK[Name.RANDOM]))


def test_a_worker_with_another_lexicon_refuses(desk: Desk, tmp_path: Path) -> None:
    other = Desk(tmp_path, ["ab", "ba"])
    search = searching.Search(
        desk.problem(), QUICK[Name.RANDOM], other.shelf, 1, Stops(evaluations=10)
    )
    with pytest.raises(WrongLexicon):
        run(search)


def test_runs_stay_as_they_were_when_others_go_on_from_them(desk: Desk) -> None:
    problem = desk.problem()
    first: Reached = go(Leg(problem, QUICK[Name.TABU], desk.shelf, 1, 0, 100))
    before = first.run.copy()
    go(Leg(problem, QUICK[Name.TABU], desk.shelf, 1, 0, 300, ENDLESS, first.run))
    assert all(map(np.array_equal, before, first.run))


def test_presets_hold_the_methods_that_they_name() -> None:
    assert set(DEFAULTS) == set(Name)
    assert set(MULLER) == set(Name) - {Name.HYBRID}


def test_errors_survive_the_way_from_another_process() -> None:
    error = Impossible("{letter!r} must appear", letter="q")
    again = pickle.loads(pickle.dumps(error))  # noqa: S301 (just made)
    assert (str(again), again.template, again.facts, type(again)) == (
        str(error),
        error.template,
        error.facts,
        Impossible,
    )
