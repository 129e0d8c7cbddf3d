"""The hall of fame: what is kept, shown, and found again."""

import json
import signal
from pathlib import Path
from typing import Any

import pytest

from tests.bot.console_app.optimize.conftest import Command
from tests.core.optimizer.helpers import Desk
from tests.helpers.command import environment
from tests.helpers.terminal import ended, spawn

QUICK = ("--letters", "abc", "--evaluations", "400")


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "data" / "fame.jsonl"


def found(small: Command, *asked: str) -> dict[str, Any]:
    last: dict[str, Any] = json.loads(small(*QUICK, *asked, "--json").out.splitlines()[-1])
    return last


def test_it_is_empty_at_first(run: Command) -> None:
    ran = run("fame", "--lexicon", "nobody")
    assert (ran.status, ran.err) == (0, "")
    assert ran.out == "the hall of fame is empty: seize optimize finds grids for it\n"
    assert run("fame", "--lexicon", "nobody", "--json").out == ""


def test_what_is_found_is_kept_once_or_not(small: Command, file: Path) -> None:
    assert "id" not in found(small, "--no-keep")
    assert not file.exists()
    once, again = found(small, "--seed", "1"), found(small, "--seed", "1")
    assert once["id"] == again["id"]
    assert file.read_text().count("\n") == 1
    assert found(small, "--seed", "2")["id"] != once["id"]
    assert file.read_text().count("\n") == 2


def test_the_table_has_the_best_first(small: Command, run: Command) -> None:
    for asked in (
        ["--seed", "1"],
        ["--seed", "2", "--objective", "points", "--needed", "bb", "--bonus-round", "1"],
        ["--seed", "3", "--objective", "longest", "--far-from", "ABAB", "--distance", "2"],
        ["--seed", "4", "--rules", "boggle", "--fixed", "a...", "--only-vowel", "a"],
        ["--seed", "5", "--objective", "points", "--bonuses", "T..."],
    ):
        assert small(*QUICK, *asked).status == 0
    records = list(map(json.loads, run("fame", "--lang", "small", "--json").out.splitlines()))
    order = [(record["objective"], -record["score"]) for record in records]
    assert order == sorted(order)
    table = run("fame", "--lexicon", "Small").out.splitlines()
    assert table[0].split() == [
        "id", "score", "objective", "lexicon", "size", "asked", "grid",
    ]  # fmt: skip
    assert [line.split()[0] for line in table[1:]] == [record["id"] for record in records]
    told = "\n".join(table)
    assert "letters abc; needed bb; dt placed" in told
    assert "letters abc; 2 tiles from ABAB" in told
    assert "boggle; letters abc; only vowel a; fixed a..." in told
    assert "bonuses T..." in told


def test_a_replay_is_told_to_a_person(small: Command, run: Command, desk: Desk) -> None:
    key = found(small, "--objective", "points", "--bonus-round", "1")["id"]
    ran = run("replay", key[:6].upper(), "--words", str(desk.file))
    assert (ran.status, ran.err) == (0, "")
    assert ran.out.startswith("╭")
    assert ran.out.endswith("the same grid and score; checked with the solver\n")


def test_a_replay_of_a_shipped_list_needs_no_file(run: Command) -> None:
    ran = run("--lang", "en", "--size", "2x2", "--evaluations", "300", "--seed", "1", "--json")
    key = json.loads(ran.out.splitlines()[-1])["id"]
    assert json.loads(run("replay", key, "--json").out)["same"]


def test_another_list_is_refused(small: Command, run: Command, tmp_path: Path) -> None:
    key = found(small)["id"]
    ran = run("replay", key)
    assert ran.status == 2
    assert "was found with the file of a list, small: add --words FILE" in ran.err
    other = tmp_path / "other.txt"
    other.write_text("ab\nba\n")
    ran = run("replay", key, "--words", str(other))
    assert ran.status == 2
    assert "The lexicon small is another one here: its digest differs" in ran.err


@pytest.mark.parametrize(
    "change", [{"grid": "ZZZZ"}, {"score": 99}, {"seed": 77}, {"evaluations": 1}]
)
def test_a_tampered_record_is_caught(
    change: dict[str, Any], small: Command, run: Command, desk: Desk, file: Path
) -> None:
    found(small, "--seed", "6")
    record = json.loads(file.read_text()) | change
    file.write_text(json.dumps(record) + "\n")
    (shown,) = run("fame", "--lang", "small", "--json").out.splitlines()
    ran = run("replay", json.loads(shown)["id"], "--words", str(desk.file))
    assert ran.status == 1
    assert f"NOT the same: the record is {record['grid']} with {record['score']}" in ran.out


