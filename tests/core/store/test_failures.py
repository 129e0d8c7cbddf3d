"""Failures of a database: one clear line, and no data lost."""

# ruff: noqa: ASYNC240 (nothing else waits for the loop)

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from core.errors import SeizeError
from core.ports import StoreError
from core.store.sql.engine import place_of
from core.store.sql.store import SqlStore, open_store
from core.store.upkeep.operations import check
from tests.core.store.made import fill, holding, knows, see
from tests.helpers.patience import PATIENCE

# For a process without the rights of root, or on a file that may not grow.
VISITOR = """
import asyncio, os, resource, sys
from pathlib import Path
from core.errors import SeizeError
from core.ids import Member, PlayerRef
from core.store.sql.store import open_store

async def main():
    store = await open_store(Path(sys.argv[1]))
    if sys.argv[2] == "limited":
        size = os.path.getsize(sys.argv[1] + "-wal")
        resource.setrlimit(resource.RLIMIT_FSIZE, (size + 5000,) * 2)
    for number in range(1000):
        async with store.write() as work:
            await work.players.see(Member(PlayerRef("load", str(number)), "N" * 500), None, 1.0)
        print(number, flush=True)

try:
    asyncio.run(main())
except SeizeError as error:
    print("refused:", error, flush=True)
"""


def one_line(error: SeizeError) -> str:
    line = str(error)
    assert "\n" not in line
    assert len(line) < 500
    return line


def visit(path: Path, how: str) -> list[str]:
    """Return the lines of a process that writes until it is refused."""
    command = [sys.executable, "-c", VISITOR, str(path), how]
    if os.geteuid() == 0:
        # Rights to files bind root, too, without these.
        command = ["setpriv", "--bounding-set=-dac_override,-dac_read_search", *command]
    done = subprocess.run(
        command,
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE,
    )
    assert done.stderr == ""
    return done.stdout.splitlines()


@pytest.fixture
async def database(tmp_path: Path) -> Path:
    path = tmp_path / "data" / "seize.db"
    await fill(path)
    return path


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    folder = tmp_path / "small"
    folder.mkdir()
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", str(folder)],
        check=False,
        capture_output=True,
    )
    if mounted.returncode:
        pytest.skip("only root mounts a small disk; the next test does without")
    yield folder
    subprocess.run(["umount", "--lazy", str(folder)], check=True)


@pytest.mark.slow
async def test_a_full_disk_loses_nothing_and_is_mended_by_room(small_disk: Path) -> None:
    path = small_disk / "seize.db"
    await fill(path)
    ballast = small_disk / "ballast"
    with ballast.open("wb", buffering=0) as file:
        with suppress(OSError):
            while True:
                file.write(b"x" * 4096)
        file.truncate(file.tell() - 120_000)
    store = await open_store(path)
    kept: list[str] = []
    with pytest.raises(StoreError, match=r"no room left|the disk of") as refused:
        await see_many(store, kept)
    one_line(refused.value)
    assert kept
    ballast.unlink()
    await see(store, "after")
    await store.close()
    assert await check(path) == []
    assert await knows(path, "after")
    for name in kept:
        assert await knows(path, name)
    assert not await knows(path, str(len(kept)))


async def see_many(store: SqlStore, kept: list[str]) -> None:
    """Keep players until that is refused, and note who is acknowledged."""
    while True:
        name = str(len(kept))
        await see(store, name, "N" * 500)
        kept.append(name)


@pytest.mark.slow
async def test_a_quota_loses_nothing(database: Path) -> None:
    *kept, refused = visit(database, "limited")
    assert "refused: the disk of the database" in refused
    assert await check(database) == []
    for number in kept:
        assert await knows(database, number, "load")
    assert not await knows(database, str(len(kept)), "load")


