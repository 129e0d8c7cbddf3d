"""Engines: SQLite as careful as it can be, PostgreSQL, and the settings of each."""

import re
import sqlite3
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, closing
from hashlib import blake2b
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

from sqlalchemy import event, make_url, text
from sqlalchemy.engine import URL, Connection
from sqlalchemy.exc import ArgumentError, DBAPIError, NoSuchModuleError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from core.errors import translatable
from core.ids import Room
from core.ports import StoreError
from core.store import CONNECTIONS
from core.store.sql.failures import FOREIGN, UNREACHABLE
from core.store.sql.servers import NAMES, Server, with_options
from core.store.sql.tables import metadata

_DRIVERS = {"sqlite": "sqlite+aiosqlite"} | dict.fromkeys(NAMES, "postgresql+asyncpg")
_QUOTED = re.compile(r"(['\"])(.*)\1", re.DOTALL)
_BUSY = 5000  # milliseconds that a writer waits for those of other processes
_PRAGMAS = (
    "journal_mode = WAL",
    "synchronous = FULL",  # what is acknowledged outlives a power cut, too
    "foreign_keys = ON",
    "secure_delete = ON",  # what is forgotten is not left in unused corners of the file
)
_TABLES = "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'"
_STEPS = "alembic_version"
_WRITING = "seize_writing"
_WRITERS = 0x5E12E  # the advisory lock on which writers wait for one another; in rooms, shared
# Milliseconds that a lock on PostgreSQL is left to a process that stands still, and that a writer
# waits before it looks for one that does: who waits must be able to renew its leases in time.
_IDLE, _WAIT = 2500, 500
_WAITED = "55P03"  # PostgreSQL's code for a lock that was not to be had within that time
# PostgreSQL itself counts a transaction as idle only between two statements. One is also left
# halfway through a statement, which the driver describes first and then executes.
_END_STANDSTILLS = text("""
    SELECT pg_terminate_backend(pid) FROM pg_stat_activity JOIN pg_locks USING (pid)
    WHERE datname = current_database() AND wait_event = 'ClientRead'
    AND query_start < clock_timestamp() - interval '1 millisecond' * :idle
    AND locktype = 'advisory' AND granted AND objid = :lock AND objsubid = 1
""").bindparams(idle=float(_IDLE), lock=_WRITERS)


def parse_url(place: str | Path) -> URL:
    """Return the URL of a file, or of a database with the driver filled in; raises StoreError.

    Quotation marks around an address are left out: `docker run --env-file` keeps those of a file.
    """
    if isinstance(place, Path):
        return URL.create(_DRIVERS["sqlite"], database=str(place))
    try:
        quoted = _QUOTED.fullmatch(place.strip())
        url = make_url(quoted[2] if quoted else place.strip())
        url = url.set(drivername=_DRIVERS[url.get_backend_name()])
        if is_sqlite(url):
            _check_file(url)
        elif "@" in (url.host or ""):  # then the end of a password would be taken for the host
            raise _bad_url()
        else:
            url = with_options(url)
    except (ArgumentError, KeyError, ValueError):
        raise _bad_url() from None
    return url


def _bad_url() -> StoreError:
    # It may hold a password, and is not shown.
    return StoreError(
        translatable(
            "SEIZE_DATABASE_URL is no address of a database: write {file} or {server} "
            "(an @ in a password as %40)"
        ),
        file="sqlite:////data/seize.db",
        server="postgresql://user:password@host/name",
    )


def _check_file(url: URL) -> None:
    options = url.query.keys()
    unknown = options - {"uri", "mode"} or (options and "uri" not in options)
    if unknown or ":memory:" in (url.database or ":memory:"):
        raise _bad_url()


def place_of(url: URL) -> str:
    """Return a URL as people may read it: the file, or the URL without its passwords."""
    if is_sqlite(url):
        return str(file_of(url))
    shown = {name: url.query[name] for name in ("host", "port") if name in url.query}
    return url.set(query=shown).render_as_string(hide_password=True)


def is_sqlite(url: URL) -> bool:
    """Return whether a URL is of an SQLite file."""
    return url.get_backend_name() == "sqlite"


def file_of(url: URL) -> Path:
    """Return the file of an SQLite URL, of one with ?uri=true, too."""
    name = str(url.database)
    return Path(unquote(urlsplit(name).path) if name.startswith("file:") else name)


def require_regular(path: Path) -> None:
    """Raise StoreError for what is no regular file, such as a folder or a device."""
    if path.exists() and not path.is_file():
        raise StoreError(
            translatable("{path!r} is not a regular file: give the name of one"), path=str(path)
        )


def busy_seconds() -> float:
    """Return how long a writer waits for those of other processes."""
    return _BUSY / 1000


def make_file(url: URL) -> None:
    """Make the file of an SQLite URL, for this user alone, where there is none, and its folder.

    Raises OSError. What SQLite puts beside it has the same rights.
    """
    if is_sqlite(url) and url.query.get("mode", "rwc") == "rwc":
        file = file_of(url)
        file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        if not file.exists():
            file.touch(mode=0o600)


def try_to_open(url: URL) -> None:
    """Look into an SQLite file; raises sqlite3.Error, StoreError.

    Where that fails, the driver's thread may tell it to an event loop that is gone. And
    the file of another program is not to be written to, not even by a pragma.
    """
    if is_sqlite(url):
        require_regular(file_of(url))
        mode = existing_only(url).query["mode"]
        address = f"{file_of(url).absolute().as_uri()}?mode={mode}"
        with closing(sqlite3.connect(address, busy_seconds(), uri=True)) as connection:
            found = {name for (name,) in connection.execute(_TABLES)}
        if found - {_STEPS} and not (_STEPS in found and found & metadata.tables.keys()):
            raise StoreError(FOREIGN, place=place_of(url))


