"""`seize optimize` on problems so small that every grid can be looked at."""

import json
import math
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from bot.settings import Settings
from core.grid import Grid
from core.optimizer.methods import Name
from core.scoring import ruleset
from core.solver.solver import solve
from tests.bot.console_app.optimize.conftest import Command
from tests.core.optimizer.helpers import Desk, best_of_all, worth
from tests.helpers.command import Ran
from tests.helpers.pictures import opened

ABC = ("--letters", "abc", "--seed", "1")
FINAL = [
    "grid", "score", "objective", "method", "seed", "evaluations", "seconds", "reached_target",
    "lexicon", "id",
]  # fmt: skip


def final(ran: Ran) -> dict[str, Any]:
    assert (ran.status, ran.err) == (0, "")
    found: dict[str, Any] = json.loads(ran.out.splitlines()[-1])
    return found


def timeless(ran: Ran) -> dict[str, Any]:
    return {name: value for name, value in final(ran).items() if name != "seconds"}


def test_json_is_the_whole_contract(small: Command, desk: Desk) -> None:
    ran = small(*ABC, "--evaluations", "3000", "--json")
    *improvements, last = map(json.loads, ran.out.splitlines())
    assert list(last) == FINAL
    assert last["score"] == best_of_all(desk.problem(), desk.lexicon)
    assert (last["objective"], last["method"], last["seed"]) == ("words", "hybrid", 1)
    assert (last["evaluations"], last["reached_target"]) == (3000, False)
    assert last["lexicon"] == "small"
    for line in improvements:
        assert list(line) == ["grid", "score", "evaluations", "restart", "seconds"]
        assert worth(desk.problem(), desk.lexicon, Grid.parse(line["grid"])) == line["score"]
    scores = [line["score"] for line in improvements]
    assert scores == sorted(set(scores))
    assert (improvements[-1]["grid"], scores[-1]) == (last["grid"], last["score"])


def test_lines_tell_what_happens_and_the_end_what_it_takes_again(small: Command) -> None:
    ran = small(*ABC, "--evaluations", "3000")
    assert ran.status == 0
    for line in ran.err.splitlines():
        seconds, unit, evaluations, score, grid = line.split()
        assert (unit, len(grid)) == ("s", 4)
        assert float(seconds) >= 0
        assert 0 < int(evaluations) <= 3000
        assert int(score) >= 0
    lines = ran.out.splitlines()
    assert lines[0] == "╭─────╮╭─────╮"
    assert lines[6] == f"score: {score} (words)"
    assert lines[7] == f"grid: {grid}"
    assert lines[8] == "ruzzle rules, lexicon small"
    assert lines[9].startswith("found by hybrid, seed 1, run ")
    assert lines[11].startswith("3,000 evaluations in ")
    assert lines[12].startswith("again: seize optimize replay ")


@pytest.mark.parametrize(
    "objective", ["words", "points", "length:3", "long:4", "longest", "2*words+longest+3*length:4"]
)
def test_objectives(objective: str, small: Command, desk: Desk) -> None:
    found = final(small(*ABC, "--objective", objective, "--evaluations", "6000", "--json"))
    problem = desk.problem(objective)
    assert found["score"] == worth(problem, desk.lexicon, Grid.parse(found["grid"]))
    assert found["score"] == best_of_all(problem, desk.lexicon)
    assert found["objective"] == objective


def test_common_words_of_a_shipped_list(run: Command, lexicon: Any) -> None:
    found = final(
        run("--lang", "en", "--size", "2x3", "--objective", "common", "--evaluations", "2000",
            "--seed", "3", "--json")
    )  # fmt: skip
    english = lexicon("en")
    solution = solve(Grid.parse(found["grid"]), english, ruleset("ruzzle", "en"))
    assert found["score"] == sum(english.rank(word.word) is not None for word in solution) > 5


CONSTRAINTS: list[tuple[list[str], Callable[[str], bool]]] = [
    (["--letters", "AB"], lambda grid: set(grid) <= {"A", "B"}),
    (["--without", "É"], lambda grid: "E" not in grid),
    (["--only-vowel", "i"], lambda grid: not set(grid) & set("AEOUY")),
    (["--needed", "zz"], lambda grid: grid.count("Z") >= 2),
    (["--fixed", "x..Y"], lambda grid: grid[0] + grid[3] == "XY"),
    (["--contains", "Bac"], lambda grid: Grid.parse(grid).trace("bac")[0] is not None),
    (
        ["--far-from", "abac", "--far-from", "BBAA", "--distance", "2"],
        lambda grid: all(
            sum(a != b for a, b in zip(grid, turned.letters, strict=True)) >= 2
            for other in ("ABAC", "BBAA")
            for turned in Grid.of(other).symmetries()
        ),
    ),
    (["--without", "c", "--needed", "e", "--fixed", "a..."], lambda g: g[0] == "A" and "E" in g),
]


