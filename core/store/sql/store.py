"""The ports over SQL: SQLite in a file, or PostgreSQL."""

import sqlite3
from asyncio import Lock
from collections.abc import AsyncGenerator, AsyncIterator, Mapping
from contextlib import asynccontextmanager, nullcontext, suppress
from pathlib import Path
from typing import Any

from sqlalchemy import select
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from core.ids import Room
from core.ports import UnitOfWork
from core.store import CONNECTIONS
from core.store.sql.attempts import SqlAttempts
from core.store.sql.cards import SqlCards
from core.store.sql.chats import SqlChats
from core.store.sql.duels import SqlDuels
from core.store.sql.engine import (
    empty_log,
    existing_only,
    file_of,
    is_sqlite,
    make_file,
    open_engine,
    parse_url,
    place_of,
    reading,
    try_to_open,
    writing,
)
from core.store.sql.failures import failures
from core.store.sql.house import SqlHouse
from core.store.sql.leases import SqlLeases
from core.store.sql.limits import SqlLimits
from core.store.sql.links import SqlLinks
from core.store.sql.players import FORGOT, SqlPlayers
from core.store.sql.plays import SqlPlays
from core.store.sql.presence import Presence
from core.store.sql.puzzles import SqlPuzzles
from core.store.sql.ratings import SqlRatings
from core.store.sql.rounds import SqlRounds
from core.store.sql.schema import upgrade
from core.store.sql.standings import SqlStandings
from core.store.sql.tables import metadata
from core.store.sql.tallies import SqlTallies
from core.store.sql.tickets import SqlTickets
from core.store.sql.wordles import SqlWordles


class SqlStore:
    """A migrated database. `open_store` makes one; `close` lets go of it."""

    def __init__(self, engine: AsyncEngine) -> None:
        self.place = place_of(engine.url)
        self._engine = engine
        url = engine.url
        self._presence = Presence(file_of(url)) if is_sqlite(url) else None
        # A database lets writers in by chance, SQLite by polling; here they queue.
        self._turn = Lock()
        # Whether SQLite's log may hold what was forgotten, by a process that was killed, too.
        self._holds_forgotten = is_sqlite(url)

    @asynccontextmanager
    async def read(self) -> AsyncIterator[UnitOfWork]:
        """Open a unit of work that sees one state of the store throughout."""
        with failures(self.place):
            async with reading(self._engine) as connection:
                self._require_presence()
                yield _unit_of_work(connection)
        await self._empty_log()

    @asynccontextmanager
    async def write(self, room: Room | None = None) -> AsyncIterator[UnitOfWork]:
        """Open a unit of work, committed as it closes, or not at all if anything raises.

        With a `room`, PostgreSQL lets others write at the same time in other rooms.
        """
        aside = room is not None and not is_sqlite(self._engine.url)
        async with nullcontext() if aside else self._turn:
            with failures(self.place):
                async with writing(self._engine, room) as connection:
                    yield _unit_of_work(connection)
                    self._require_presence()
                    forgot = connection.info.pop(FORGOT, False)
        if forgot and is_sqlite(self._engine.url):
            self._holds_forgotten = True
        await self._empty_log()

    async def dump(self) -> AsyncGenerator[tuple[str, Mapping[str, Any]], None]:
        """Yield all rows as (table, columns), parents before children, from one state."""
        with failures(self.place):
            async with reading(self._engine) as connection:
                for table in metadata.sorted_tables:
                    async for row in (await connection.stream(select(table))).mappings():
                        yield table.name, dict(row)

    async def close(self) -> None:
        """Let go of files and connections."""
        await self._engine.dispose()

    def _require_presence(self) -> None:
        if self._presence:
            self._presence.require()

    async def _empty_log(self) -> None:
        """Clear the log of who was forgotten; while it is in use, after the next use."""
        if not self._holds_forgotten or self._turn.locked():
            return
        async with self._turn:
            with suppress(DBAPIError, sqlite3.Error, OSError):
                self._holds_forgotten = not await empty_log(self._engine)


async def open_store(place: str | Path, connections: int = CONNECTIONS) -> SqlStore:
    """Open the SQLite file, or the database at a URL, migrated to this version's schema.

    A file is made where there is none. To a server there are so many `connections` at a time, at
    most. Raises StoreError.
    """
    url = parse_url(place)
    with failures(place_of(url)):
        make_file(url)
        try_to_open(url)
        engine = await open_engine(existing_only(url), connections=connections)
        try:
            await upgrade(engine)
        except BaseException:
            await engine.dispose()
            raise
    return SqlStore(engine)


def _unit_of_work(connection: AsyncConnection) -> UnitOfWork:
    return UnitOfWork(
        players=SqlPlayers(connection),
        rounds=SqlRounds(connection),
        plays=SqlPlays(connection),
        standings=SqlStandings(connection),
        chats=SqlChats(connection),
        house=SqlHouse(connection),
        puzzles=SqlPuzzles(connection),
        attempts=SqlAttempts(connection),
        links=SqlLinks(connection),
        wordles=SqlWordles(connection),
        leases=SqlLeases(connection),
        cards=SqlCards(connection),
        tickets=SqlTickets(connection),
        tallies=SqlTallies(connection),
        duels=SqlDuels(connection),
        ratings=SqlRatings(connection),
        limits=SqlLimits(connection),
    )