def existing_only(url: URL) -> URL:
    """Return the URL that opens a database, and makes no file where one has vanished."""
    if not is_sqlite(url):
        return url
    mode = url.query.get("mode", "rwc")
    query = {"mode": "rw" if mode == "rwc" else mode, "uri": "true"}
    return url.set(database=file_of(url).absolute().as_uri(), query=query)


async def open_engine(
    url: URL, pragmas: Sequence[str] = _PRAGMAS, connections: int = CONNECTIONS
) -> AsyncEngine:
    """Return an engine for a file, or for a server, which is asked whether a pooler is before it.

    `connections` to a server are open at a time, at most. Raises what `make_engine` raises, and
    what a driver raises of a server that is not reached.
    """
    pooled = not is_sqlite(url) and await Server(url, place_of(url)).is_pooled()
    return make_engine(url, pragmas, connections, pooled=pooled)


def make_engine(
    url: URL,
    pragmas: Sequence[str] = _PRAGMAS,
    connections: int = CONNECTIONS,
    *,
    pooled: bool = False,
) -> AsyncEngine:
    """Return an engine that has not connected yet; raises StoreError without its driver.

    `pragmas` are said to SQLite on each connection; `pooled` as Server.is_pooled has it.
    """
    how: dict[str, Any] = {}
    if not is_sqlite(url):
        how = Server(url, place_of(url)).arguments(pooled=pooled, connections=connections)
    try:
        engine = create_async_engine(url, hide_parameters=True, **how)  # of what players write
    except (ImportError, NoSuchModuleError) as error:
        reason = f"{error}: pip install 'seize[postgres]'"
        raise StoreError(UNREACHABLE, place=place_of(url), reason=reason) from error
    if is_sqlite(url):

        def configure(connection: Any, _record: object) -> None:
            _configure(connection, pragmas)

        event.listen(engine.sync_engine, "connect", configure)
        event.listen(engine.sync_engine, "begin", _begin)
    return engine


@asynccontextmanager
async def writing(engine: AsyncEngine, room: Room | None = None) -> AsyncIterator[AsyncConnection]:
    """Open a transaction that makes other writers wait from its first moment on.

    With a `room`, PostgreSQL makes those wait that write there, or without one. It is committed as
    it closes, or, if anything raises, not at all. One whose process stands still is ended.
    """
    async with engine.connect() as connection:
        await connection.execution_options(**{_WRITING: True})
        await connection.begin()
        if not is_sqlite(engine.url):
            await _wait_turn(connection, room)
        yield connection
        await connection.commit()


@asynccontextmanager
async def reading(engine: AsyncEngine) -> AsyncIterator[AsyncConnection]:
    """Open a transaction that sees one state of the database."""
    async with engine.connect() as connection:
        if not is_sqlite(engine.url):
            await connection.execution_options(
                isolation_level="REPEATABLE READ", postgresql_readonly=True
            )
        async with connection.begin():
            yield connection


async def empty_log(engine: AsyncEngine) -> bool:
    """Move what SQLite's log holds into the file, and cut the log to nothing.

    Return False, at once, where somebody reads or writes: then it is to be tried again. The file
    is rid of what was deleted (see _PRAGMAS), but the log keeps old pages until it is overwritten.
    """
    async with engine.connect() as connection:
        # Past SQLAlchemy, which would begin a transaction first.
        driver: Any = (await connection.get_raw_connection()).driver_connection
        try:
            await driver.execute("PRAGMA busy_timeout = 0")
            (row,) = await driver.execute_fetchall("PRAGMA wal_checkpoint(TRUNCATE)")
        finally:
            await driver.execute(f"PRAGMA busy_timeout = {_BUSY}")
    return not row[0]


async def _wait_turn(connection: AsyncConnection, room: Room | None) -> None:
    """Wait, in a transaction on PostgreSQL, for the lock of a room, or of all."""
    while True:
        try:
            await connection.exec_driver_sql(_lock(room))
        except DBAPIError as error:
            if getattr(error.orig, "sqlstate", None) != _WAITED:
                raise
            await connection.rollback()
            await connection.execute(_END_STANDSTILLS)
            await connection.rollback()
        else:
            return


def _lock(room: Room | None) -> str:
    """Return the statement that waits for other writers on PostgreSQL, but not for ever."""
    locks = f"pg_advisory_xact_lock({_WRITERS})"
    if room:
        chat = room.chat
        name = f"{chat.platform}:{chat.id}:{room.topic}".encode()
        number = int.from_bytes(blake2b(name, digest_size=8).digest(), signed=True)
        locks = f"pg_advisory_xact_lock_shared({_WRITERS}), pg_advisory_xact_lock({number})"
    idle = f"set_config('idle_in_transaction_session_timeout', '{_IDLE}', true)"
    wait, no_more = (f"set_config('lock_timeout', '{each}', true)" for each in (_WAIT, 0))
    return f"SELECT {idle}, {wait}, {locks}, {no_more}"


def _configure(connection: Any, pragmas: Sequence[str]) -> None:
    # The driver's own BEGIN comes late, before the first write only: see _begin.
    connection.isolation_level = None
    cursor = connection.cursor()
    for pragma in (f"busy_timeout = {_BUSY}", *pragmas):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _begin(connection: Connection) -> None:
    # A deferred transaction that turns into a writing one fails if another wrote meanwhile.
    writing = connection.get_execution_options().get(_WRITING)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writing else "BEGIN")
