"""Checks of this machine: the database, word lists, the compiled solver."""

import os
import shutil
import tempfile
from contextlib import suppress
from pathlib import Path
from stat import S_IRWXG, S_IRWXO

from sqlalchemy import text
from sqlalchemy.engine import URL

from bot.app import App
from bot.server.doctor.findings import Finding, bad, good, note
from bot.settings import Settings
from core.errors import SeizeError, translatable
from core.lexicon.catalogue import listings
from core.ports import StoreError
from core.scoring import Rules, ruleset
from core.services.shards import names_owner
from core.store.sql.engine import file_of, is_sqlite, parse_url, place_of
from core.store.sql.failures import NEWER, READ_ONLY, failures
from core.store.sql.leases import SqlLeases
from core.store.sql.schema import head, steps
from core.store.sql.servers import Server
from core.store.upkeep.checks import looking, step

_LOW = 100_000_000  # bytes: some hundreds of thousands of words
_SCANTY = 1_000_000_000
_DATABASE = translatable("database")
_FILES = translatable("files")
_LISTS = translatable("word lists")
_SOLVER = translatable("solver")
_AGAIN = translatable("install Seize again")
_CONNECTIONS = translatable("connections")
_POOLER = note(
    _CONNECTIONS,
    translatable("a pooler stands before the server: it works, but makes every statement slower"),
    translatable("use the direct address of the server, often that with port 5432"),
)
_STANDBY = note(
    _DATABASE,
    translatable("a standby follows without commits waiting for it: a failover may lose words"),
    translatable("set synchronous_standby_names on the primary, and synchronous_commit to on"),
)


async def database(settings: Settings) -> list[Finding]:
    """Return whether the database opens, can be written, is of this schema, and has room."""
    try:
        url = parse_url(settings.database)
        if is_sqlite(url):
            return await _of_file(settings.database, url)
        return [
            await _of_server(settings.database, url),
            *await _connections(settings, url),
            *await _owners(settings.database),
        ]
    except StoreError as error:
        return [_about(error)]


async def _of_file(place: Path | str, url: URL) -> list[Finding]:
    file = file_of(url)
    folder = next(parent for parent in file.absolute().parents if parent.exists())
    try:
        tempfile.TemporaryFile(dir=folder).close()
        if file.exists():
            file.open("r+b").close()
    except OSError:
        return [_about(StoreError(READ_ONLY, place=str(file)))]
    if file.exists():
        found = about_schema(str(file), await step(place))
    else:
        found = good(
            _DATABASE, translatable("none yet: {file} is made as Seize starts"), file=str(file)
        )
    return [found, about_room(shutil.disk_usage(folder).free)]


async def _of_server(place: Path | str, url: URL) -> Finding:
    shown = place_of(url)
    async with looking(place) as connection:
        standby = await connection.scalar(text("SELECT pg_is_in_recovery()"))
        allowed = await connection.scalar(
            text("SELECT has_schema_privilege(current_schema(), 'CREATE')")
        )
    if standby or not allowed:
        return bad(
            _DATABASE,
            translatable("{place} cannot be written"),
            translatable("give the user the right to, on the primary"),
            place=shown,
        )
    return about_schema(shown, await step(place))


async def _connections(settings: Settings, url: URL) -> list[Finding]:
    """Return whether the server has room for this process, and what stands before or behind it."""
    asked = (
        "SELECT current_setting('max_connections')::int"
        " - current_setting('superuser_reserved_connections')::int AS most,"
        " (SELECT count(*) FROM pg_stat_activity WHERE datid IS NOT NULL) - 1 AS used,"
        " (SELECT count(*) FROM pg_stat_replication) AS standbys,"
        " current_setting('synchronous_standby_names') = ''"
        " OR current_setting('synchronous_commit') IN ('off', 'local') AS apart"
    )
    async with looking(settings.database) as connection:
        row = (await connection.execute(text(asked))).one()
    found = [about_connections(row.most, row.used, settings.database_connections)]
    with failures(place_of(url)):
        if await Server(url, place_of(url)).is_pooled():
            found.append(_POOLER)
    if row.standbys and row.apart:
        found.append(_STANDBY)
    return found


