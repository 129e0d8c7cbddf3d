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
from core.errors import SeizeError
from core.lexicon.catalogue import listings
from core.ports import StoreError
from core.scoring import Rules, ruleset
from core.store.sql.engine import file_of, is_sqlite, parse_url, place_of
from core.store.sql.failures import NEWER, READ_ONLY
from core.store.sql.schema import head, steps
from core.store.upkeep.checks import looking, step

_LOW = 100_000_000  # bytes: some hundreds of thousands of words
_SCANTY = 1_000_000_000


async def database(settings: Settings) -> list[Finding]:
    """Return whether the database opens, can be written, is of this schema, and has room."""
    try:
        url = parse_url(settings.database)
        if is_sqlite(url):
            return await _of_file(settings.database, url)
        return [await _of_server(settings.database, url)]
    except StoreError as error:
        return [bad("database", str(error))]


async def _of_file(place: Path | str, url: URL) -> list[Finding]:
    file = file_of(url)
    folder = next(parent for parent in file.absolute().parents if parent.exists())
    try:
        tempfile.TemporaryFile(dir=folder).close()
        if file.exists():
            file.open("r+b").close()
    except OSError:
        return [bad("database", str(StoreError(READ_ONLY, place=str(file))))]
    if file.exists():
        found = about_schema(str(file), await step(place))
    else:
        found = good("database", f"none yet: {file} is made as Seize starts")
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
            "database", f"{shown} cannot be written", "give the user the right to, on the primary"
        )
    return about_schema(shown, await step(place))


def readers(settings: Settings, folder: Path = Path()) -> list[Finding]:
    """Return which files with secrets or scores other users of this machine can open."""
    files = [folder / ".env"]
    with suppress(StoreError):
        url = parse_url(settings.database)
        files += [file_of(url)] if is_sqlite(url) else []
    there = [file for file in files if os.name != "nt" and file.is_file()]
    return [
        note("privacy", f"other users of this machine can open {file}", f"chmod 600 {file}")
        for file in there
        if file.stat().st_mode & (S_IRWXG | S_IRWXO)
    ]


def about_schema(place: str, at: str | None) -> Finding:
    """Judge the step of a schema that a database stands at, None for an empty one."""
    if at == head():
        return good("database", f"{place} opens, and its schema is current (step {at})")
    if at is not None and at not in steps():
        return bad("database", str(StoreError(NEWER, place=place)))
    return good("database", f"{place} opens, and will be brought from step {at or 0} to {head()}")


def about_room(free: int) -> Finding:
    """Judge how many bytes are free where the database grows."""
    said = f"{free / 1e9:.1f} GB free for the database"
    if free < _LOW:
        return bad("disk", said, "free some space")
    if free < _SCANTY:
        return note("disk", said, "free some space soon")
    return good("disk", said)


def lexicons(app: App) -> Finding:
    """Return whether every shipped word list opens, packed where it was not yet."""
    try:
        opened = [f"{name} {app.lexicon(name).list_digest[:8]}" for name in listings()]
    except (SeizeError, OSError) as error:
        return bad("word lists", str(error), "install Seize again")
    return good("word lists", ", ".join(opened))


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
            "solver", f"it does not run here ({type(error).__name__})", "install Seize again"
        )
    if not found:
        return bad("solver", "it finds no words", "install Seize again")
    return good("solver", "compiled, and answers")
