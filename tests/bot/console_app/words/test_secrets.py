"""Which grids `seize solve` keeps to itself, and that it asks no more than a file that is there."""

import sqlite3
from datetime import timedelta
from pathlib import Path

import pytest

from bot.console_app.play.seat import HERE
from bot.console_app.words.secrets import secret_grids
from core.daily.puzzle import midnight
from core.grid import Grid
from core.ids import Room
from core.rounds.purpose import ForDaily
from core.rounds.round import State
from core.store.sql.store import open_store
from tests.contract.dailies import keep_puzzle
from tests.contract.made import ANA, DAY, SQUARE, START, keep, meet

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


NOON = midnight(DAY + timedelta(days=1)) + 43_200


def grids(place: Path | str, now: float = NOON) -> tuple[Grid, ...]:
    return tuple(each.grid for each in secret_grids(place, now))


def test_the_grid_of_today_is_secret_and_those_of_other_days_are_not(database: Path) -> None:
    assert grids(database) == (TODAY,)
    assert grids(database, NOON + 86_400) == (TOMORROW,)
    assert grids(database, NOON + 3 * 86_400) == ()


async def test_rounds_are_secret_while_they_run(tmp_path: Path) -> None:
    store = await open_store(tmp_path / "seize.db")
    await meet(store, ANA)
    await keep(store, room=Room(SQUARE, "a"), grid=TODAY, min_length=4)
    await keep(store, room=Room(SQUARE, "b"), state=State.WAITING)
    await keep(store, room=Room(SQUARE, "c"), deadline=START - 10)
    await keep(store, room=Room(SQUARE, "d"), purpose=ForDaily(1))
    await keep(store, room=Room(HERE, ""))
    await store.close()
    (secret,) = secret_grids(tmp_path / "seize.db", START)
    assert (secret.grid, secret.min_length) == (TODAY, 4)
    assert secret.ruleset("fr").min_length == 4


@pytest.mark.parametrize(
    "address", ["sqlite:///{}", "sqlite+aiosqlite:///{}", "sqlite:///file:{}?mode=rw&uri=true"]
)
def test_addresses_of_files_are_understood(database: Path, address: str) -> None:
    name = str(database).replace("%", "%25") if "file:" in address else str(database)
    assert len(grids(address.format(name))) == 1


def test_looking_leaves_nothing_behind(database: Path) -> None:
    before = database.read_bytes()
    grids(database)
    assert [file.name for file in database.parent.iterdir()] == ["seize.db"]
    assert database.read_bytes() == before


def test_what_is_being_written_is_seen(database: Path) -> None:
    writer = sqlite3.connect(database, isolation_level=None)
    writer.execute("BEGIN IMMEDIATE")
    assert len(grids(database)) == 1
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
        assert grids(place) == ()
        assert grids(f"sqlite:///{place}") == ()
    for address in ("postgresql://user:pw@db/seize", "nonsense", "", "sqlite:///:memory:"):
        assert grids(address) == ()
    assert sorted(file.name for file in tmp_path.iterdir()) == places


def test_a_damaged_grid_reveals_no_other_one(database: Path) -> None:
    with sqlite3.connect(database) as connection:
        connection.execute("UPDATE puzzles SET grid = 'ABC' WHERE number = 2")
    connection.close()
    assert grids(database) == ()
    assert grids(database, NOON + 86_400) == (TOMORROW,)
