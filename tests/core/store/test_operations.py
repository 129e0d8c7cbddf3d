"""Checks, backups and restores, with other processes at work."""

# ruff: noqa: ASYNC240, S608 (nothing else waits for the loop; the statements are the tests' own)

import os
import shutil
import signal
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import text

from core.grid import Grid
from core.ids import Member, Room
from core.lexicon import HouseWords
from core.ports import StoreError
from core.rounds.record import PinnedLexicon, Terms
from core.rounds.verdict import Cause, Trait
from core.services.dealer import Dealt
from core.services.rounds import RoundsService
from core.solver.solution import Solution
from core.store.sql.engine import make_engine, parse_url, writing
from core.store.sql.schema import head
from core.store.sql.schema import migrate as down
from core.store.sql.store import open_store
from core.store.upkeep.checks import count
from core.store.upkeep.operations import backup, check, migrate, restore
from tests.contract.made import ANA, SQUARE
from tests.core.rounds.boards import FOUND, GRID, SOLUTION, START
from tests.core.store.made import WRITER, fill, holding, knows, running, see
from tests.helpers.fakes import FakeClock, SameGrid

NOW = 1_800_000_000.0  # 15 January 2027, 08:00:00 UTC
KEPT = "seize.db.before-restore-20270115-080000"

DAMAGES: list[tuple[str, list[str]]] = [
    ("UPDATE plays SET number = 7 WHERE round = 2 AND number = 1", ["round 2: a play is missing"]),
    ("UPDATE plays SET number = 7 WHERE round = 2 AND number = 0", ["round 2: a play is missing"]),
    ("UPDATE results SET words = 2 WHERE player = 1", ["round 1: the result of player 1"]),
    ("UPDATE results SET misses = 0 WHERE player = 2", ["round 1: the result of player 2"]),
    ("UPDATE results SET share = 1 WHERE player = 2", ["round 1: the result of player 2"]),
    ('UPDATE results SET "rank" = 2 WHERE player = 2', ["round 1: the result of player 2"]),
    ("DELETE FROM results WHERE player = 1", ["round 1: the result of player 1"]),
    ("UPDATE rounds SET state = 'running', topic = 'x' WHERE id = 1", ["round 1: the result"]),
    *(
        (f"UPDATE standings SET {column} = 77 WHERE player = 2 AND board = 3", ["player 2 on the"])
        for column in ("rounds", "points", "wins", "shares", "average", "best_points")
    ),
    ("DELETE FROM standings WHERE player = 1 AND board = 8", ["player 1 on the board world/"]),
    ("UPDATE boards SET start = '2026-09-20' WHERE id = 1", ["1/fr/day/2026-09-20", "2026-09-21"]),
    ("UPDATE players SET visibility = 'nobody' WHERE id = 1", ["player 1 on the board 1/fr/day"]),
]  # fmt: skip


async def change(place: str, statement: str) -> None:
    engine = make_engine(parse_url(place))
    async with engine.begin() as connection:
        await connection.execute(text(statement))
    await engine.dispose()


def rows(path: Path, query: str) -> list[tuple[object, ...]]:
    with closing(sqlite3.connect(path)) as connection:
        return connection.execute(query).fetchall()


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


@pytest.fixture
async def database(tmp_path: Path) -> Path:
    path = tmp_path / "data" / "seize.db"
    await fill(path)
    return path


class Rich(SameGrid):
    """Deals a word that is worth more than a round's share fits into 32 bits with."""

    solution = Solution(GRID, SOLUTION.rules, (FOUND["tas"]._replace(points=4000),))

    async def deal(
        self, terms: Terms, house: HouseWords, bonuses: object, grid: Grid | None = None
    ) -> Dealt:
        return Dealt(self.solution, PinnedLexicon("fr", "fr", "0" * 64, house))


async def test_a_round_of_many_points_is_sound(place: str) -> None:
    store = await open_store(place)
    rounds = RoundsService(store, Rich(), FakeClock(), ["test"])
    you, room = Member(ANA, "Ana"), Room(SQUARE)
    await rounds.start(room, you, Terms(lexicon="fr"))
    assert await rounds.submit(room, you, "tas", START)
    await rounds.stop(room, you)
    await store.close()
    assert await check(place) == []


async def test_an_index_that_is_missing_is_a_problem(place: str) -> None:
    await fill(place)
    engine = make_engine(parse_url(place))
    async with engine.begin() as connection:
        await connection.exec_driver_sql("DROP INDEX uq_rounds_active")
    await engine.dispose()
    assert await check(place) == ["the index uq_rounds_active is missing"]