@pytest.mark.parametrize(
    ("asked", "holds"), CONSTRAINTS, ids=lambda x: str(x) if isinstance(x, list) else ""
)
def test_constraints(asked: list[str], holds: Callable[[str], bool], small: Command) -> None:
    ran = small(*asked, "--seed", "2", "--evaluations", "500", "--json")
    for line in ran.out.splitlines():
        assert holds(json.loads(line)["grid"]), line
    assert final(ran)["score"] >= 0


def test_rules_of_boggle_put_qu_on_a_tile(run: Command) -> None:
    found = final(
        run("--lang", "en", "--rules", "boggle", "--size", "2x2", "--needed", "q", "--evaluations",
            "3000", "--seed", "1", "--json")
    )  # fmt: skip
    assert "Qu" in found["grid"]
    assert found["score"] >= 3


def test_bonuses_lie_as_they_are_given(small: Command, desk: Desk) -> None:
    found = final(
        small(*ABC, "--objective", "points", "--bonuses", "T..d", "--evaluations", "6000", "--json")
    )
    assert found["grid"].split()[1] == "T..d"
    problem = desk.problem("points", bonuses="T..d")
    assert found["score"] == best_of_all(problem, desk.lexicon)


def test_bonuses_of_a_round_are_placed_where_they_are_worth_most(
    small: Command, desk: Desk
) -> None:
    found = final(
        small(*ABC, "--objective", "points", "--bonus-round", "2", "--evaluations", "20000",
              "--json")
    )  # fmt: skip
    assert sorted(found["grid"].split()[1].replace(".", "")) == sorted("dtD")
    problem = desk.problem("points", bonuses="dtD.", placed=True)
    assert found["score"] == best_of_all(problem, desk.lexicon)


@pytest.mark.parametrize("method", Name)
def test_methods_replay_what_they_found(
    method: Name, small: Command, run: Command, desk: Desk
) -> None:
    # With the last tile fixed an ascent accepts a grid without having scored another.
    found = final(
        small(*ABC, "--method", method, "--fixed", "...b", "--evaluations", "700", "--json")
    )
    assert found["method"] == method
    replayed = final(run("replay", found["id"], "--words", str(desk.file), "--json"))
    assert replayed == {
        "id": found["id"], "grid": found["grid"], "score": found["score"],
        "counted": found["score"], "same": True,
    }  # fmt: skip


def test_presets_and_parameters(small: Command, run: Command) -> None:
    muller = final(
        small(*ABC, "--method", "annealing", "--preset", "muller", "--set", "iterations=50",
              "--set", "start = 7.5", "--restarts", "1", "--json")
    )  # fmt: skip
    assert muller["evaluations"] <= 51
    (record,) = map(json.loads, run("fame", "--lang", "small", "--json").out.splitlines())
    assert record["parameters"] == {
        "start": 7.5, "cooling": 0.95, "plateau": 10, "iterations": 50, "swapping": 0,
    }  # fmt: skip


def test_stops(small: Command) -> None:
    assert final(small(*ABC, "--evaluations", "1234", "--json"))["evaluations"] == 1234
    three = small(*ABC, "--method", "random", "--set", "iterations=10", "--restarts", "3", "--json")
    assert final(three)["evaluations"] == 33
    reached = final(small(*ABC, "--target", "4", "--json"))
    assert reached["reached_target"]
    assert reached["score"] >= 4
    stalled = final(small(*ABC, "--stall", "500", "--json"))
    assert 500 < stalled["evaluations"] < 100_000
    timed = final(small(*ABC, "--time", "0.3", "--json"))
    assert 0.3 <= timed["seconds"] < 3


def test_a_search_is_a_function_of_its_seed(small: Command) -> None:
    asked = ("--letters", "abc", "--evaluations", "2000", "--method", "random", "--json")
    assert timeless(small(*asked, "--seed", "5")) == timeless(small(*asked, "--seed", "5"))
    assert timeless(small(*asked, "--seed", "5")) == timeless(
        small(*asked, "--seed", "5", "--workers", "2")
    )
    drawn = final(small(*asked))["seed"], final(small(*asked))["seed"]
    assert drawn[0] != drawn[1]
    again = small(*asked, "--seed", str(drawn[0]))
    assert final(again)["seed"] == drawn[0]


def test_without_limits_it_is_ten_seconds() -> None:
    from bot.console_app.optimize.options import Until

    assert Until().seconds == Until(stall=5).seconds == 10
    assert Until(time=3, target=5).seconds == 3
    for limited in (Until(evaluations=5), Until(restarts=5), Until(target=0)):
        assert math.isinf(limited.seconds)


def test_a_plot_is_a_picture(small: Command, tmp_path: Path) -> None:
    file = tmp_path / "best.png"
    final(small(*ABC, "--evaluations", "500", "--json", "--plot", str(file)))
    assert opened(file.read_bytes()).size == (1350, 750)
    once = small(*ABC, "--evaluations", "1", "--plot", str(file))
    assert once.status == 0


def test_the_hall_of_fame_is_beside_the_data(tmp_path: Path) -> None:
    assert Settings(data_dir=tmp_path).fame == tmp_path / "fame.jsonl"
    assert Settings(data_dir=None).fame.name == "fame.jsonl"
