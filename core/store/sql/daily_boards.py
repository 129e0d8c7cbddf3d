"""Boards of dailies over SQL: of a day from its attempts, of longer from the totals."""

from dataclasses import replace
from typing import Any

from sqlalchemy import ColumnElement, Row, Select, Table, exists, func, literal, select
from sqlalchemy.sql.selectable import ScalarSelect

from core.chats.players import Visibility
from core.daily.puzzle import DailyLine
from core.ids import ChatRef, PlayerRef
from core.standings import Board, Period
from core.store.sql.keys import key_of
from core.store.sql.persons import PERSON
from core.store.sql.tables import attempts, chats, memberships, players, puzzles, totals

_account = players.alias("account")  # those that lines bear


def source(board: Board) -> Table:
    """Return the table that a board is read from."""
    return attempts if board.period is Period.DAY else totals


def value(board: Board) -> ColumnElement[int]:
    """Return the column that a board ranks by."""
    return attempts.c.points if board.period is Period.DAY else totals.c.shares


def is_on(board: Board) -> ColumnElement[bool]:
    """Return the condition that a row counts for a board, shown or not."""
    if board.period is Period.DAY:
        return (attempts.c.puzzle == _puzzle(board)) & attempts.c.finished_at.is_not(None)
    return totals.c.board == key_of(replace(board, chat=None))


def is_shown(table: Table, chat: ChatRef | None) -> ColumnElement[bool]:
    """Return the condition that a player is listed: worldwide, or (by any account) in a chat."""
    return table.c.shown.is_(True) if chat is None else table.c.player.in_(listed(chat))


def listed(chat: ChatRef) -> Select[Any]:
    """Return a query for the players that the boards of a chat list, by their first accounts."""
    return (
        select(PERSON)
        .join_from(memberships, players, players.c.id == memberships.c.player)
        .join(chats, chats.c.id == memberships.c.chat)
        .where(chats.c.platform == chat.platform, chats.c.external_id == chat.id)
        # All accounts of a player have one visibility.
        .where(players.c.visibility != Visibility.NOBODY)
    )


def lines(board: Board) -> Select[Any]:
    """Return a query for what `named` takes, of whoever counts for a board, the best first."""
    table = source(board)
    days = literal(1) if board.period is Period.DAY else totals.c.days
    return (
        select(table.c.player, value(board).label("value"), days.label("days"))
        .add_columns(table.c.points, table.c.words)
        .where(is_on(board))
        .order_by(value(board).desc(), table.c.player)
    )


def hurried(puzzle_id: int) -> Select[Any]:
    """Return a query for what `named` takes, of who was in a hurry; the value is by how much."""
    hurry = attempts.c.hurry
    return (
        select(attempts.c.player, hurry.label("value"), literal(1).label("days"))
        .add_columns(attempts.c.points, attempts.c.words)
        .where(attempts.c.puzzle == puzzle_id, attempts.c.finished_at.is_not(None), hurry > 0)
        .order_by(hurry.desc(), attempts.c.player)
    )


def named(query: Select[Any], chat: ChatRef | None) -> Select[Any]:
    """Return a query for what `line` reads: with the accounts that a chat knows the players by."""
    # An account is looked for last, for the few lines that are left, not for all of a board.
    ranked = query.subquery("ranked")
    account = (
        ranked.c.player
        if chat is None
        else func.coalesce(_first_in(chat, ranked.c.player), ranked.c.player)
    )
    return (
        select(_account.c.platform, _account.c.external_id, _account.c.name)
        .add_columns(ranked.c.value, ranked.c.days, ranked.c.points, ranked.c.words)
        .join_from(ranked, _account, _account.c.id == account)
        .order_by(ranked.c.value.desc(), ranked.c.player)
    )


def line(row: Row[Any]) -> DailyLine:
    """Return a line of a board."""
    return DailyLine(
        player=PlayerRef(row.platform, row.external_id),
        name=row.name,
        value=row.value,
        days=row.days,
        points=row.points,
        words=row.words,
    )


def _first_in(chat: ChatRef, person: ColumnElement[int]) -> ScalarSelect[Any]:
    """Return a query for the first account of a player that was seen in a chat."""
    this = (
        select(chats.c.id)
        .where(chats.c.platform == chat.platform, chats.c.external_id == chat.id)
        .scalar_subquery()
    )
    # Not a join: it would go through all members of the chat, for each line.
    there = exists().where(memberships.c.player == players.c.id, memberships.c.chat == this)
    return (
        select(func.min(players.c.id))
        .where((players.c.id == person) | (players.c.person == person), there)
        .scalar_subquery()
    )


def _puzzle(board: Board) -> ScalarSelect[Any]:
    return (
        select(puzzles.c.id)
        .where(puzzles.c.language == board.language, puzzles.c.day == board.start.isoformat())
        .scalar_subquery()
    )
