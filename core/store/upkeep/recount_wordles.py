"""As recount.py, of Wordle: words of the day in order, games against their guesses."""

from collections.abc import AsyncIterator
from datetime import date
from typing import Any

from sqlalchemy import Select, and_, case, func, not_, or_, select
from sqlalchemy.ext.asyncio import AsyncConnection

from core.chats.players import FORGOTTEN
from core.errors import Notice, translatable
from core.store.sql.damage import DAMAGE
from core.store.sql.tables import players, wordle_guesses, wordle_words, wordles


async def wrong_words(connection: AsyncConnection) -> AsyncIterator[Notice]:
    """Yield the words of the day whose number or day does not follow the one before."""
    words = select(wordle_words).order_by(wordle_words.c.language, wordle_words.c.number)
    last: dict[str, tuple[int, date]] = {}
    for row in await connection.execute(words):
        number, day = last.get(row.language, (0, date.min))
        try:
            last[row.language] = row.number, date.fromisoformat(row.day)
        except DAMAGE:
            last[row.language] = row.number, day
        if row.number != number + 1 or last[row.language][1] <= day:
            template = translatable(
                "the word of the day {number} ({language}) does not follow the one before"
            )
            yield Notice(template, number=row.number, language=row.language)


async def wrong_wordles(connection: AsyncConnection) -> AsyncIterator[Notice]:
    """Yield the games whose guesses are damaged, or do not say that they ended as they did."""
    template = translatable("Wordle {game}: its guesses are damaged, or do not fit its end")
    async for (game,) in await connection.stream(_differing()):
        yield Notice(template, game=game)


def _differing() -> Select[Any]:
    number, is_right = wordle_guesses.c.number, wordle_guesses.c.word == wordles.c.answer
    as_long = func.length(wordle_guesses.c.word) == func.length(wordles.c.answer)
    told = (
        select(wordles.c.id, func.count(number).label("used"))
        .add_columns(
            func.max(number).label("last"),
            func.min(case((is_right, number))).label("solved"),
            func.count(case((not_(as_long), 1))).label("odd"),
        )
        .outerjoin(wordle_guesses, wordle_guesses.c.wordle == wordles.c.id)
        .group_by(wordles.c.id)
        .subquery()
    )
    solved = told.c.solved.is_not(None)
    is_over = or_(solved, told.c.used >= wordles.c.tries)
    points = case((solved, wordles.c.tries - told.c.used + 1), else_=0)
    brought = and_(wordles.c.used == told.c.used, wordles.c.points == points)
    right = and_(
        func.coalesce(told.c.last, -1) == told.c.used - 1,
        func.coalesce(told.c.solved, told.c.last, -1) == told.c.used - 1,
        told.c.odd == 0,
        told.c.used <= wordles.c.tries,
        case(
            (wordles.c.finished_at.is_(None), not_(is_over)),
            else_=and_(is_over != wordles.c.given_up, brought),
        ),
    )
    return (
        select(wordles.c.id)
        .join(told, told.c.id == wordles.c.id)
        .join(players, players.c.id == wordles.c.started_by)
        # Of who was forgotten the guesses are gone.
        .where(not_(and_(wordles.c.own, players.c.platform == FORGOTTEN)), not_(right))
        .order_by(wordles.c.id)
    )
