"""`seize optimize compare`: the methods side by side."""

import json
import statistics
from pathlib import Path

import numpy as np
import pytest

from bot.console_app.optimize.plot import mean_curve, steps
from core.optimizer.compare import Comparison
from core.optimizer.ledger import Stops
from core.optimizer.methods import MULLER, Name
from tests.bot.console_app.optimize.conftest import Command
from tests.core.optimizer.helpers import Clock, Desk, best_of_all, threads
from tests.helpers.pictures import opened

ABC = ("compare", "--letters", "abc", "--size", "2x2", "--seed", "1")
KEYS = [
    "method", "parameters", "seed", "best", "mean", "median", "spread", "scores", "evaluations",
    "seconds", "evaluations_per_second", "grid",
]  # fmt: skip


@pytest.fixture
def compare(run: Command, desk: Desk) -> Command:
    return lambda *arguments: run(*ABC, "--words", str(desk.file), *arguments)


def test_each_method_has_the_same_budget(compare: Command, desk: Desk, tmp_path: Path) -> None:
    picture = tmp_path / "methods.png"
    ran = compare(
        "--evaluations", "600", "--searches", "3", "--json", "--plot", str(picture)
    )  # fmt: skip
    assert ran.status == 0
    rows = list(map(json.loads, ran.out.splitlines()))
    assert [row["method"] for row in rows] == list(Name)
    best = best_of_all(desk.problem(), desk.lexicon)
    for row in rows:
        assert list(row) == KEYS
        assert row["evaluations"] == 3 * 600
        assert len(row["scores"]) == 3
        assert row["best"] == max(row["scores"]) <= best
        assert row["mean"] == statistics.fmean(row["scores"])
        assert row["median"] == statistics.median(row["scores"])
        assert row["spread"] == statistics.pstdev(row["scores"])
    assert opened(picture.read_bytes()).size == (1350, 750)
    lines = ran.err.splitlines()
    assert len(lines) == 3 * len(Name)
    assert lines[0].startswith("hybrid      1 of 3 ")


def test_the_table(compare: Command) -> None:
    ran = compare(
        "--evaluations", "300", "--searches", "2", "--preset", "muller", "--methods", "tabu, ascent"
    )
    assert ran.status == 0
    title, tabu, ascent, note = ran.out.splitlines()
    assert title.split() == [
        "method", "best", "mean", "median", "spread", "evals", "seconds", "evals/s", "best", "grid",
    ]  # fmt: skip
    assert (tabu.split()[0], ascent.split()[0]) == ("tabu", "ascent")
    assert tabu.split()[5] == "600"
    assert len(ascent.split()[8]) == 4
    assert note == "2 searches each, from seed 1 on"


def test_the_same_seed_gives_the_same_scores_whoever_works(compare: Command) -> None:
    asked = ("--methods", "random,hybrid", "--evaluations", "500", "--searches", "2", "--json")
    one, two = (
        [json.loads(line) for line in compare(*asked, "--workers", workers).out.splitlines()]
        for workers in ("1", "2")
    )
    assert [(row["scores"], row["grid"]) for row in one] == [
        (row["scores"], row["grid"]) for row in two
    ]


def test_a_preset_has_its_own_methods(compare: Command) -> None:
    ran = compare("--preset", "muller", "--time", "0.05", "--searches", "1", "--json")
    rows = list(map(json.loads, ran.out.splitlines()))
    assert [row["method"] for row in rows] == list(MULLER)


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        (["--methods", "luck"], "Unknown method “luck”: use one of hybrid, random, ascent, tabu,"),
        (["--methods", "hybrid", "--preset", "muller"], "The preset muller has no method hybrid"),
        (["--searches", "0"], "--searches"),
        (["--time", "nan"], "--time"),
        (["--plot", "file.txt"], "is not the name of a picture"),
    ],
    ids=str,
)
def test_bad_input_gives_one_line(arguments: list[str], line: str, compare: Command) -> None:
    ran = compare(*arguments)
    assert (ran.status, ran.out) == (2, "")
    assert line in ran.err
    assert ran.err.count("\n") == 1


def test_what_is_cancelled_before_it_began_has_no_line(desk: Desk) -> None:
    comparison = Comparison(
        desk.problem(), MULLER, desk.shelf, seed=1, searches=2, stops=Stops(evaluations=99)
    )
    assert list(comparison.run(threads(), Clock(), lambda: True)) == []


def test_curves_are_steps_whose_mean_is_taken() -> None:
    xs, ys = steps([(10, 3), (1, 2), (5, 5)])
    assert xs.tolist() == [1, 5, 10]
    assert ys.tolist() == [2, 5, 5]
    places, means = mean_curve([[(1, 0), (100, 10)], [(2, 4), (50, 6)]])
    assert (places[0], places[-1]) == (2, 100)
    assert (np.diff(places) > 0).all()
    assert (means[0], means[-1]) == (2, 8)
    assert means[np.searchsorted(places, 60)] == 3
