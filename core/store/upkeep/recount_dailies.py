"""As recount.py, of dailies: attempts against the journal, totals and finders against those."""

from collections import defaultdict
from collections.abc import AsyncIterator, Callable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from functools import lru_cache
from types import MappingProxyType
from typing import Any

from sqlalchemy import (
    BigInteger,
    ColumnElement,
    Row,
    Select,
    Subquery,
    and_,
    case,
    cast,
    func,
    not_,
    or_,
    select,
)
from sqlalchemy.ext.asyncio import AsyncConnection

from core.chats.players import Visibility
from core.daily.recipe import seal_of
from core.daily.themes import Theme
from core.errors import Notice, translatable
from core.grid import Grid
from core.standings import MILLION, Board
from core.store.sql.damage import DAMAGE
from core.store.sql.tables import attempts, boards, finders, players, plays, puzzles, rounds, totals
from core.store.sql.totals import boards_of

_AT_ONCE = 200  # players: as in recount.py

_Key = tuple[int, str, str, str]
"""A player's total: player, language, period, first day."""


async def wrong_puzzles(connection: AsyncConnection) -> AsyncIterator[Notice]:
    """Yield the puzzles with parts that do not parse, or cannot be what was stored."""
    async for row in await connection.stream(select(puzzles).order_by(puzzles.c.id)):
        for column in _damaged(row):
            template = translatable("puzzle {puzzle}: its {column} is damaged")
            yield Notice(template, puzzle=row.id, column=column)


async def wrong_attempts(connection: AsyncConnection) -> AsyncIterator[Notice]:
    """Yield the attempts that do not follow from the journal, or are not there."""
    for query in (_differing(), _lacking()):
        async for puzzle, player in await connection.stream(query):
            template = translatable(
                "puzzle {puzzle}: the attempt of player {player} is not what the journal says"
            )
            yield Notice(template, puzzle=puzzle, player=player)


async def wrong_finders(connection: AsyncConnection) -> AsyncIterator[Notice]:
    """Yield the words of which it is not known how many attempts found them."""
    found = _found()
    both = and_(finders.c.puzzle == found.c.puzzle, finders.c.word == found.c.word)
    differing = (
        select(finders.c.puzzle, finders.c.word)
        .outerjoin(found, both)
        .where(or_(found.c.count.is_(None), found.c.count != finders.c.count))
    )
    lacking = (
        select(found.c.puzzle, found.c.word)
        .outerjoin(finders, both)
        .where(finders.c.puzzle.is_(None))
    )
    for query in (differing, lacking):
        async for puzzle, word in await connection.stream(query):
            template = translatable(
                "puzzle {puzzle}: the count of who found {word} is not what the journal says"
            )
            yield Notice(template, puzzle=puzzle, word=word)


async def wrong_totals(connection: AsyncConnection) -> AsyncIterator[Notice]:
    """Yield the totals that are not the sums of the attempts at closed puzzles."""
    last = await connection.scalar(select(func.max(players.c.id))) or 0
    for first in range(1, last + 1, _AT_ONCE):
        those = first, first + _AT_ONCE - 1
        right = await _added_up(connection, *those)
        query = (
            select(totals, boards.c.chat, boards.c.language, boards.c.period, boards.c.start)
            .join(boards, boards.c.id == totals.c.board)
            .where(totals.c.player.between(*those))
        )
        for row in await connection.execute(query):
            key = row.player, row.language, row.period, row.start
            stored = _Sums(row.days, row.points, row.words, row.shares, row.shown)
            if row.chat is not None or right.pop(key, None) != stored:
                yield _wrong(key)
        for key in right:
            yield _wrong(key)


@dataclass(slots=True)
class _Sums:
    days: int = 0
    points: int = 0
    words: int = 0
    shares: int = 0
    shown: bool = False


_PARSED: Mapping[str, Callable[[str], object]] = MappingProxyType(
    {"day": date.fromisoformat, "theme": Theme, "grid": Grid.parse}
)


