"""Boards of Wordle over SQL: added up from the games whenever they are asked for."""

from datetime import date, timedelta
from typing import Any

from sqlalchemy import ColumnElement, Select, exists, func, or_, select, tuple_

from core.chats.players import Visibility
from core.ids import ChatRef
from core.standings import Board, Period
from core.store.sql.daily_boards import listed
from core.store.sql.persons import PERSON
from core.store.sql.tables import players, wordle_words, wordles

_DAYS = {Period.DAY: 1, Period.WEEK: 7, Period.MONTH: 31}

_other = players.alias("other")
_earlier = wordles.alias("earlier")


def lines(board: Board) -> Select[Any]:
    """Return a query for what `named` takes, of whoever counts for a board, the best first."""
    points = func.sum(wordles.c.points)
    return (
        select(PERSON.label("player"), points.label("value"), func.count().label("days"))
        .add_columns(points.label("points"), func.sum(wordles.c.used).label("words"))
        .join_from(wordles, players, players.c.id == wordles.c.started_by)
        .where(wordles.c.word.in_(_words(board)), wordles.c.finished_at.is_not(None), is_first())
        .group_by(PERSON)
        .order_by(points.desc(), PERSON)
    )


def is_listed(chat: ChatRef | None) -> ColumnElement[bool]:
    """Return the condition that a player of `lines` is shown: worldwide, or in a chat."""
    if chat is None:
        return players.c.visibility == Visibility.WORLD
    there = func.coalesce(_other.c.person, _other.c.id).in_(listed(chat))
    return wordles.c.started_by.in_(select(_other.c.id).where(there))


def is_first() -> ColumnElement[bool]:
    """Return the condition that a game, joined with who began it, is the one that counts.

    That is, that no other account of the player finished one at the same word before.
    """
    its_end, end = (tuple_(each.c.finished_at, each.c.id) for each in (_earlier, wordles))
    before = (
        exists()
        .where((_other.c.id == PERSON) | (_other.c.person == PERSON))
        .where(_earlier.c.started_by == _other.c.id, _earlier.c.word == wordles.c.word)
        .where(its_end < end)
    )
    # Few have several accounts: only of those it is looked up.
    joined = select(_other.c.person).where(_other.c.person.is_not(None))
    alone = players.c.person.is_(None) & players.c.id.not_in(joined)
    return or_(alone, ~before)


def _words(board: Board) -> Select[Any]:
    """Return a query for the words of the day that count for a board."""
    words = select(wordle_words.c.id).where(wordle_words.c.language == board.language)
    if board.period is Period.ALL:
        return words
    after: date = board.period.start(board.start + timedelta(days=_DAYS[board.period]))
    return words.where(
        wordle_words.c.day >= board.start.isoformat(), wordle_words.c.day < after.isoformat()
    )
