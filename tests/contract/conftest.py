"""The stores: SQLite in a file, dicts, PostgreSQL, and PostgreSQL behind a pooler."""

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator
from pathlib import Path
from shutil import copy

import pytest

from core.ports import Store
from core.store.memory import MemoryStore
from core.store.sql.store import open_store
from tests.helpers.pooler import pooler


@pytest.fixture(scope="session")
def new_database(new_postgresql: Callable[[str], str]) -> Callable[[], str]:
    migrated = new_postgresql("")

    async def migrate() -> None:
        await (await open_store(migrated)).close()

    asyncio.run(migrate())
    return lambda: new_postgresql(migrated)


@pytest.fixture(scope="session")
def new_file(tmp_path_factory: pytest.TempPathFactory) -> Callable[[Path], str]:
    migrated = tmp_path_factory.mktemp("migrated") / "seize.db"

    async def migrate() -> None:
        await (await open_store(f"sqlite+aiosqlite:///{migrated}")).close()

    def create(folder: Path) -> str:
        return f"sqlite+aiosqlite:///{copy(migrated, folder)}"

    asyncio.run(migrate())
    return create


@pytest.fixture(scope="session")
def behind_pooler(new_postgresql: Callable[[str], str]) -> Iterator[Callable[[str], str]]:
    with pooler(new_postgresql("")) as pooled:
        yield pooled


@pytest.fixture(
    params=[
        "sqlite",
        "memory",
        pytest.param("postgresql", marks=pytest.mark.slow),
        pytest.param("pooler", marks=pytest.mark.slow),
    ]
)
def place(request: pytest.FixtureRequest, tmp_path: Path) -> str | None:
    if request.param == "memory":
        return None
    if request.param == "sqlite":
        create_file: Callable[[Path], str] = request.getfixturevalue("new_file")
        return create_file(tmp_path)
    create: Callable[[], str] = request.getfixturevalue("new_database")
    if request.param == "pooler":
        pooled: Callable[[str], str] = request.getfixturevalue("behind_pooler")
        return pooled(create())
    return create()


@pytest.fixture
async def store(place: str | None) -> AsyncIterator[Store]:
    made: Store = await open_store(place) if place else MemoryStore()
    yield made
    await made.close()
