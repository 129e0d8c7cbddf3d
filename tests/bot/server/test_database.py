"""`seize db` and `seize export`, run from the command line."""

# ruff: noqa: ASYNC240 (nothing else waits for the loop)

import json
import subprocess
from pathlib import Path

import pytest

from core.store.sql.schema import head
from tests.core.store.made import fill
from tests.core.store.made import holding as holding_open
from tests.helpers.command import SEIZE, environment, seize


@pytest.fixture
async def data(tmp_path: Path) -> Path:
    folder = tmp_path / "data"
    await fill(folder / "seize.db")
    return folder


def test_upgrade_says_from_which_step_to_which(tmp_path: Path) -> None:
    first = seize("db", "upgrade", data_dir=tmp_path)
    again = seize("db", "upgrade", data_dir=tmp_path)
    assert (first.status, first.out, first.err) == (0, f"upgraded from step 0 to {head()}\n", "")
    assert (again.status, again.out, again.err) == (0, f"up to date: step {head()}\n", "")


def test_check_counts_what_is_sound(data: Path) -> None:
    ran = seize("db", "check", data_dir=data)
    assert (ran.status, ran.err) == (0, "")
    assert ran.out == "sound; players: 2, rounds: 2, plays: 5\n"
    assert seize("db", "check", data_dir=data, LANG="fr").out.startswith("saine\u202f; joueurs")


def test_check_prints_one_problem_a_line_and_exits_1(data: Path) -> None:
    with holding_open(data / "seize.db", "UPDATE results SET points = 1 WHERE player = 1"):
        ran = seize("db", "check", data_dir=data)
    assert (ran.status, ran.err) == (1, "")
    assert len(ran.out.splitlines()) == 9
    assert "Round 1: the result of player 1 is not what the journal says" in ran.out


@pytest.mark.parametrize(
    "arguments", [["db", "check"], ["db", "backup", "copy"], ["export"], ["export", "copy"]]
)
def test_without_a_database_there_is_one_line_and_none_is_made(
    tmp_path: Path, arguments: list[str]
) -> None:
    ran = seize(*arguments, data_dir=tmp_path)
    assert (ran.status, ran.out) == (2, "")
    assert ran.err.startswith("seize: There is no database")
    assert len(ran.err.splitlines()) == 1
    assert list(tmp_path.iterdir()) == []


def test_a_file_that_is_no_database_gets_one_line(tmp_path: Path) -> None:
    (tmp_path / "seize.db").write_bytes(b"garbage" * 1000)
    for command in ("upgrade", "check"):
        ran = seize("db", command, data_dir=tmp_path)
        assert ran.status in (1, 2)
        assert len((ran.out + ran.err).splitlines()) == 1
        assert "is damaged: restore a backup" in ran.out + ran.err


async def test_backup_and_restore(data: Path, tmp_path: Path) -> None:
    copy = str(tmp_path / "copy.db")
    made = seize("db", "backup", copy, data_dir=data)
    refused = seize("db", "backup", copy, data_dir=data)
    forced = seize("db", "backup", copy, "--force", data_dir=data)
    assert (made.status, made.out, made.err) == (0, f"a copy of the database is in {copy}\n", "")
    assert refused.status == 2
    assert "exists already" in refused.err
    assert forced.status == 0
    with holding_open(data / "seize.db", "SELECT * FROM players"):
        blocked = seize("db", "restore", copy, data_dir=data)
    assert blocked.status == 2
    assert "is locked by another program" in blocked.err
    restored = seize("db", "restore", copy, data_dir=data)
    assert (restored.status, restored.err) == (0, "")
    kept = Path(restored.out.strip().removeprefix("the database until now is kept as "))
    assert kept.name.startswith("seize.db.before-restore-")
    assert kept.exists()
    assert seize("db", "check", data_dir=data).status == 0