async def test_a_sound_database_has_no_problems(place: str) -> None:
    await fill(place)
    assert await check(place) == []
    assert await count(place) == {"players": 2, "rounds": 2, "plays": 5}


@pytest.mark.parametrize(("statement", "found"), DAMAGES)
async def test_what_does_not_add_up_is_found(place: str, statement: str, found: list[str]) -> None:
    await fill(place)
    await change(place, statement)
    problems = "\n".join(await check(place))
    for part in found:
        assert part in problems
    assert len(problems.splitlines()) <= 16


@pytest.mark.parametrize("cause", Cause)
async def test_misses_are_counted_again_by_every_cause(place: str, cause: Cause) -> None:
    await fill(place)
    await change(place, f"UPDATE plays SET cause = '{cause}' WHERE round = 1 AND points IS NULL")
    assert (await check(place) == []) == (Trait.MISS in cause.traits)


async def test_checking_changes_nothing(database: Path) -> None:
    before = database.read_bytes()
    assert await check(database) == []
    assert database.read_bytes() == before
    assert names(database.parent) == ["seize.db"]


async def test_a_row_that_refers_to_nothing_is_found(database: Path) -> None:
    with closing(sqlite3.connect(database)) as connection, connection:
        connection.execute("INSERT INTO settings VALUES (99, 'a', 'b')")
    assert await check(database) == ["a row of settings names a row of chats that is not there"]


async def test_a_damaged_page_is_found_and_not_backed_up(database: Path) -> None:
    (root,) = rows(database, "SELECT rootpage FROM sqlite_master WHERE name = 'plays'")[0]
    (size,) = rows(database, "PRAGMA page_size")[0]
    with database.open("r+b") as file:
        file.seek((int(str(root)) - 1) * int(str(size)))
        file.write(b"\xff" * int(str(size)))
    assert any("damaged" in problem for problem in await check(database))
    with pytest.raises(StoreError, match="is damaged"):
        backup(database, database.parent / "copy.db")
    assert names(database.parent) == ["seize.db"]


async def test_an_older_schema_is_told_and_not_migrated(place: str) -> None:
    await fill(place)
    engine = make_engine(parse_url(place))
    async with writing(engine) as connection:
        await connection.run_sync(down, "base")
    await engine.dispose()
    assert await check(place) == [f"the schema is at step 0, not {head()}: run seize db upgrade"]
    await (await open_store(place)).close()
    await change(place, "UPDATE alembic_version SET version_num = '9999'")
    (problem,) = await check(place)
    assert "newer Seize" in problem


async def test_migrating_tells_the_steps(place: str) -> None:
    assert await migrate(place) == (None, head())
    assert await migrate(place) == (head(), head())


@pytest.mark.parametrize("act", [check, lambda path: backup(path, path.parent / "copy")])
async def test_a_missing_database_is_not_made(tmp_path: Path, act: object) -> None:
    assert callable(act)
    with pytest.raises(StoreError, match="there is no database"):
        await act(tmp_path / "seize.db")
    assert names(tmp_path) == []


async def test_postgresql_has_its_own_backups(postgresql_url: str, tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="use its pg_dump"):
        backup(postgresql_url, tmp_path / "copy")
    with pytest.raises(StoreError, match="use its pg_dump"):
        await restore(postgresql_url, tmp_path / "copy", NOW)


@pytest.mark.slow
async def test_backups_under_load_are_sound_and_hold_what_was_acknowledged(
    database: Path, tmp_path: Path
) -> None:
    with running(WRITER, database) as writer:
        assert writer.stdout
        for number in range(5):
            acknowledged = [int(writer.stdout.readline()) for _ in range(20)][-1]
            copy = tmp_path / f"copy{number}.db"
            backup(database, copy)
            elsewhere = tmp_path / f"restored{number}" / "seize.db"
            assert await restore(elsewhere, copy, NOW) is None
            assert await check(elsewhere) == []
            kept = {name for (name,) in rows(elsewhere, "SELECT external_id FROM players")}
            assert kept >= {str(each) for each in range(acknowledged + 1)} | {"ana", "ben"}
            assert names(elsewhere.parent) == ["seize.db"]


async def test_a_backup_is_one_file_that_only_its_owner_reads(
    database: Path, tmp_path: Path
) -> None:
    store = await open_store(database)
    await see(store, "clo")
    copy = tmp_path / "copy.db"
    backup(database, copy)
    await store.close()
    assert copy.stat().st_mode & 0o777 == 0o600
    assert await check(copy) == []
    assert names(tmp_path) == ["copy.db", "data"]
    assert await knows(copy, "clo")


