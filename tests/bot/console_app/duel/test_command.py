"""Duels through the command: against the computer, and between two databases' players."""

import json
import re
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from tests.helpers.command import seize


@pytest.fixture
def data(tmp_path: Path) -> Path:
    return tmp_path


def found_by_the_computer(data: Path, number: int) -> list[str]:
    with closing(sqlite3.connect(data / "seize.db")) as database:
        query = "SELECT found FROM duel_runs WHERE side = 1 AND number = ?"
        ((found,),) = database.execute(query, (number,))
    return [word for _, word in json.loads(found)]


def test_a_duel_with_the_computer_in_three_rounds(data: Path) -> None:
    first = seize("duel", "--machine", "3", "--lang", "en", data_dir=data, stdin="zzz\n")
    assert first.status == 0
    assert "Against 🤖 Computer 3" in first.out
    assert "Duel · Round 1 of 3 · English" in first.out
    assert re.search(r"Points: 0 : [1-9]", first.out)
    code = re.findall(r"seize duel ([A-Z0-9]{8})", first.out)[-1]
    word = found_by_the_computer(data, 2)[0]
    second = seize("duel", code, data_dir=data, stdin=f"{word}\n")
    assert f"Found by both: {word}" in second.out
    listed = seize("duel", data_dir=data)
    assert "🤖 Computer 3: 2/3 – 3/3" in listed.out
    assert f"seize duel {code}" in listed.out
    third = seize("duel", code, data_dir=data, stdin="")
    assert "🤖 Computer 3 won: " in third.out
    again = seize("duel", code, data_dir=data)
    assert again.out.count("Points: ") == 3
    kept = json.loads(seize("export", "--player", "terminal:you", data_dir=data).out)
    (duel,) = kept["duels"]
    assert (duel["code"], duel["state"], len(duel["rounds"])) == (code, "over", 3)
    assert not kept["rounds"]
    assert seize("db", "check", data_dir=data).status == 0


def test_a_code_that_is_none_is_refused(data: Path) -> None:
    ran = seize("duel", "NOSUCH22", data_dir=data)
    assert ran.status == 2
    assert "there is no such duel: check the code" in ran.err.lower()


def test_who_has_no_duels_is_told_how_to_begin_one(data: Path) -> None:
    assert "seize duel --machine 5" in seize("duel", data_dir=data).out