async def test_a_locked_database(database: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("core.store.sql.engine._BUSY", 50)
    store = await open_store(database)
    await see(store, "before")
    with holding(database, "BEGIN IMMEDIATE"):
        with pytest.raises(StoreError, match="is locked by another program") as refused:
            await see(store, "refused")
        one_line(refused.value)
        async with store.read() as work:
            assert await work.rounds.get(1)
    await see(store, "after")
    await store.close()
    assert [await knows(database, name) for name in ("before", "refused", "after")] == [
        True,
        False,
        True,
    ]


async def test_a_database_opened_read_only(database: Path) -> None:
    store = await open_store(f"sqlite:///{database.as_uri()}?mode=ro&uri=true")
    assert store.place == str(database)
    async with store.read() as work:
        assert await work.rounds.get(1)
    with pytest.raises(StoreError, match="cannot be written") as refused:
        await see(store, "refused")
    one_line(refused.value)
    await store.close()
    assert await check(database) == []


@pytest.mark.slow
@pytest.mark.parametrize("what", ["file", "folder"])
async def test_a_database_without_the_right_to_write(database: Path, what: str) -> None:
    denied = database if what == "file" else database.parent
    denied.chmod(0o444 if what == "file" else 0o555)
    (line,) = visit(database, "free")
    assert line.startswith("refused: ")
    assert "this user" in line
    denied.chmod(0o755)
    assert await knows(database, "ana")
    assert visit(database, "free")[-1] == "999"


@pytest.mark.parametrize("where", [0, 4096 * 3])
async def test_a_damaged_file(database: Path, where: int) -> None:
    sound = database.read_bytes()
    database.write_bytes(sound[:where] + os.urandom(1).join([b"\xff" * 20_000] * 2))
    with pytest.raises(StoreError, match="is damaged: restore a backup") as refused:
        await use(database)
    one_line(refused.value)
    database.write_bytes(sound)
    assert await knows(database, "ana")


async def use(place: Path | str) -> None:
    store = await open_store(place)
    try:
        async for _ in store.dump():
            pass
    finally:
        await store.close()


@pytest.mark.parametrize("content", [b"not a database, by far" * 500, b"SQLite format 3\0" * 9])
async def test_a_file_that_is_no_database_is_left_as_it_is(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "seize.db"
    path.write_bytes(content)
    with pytest.raises(StoreError, match="is damaged") as refused:
        await open_store(path)
    one_line(refused.value)
    assert path.read_bytes() == content


@pytest.mark.parametrize("name", [".", "file/seize.db", "file/deeper/seize.db"])
async def test_a_folder_in_its_place_or_a_file_in_its_way(tmp_path: Path, name: str) -> None:
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(
        StoreError, match=r"cannot open the database|no address of a database|is not a regular file"
    ) as refused:
        await open_store(tmp_path / name)
    assert str(tmp_path) in one_line(refused.value)


async def test_without_the_driver(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "asyncpg", None)
    with pytest.raises(StoreError, match=r"pip install 'seize\[postgres\]'") as refused:
        await open_store("postgresql://user:hunter2@127.0.0.1/seize")
    assert "hunter2" not in one_line(refused.value)


@pytest.mark.parametrize(
    "url",
    [
        "postgresql://user:hunter2@127.0.0.1:1/seize",
        "postgresql://user@127.0.0.1:1/seize?password=hunter2",
        "postgresql://user:hunter2@host:port/seize",
        "postgresql+nonsense://user:hunter2@127.0.0.1:1/seize",
        "mysql://user:hunter2@host/seize",
        "://user:hunter2",
        "hunter2",
        "",
        "sqlite://",
        "sqlite:///:memory:",
    ],
)
async def test_a_database_that_is_out_of_reach(url: str) -> None:
    with pytest.raises(
        StoreError, match=r"cannot open the database|no address of a database"
    ) as refused:
        await open_store(url)
    assert "hunter2" not in one_line(refused.value)


async def test_a_database_that_a_server_does_not_have(postgresql_url: str) -> None:
    with pytest.raises(StoreError, match="does not exist") as refused:
        await open_store(re.sub(r"/test\d+", "/nowhere", postgresql_url))
    one_line(refused.value)


async def test_a_postgresql_that_only_reads(postgresql_url: str) -> None:
    await fill(postgresql_url)
    from sqlalchemy import text

    from core.store.sql.engine import make_engine, parse_url

    url = parse_url(postgresql_url)
    engine = make_engine(url)
    async with engine.begin() as connection:
        name = url.database
        await connection.execute(
            text(f"ALTER DATABASE {name} SET default_transaction_read_only = on")
        )
    store = await open_store(postgresql_url)
    with pytest.raises(StoreError, match="cannot be written") as refused:
        await see(store, "refused")
    assert place_of(url) in one_line(refused.value)
    await store.close()
    await engine.dispose()
    assert await knows(postgresql_url, "ana")
