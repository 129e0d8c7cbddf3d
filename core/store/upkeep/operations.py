"""The operations on a database: check it, back it up, put a backup in its place."""

import os
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from datetime import UTC, datetime
from itertools import count
from pathlib import Path

from core.errors import translatable
from core.ports import StoreError
from core.store.sql.engine import busy_seconds, file_of, is_sqlite, parse_url, place_of
from core.store.sql.failures import CORRUPT, LOCKED, NEWER, failures, is_damage
from core.store.sql.schema import head, steps
from core.store.sql.store import open_store
from core.store.sql.tables import metadata
from core.store.upkeep.checks import problems, require_file, step
from core.store.upkeep.files import SIDECARS, beside, settle, settle_folder, writing_file


async def check(place: str | Path) -> list[str]:
    """List the faults of a database, in English; raises StoreError if it cannot tell."""
    return [str(problem) async for problem in problems(place)]


async def migrate(place: str | Path) -> tuple[str | None, str]:
    """Bring a database to the newest schema, or make it; return the steps before and after."""
    url = parse_url(place)
    before = None if is_sqlite(url) and not file_of(url).exists() else await step(place)
    await (await open_store(place)).close()
    return before, head()


def backup(place: str | Path, target: Path, *, overwrite: bool = False) -> None:
    """Copy a database as it is now into a file, while others write to it; raises StoreError."""
    database = _file(place)
    require_file(database)
    _refuse_same(database, target)
    with writing_file(target, overwrite=overwrite) as written:
        _copy(database, written, target)
        _require_ours(written, database)


async def restore(place: str | Path, source: Path, at: float) -> Path | None:
    """Put a backup in the place of a database; return where that one is kept now, if any.

    `at` is the time in seconds of UTC epoch. Raises StoreError, and then nothing was changed.
    """
    database = _file(place)
    require_file(source)
    _refuse_same(database, source)
    with failures(str(database)):
        database.parent.mkdir(parents=True, exist_ok=True)
    with beside(database) as written:
        try:
            _copy(source, written, database)
        except StoreError as error:
            raise _not_ours(source) if is_damage(error.__cause__) else error from error
        _require_ours(written, source)
        await _bring_up(written, source)
        settle(written)
        with _alone(database), failures(str(database)):
            return _swap(written, database, at)


def _file(place: str | Path) -> Path:
    url = parse_url(place)
    if not is_sqlite(url):
        raise StoreError(
            translatable("{place} is PostgreSQL's: use its pg_dump and pg_restore"),
            place=place_of(url),
        )
    return file_of(url).resolve()


def refuse_database(place: str | Path, other: Path) -> None:
    """Raise StoreError if a file is the database, or belongs to it."""
    url = parse_url(place)
    if is_sqlite(url):
        _refuse_same(file_of(url).resolve(), other)


def _refuse_same(database: Path, other: Path) -> None:
    if str(other.resolve()) in {f"{database}{suffix}" for suffix in ("", *SIDECARS)}:
        raise StoreError(
            translatable("{path!r} is the database itself: give the name of a backup"),
            path=str(other),
        )


def _connect(path: Path) -> sqlite3.Connection:
    # A missing file is not made.
    return sqlite3.connect(
        f"{path.absolute().as_uri()}?mode=rw",
        uri=True,
        isolation_level=None,
        timeout=busy_seconds(),
    )


def _copy(source: Path, written: Path, shown: Path) -> None:
    """Copy one state of a database into a file that needs no other beside it."""
    with failures(str(source)), closing(_connect(source)) as reading:
        # From the first read on there is no lock to wait for, which the copying would for ever.
        reading.execute("BEGIN")
        reading.execute("SELECT count(*) FROM sqlite_master").fetchone()
        with closing(_connect(written)) as writing:
            with failures(str(shown)):
                reading.backup(writing)
                writing.execute("PRAGMA journal_mode = DELETE")
            if writing.execute("PRAGMA integrity_check(1)").fetchone() != ("ok",):
                raise StoreError(CORRUPT, place=str(source))


def _require_ours(written: Path, source: Path) -> None:
    """Raise StoreError if the copy of a database has none of Seize's tables."""
    with failures(str(source)), closing(_connect(written)) as connection:
        tables = {name for (name,) in connection.execute("SELECT name FROM sqlite_master")}
    # A backup of an earlier version lacks the tables that came since.
    if "alembic_version" not in tables or not tables & metadata.tables.keys():
        raise _not_ours(source)


def _not_ours(source: Path) -> StoreError:
    return StoreError(
        translatable("{path!r} is not a database of Seize: give a backup of one"), path=str(source)
    )


async def _bring_up(written: Path, source: Path) -> None:
    """Migrate the copy of a backup; raises StoreError if a newer Seize made it."""
    at = await step(written)
    if at not in steps():
        raise StoreError(NEWER, place=str(source))
    if at != head():
        await migrate(written)
        with failures(str(source)), closing(_connect(written)) as connection:
            connection.execute("PRAGMA journal_mode = DELETE")


@contextmanager
def _alone(database: Path) -> Iterator[None]:
    """Keep other processes out of a database; raises StoreError if one has it open.

    A damaged database cannot be locked: it is as if there were none.
    """
    if not database.exists():
        yield
        return
    with closing(_connect(database)) as connection:
        with failures(str(database)):
            _lock(connection, str(database))
        yield


def _lock(connection: sqlite3.Connection, place: str) -> None:
    try:
        # This empties the log into the file, and is refused while another has it open.
        (mode,) = connection.execute("PRAGMA journal_mode = DELETE").fetchone()
        if mode != "delete":
            raise StoreError(LOCKED, place=place)
        connection.execute("BEGIN EXCLUSIVE")
    except sqlite3.DatabaseError as error:
        if not is_damage(error):
            raise


def _swap(written: Path, database: Path, at: float) -> Path | None:
    """Let a file take the name of the database, which has another before it loses this one."""
    kept = _free_name(database, at)
    there = [suffix for suffix in ("", *SIDECARS) if Path(f"{database}{suffix}").exists()]
    if database.exists():
        _look_alike(written, database)
    for suffix in there:
        _link(Path(f"{database}{suffix}"), Path(f"{kept}{suffix}"))
    settle_folder(database.parent)
    for suffix in there:
        if suffix:
            Path(f"{database}{suffix}").unlink(missing_ok=True)
    written.replace(database)
    settle_folder(database.parent)
    return kept if "" in there else None


def _free_name(database: Path, at: float) -> Path:
    stamp = datetime.fromtimestamp(at, UTC).strftime("%Y%m%d-%H%M%S")
    name = f"{database}.before-restore-{stamp}"
    more = (Path(f"{name}-{number}") for number in count(2))
    return Path(name) if not Path(name).exists() else next(p for p in more if not p.exists())


def _look_alike(written: Path, database: Path) -> None:
    """Let those who could open the database open what takes its place."""
    owner = database.stat()
    shutil.copymode(database, written)
    with suppress(PermissionError):
        shutil.chown(written, owner.st_uid, owner.st_gid)


def _link(path: Path, kept: Path) -> None:
    try:
        os.link(path, kept)
    except OSError:  # some file systems have no links
        path.rename(kept)
