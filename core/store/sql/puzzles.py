"""Dailies over SQL."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any

from sqlalchemy import Row, Select, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from core.daily.puzzle import Gained, Puzzle
from core.daily.themes import Theme
from core.grid import Grid
from core.limits import daily_limit
from core.ports import Conflict
from core.solver.solution import FoundWord
from core.store.sql.acceptance import Acceptance
from core.store.sql.damage import readable, sound
from core.store.sql.keys import insert_row
from core.store.sql.lexicons import PINNED, pin, pinned
from core.store.sql.limits import drop
from core.store.sql.tables import attempts, lexicons, puzzles
from core.store.sql.totals import count_in


@dataclass(frozen=True, slots=True)
class SqlPuzzles:
    """See core.ports.Puzzles."""

    connection: AsyncConnection

    async def add(self, puzzle: Puzzle) -> int:
        last = await self.last(puzzle.language)
        if puzzle.number != (last.number if last else 0) + 1:
            raise Conflict(f"puzzle {puzzle.number} is not the next one of {puzzle.language}")
        if last and puzzle.day <= last.day:
            raise Conflict(f"{puzzle.day} does not come after {last.day}")
        return await insert_row(
            self.connection,
            puzzles,
            language=puzzle.language,
            number=puzzle.number,
            day=puzzle.day.isoformat(),
            closed_at=puzzle.closed_at,
            **await self._made(puzzle),
        )

    async def remake(self, puzzle: Puzzle) -> None:
        begun = select(attempts.c.puzzle).where(attempts.c.puzzle == puzzles.c.id)
        changed = await self.connection.execute(
            update(puzzles)
            .where(puzzles.c.id == puzzle.id, puzzles.c.closed_at.is_(None), ~begun.exists())
            .values(await self._made(puzzle))
            .returning(puzzles.c.id)
        )
        if changed.one_or_none() is None:
            raise Conflict(f"puzzle {puzzle.id} was begun or closed, or is not there")

    async def _made(self, puzzle: Puzzle) -> dict[str, Any]:
        """Return the columns that came of making a puzzle."""
        return {
            "theme": puzzle.theme,
            "grid": str(puzzle.grid),
            "lexicon": await pin(self.connection, puzzle.lexicon),
            "words": puzzle.words,
            "points": puzzle.points,
            "common": puzzle.common,
            "difficulty": puzzle.difficulty,
            "recipe": puzzle.recipe,
            "seal": puzzle.seal,
            "made_at": puzzle.made_at,
        }

    async def get(self, puzzle_id: int) -> Puzzle | None:
        return await self._one(_select().where(puzzles.c.id == puzzle_id))

    async def numbered(self, language: str, number: int) -> Puzzle | None:
        return await self._one(_of(language).where(puzzles.c.number == number))

    async def on(self, language: str, day: date) -> Puzzle | None:
        return await self._one(_of(language).where(puzzles.c.day == day.isoformat()))

    async def last(self, language: str) -> Puzzle | None:
        return await self._one(_of(language).order_by(puzzles.c.number.desc()).limit(1))

    async def before(self, language: str, number: int, count: int) -> list[Puzzle]:
        earlier = _of(language).where(puzzles.c.number < number)
        found = await self._all(earlier.order_by(puzzles.c.number.desc()).limit(count))
        return found[::-1]

    async def since(self, day: date) -> list[Puzzle]:
        later = _select().where(puzzles.c.day >= day.isoformat())
        return await self._all(later.order_by(puzzles.c.day, puzzles.c.language))

    async def unclosed(self, before: date) -> list[Puzzle]:
        earlier = _select().where(puzzles.c.day < before.isoformat(), puzzles.c.closed_at.is_(None))
        return await self._all(earlier.order_by(puzzles.c.day, puzzles.c.language))

    async def days(self, language: str, first: int, last: int) -> Mapping[int, date]:
        query: Select[Any] = (
            select(puzzles.c.id, puzzles.c.number, puzzles.c.day)
            .where(puzzles.c.language == language, puzzles.c.number.between(first, last))
            .order_by(puzzles.c.number)
        )
        rows = await self.connection.execute(query)
        return dict(readable(rows, lambda row: (row.number, date.fromisoformat(row.day)), "id"))

    async def close(self, puzzle_id: int, at: float) -> None:
        closed = await self.connection.execute(
            update(puzzles)
            .where(puzzles.c.id == puzzle_id, puzzles.c.closed_at.is_(None))
            .values(closed_at=at)
            .returning(puzzles.c.language, puzzles.c.day)
        )
        row = closed.one_or_none()
        if row is None:
            raise Conflict(f"puzzle {puzzle_id} is closed, or is not there")
        await drop(self.connection, at, daily_limit(puzzle_id))
        await count_in(self.connection, row.language, row.day, attempts.c.puzzle == puzzle_id)

    async def accept(self, puzzle: Puzzle, found: FoundWord) -> list[Gained]:
        return await Acceptance(self.connection, puzzle, found).run()

    async def _one(self, query: Select[Any]) -> Puzzle | None:
        found = await self.connection.execute(query)
        return sound(self.connection, found.one_or_none(), _puzzle)

    async def _all(self, query: Select[Any]) -> list[Puzzle]:
        return readable(await self.connection.execute(query), _puzzle, "id")


def _select() -> Select[Any]:
    columns = [column for column in puzzles.c if column is not puzzles.c.language]
    return select(*columns, *PINNED).join(lexicons, lexicons.c.id == puzzles.c.lexicon)


def _of(language: str) -> Select[Any]:
    return _select().where(puzzles.c.language == language)


def _puzzle(row: Row[Any]) -> Puzzle:
    lexicon = pinned(row)
    return Puzzle(
        id=row.id,
        language=lexicon.language,
        number=row.number,
        day=date.fromisoformat(row.day),
        theme=Theme(row.theme),
        grid=Grid.parse(row.grid),
        lexicon=lexicon,
        words=row.words,
        points=row.points,
        common=row.common,
        difficulty=row.difficulty,
        recipe=row.recipe,
        seal=row.seal,
        made_at=row.made_at,
        closed_at=row.closed_at,
    )
