"""A bot's database, read from outside while it runs, or after it was killed."""

import asyncio
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

from core.grid import Grid
from core.lexicon import Lexicon
from core.scoring import ruleset
from core.solver.solution import FoundWord
from core.solver.solver import solve
from tests.helpers.patience import PATIENCE


class Book:
    """The database in a folder of `serving`."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def ask(self, statement: str, *values: object) -> list[tuple[Any, ...]]:
        """Return the rows of a statement."""
        with closing(sqlite3.connect(self._folder / "seize.db", timeout=10)) as connection:
            rows = connection.execute(statement, values).fetchall()
            connection.commit()
        return rows

    def as_it_stands(self, folder: Path) -> "Book":
        """Return a copy, with the log of what was written last: reading tidies that up."""
        folder.mkdir()
        for file in self._folder.glob("seize.db*"):
            shutil.copy(file, folder)
        return Book(folder)

    def solution(self, lexicon: Callable[[str], Lexicon], number: int = 0) -> list[FoundWord]:
        """Return the words of an English round on Ruzzle's rules (0: the last), the best first."""
        rounds = "SELECT grid FROM rounds WHERE id = ? OR ? = 0 ORDER BY id DESC LIMIT 1"
        ((grid,),) = self.ask(rounds, number, number)
        return list(solve(Grid.parse(grid), lexicon("en"), ruleset("ruzzle", "en")))

    def heard(self) -> list[str]:
        """Return the platform's ids of all messages that were judged."""
        rows = self.ask("SELECT message_id FROM plays ORDER BY number")
        # Where such ids are unique in a chat only, the chat's stands before them.
        return [row[0].rpartition(":")[2] for row in rows]

    def causes(self) -> list[str]:
        """Return why words were refused."""
        causes = "SELECT cause FROM plays WHERE cause IS NOT NULL ORDER BY number"
        return [row[0] for row in self.ask(causes)]

    def results(self) -> dict[str, tuple[int, int]]:
        """Return points and words by player, of the rounds that are over."""
        rows = self.ask(
            "SELECT players.name, sum(results.points), sum(results.words) FROM results "
            "JOIN players ON players.id = results.player GROUP BY players.name"
        )
        return {name: (points, words) for name, points, words in rows if words}

    def states(self) -> list[tuple[str, bool]]:
        """Return of each round its state, and whether its end is settled with its room."""
        rows = self.ask("SELECT state, announced_at IS NOT NULL FROM rounds ORDER BY id")
        return [(state, bool(announced)) for state, announced in rows]

    def set_back(self, seconds: float) -> float:
        """Make all rounds begin so much earlier; return the deadline of the last."""
        self.ask("UPDATE rounds SET starts_at = starts_at - ?1, deadline = deadline - ?1", seconds)
        self.ask("UPDATE plays SET at = at - ?", seconds)
        return float(self.ask("SELECT max(deadline) FROM rounds")[0][0])

    async def until(self, holds: Callable[[], object]) -> None:
        """Wait until something holds of what is stored, by another process."""
        async with asyncio.timeout(PATIENCE):
            while not holds():  # noqa: ASYNC110 (another process)
                await asyncio.sleep(0.02)


def points(words: list[FoundWord]) -> tuple[int, int]:
    """Return the points of words, and their number."""
    return sum(each.points for each in words), len(words)