@pytest.mark.parametrize(
    "change",
    [
        {"seed": -1}, {"restart": "1"}, {"size": "99x99"}, {"objective": "luck"}, {"method": "?"},
        {"constraints": {"letters": 5}}, {"constraints": {"speed": "5"}}, {"parameters": 3},
        {"lexicon": None}, {"constraints": {"distance": -1}}, {"total": 1.5}, {"evaluations": 0},
        {"score": True},
    ],
    ids=str,
)  # fmt: skip
def test_a_damaged_record_is_named(
    change: dict[str, Any], small: Command, run: Command, file: Path
) -> None:
    found(small)
    file.write_text(file.read_text() + json.dumps(json.loads(file.read_text()) | change) + "\n")
    ran = run("fame", "--lang", "small")
    assert ran.status == 0
    assert len(ran.out.splitlines()) == 2
    assert ran.err == f"seize: {file}, line 2: no record of a search\n"


def test_a_record_that_no_search_can_have_made_is_refused(
    small: Command, run: Command, desk: Desk, file: Path
) -> None:
    found(small)
    record = json.loads(file.read_text()) | {"constraints": {"letters": "ABC", "fixed": "x..."}}
    file.write_text(json.dumps(record) + "\n")
    (shown,) = run("fame", "--lang", "small", "--json").out.splitlines()
    ran = run("replay", json.loads(shown)["id"], "--words", str(desk.file))
    assert ran.status == 2
    assert "A tile is fixed as “x”, which is not allowed" in ran.err


def test_ctrl_c_ends_a_replay(small: Command, run: Command, desk: Desk, file: Path) -> None:
    found(small, "--method", "random")
    record = json.loads(file.read_text())
    record |= {"evaluations": 10**9, "parameters": {"iterations": 10**9}}
    file.write_text(json.dumps(record) + "\n")
    (shown,) = run("fame", "--lang", "small", "--json").out.splitlines()
    before = signal.signal(signal.SIGALRM, signal.default_int_handler)
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.3)
        ran = run("replay", json.loads(shown)["id"], "--words", str(desk.file))
    finally:
        signal.signal(signal.SIGALRM, before)
    assert (ran.status, ran.out, ran.err) == (130, "", "")


def test_unknown_ids_are_refused(run: Command) -> None:
    ran = run("replay", "nonsense")
    assert ran.status == 2
    assert ran.err.startswith("seize: No record “nonsense” in the hall of fame")


@pytest.mark.slow
def test_no_grid_is_cut_off_in_a_terminal(run: Command, tmp_path: Path) -> None:
    shipped = [json.loads(line)["grid"] for line in run("fame", "--json").out.splitlines()]
    child = spawn("optimize", "fame", places=environment(tmp_path), size=(50, 80))
    assert ended(child) == 0
    assert shipped
    assert all(part in child.before for grid in shipped for part in grid.split())


def test_a_hall_that_cannot_be_read_is_named(run: Command, file: Path) -> None:
    file.mkdir(parents=True)
    ran = run("fame")
    assert (ran.status, ran.out) == (2, "")
    assert ran.err == f"seize: Cannot read or write “{file}”: Is a directory\n"


def test_where_it_cannot_be_kept_the_grid_is_printed(small: Command, file: Path) -> None:
    file.mkdir(parents=True)
    ran = small(*QUICK, "--json")
    assert ran.status == 0
    assert "id" not in json.loads(ran.out.splitlines()[-1])
    assert ran.err.startswith(f"seize: the grid is not kept in {file}: ")
    assert ran.err.count("\n") == 1
    assert "again:" not in small(*QUICK).out


@pytest.mark.parametrize(
    "damaged", [b"{}\n", b"\xff\xfe\n", b'{"grid"'], ids=["json", "bytes", "cut"]
)
def test_a_damaged_line_is_left_as_it_is(damaged: bytes, small: Command, file: Path) -> None:
    file.parent.mkdir()
    file.write_bytes(damaged)
    key = found(small)["id"]
    first, second = file.read_bytes().split(b"\n")[:2]
    assert first == damaged.rstrip(b"\n")
    assert json.loads(second)["grid"]
    assert key
