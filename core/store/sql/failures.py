"""What went wrong with a database, in one line that a person can act on."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy.exc import DBAPIError, IntegrityError, SQLAlchemyError

from core.errors import StoreError, translatable
from core.ports import Conflict


def _closed(place: str) -> StoreError:
    return StoreError(
        translatable(
            "cannot open the database {place}: it must be a file, in a folder that this user "
            "can write to; SEIZE_DATA_DIR says in which"
        ),
        place=place,
    )


def _failing(place: str) -> StoreError:
    return StoreError(
        translatable(
            "the disk of the database {place} fails: check its room, the quota and its health, "
            "then go on"
        ),
        place=place,
    )


# The beginnings of SQLite's names of its result codes: https://sqlite.org/rescode.html
# and PostgreSQL's states: https://www.postgresql.org/docs/current/errcodes-appendix.html
_CODES = {
    "SQLITE_READONLY_DBMOVED": StoreError.locked,  # a backup just took its place
    "SQLITE_FULL": StoreError.full,
    "SQLITE_BUSY": StoreError.locked,
    "SQLITE_LOCKED": StoreError.locked,
    "SQLITE_READONLY": StoreError.read_only,
    "SQLITE_CORRUPT": StoreError.corrupt,
    "SQLITE_NOTADB": StoreError.corrupt,
    "SQLITE_CANTOPEN": _closed,
    "SQLITE_IOERR": _failing,
    "53100": StoreError.full,
    "25006": StoreError.read_only,
    "55P03": StoreError.locked,
    "XX001": StoreError.corrupt,
    "XX002": StoreError.corrupt,
}


@contextmanager
def failures(place: str) -> Iterator[None]:
    """Turn what a driver raises within into StoreError, or Conflict where two rows clash.

    `place` names the database, without its password.
    """
    try:
        yield
    except IntegrityError as error:
        raise Conflict(str(error.orig)) from error
    except DBAPIError as error:
        raise explain(error.orig or error, place) from error
    except (sqlite3.Error, SQLAlchemyError, OSError) as error:
        raise explain(error, place) from error
    except Exception as error:
        # Rows that are still coming in bring PostgreSQL's errors as its driver raises them.
        if hasattr(error, "sqlstate"):
            raise explain(error, place) from error
        raise


def is_damage(error: object) -> bool:
    """Return whether SQLite says that a file is no database, or a damaged one."""
    name = str(getattr(error, "sqlite_errorname", ""))
    return name.startswith(("SQLITE_CORRUPT", "SQLITE_NOTADB"))


def explain(error: BaseException, place: str) -> StoreError:
    """Return the error that tells what `error` of a driver means."""
    code = getattr(error, "sqlite_errorname", None) or getattr(error, "sqlstate", None) or ""
    for beginning, made in _CODES.items():
        if code.startswith(beginning):
            return made(place)
    # What a driver says may go on for lines, with the statement and its values.
    said = (isinstance(error, OSError) and error.strerror) or str(error)
    reason = said.strip().partition("\n")[0][:200] or type(error).__name__
    return StoreError.unreachable(place, reason)
