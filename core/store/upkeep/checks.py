"""The checks of a database: its file, its schema, and that its numbers add up."""

from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from sqlalchemy import func, inspect, select, text
from sqlalchemy.engine import URL, Connection
from sqlalchemy.exc import DatabaseError
from sqlalchemy.ext.asyncio import AsyncConnection

from core.errors import Notice, translatable
from core.ports import StoreError
from core.store.sql.engine import (
    existing_only,
    file_of,
    is_sqlite,
    open_engine,
    parse_url,
    place_of,
    reading,
    require_regular,
    try_to_open,
)
from core.store.sql.failures import CORRUPT, FOREIGN, NEWER, failures, is_damage
from core.store.sql.schema import head, is_foreign, revision, steps
from core.store.sql.tables import metadata, players, plays, rounds
from core.store.upkeep.recount import wrong_numbers, wrong_results, wrong_standings
from core.store.upkeep.recount_dailies import (
    wrong_attempts,
    wrong_finders,
    wrong_puzzles,
    wrong_totals,
)
from core.store.upkeep.recount_limits import wrong_limits
from core.store.upkeep.recount_wordles import wrong_wordles, wrong_words

_RECOUNTS = (
    wrong_numbers,
    wrong_results,
    wrong_standings,
    wrong_puzzles,
    wrong_attempts,
    wrong_finders,
    wrong_totals,
    wrong_limits,
    wrong_words,
    wrong_wordles,
)
# As a backup's, so that neither another journal nor anything else is written.
_LOOKING = ("query_only = ON",)


async def problems(place: str | Path) -> AsyncGenerator[Notice, None]:
    """Yield the problems of a database, as they are found; nothing is changed by looking.

    Raises StoreError if it cannot be looked at.
    """
    async with looking(place) as connection:
        shown = place_of(parse_url(place))
        if connection.dialect.name == "sqlite":
            damaged = False
            async for problem in _damage(connection, shown):
                damaged = True
                yield problem
            if damaged:
                return
        if stale := await _stale(connection, shown):
            yield stale
            return
        if missing_tables := await connection.run_sync(_missing_tables):
            for name in sorted(missing_tables):
                yield Notice(translatable("the table {name} is missing"), name=name)
            return
        for name in sorted(await connection.run_sync(_missing_indexes)):
            yield Notice(translatable("the index {name} is missing"), name=name)
        for found in _RECOUNTS:
            async for problem in found(connection):
                yield problem


async def count(place: str | Path) -> dict[str, int]:
    """Return how many players, rounds and plays there are, by these names."""
    async with looking(place) as connection:
        return {
            table.name: int(await connection.scalar(select(func.count()).select_from(table)) or 0)
            for table in (players, rounds, plays)
        }


async def step(place: str | Path) -> str | None:
    """Return the step of the schema that a database stands at, None for an empty one."""
    async with looking(place) as connection:
        return await connection.run_sync(revision)


@asynccontextmanager
async def looking(place: str | Path) -> AsyncIterator[AsyncConnection]:
    """Open a transaction on a database as it is, neither made nor migrated; raises StoreError."""
    url = existing_only(existing(place))
    with failures(place_of(url)):
        try_to_open(url)
        engine = await open_engine(url, _LOOKING)
        try:
            async with reading(engine) as connection:
                yield connection
                await connection.rollback()  # to commit fails where the file is damaged
        finally:
            await engine.dispose()


def existing(place: str | Path) -> URL:
    """Return the URL of a database; raises StoreError if it is a file that is not there."""
    url = parse_url(place)
    if is_sqlite(url):
        require_file(file_of(url))
    return url


def require_file(path: Path) -> None:
    """Raise StoreError unless there is a regular file of this name."""
    with failures(str(path)):
        if not path.exists():
            raise missing(path)
        require_regular(path)


def missing(path: Path) -> StoreError:
    """Say that there is no such file."""
    return StoreError(
        translatable(
            "there is no database {path!r}: check the name, or SEIZE_DATA_DIR and "
            "SEIZE_DATABASE_URL"
        ),
        path=str(path),
    )


async def _damage(connection: AsyncConnection, place: str) -> AsyncIterator[Notice]:
    try:
        async for (found,) in await connection.stream(text("PRAGMA integrity_check")):
            if found != "ok":
                yield Notice(translatable("damaged: {detail}"), detail=" ".join(found.split()))
        strays = await connection.stream(text("PRAGMA foreign_key_check"))
        async for table, _, parent, _ in strays:
            template = translatable("a row of {table} names a row of {parent} that is not there")
            yield Notice(template, table=table, parent=parent)
    except DatabaseError as error:
        if not is_damage(error.orig):
            raise
        yield StoreError(CORRUPT, place=place)


def _missing_tables(connection: Connection) -> set[str]:
    return set(metadata.tables) - set(inspect(connection).get_table_names())


def _missing_indexes(connection: Connection) -> set[str]:
    # Some are rules: one active round a room, one verdict a message.
    looked = inspect(connection)
    there = {index["name"] for table in metadata.tables for index in looked.get_indexes(table)}
    return {
        str(index.name) for table in metadata.tables.values() for index in table.indexes
    } - there


async def _stale(connection: AsyncConnection, place: str) -> Notice | None:
    if await connection.run_sync(is_foreign):
        return StoreError(FOREIGN, place=place)
    at = await connection.run_sync(revision)
    if at == head():
        return None
    if at not in {None, *steps()}:
        return StoreError(NEWER, place=place)
    return Notice(
        translatable("the schema is at step {at}, not {head}: run seize db upgrade"),
        at=at or 0,
        head=head(),
    )
