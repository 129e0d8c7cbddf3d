"""What went wrong with a database, in one line that a person can act on."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy.exc import DBAPIError, IntegrityError, SQLAlchemyError

from core.errors import StoreError
from core.ports import Conflict

# The beginnings of SQLite's names of its result codes: https://sqlite.org/rescode.html
_SQLITE = {
    "SQLITE_FULL": StoreError.full,
    "SQLITE_BUSY": StoreError.locked,
    "SQLITE_LOCKED": StoreError.locked,
    "SQLITE_READONLY": StoreError.read_only,
    "SQLITE_CORRUPT": StoreError.corrupt,
    "SQLITE_NOTADB": StoreError.corrupt,
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


def explain(error: BaseException, place: str) -> StoreError:
    """Return the error that tells what `error` of a driver means."""
    name = getattr(error, "sqlite_errorname", "")
    for beginning, made in _SQLITE.items():
        if name.startswith(beginning):
            return made(place)
    # What a driver says may go on for lines, with the statement and its values.
    reason = str(error).strip().partition("\n")[0][:200] or type(error).__name__
    return StoreError.unreachable(place, reason)
