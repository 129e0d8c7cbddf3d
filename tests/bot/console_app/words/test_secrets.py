"""Which grids `seize solve` keeps to itself, and that it asks no more than a file that is there."""

import sqlite3
from datetime import timedelta
from pathlib import Path

import pytest

from bot.console_app.words.secrets import secret_grids
from core.grid import Grid
from core.store.sql.store import open_store
from tests.contract.dailies import keep_puzzle
from tests.contract.made import DAY

YESTERDAY, TODAY, TOMORROW = (
    Grid.parse(text) for text in ("ABCDEFGHIJKLMNOP", "QuITESARTS", "ABCDEFGHI d.......T")
)


@pytest.fixture
async def database(tmp_path: Path) -> Path:
    file = tmp_path / "a folder%20" / "seize.db"
    store = await open_store(file)
    for number, grid in enumerate((YESTERDAY, TODAY, TOMORROW), 1):
        await keep_puzzle(store, number, grid=grid)
    await store.close()
    return file


def test_the_grids_of_today_and_of_days_ahead_are_secret(database: Path) -> None:
    assert secret_grids(database, DAY + timedelta(days=1)) == (TODAY, TOMORROW)
    assert secret_grids(database, DAY + timedelta(days=3)) == ()


@pytest.mark.parametrize(
    "address", ["sqlite:///{}", "sqlite+aiosqlite:///{}", "sqlite:///file:{}?mode=rw&uri=true"]
)
def test_addresses_of_files_are_understood(database: Path, address: str) -> None:
    name = str(database).replace("%", "%25") if "file:" in address else str(database)
    assert len(secret_grids(address.format(name), DAY)) == 3


def test_looking_leaves_nothing_behind(database: Path) -> None:
    before = database.read_bytes()
    secret_grids(database, DAY)
    assert [file.name for file in database.parent.iterdir()] == ["seize.db"]
    assert database.read_bytes() == before


def test_what_is_being_written_is_seen(database: Path) -> None:
    writer = sqlite3.connect(database, isolation_level=None)
    writer.execute("BEGIN IMMEDIATE")
    assert len(secret_grids(database, DAY)) == 3
    writer.close()


def test_where_nothing_can_be_read_nothing_is_secret_and_nothing_is_made(tmp_path: Path) -> None:
    noise, empty, old = (tmp_path / name for name in ("noise.db", "empty.db", "old.db"))
    noise.write_bytes(b"not a database" * 100)
    empty.touch()
    with sqlite3.connect(old) as connection:
        connection.execute("CREATE TABLE puzzles (other)")
    connection.close()
    places = sorted(file.name for file in tmp_path.iterdir())
    for place in (noise, empty, old, tmp_path, tmp_path / "none.db", tmp_path / "no" / "seize.db"):
        assert secret_grids(place, DAY) == ()
        assert secret_grids(f"sqlite:///{place}", DAY) == ()
    for address in ("postgresql://user:pw@db/seize", "nonsense", "", "sqlite:///:memory:"):
        assert secret_grids(address, DAY) == ()
    assert sorted(file.name for file in tmp_path.iterdir()) == places


def test_a_damaged_grid_reveals_no_other_one(database: Path) -> None:
    with sqlite3.connect(database) as connection:
        connection.execute("UPDATE puzzles SET grid = 'ABC' WHERE number = 2")
    connection.close()
    assert secret_grids(database, DAY) == (YESTERDAY, TOMORROW)
