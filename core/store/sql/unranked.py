"""Attempts that lose their rank, over SQL, with what they counted."""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import Row, delete, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from core.store.sql.tables import attempts, finders, plays, puzzles, rounds


async def of_open_days(connection: AsyncConnection, person: int) -> Sequence[Row[Any]]:
    """Find the attempts of a player at puzzles that are not closed."""
    found = await connection.execute(
        select(attempts)
        .join(puzzles, puzzles.c.id == attempts.c.puzzle)
        .where(attempts.c.player == person, puzzles.c.closed_at.is_(None))
    )
    return found.all()


async def unrank(connection: AsyncConnection, attempt: Row[Any]) -> None:
    """Unrank an attempt and undo what it counted; totals are for the caller to add up."""
    changes: list[Any] = [
        delete(attempts).where(attempts.c.round == attempt.round),
        update(rounds).where(rounds.c.id == attempt.round).values(ranked=False),
    ]
    if attempt.finished_at is not None:
        found = select(plays.c.word).where(plays.c.round == attempt.round, plays.c.cause.is_(None))
        counted = (finders.c.puzzle == attempt.puzzle) & finders.c.word.in_(found)
        changes += [
            update(finders).where(counted).values(count=finders.c.count - 1),
            delete(finders).where(counted, finders.c.count <= 0),
        ]
    for change in changes:
        await connection.execute(change)