def _damaged(row: Row[Any]) -> Iterator[str]:
    """Yield the names of damaged columns."""
    for column, parse in _PARSED.items():
        try:
            parse(getattr(row, column))
        except DAMAGE:
            yield column
    if row.seal != seal_of(row.recipe):
        yield "seal"
    for column in ("words", "points", "difficulty"):
        if getattr(row, column) < 0:
            yield column


def _differing() -> Select[Any]:
    counted = (
        select(
            plays.c.round,
            func.count().label("words"),
            func.sum(plays.c.points).label("points"),
            func.max(plays.c.points).label("best_points"),
        )
        .where(plays.c.cause.is_(None))
        .group_by(plays.c.round)
        .subquery()
    )
    # Of 32 bits a few thousand points would be too many.
    share = cast(attempts.c.points, BigInteger) * MILLION // func.nullif(puzzles.c.points, 0)
    finished = attempts.c.finished_at.is_not(None)

    def journal(name: str) -> ColumnElement[Any]:
        return case((finished, func.coalesce(counted.c[name], 0)), else_=0)

    right = and_(
        attempts.c.words == journal("words"),
        attempts.c.points == journal("points"),
        attempts.c.best_points == journal("best_points"),
        attempts.c.share == func.coalesce(share, 0),
        attempts.c.shown == (players.c.visibility == Visibility.WORLD),
        players.c.person.is_(None),
        rounds.c.ranked,
        rounds.c.puzzle == attempts.c.puzzle,
    )
    return (
        select(attempts.c.puzzle, attempts.c.player)
        .join(puzzles, puzzles.c.id == attempts.c.puzzle)
        .join(players, players.c.id == attempts.c.player)
        .join(rounds, rounds.c.id == attempts.c.round)
        .outerjoin(counted, counted.c.round == attempts.c.round)
        # A round that names no puzzle is wrong, too.
        .where(or_(rounds.c.puzzle.is_(None), not_(right)))
    )


def _lacking() -> Select[Any]:
    return (
        select(rounds.c.puzzle, rounds.c.started_by)
        .outerjoin(attempts, attempts.c.round == rounds.c.id)
        .where(rounds.c.ranked, attempts.c.round.is_(None))
    )


def _found() -> Subquery:
    """Return how many finished attempts found each word, by the journal."""
    return (
        select(attempts.c.puzzle, plays.c.word, func.count().label("count"))
        .join(plays, plays.c.round == attempts.c.round)
        .where(attempts.c.finished_at.is_not(None), plays.c.cause.is_(None))
        .group_by(attempts.c.puzzle, plays.c.word)
        .subquery()
    )


async def _added_up(connection: AsyncConnection, first: int, last: int) -> dict[_Key, _Sums]:
    sums: defaultdict[_Key, _Sums] = defaultdict(_Sums)
    query = (
        select(attempts)
        .add_columns(puzzles.c.language, puzzles.c.day, players.c.visibility)
        .join(puzzles, puzzles.c.id == attempts.c.puzzle)
        .join(players, players.c.id == attempts.c.player)
        .where(attempts.c.player.between(first, last))
        .where(attempts.c.finished_at.is_not(None), puzzles.c.closed_at.is_not(None))
    )
    for row in await connection.execute(query):
        for board in _boards(row.language, row.day):
            total = sums[row.player, board.language, board.period, board.start.isoformat()]
            total.days += 1
            total.points += row.points
            total.words += row.words
            total.shares += row.share
            total.shown = Visibility(row.visibility).shows(worldwide=True)
    return sums


@lru_cache(maxsize=4096)
def _boards(language: str, day: str) -> list[Board]:
    return boards_of(language, day)


def _wrong(key: _Key) -> Notice:
    player, *board = key
    return Notice(
        translatable(
            "the total of player {player} on the board {board} is not the sum of the attempts"
        ),
        player=player,
        board="/".join(["world", *board]),
    )