def test_export_writes_every_row_of_every_table(data: Path, tmp_path: Path) -> None:
    ran = seize("export", data_dir=data)
    assert (ran.status, ran.err) == (0, "")
    rows = [json.loads(line) for line in ran.out.splitlines()]
    assert {"players", "chats", "rounds", "plays", "results", "boards", "standings"} <= {
        row["table"] for row in rows
    }
    plays = [row["row"] for row in rows if row["table"] == "plays"]
    assert len(plays) == 5
    assert plays[0]["path"] == [0, 1, 2]
    target = tmp_path / "all.jsonl"
    assert seize("export", str(target), data_dir=data).status == 0
    assert target.read_text(encoding="utf-8") == ran.out
    assert seize("export", str(target), data_dir=data).status == 2
    assert seize("export", str(target), "--force", data_dir=data).status == 0


def test_export_never_overwrites_the_database(data: Path) -> None:
    before = (data / "seize.db").read_bytes()
    ran = seize("export", str(data / "seize.db"), "--force", data_dir=data)
    assert ran.status == 2
    assert "is the database itself" in ran.err
    assert (data / "seize.db").read_bytes() == before


def test_export_of_one_player_is_theirs_alone(data: Path) -> None:
    ran = seize("export", "--player", "test:ana", data_dir=data)
    assert (ran.status, ran.err) == (0, "")
    kept = json.loads(ran.out)
    assert kept["name"] == "Ana"
    assert "ben" not in ran.out.lower()


async def test_half_a_surrogate_pair_is_exported(data: Path, tmp_path: Path) -> None:
    with holding_open(
        data / "seize.db",
        "UPDATE plays SET cause = 'not-letters', letters = '\\ud800' WHERE player = 1",
    ):
        printed = seize("export", "--player", "test:ana", data_dir=data)
        target = tmp_path / "ana.json"
        assert seize("export", str(target), "--player", "test:ana", data_dir=data).status == 0
    assert (printed.status, printed.err) == (0, "")
    assert target.read_text("utf-8") == printed.out
    assert "\ud800" in {play["letters"] for play in json.loads(printed.out)["plays"]}


@pytest.mark.parametrize(
    ("player", "said"),
    [
        ("test:nobody", "Nothing is kept of a player “test:nobody”"),
        ("ana", "“ana” names nobody: write PLATFORM:ID"),
        (":", "names nobody"),
        ("", "names nobody"),
    ],
)
def test_export_of_an_unknown_player_gets_one_line(
    data: Path, tmp_path: Path, player: str, said: str
) -> None:
    target = tmp_path / "player.json"
    ran = seize("export", str(target), "--player", player, data_dir=data)
    assert (ran.status, ran.out) == (2, "")
    assert said in ran.err
    assert len(ran.err.splitlines()) == 1
    assert not target.exists()


@pytest.mark.slow
def test_a_reader_that_closes_early_is_no_error(data: Path) -> None:
    with subprocess.Popen(
        [str(SEIZE), "export"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment(data),
    ) as process:
        assert process.stdout
        assert process.stderr
        process.stdout.close()
        assert process.stderr.read() == b""
    assert process.returncode in (0, 1)  # by what notices it first, Typer or Seize


async def test_postgresql_through_the_url(
    postgresql_url: str,
    tmp_path: Path,
) -> None:
    await fill(postgresql_url)

    def run(*arguments: str) -> tuple[int, str, str]:
        ran = seize(*arguments, data_dir=tmp_path, SEIZE_DATABASE_URL=postgresql_url)
        return ran.status, ran.out, ran.err

    assert run("db", "check") == (0, "sound; players: 2, rounds: 2, plays: 5\n", "")
    assert run("db", "upgrade") == (0, f"up to date: step {head()}\n", "")
    status, _, error = run("db", "backup", str(tmp_path / "copy"))
    assert (status, "use its pg_dump" in error) == (2, True)
    assert len(run("export")[1].splitlines()) > 20
    assert list(tmp_path.iterdir()) == []
