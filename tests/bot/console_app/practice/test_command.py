"""Practice through the command: grids of what was missed, and nothing for the leaderboards."""

import json
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from tests.helpers.command import seize


@pytest.fixture
def data(tmp_path: Path) -> Path:
    return tmp_path


def practised(data: Path) -> list[str]:
    with closing(sqlite3.connect(data / "seize.db")) as database:
        query = "SELECT practice FROM rounds WHERE practice IS NOT NULL ORDER BY id"
        return [str(words).split() for (words,) in database.execute(query)][-1]


def test_who_never_played_practises_common_words_and_is_told_what_each_came_to(
    data: Path,
) -> None:
    ran = seize("practice", "--lang", "en", "--seed", "3", data_dir=data)
    assert ran.status == 0
    words = practised(data)
    assert len(words) >= 5
    assert ran.out.count("missed this time") == len(words)
    assert "No word was found, so nothing was noted." in ran.out
    found = seize(
        "practice", "--lang", "en", "--seed", "3", data_dir=data, stdin="\n".join(words[:2])
    )
    assert found.out.count("found at once · comes again in") == 2
    assert found.out.count("missed this time · comes again today") == len(words) - 2
    kept = json.loads(seize("export", "--player", "terminal:you", data_dir=data).out)
    assert {card["word"] for card in kept["practised"]} == set(words)
    assert not kept["rounds"]


def test_words_missed_in_a_round_are_on_the_next_grid(data: Path) -> None:
    grid = "SMATORGVTREIADPS"
    seize("play", "--lang", "en", "--letters", grid, data_dir=data, stdin="smart\n")
    ran = seize("practice", "--lang", "en", "--seed", "5", data_dir=data)
    assert ran.status == 0
    solved = json.loads(seize("solve", grid, "--lang", "en", "--json", data_dir=data).out)
    missed = {found["word"] for found in solved["words"]} - {"smart"}
    words = practised(data)
    assert len(words) >= 5
    assert len(missed & set(words)) >= 3
    with closing(sqlite3.connect(data / "seize.db")) as database:
        ((first, second),) = database.execute("SELECT min(grid), max(grid) FROM rounds")
        assert first != second
        (results,) = database.execute("SELECT count(*) FROM results").fetchone()
    assert results == 1  # a practice counts for nothing
