"""The grids that are still played, as a database that is a file has them.

The store's libraries take longer to import than a grid to solve, and opening a store makes and
migrates a database: so this asks the file itself, for some columns, and takes no for an answer.
"""

import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import closing, suppress
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import unquote, urlsplit

from core.daily.puzzle import day_of, first_secret_day
from core.daily.themes import RULES
from core.errors import SeizeError
from core.grid import Grid
from core.scoring import Rules, Ruleset, ruleset

_DAILIES = """
    SELECT puzzles.grid, lexicons.name, ?, 0
    FROM puzzles JOIN lexicons ON lexicons.id = puzzles.lexicon
    WHERE day BETWEEN ? AND ? AND closed_at IS NULL
"""
_ROUNDS = """
    SELECT rounds.grid, lexicons.name, rules, min_length
    FROM rounds JOIN lexicons ON lexicons.id = rounds.lexicon JOIN chats ON chats.id = rounds.chat
    WHERE state = 'running' AND puzzle IS NULL AND deadline + grace > ? AND platform <> 'terminal'
"""
_PATIENCE = 0.2  # seconds


@dataclass(frozen=True, slots=True)
class SecretGrid:
    """A grid that is still played with the words of a lexicon; `min_length` 0: the rules' own."""

    grid: Grid
    lexicon: str
    rules: Rules = RULES
    min_length: int = 0

    def ruleset(self, language: str) -> Ruleset:
        """Return the rules that its words score by in a language."""
        rules = ruleset(self.rules, language)
        return rules.with_min_length(self.min_length) if self.min_length else rules


def secret_grids(place: Path | str, now: float) -> tuple[SecretGrid, ...]:
    """Return the grids that are played now in chats, by a database that is a file.

    None if there is no such file, or it cannot be read, or is of a schema without dailies.
    """
    file = database_file(place)
    days = first_secret_day(now).isoformat(), day_of(now).isoformat()
    try:
        if file is None or not file.is_file():
            return ()
        # Not mode=ro: that leaves files of the journal behind.
        address = f"{file.absolute().as_uri()}?mode=rw"
        with closing(sqlite3.connect(address, _PATIENCE, uri=True)) as connection:
            connection.execute("PRAGMA query_only = ON")
            rows = connection.execute(_DAILIES, (RULES, *days)).fetchall()
            rows += connection.execute(_ROUNDS, (now,)).fetchall()
    except (OSError, sqlite3.Error, ValueError):
        return ()
    return tuple(_grids(rows))


def _grids(rows: Iterable[tuple[str, str, str, int]]) -> Iterator[SecretGrid]:
    for text, lexicon, rules, min_length in rows:
        with suppress(SeizeError, ValueError):
            yield SecretGrid(Grid.parse(str(text)), lexicon, Rules(rules), min_length)


def database_file(place: Path | str) -> Path | None:
    """Return the file of an SQLite database, None for one on a server."""
    if isinstance(place, Path):
        return place
    scheme, found, rest = place.partition(":///")
    if not found or scheme.partition("+")[0] != "sqlite":
        return None
    name = rest.partition("?")[0]
    return Path(unquote(urlsplit(name).path) if name.startswith("file:") else name)
