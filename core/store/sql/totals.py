"""The totals of attempts at closed puzzles, over SQL."""

from collections import defaultdict
from datetime import date
from typing import Any

from sqlalchemy import ColumnElement, delete, literal, select
from sqlalchemy.ext.asyncio import AsyncConnection

from core.chats.players import Visibility
from core.standings import Board, Period
from core.store.sql.damage import DAMAGE
from core.store.sql.keys import board_key, upsert
from core.store.sql.tables import attempts, players, puzzles, totals

PERIODS = (Period.WEEK, Period.MONTH, Period.ALL)
_SUMS = ("days", "points", "words", "shares")


def boards_of(language: str, day: str) -> list[Board]:
    """Return the boards that the puzzle of a day counts for once it is closed.

    A day that is damaged counts for none, so that the other days of its players do.
    """
    try:
        on = date.fromisoformat(day)
    except DAMAGE:
        return []
    return [Board(None, language, period, period.start(on)) for period in PERIODS]


async def board_keys(connection: AsyncConnection, language: str, day: str) -> list[int]:
    """Return the keys of these boards."""
    return [await board_key(connection, board) for board in boards_of(language, day)]


async def count_in(
    connection: AsyncConnection, language: str, day: str, which: ColumnElement[bool]
) -> None:
    """Add finished attempts at the puzzle of a day: one statement a board, however many."""
    brought = attempts.c
    for key in await board_keys(connection, language, day):
        counted = select(
            literal(key).label("board"),
            brought.player,
            brought.shown,
            literal(1).label("days"),
            brought.points,
            brought.words,
            brought.share,
        ).where(which, brought.finished_at.is_not(None))
        adding = upsert(connection, totals).from_select(
            ["board", "player", "shown", *_SUMS], counted
        )
        sums = {name: totals.c[name] + adding.excluded[name] for name in _SUMS}
        await connection.execute(
            adding.on_conflict_do_update(index_elements=["board", "player"], set_=sums)
        )


async def add_up(connection: AsyncConnection, person: int) -> None:
    """Add up the totals of one player anew; the cost is the number of their attempts."""
    await connection.execute(delete(totals).where(totals.c.player == person))
    rows = await connection.execute(
        select(attempts.c.points, attempts.c.words, attempts.c.share)
        .add_columns(puzzles.c.language, puzzles.c.day, players.c.visibility)
        .join(puzzles, puzzles.c.id == attempts.c.puzzle)
        .join(players, players.c.id == attempts.c.player)
        .where(attempts.c.player == person)
        .where(attempts.c.finished_at.is_not(None), puzzles.c.closed_at.is_not(None))
    )
    sums: defaultdict[Board, dict[str, Any]] = defaultdict(lambda: dict.fromkeys(_SUMS, 0))
    for row in rows:
        for board in boards_of(row.language, row.day):
            total = sums[board]
            total["shown"] = Visibility(row.visibility).shows(worldwide=True)
            total["days"] += 1
            total["points"] += row.points
            total["words"] += row.words
            total["shares"] += row.share
    for board, total in sums.items():
        key = await board_key(connection, board)
        await connection.execute(totals.insert().values(board=key, player=person, **total))
