"""The hall of fame: what is kept can be read again, replayed, and is not believed blindly."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from core.optimizer import fame
from core.optimizer.fame import BadRecord, DamagedRecord, Record
from core.optimizer.legs import Leg, go
from core.optimizer.legs import replay as again
from core.optimizer.methods import Annealing, Ascent, Genetic, Hybrid, Method, Tabu
from core.optimizer.task import to_grid
from tests.core.optimizer.helpers import Desk, grid_of, run

METHODS: list[Method] = [
    Hybrid(start=2, end=0.2, effort=8),
    Annealing(start=5, cooling=0.9, plateau=20, iterations=500),
    Genetic(population=20, iterations=20),
    Ascent(),
    Tabu(length=10, iterations=20),
]


def record(desk: Desk, method: Method = METHODS[0], **asked: Any) -> Record:
    problem = desk.problem("points", bonuses="dT..", placed=True, needed="c", **asked)
    standing = run(desk.search(problem, method, seed=3, evaluations=2000))
    assert standing.best
    return Record(
        problem=problem,
        method=method,
        seed=3,
        restart=standing.best.restart,
        evaluations=standing.best.evaluations,
        grid=str(grid_of(problem, standing)),
        score=standing.best.score,
        total=standing.evaluations,
        seconds=1.5,
    )


def replay(desk: Desk, kept: Record) -> tuple[str, int]:
    found = again(kept.problem, kept.method, desk.shelf, kept.seed, kept.restart, kept.evaluations)
    return str(to_grid(kept.problem, found.board)), found.score


@pytest.mark.parametrize("method", METHODS, ids=lambda method: type(method).__name__)
def test_a_record_gives_the_same_grid_again(method: Method, desk: Desk, tmp_path: Path) -> None:
    file = tmp_path / "deep" / "fame.jsonl"
    kept = record(desk, method)
    assert fame.keep(file, kept)
    assert not fame.keep(file, kept)
    found = fame.find(file, kept.key[:5].upper())
    assert found == kept
    assert replay(desk, found) == (kept.grid, kept.score)


@pytest.mark.parametrize("method", METHODS, ids=lambda method: type(method).__name__)
def test_every_gain_of_a_run_can_be_replayed(method: Method, desk: Desk) -> None:
    # A last tile that does not change: the step that accepts a neighbour scores none.
    problem = desk.problem("points", size=(2, 3), fixed=".....b", needed="c")
    gains = go(Leg(problem, method, desk.shelf, 5, 1, 2000)).gains
    assert len(gains) > 1
    for gain in gains:
        assert again(problem, method, desk.shelf, 5, 1, gain.evaluations) == gain


def test_a_damaged_line_loses_nothing_that_comes_later(desk: Desk, tmp_path: Path) -> None:
    file = tmp_path / "fame.jsonl"
    kept = record(desk)
    file.write_text('{"grid": "AB', "utf-8")
    assert fame.keep(file, kept)
    assert not fame.keep(file, kept)
    assert file.read_text("utf-8").startswith('{"grid": "AB\n')
    with pytest.warns(DamagedRecord, match="line 1"):
        assert kept in fame.hall(file)


def test_the_beginning_of_several_ids_is_refused(desk: Desk, tmp_path: Path) -> None:
    file = tmp_path / "fame.jsonl"
    for seed in range(40):
        fame.keep(file, replace(record(desk), seed=seed))
    digits = [known.key[0] for known in fame.hall(file)]
    shared = max(digits, key=digits.count)
    with pytest.raises(BadRecord, match="several records begin"):
        fame.find(file, shared)


def test_what_is_kept_comes_beside_what_was_there(desk: Desk, tmp_path: Path) -> None:
    file = tmp_path / "fame.jsonl"
    records = [record(desk), record(desk, fixed="b..."), record(desk, METHODS[1])]
    for kept in records:
        fame.keep(file, kept)
    assert [r for r in fame.hall(file) if r in records] == records
    assert len({r.key for r in records}) == 3


def test_the_id_is_of_what_must_be_replayed(desk: Desk) -> None:
    kept = record(desk)
    assert replace(kept, seconds=9.0, total=9).key == kept.key
    assert replace(kept, seed=4).key != kept.key
    assert replace(kept, score=kept.score + 1).key != kept.key


def test_a_record_that_is_not_there_is_refused(tmp_path: Path) -> None:
    for key in ("ffffffffff", ""):
        with pytest.raises(BadRecord, match="see seize optimize fame"):
            fame.find(tmp_path / "none.jsonl", key)


@pytest.mark.parametrize(
    "change",
    [
        {"objective": "most"},
        {"size": "4"},
        {"method": "luck"},
        {"parameters": {"heat": 1}},
        {"constraints": {"earlier": 3}},
        {"constraints": {"mood": "good"}},
        {"seed": None},
        {"seed": -1},
        {"evaluations": "7"},
        {"placed": "yes"},
    ],
)
def test_a_damaged_line_is_named(change: dict[str, Any], desk: Desk, tmp_path: Path) -> None:
    file = tmp_path / "fame.jsonl"
    facts = record(desk).as_dict()
    lines = [json.dumps(facts), json.dumps(facts | change)]
    file.write_text("\n".join(lines), "utf-8")
    with pytest.warns(DamagedRecord, match="line 2"):
        fame.hall(file)


@pytest.mark.parametrize("text", ["nonsense", "[]", "{}", "null", '"x"', "[" * 100_000])
def test_what_is_no_record_is_named(text: str, tmp_path: Path) -> None:
    file = tmp_path / "fame.jsonl"
    file.write_text(text + "\n", "utf-8")
    with pytest.warns(DamagedRecord, match="line 1"):
        fame.hall(file)


def test_blank_lines_and_a_mark_of_the_encoding_do_no_harm(desk: Desk, tmp_path: Path) -> None:
    file = tmp_path / "fame.jsonl"
    kept = record(desk)
    file.write_text("\ufeff" + json.dumps(kept.as_dict()) + "\n\n", "utf-8")
    assert kept in fame.hall(file)
