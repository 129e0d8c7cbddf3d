"""Commands where the database is not Seize's, or half played, or the host's clock is set."""

import os
import signal
import sqlite3
import subprocess
import time
from contextlib import closing
from itertools import count
from pathlib import Path

import pytest

from tests.helpers.command import SEIZE, Ran, environment, seize

FOREIGN = {
    "another app": ["CREATE TABLE bookmarks (a)"],
    "with a table named as ours": ["CREATE TABLE players (a)"],
    "with steps of its own": [
        "CREATE TABLE t (a)",
        "CREATE TABLE alembic_version (version_num TEXT)",
        "INSERT INTO alembic_version VALUES ('0001')",
    ],
}


@pytest.fixture(params=FOREIGN, ids=str)
def foreign(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    path = tmp_path / "foreign.db"
    with closing(sqlite3.connect(path)) as raw:
        for statement in FOREIGN[request.param]:
            raw.execute(statement)
        raw.commit()
    return path


def refused(*arguments: str, data_dir: Path, SEIZE_DATABASE_URL: str = "") -> Ran:  # noqa: N803
    ran = seize(*arguments, data_dir=data_dir, SEIZE_DATABASE_URL=SEIZE_DATABASE_URL)
    assert (ran.status, ran.out, len(ran.err.splitlines())) == (2, "", 1)
    return ran


@pytest.mark.parametrize("command", ["stats", "db upgrade", "db backup copy.db", "export"])
def test_the_database_of_another_program_is_left_alone(
    tmp_path: Path, foreign: Path, command: str
) -> None:
    before = foreign.read_bytes()
    ran = refused(
        *command.replace("copy.db", str(tmp_path / "copy.db")).split(),
        data_dir=tmp_path,
        SEIZE_DATABASE_URL=f"sqlite:///{foreign}",
    )
    assert "foreign.db" in ran.err
    assert "Seize" in ran.err
    assert foreign.read_bytes() == before
    assert not (tmp_path / "copy.db").exists()


def test_only_backups_of_seize_are_restored(tmp_path: Path, foreign: Path) -> None:
    data, text = tmp_path / "data", tmp_path / "readme"
    text.write_text("a text")
    seize("db", "upgrade", data_dir=data)
    before = (data / "seize.db").read_bytes()
    for source in (foreign, text):
        ran = refused("db", "restore", str(source), data_dir=data)
        assert f"“{source}” is not a database of Seize" in ran.err
    assert [path.name for path in data.iterdir()] == ["seize.db"]
    assert (data / "seize.db").read_bytes() == before


def test_what_is_no_file_is_no_backup_and_no_database(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    for source in ("pipe", "."):
        ran = refused("db", "restore", str(tmp_path / source), data_dir=tmp_path / "data")
        assert "is not a regular file" in ran.err
    url = f"sqlite:///{tmp_path}/pipe"
    assert (
        "is not a regular file"
        in refused("db", "check", data_dir=tmp_path, SEIZE_DATABASE_URL=url).err
    )


def test_a_device_is_no_database(tmp_path: Path) -> None:
    for command in ("leaderboard", "stats", "db check", "daily list"):
        url = "sqlite:////dev/null"
        ran = refused(*command.split(), data_dir=tmp_path, SEIZE_DATABASE_URL=url)
        assert ran.err == "seize: “/dev/null” is not a regular file: give the name of one\n"


def test_a_table_that_is_gone_is_found(tmp_path: Path) -> None:
    seize("db", "upgrade", data_dir=tmp_path)
    with closing(sqlite3.connect(tmp_path / "seize.db")) as raw:
        raw.execute("DROP TABLE plays")
    ran = seize("db", "check", data_dir=tmp_path)
    assert (ran.status, ran.out, ran.err) == (1, "The table plays is missing\n", "")


@pytest.mark.parametrize("name", ["seize.db", "notes.txt", "folder", ""])
def test_a_picture_takes_no_other_files_place(tmp_path: Path, name: str) -> None:
    seize("db", "upgrade", data_dir=tmp_path)
    (tmp_path / "notes.txt").write_text("notes")
    before = (tmp_path / "seize.db").read_bytes()
    target = str(tmp_path / name) if name else ""
    ran = refused("stats", "--lang", "en", "--plot", target, data_dir=tmp_path)
    assert "write one that ends in .png" in ran.err
    assert (tmp_path / "seize.db").read_bytes() == before
    assert (tmp_path / "notes.txt").read_text() == "notes"


@pytest.mark.parametrize(
    "url",
    [
        "postgresql://seize:Tr0ub@dor&3@db.invalid/seize",
        "sqlite:////tmp/seize.db?timeout=abc",
        "sqlite:////tmp/seize.db?password=dor",
    ],
)
@pytest.mark.parametrize("command", ["leaderboard", "db check"])
def test_addresses_that_are_none_show_no_secret(tmp_path: Path, url: str, command: str) -> None:
    ran = refused(*command.split(), data_dir=tmp_path, SEIZE_DATABASE_URL=url)
    assert "SEIZE_DATABASE_URL is no address" in ran.err
    assert "dor" not in ran.err


@pytest.mark.slow
@pytest.mark.parametrize("option", ["stats --player", "leaderboard --chat", "export --player"])
def test_bytes_that_are_no_text_name_nobody(tmp_path: Path, option: str) -> None:
    done = subprocess.run(
        [os.fsencode(SEIZE), *map(os.fsencode, option.split()), b"terminal:\xff"],
        capture_output=True,
        env=environment(tmp_path),
        check=False,
    )
    assert (done.returncode, done.stdout) == (2, b"")
    assert b"names nobody" in done.stderr
    assert len(done.stderr.splitlines()) == 1


@pytest.mark.slow
def test_what_was_killed_is_counted_by_who_looks(tmp_path: Path, data_dir: Path) -> None:
    url = f"sqlite:///{tmp_path}/seize.db"
    command = [str(SEIZE), "play", "--plain", "--lang", "en", "--letters", "SMATORGVTREIADPS"]
    with subprocess.Popen(
        command,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env=environment(data_dir, SEIZE_DATABASE_URL=url),
    ) as playing:
        assert playing.stdin
        assert playing.stdout
        print("more", file=playing.stdin, flush=True)
        while not (line := playing.stdout.readline()).startswith("+"):
            assert line
        playing.send_signal(signal.SIGKILL)
    before = seize("stats", "--lang", "en", data_dir=data_dir, SEIZE_DATABASE_URL=url)
    assert "no rounds" in before.out  # it might go on
    with closing(sqlite3.connect(tmp_path / "seize.db")) as raw:
        raw.execute("UPDATE rounds SET starts_at = starts_at - 600, deadline = deadline - 600")
        raw.execute("UPDATE plays SET at = at - 600")
        raw.commit()
    after = seize("leaderboard", "--period", "all", "--lang", "en", "--json", data_dir=data_dir,
                  SEIZE_DATABASE_URL=url)  # fmt: skip
    assert '"rounds": 1' in after.out


@pytest.mark.parametrize("jump", [3600.0, -3600.0])
def test_a_host_whose_clock_is_set_in_mid_round_plays_on(
    jump: float, tmp_path: Path, data_dir: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tell, looks = time.time, count()
    monkeypatch.setattr(time, "time", lambda: tell() + jump * next(looks))
    letters = ("--lang", "en", "--letters", "SMATORGVTREIADPS")
    url = f"sqlite:///{tmp_path}/seize.db"
    ran = seize("play", *letters, data_dir=data_dir, stdin="red\n", SEIZE_DATABASE_URL=url)
    assert ran.status == 0, ran.err
    with closing(sqlite3.connect(tmp_path / "seize.db")) as connection:
        assert connection.execute("SELECT word, cause FROM plays").fetchall() == [("red", None)]