async def test_a_backup_overwrites_only_if_asked(database: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy.db"
    copy.write_text("precious")
    with pytest.raises(StoreError, match="exists already"):
        backup(database, copy)
    assert copy.read_text() == "precious"
    backup(database, copy, overwrite=True)
    assert await check(copy) == []


@pytest.mark.parametrize("overwrite", [False, True])
def test_a_backup_never_overwrites_the_database(database: Path, overwrite: bool) -> None:
    (database.parent / "link").symlink_to(database)
    before = database.read_bytes()
    for name in ("seize.db", "link", "seize.db-wal"):
        with pytest.raises(StoreError, match="is the database itself"):
            backup(database, database.parent / name, overwrite=overwrite)
    assert database.read_bytes() == before


def test_a_backup_to_no_folder_or_over_one_gets_one_line(database: Path, tmp_path: Path) -> None:
    for target in (tmp_path / "no" / "copy", tmp_path, database / "copy"):
        with pytest.raises(StoreError, match="cannot write"):
            backup(database, target, overwrite=True)


@pytest.mark.slow
def test_a_backup_that_is_killed_leaves_nothing_under_its_name(
    database: Path, tmp_path: Path
) -> None:
    # Stopped where the copy is whole and has not got its name yet.
    code = """
import os, sys
from pathlib import Path
from core.store.upkeep import files, operations
def stop(path):
    print("copied", flush=True)
    sys.stdin.read()
files.settle = stop
operations.backup(Path(sys.argv[1]), Path(sys.argv[2]))
"""
    target = tmp_path / "copy.db"
    with running(code, database, target) as process:
        assert process.stdout
        assert process.stdout.readline() == "copied\n"
        assert not target.exists()
        process.send_signal(signal.SIGKILL)
        process.wait()
    assert not target.exists()
    backup(database, target)
    assert target.exists()


async def test_what_killed_backups_left_is_cleared_by_the_next(
    database: Path, tmp_path: Path
) -> None:
    folder = tmp_path / "copies"
    folder.mkdir()
    old, new = (f".copy.db.{name}.part" for name in ("abcd1234", "efgh5678"))
    for name in (old, f"{old}-journal", new, ".other.db.abcd1234.part", "copy.db.old"):
        (folder / name).touch()
        if name != new:  # which another backup may be writing now
            os.utime(folder / name, (1.0, 1.0))
    backup(database, folder / "copy.db")
    assert names(folder) == [new, ".other.db.abcd1234.part", "copy.db", "copy.db.old"]
    litter = database.with_name(".seize.db.abcd1234.part")
    litter.touch()
    os.utime(litter, (1.0, 1.0))
    await restore(database, folder / "copy.db", NOW)
    assert not litter.exists()


async def test_only_their_owner_can_open_what_is_made(database: Path, tmp_path: Path) -> None:
    backup(database, tmp_path / "copy.db")
    made = tmp_path / "new" / "seize.db"
    before = os.umask(0)
    try:
        store = await open_store(made)
        await see(store, "later")
    finally:
        os.umask(before)
    beside = [path for path in made.parent.iterdir() if path.is_file()]
    assert {path.name for path in beside} == {"seize.db", "seize.db-wal", "seize.db-shm"}
    for path in (*beside, tmp_path / "copy.db"):
        assert path.stat().st_mode & 0o777 == 0o600
    assert made.parent.stat().st_mode & 0o777 == 0o700
    await store.close()


async def test_a_restore_keeps_what_was_there(database: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy.db"
    backup(database, copy)
    database.chmod(0o640)
    store = await open_store(database)
    await see(store, "later")
    await store.close()
    kept = await restore(database, copy, NOW)
    assert kept == database.parent / KEPT
    assert names(database.parent) == ["seize.db", KEPT]
    assert database.stat().st_mode & 0o777 == 0o640
    assert not await knows(database, "later")
    assert await knows(kept, "later")
    assert await knows(database, "ana")
    assert await check(database) == []
    again = await restore(database, kept, NOW)
    assert again == database.parent / f"{KEPT}-2"
    assert await knows(database, "later")


async def test_a_restore_is_refused_while_another_has_the_database_open(
    database: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("core.store.sql.engine._BUSY", 50)
    copy = tmp_path / "copy.db"
    backup(database, copy)
    store = await open_store(database)
    await see(store, "later")
    await store.close()
    with (
        holding(database, "SELECT * FROM players"),
        pytest.raises(StoreError, match="locked by another"),
    ):
        await restore(database, copy, NOW)
    assert await knows(database, "later")
    assert names(database.parent) == ["seize.db"]
    await restore(database, copy, NOW)
    assert not await knows(database, "later")


@pytest.mark.slow
async def test_what_a_crash_left_in_the_log_is_kept_with_the_old_database(
    database: Path, tmp_path: Path
) -> None:
    copy = tmp_path / "copy.db"
    backup(database, copy)
    with running(WRITER, database) as writer:
        assert writer.stdout
        writer.stdout.readline()
        writer.kill()
        writer.wait()
    assert (database.parent / "seize.db-wal").exists()
    kept = await restore(database, copy, NOW)
    assert kept
    assert await knows(kept, "0", "load")
    assert not await knows(database, "0", "load")
    assert await check(database) == []


async def test_a_damaged_database_is_moved_aside_with_its_log(
    database: Path, tmp_path: Path
) -> None:
    copy = tmp_path / "copy.db"
    backup(database, copy)
    database.write_bytes(b"garbage" * 1000)
    for suffix in ("-wal", "-shm"):
        Path(f"{database}{suffix}").write_bytes(b"log" + os.urandom(5000))
    kept = await restore(database, copy, NOW)
    assert kept
    assert kept.read_bytes() == b"garbage" * 1000
    assert Path(f"{kept}-wal").read_bytes()[:3] == b"log"
    assert [name for name in names(database.parent) if not name.startswith(KEPT)] == ["seize.db"]
    assert await check(database) == []


@pytest.mark.slow
async def test_a_log_without_its_database_is_not_applied_to_the_new_one(
    database: Path, tmp_path: Path
) -> None:
    copy = tmp_path / "copy.db"
    backup(database, copy)
    with running(WRITER, database) as writer:
        assert writer.stdout
        writer.stdout.readline()
        writer.kill()
        writer.wait()
    database.unlink()
    await restore(database, copy, NOW)
    assert not await knows(database, "0", "load")
    assert await check(database) == []


@pytest.mark.slow
async def test_a_restore_that_dies_at_any_step_leaves_a_database(
    database: Path, tmp_path: Path
) -> None:
    copy = tmp_path / "copy.db"
    backup(database, copy)
    code = """
import asyncio, os, signal, sys
from pathlib import Path
from core.store.upkeep.operations import restore
left = int(sys.argv[3])
def die(event, arguments):
    global left
    if event in ("os.link", "os.remove", "os.rename", "sqlite3.connect"):
        left -= 1
        if left < 0:
            os.kill(os.getpid(), signal.SIGKILL)
sys.addaudithook(die)
asyncio.run(restore(Path(sys.argv[1]), Path(sys.argv[2]), 1.8e9))
print("done", flush=True)
"""
    for steps in range(100):
        folder = tmp_path / f"try{steps}"
        shutil.copytree(database.parent, folder)
        with running(code, folder / "seize.db", copy, steps) as process:
            assert process.stdout
            done = process.stdout.readline() == "done\n"
        assert await check(folder / "seize.db") == []
        if done:
            break
    assert steps > 3


@pytest.mark.parametrize("content", [b"", b"not a database" * 1000, None])
async def test_what_is_no_backup_is_refused(
    database: Path, tmp_path: Path, content: bytes | None
) -> None:
    source = tmp_path / "source"
    if content is not None:
        source.write_bytes(content)
    before = database.read_bytes()
    with pytest.raises(StoreError, match=r"not a database of Seize|is damaged|no database"):
        await restore(database, source, NOW)
    assert database.read_bytes() == before
    assert names(database.parent) == ["seize.db"]


async def test_a_backup_of_an_earlier_version_is_brought_up(database: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy.db"
    backup(database, copy)
    engine = make_engine(parse_url(copy))
    async with writing(engine) as connection:
        await connection.run_sync(down, "0002")
    await engine.dispose()
    assert not {"puzzles"} & {name for (name,) in rows(copy, "SELECT name FROM sqlite_master")}
    await restore(database, copy, NOW)
    assert await knows(database, "ana")
    assert await check(database) == []


async def test_a_backup_of_a_newer_seize_is_refused(database: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy.db"
    backup(database, copy)
    with closing(sqlite3.connect(copy)) as connection, connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    with pytest.raises(StoreError, match=r"copy\.db is of a newer Seize"):
        await restore(database, copy, NOW)
    with pytest.raises(StoreError, match="is the database itself"):
        await restore(database, database, NOW)
    assert names(database.parent) == ["seize.db"]
