"""Failures of a database, each as one line that a person can act on."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy.exc import DBAPIError, IntegrityError, SQLAlchemyError

from core.errors import translatable
from core.ports import Conflict, StoreError

_CLOSED = translatable(
    "cannot open the database {place}: it must be a file, in a folder that this user "
    "can write to; SEIZE_DATA_DIR says in which"
)
CORRUPT = translatable(
    "the database {place} is damaged: restore a backup with seize db restore FILE"
)
_FAILING = translatable(
    "the disk of the database {place} fails: check its room, the quota and its health, then go on"
)
FOREIGN = translatable(
    "the database {place} is not Seize's: give another with SEIZE_DATABASE_URL or SEIZE_DATA_DIR"
)
FULL = translatable("no room left to write to the database {place}: free some, then go on")
LOCKED = translatable("the database {place} is locked by another program: close it, try again")
MOVED = translatable(
    "the database {place} was deleted or replaced while Seize ran: put it back, then start Seize "
    "again"
)
NEWER = translatable("the database {place} is of a newer Seize: upgrade Seize to use it")
READ_ONLY = translatable(
    "the database {place} cannot be written: give this user the right to, or set "
    "SEIZE_DATA_DIR to another folder"
)
UNREACHABLE = translatable(
    "cannot open the database {place}: {reason}; SEIZE_DATABASE_URL says where it is"
)

# The beginnings of SQLite's names of its result codes: https://sqlite.org/rescode.html
# and PostgreSQL's states: https://www.postgresql.org/docs/current/errcodes-appendix.html
_CODES = {
    "SQLITE_READONLY_DBMOVED": LOCKED,  # a backup just took its place
    "SQLITE_FULL": FULL,
    "SQLITE_BUSY": LOCKED,
    "SQLITE_LOCKED": LOCKED,
    "SQLITE_READONLY": READ_ONLY,
    "SQLITE_CORRUPT": CORRUPT,
    "SQLITE_NOTADB": CORRUPT,
    "SQLITE_CANTOPEN": _CLOSED,
    "SQLITE_IOERR": _FAILING,
    "53100": FULL,
    "25006": READ_ONLY,
    "55P03": LOCKED,
    "XX001": CORRUPT,
    "XX002": CORRUPT,
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
    """Return the error for `error` of a driver."""
    code = getattr(error, "sqlite_errorname", None) or getattr(error, "sqlstate", None) or ""
    for beginning, template in _CODES.items():
        if code.startswith(beginning):
            return StoreError(template, place=place)
    # What a driver says may go on for lines, with the statement and its values.
    said = (isinstance(error, OSError) and error.strerror) or str(error)
    reason = said.strip().partition("\n")[0][:200] or type(error).__name__
    return StoreError(UNREACHABLE, place=place, reason=reason)
