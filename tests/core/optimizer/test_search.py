"""Every method against the best of all grids, and what must not change what a search finds."""

from typing import Any

import pytest

from core.grid import Grid
from core.optimizer import search as searching
from core.optimizer.ledger import Found
from core.optimizer.legs import Leg, go
from core.optimizer.methods import (
    Name,
)
from tests.core.optimizer.helpers import QUICK, Desk, best_of_all, grid_of, run, worth

OBJECTIVES = ["words", "points", "length:3", "long:4", "longest", "2*words+3*longest"]


@pytest.mark.parametrize("objective", OBJECTIVES)
@pytest.mark.parametrize("name", Name)
def test_each_method_finds_the_best_of_all_grids(name: Name, objective: str, desk: Desk) -> None:
    problem = desk.problem(objective)
    best = best_of_all(problem, desk.lexicon)
    standing = run(desk.search(problem, QUICK[name], evaluations=10_000, target=best))
    assert standing.reached
    assert standing.best
    assert standing.best.score == best == worth(problem, desk.lexicon, grid_of(problem, standing))


@pytest.mark.parametrize("placed", [False, True])
@pytest.mark.parametrize("name", Name)
def test_each_method_finds_the_best_grid_with_bonuses(
    name: Name, *, placed: bool, desk: Desk
) -> None:
    problem = desk.problem("points", bonuses="dT..", placed=placed)
    best = best_of_all(problem, desk.lexicon)
    standing = run(desk.search(problem, QUICK[name], evaluations=10_000, target=best))
    assert standing.reached
    grid = grid_of(problem, standing)
    assert worth(problem, desk.lexicon, grid) == best
    assert sorted(grid.bonuses) == sorted("dT..")


CONSTRAINTS: list[tuple[dict[str, Any], Any]] = [
    ({"without": "a"}, lambda g: "A" not in g.letters),
    ({"letters": "ab"}, lambda g: set(g.letters) <= set("AB")),
    ({"only_vowel": "e"}, lambda g: "A" not in g.letters),
    ({"needed": "cc"}, lambda g: g.letters.count("C") >= 2),
    ({"fixed": "b..c"}, lambda g: g.letters[0] == "B" and g.letters[3] == "C"),
    ({"word": "cac"}, lambda g: g.trace("cac")[0] is not None),
    ({"word": "abba"}, lambda g: g.trace("abba")[0] is not None),
    (
        {"earlier": ("ABAC",), "distance": 2},
        lambda g: all(
            sum(a != b for a, b in zip(g.letters, turned.letters, strict=True)) >= 2
            for turned in Grid.of("ABAC").symmetries()
        ),
    ),
    (
        {"needed": "b", "fixed": "...c", "without": "", "word": "bac"},
        lambda g: "B" in g.letters and g.letters[3] == "C" and g.trace("bac")[0] is not None,
    ),
]


@pytest.mark.parametrize(
    ("asked", "holds"), CONSTRAINTS, ids=lambda x: str(x) if isinstance(x, dict) else ""
)
@pytest.mark.parametrize("name", Name)
def test_each_method_keeps_to_the_constraints(
    name: Name, asked: dict[str, Any], holds: Any, desk: Desk
) -> None:
    problem = desk.problem("words", **asked)
    best = best_of_all(problem, desk.lexicon, holds)
    search = desk.search(problem, QUICK[name], evaluations=10_000, target=best)
    standing = run(search)
    assert standing.reached
    assert holds(grid_of(problem, standing))
    for gain in go(Leg(problem, QUICK[name], desk.shelf, 7, 0, 2000)).gains:
        board = Found(gain.board, gain.score, 0, 0)
        found = searching.Standing(board, 0, 0, 0, 0, reached=False, ended=False)
        assert holds(grid_of(problem, found))
