"""Races through the command: the same grid, one's own words of then, and nothing that counts."""

import json
import sqlite3
from contextlib import closing
from pathlib import Path

from tests.helpers.command import seize

GRID = "SMATORGVTREIADPS"


def _play(folder: Path, language: str, *words: str) -> None:
    """Play a round whose words were found at once: before any race against it can be over."""
    lines = "".join(f"{word}\n" for word in words)
    seize("play", "--lang", language, "--letters", GRID, data_dir=folder, stdin=lines)
    with closing(sqlite3.connect(folder / "seize.db")) as database, database:
        found = database.execute("UPDATE plays SET at = (SELECT starts_at FROM rounds)")
        assert found.rowcount == len(words)


def test_who_never_played_has_no_ghost(tmp_path: Path) -> None:
    ran = seize("ghost", data_dir=tmp_path)
    assert (ran.status, ran.out) == (2, "")
    assert ran.err.endswith("There is no round to race against yet\n")


def test_ones_last_round_is_raced_on_its_grid(tmp_path: Path) -> None:
    _play(tmp_path, "en", "smart", "tram")
    ran = seize("ghost", data_dir=tmp_path, stdin="smart\nsmarter\n")
    assert ran.status == 0
    shown, end = ran.out.split("The round is over.")
    assert shown.startswith("\nGhost · English\nS  M  A  T\n")
    assert "Ghost: 2 words, " in end
    assert "Found by both: smart" in end
    kept = json.loads(seize("export", "--player", "terminal:you", data_dir=tmp_path).out)
    assert len(kept["rounds"]) == 1
    with closing(sqlite3.connect(tmp_path / "seize.db")) as database:
        ((grids, rounds, results),) = database.execute(
            "SELECT count(DISTINCT grid), count(*), (SELECT count(*) FROM results) FROM rounds"
        )
    assert (grids, rounds, results) == (1, 2, 1)


def test_the_race_is_told_in_the_language_of_the_player(tmp_path: Path) -> None:
    _play(tmp_path, "fr", "marge")
    ran = seize("ghost", data_dir=tmp_path, stdin="", LC_ALL="fr_FR.UTF-8")
    assert "Fantôme · français" in ran.out
    assert "👻 Fantôme\u202f: 1 mot, " in ran.out