def about_connections(most: int, used: int, needed: int) -> Finding:
    """Judge the connections that a server has, those in use, and those that a process needs."""
    facts = {"free": most - used, "most": most, "needed": needed}
    said = translatable("{free} of {most} connections are free, a process takes up to {needed}")
    cure = translatable("lower SEIZE_DATABASE_CONNECTIONS, or raise max_connections on the server")
    if most - used < needed:
        return bad(_CONNECTIONS, said, cure, **facts)
    if most - used < 2 * needed:
        # While one process takes over from another, both are there.
        return note(_CONNECTIONS, said, cure, **facts)
    return good(_CONNECTIONS, said, **facts)


async def _owners(place: Path | str) -> list[Finding]:
    """Return which process serves which shard, in a database of this schema."""
    if await step(place) != head():
        return []
    async with looking(place) as connection:
        rows = await SqlLeases(connection).all()
    said = translatable("{owner} serves {what}, unless it was killed")
    return [
        good(translatable("process"), said, what=row.what, owner=row.owner.partition(" ")[0])
        for row in rows
        if names_owner(row)
    ]


def readers(settings: Settings, folder: Path = Path()) -> list[Finding]:
    """Return which files with secrets or scores other users of this machine can open."""
    files = [folder / ".env"]
    with suppress(StoreError):
        url = parse_url(settings.database)
        files += [file_of(url)] if is_sqlite(url) else []
    there = [file for file in files if os.name != "nt" and file.is_file()]
    return [
        note(
            _FILES,
            translatable("other users of this machine can open {file}"),
            translatable("chmod 600 {file}"),
            file=str(file),
        )
        for file in there
        if file.stat().st_mode & (S_IRWXG | S_IRWXO)
    ]


def about_schema(place: str, at: str | None) -> Finding:
    """Judge the step of a schema that a database stands at, None for an empty one."""
    if at == head():
        said = translatable("{place} opens, and its schema is current (step {step})")
        return good(_DATABASE, said, place=place, step=at)
    if at is not None and at not in steps():
        return _about(StoreError(NEWER, place=place))
    said = translatable("{place} opens, and will be brought from step {before} to {after}")
    return good(_DATABASE, said, place=place, before=at or 0, after=head())


def about_room(free: int) -> Finding:
    """Judge how many bytes are free where the database grows."""
    subject, said = translatable("disk"), translatable("{free} GB free for the database")
    gigabytes = round(free / 1e9, 1)
    if free < _LOW:
        return bad(subject, said, translatable("free some space"), free=gigabytes)
    if free < _SCANTY:
        return note(subject, said, translatable("free some space soon"), free=gigabytes)
    return good(subject, said, free=gigabytes)


def _about(error: SeizeError) -> Finding:
    return bad(_DATABASE, error.template, **error.facts)


def lexicons(app: App) -> Finding:
    """Return whether every shipped word list opens, packed where it was not yet."""
    try:
        opened = [f"{name} {app.lexicon(name).list_digest[:8]}" for name in listings()]
    except SeizeError as error:
        return bad(_LISTS, error.template, _AGAIN, **error.facts)
    except OSError as error:
        return bad(_LISTS, "{reason}", _AGAIN, reason=str(error))
    return good(_LISTS, "{lists}", lists=", ".join(opened))


def solver(app: App) -> Finding:
    """Return whether the compiled solver answers, compiled where it was not yet."""
    from core.grid import Grid  # noqa: PLC0415 (see bot/cli.py)

    try:
        app.prepare_solver()
        from core.solver.solver import solve  # noqa: PLC0415

        lexicon = app.lexicon("en")
        found = len(solve(Grid.of("TEAR"), lexicon, ruleset(Rules.RUZZLE, "en")))
    except Exception as error:  # noqa: BLE001 (a compiler can raise anything)
        return bad(
            _SOLVER,
            translatable("it does not run here ({error})"),
            _AGAIN,
            error=type(error).__name__,
        )
    if not found:
        return bad(_SOLVER, translatable("it finds no words"), _AGAIN)
    return good(_SOLVER, translatable("compiled, and answers"))
