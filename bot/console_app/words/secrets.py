"""The grids of dailies whose days are not over, which `seize solve` does not solve."""

import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import closing, suppress
from datetime import date
from pathlib import Path
from urllib.parse import unquote, urlsplit

from core.daily.puzzle import gives_away
from core.errors import SeizeError
from core.grid import Grid
from core.services.refusals import StillOpen

# The store's libraries take longer to import than a grid to solve, and opening a store makes and
# migrates a database: so this asks the file itself, for two columns, and takes no for an answer.
_OPEN = "SELECT grid FROM puzzles WHERE day >= ?"
_PATIENCE = 0.2  # seconds


def secret_grids(place: Path | str, today: date) -> tuple[Grid, ...]:
    """Return the grids of dailies of today and the days ahead in a database that is a file.

    None if there is no such file, or it cannot be read, or is of a schema without dailies.
    """
    file = _file(place)
    try:
        if file is None or not file.is_file():
            return ()
        # Not mode=ro: that leaves files of the journal behind.
        address = f"{file.absolute().as_uri()}?mode=rw"
        with closing(sqlite3.connect(address, _PATIENCE, uri=True)) as connection:
            connection.execute("PRAGMA query_only = ON")
            rows = connection.execute(_OPEN, (today.isoformat(),)).fetchall()
    except (OSError, sqlite3.Error, ValueError):
        return ()
    return tuple(_grids(text for (text,) in rows))


def check_secret(grid: Grid, secrets: Iterable[Grid]) -> None:
    """Raise StillOpen for one of these grids, however it is turned."""
    if any(gives_away(grid, secret) for secret in secrets):
        raise StillOpen


def _grids(texts: Iterable[object]) -> Iterator[Grid]:
    for text in texts:
        with suppress(SeizeError):
            yield Grid.parse(str(text))


def _file(place: Path | str) -> Path | None:
    """Return the file of an SQLite database, None for one on a server."""
    if isinstance(place, Path):
        return place
    scheme, found, rest = place.partition(":///")
    if not found or scheme.partition("+")[0] != "sqlite":
        return None
    name = rest.partition("?")[0]
    return Path(unquote(urlsplit(name).path) if name.startswith("file:") else name)
