"""Checks of tables that tell of the same thing: recounted naively, and slowly.

Each check yields a notice for what does not add up. The journal is grouped by the
database, standings are added up here, so many players at a time.
"""

from collections import defaultdict
from collections.abc import AsyncIterator
from dataclasses import dataclass
from datetime import date
from functools import lru_cache
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
from core.errors import Notice, translatable
from core.rounds.laws import Law
from core.rounds.round import State
from core.rounds.verdict import Trait, causes
from core.standings import MILLION, Period, world_day
from core.store.sql.tables import boards, lexicons, players, plays, results, rounds, standings

_AT_ONCE = 200  # players: more would fill the memory, fewer would ask too often

_Key = tuple[int, int | None, str, str, str]
"""A player's standing: player, chat, language, period, first day."""


async def wrong_numbers(connection: AsyncConnection) -> AsyncIterator[Notice]:
    """Yield the rounds whose plays are not numbered from 0 on, one by one."""
    number = plays.c.number
    gaps = or_(func.min(number) != 0, func.max(number) != func.count() - 1)
    query = select(plays.c.round).group_by(plays.c.round).having(gaps)
    async for (round_id,) in await connection.stream(query):
        template = translatable("round {round}: a play is missing from its journal")
        yield Notice(template, round=round_id)


async def wrong_results(connection: AsyncConnection) -> AsyncIterator[Notice]:
    """Yield the results that do not follow from the journal, or are not there."""
    for query in (_differing(), _lacking()):
        async for round_id, player in await connection.stream(query):
            template = translatable(
                "round {round}: the result of player {player} is not what the journal says"
            )
            yield Notice(template, round=round_id, player=player)


async def wrong_standings(connection: AsyncConnection) -> AsyncIterator[Notice]:
    """Yield the standings that are not the sums of the results."""
    last = await connection.scalar(select(func.max(players.c.id))) or 0
    for first in range(1, last + 1, _AT_ONCE):
        those = first, first + _AT_ONCE - 1
        right = await _added_up(connection, *those)
        for row in await connection.execute(_standings().where(_among(standings, *those))):
            key = _key(row)
            if right.pop(key, None) != _stored(row):
                yield _wrong(key)
        for key in right:
            yield _wrong(key)


@dataclass(slots=True)
class _Sums:
    rounds: int = 0
    points: int = 0
    wins: int = 0
    best_points: int = 0
    shares: int = 0
    average: int = 0
    shown: bool = False

    def add(self, row: Row[Any], *, shown: bool) -> None:
        self.rounds += 1
        self.points += row.points
        self.wins += row.won
        self.best_points = max(self.best_points, row.best_points)
        self.shares += row.share
        self.average = self.shares // self.rounds
        self.shown = shown


def _counted() -> Subquery:
    """Select the figures of each player of each finished round, but of dailies, in the journal."""

    def sum_where(condition: ColumnElement[bool], value: Any) -> Any:
        return func.sum(case((condition, value), else_=0))

    accepted = plays.c.cause.is_(None)
    return (
        select(
            plays.c.round,
            plays.c.player,
            sum_where(accepted, 1).label("words"),
            sum_where(plays.c.cause.in_(causes(Trait.MISS)), 1).label("misses"),
            sum_where(accepted, plays.c.points).label("points"),
            func.coalesce(func.max(plays.c.points), 0).label("best_points"),
        )
        .join(rounds, rounds.c.id == plays.c.round)
        .where(
            rounds.c.state == State.FINISHED,
            rounds.c.puzzle.is_(None),
            rounds.c.practice.is_(None),
            rounds.c.duel.is_(None),
            rounds.c.ghost.is_(None),
        )
        .group_by(plays.c.round, plays.c.player)
        .subquery()
    )


def _differing() -> Select[Any]:
    # Only under these laws are points a matter of the player's own plays.
    independent = rounds.c.law.in_([law for law in Law if law.is_independent])
    counted = _counted()
    placed = _placed()
    # Of 32 bits a few thousand points would be too many.
    share = cast(placed.c.points, BigInteger) * MILLION // func.nullif(rounds.c.points, 0)
    right = and_(
        placed.c.words == counted.c.words,
        placed.c.misses == counted.c.misses,
        or_(not_(independent), placed.c.points == counted.c.points),
        or_(not_(independent), placed.c.best_points == counted.c.best_points),
        placed.c.rank == placed.c.place,
        placed.c.won == and_(placed.c.many > 1, placed.c.place == 1, placed.c.points > 0),
        placed.c.share == func.coalesce(share, 0),
    )
    both = and_(counted.c.round == placed.c.round, counted.c.player == placed.c.player)
    return (
        select(placed.c.round, placed.c.player)
        .join(rounds, rounds.c.id == placed.c.round)
        .outerjoin(counted, both)
        .where(or_(counted.c.words.is_(None), not_(right)))
    )


def _placed() -> Subquery:
    """Return the results, with how many there are in the round, and the place among them."""
    return select(
        results,
        func.count().over(partition_by=results.c.round).label("many"),
        func.rank()
        .over(partition_by=results.c.round, order_by=results.c.points.desc())
        .label("place"),
    ).subquery()


def _lacking() -> Select[Any]:
    counted = _counted()
    both = and_(results.c.round == counted.c.round, results.c.player == counted.c.player)
    return (
        select(counted.c.round, counted.c.player)
        .outerjoin(results, both)
        .where(counted.c.words > 0, results.c.round.is_(None))
    )


async def _added_up(connection: AsyncConnection, first: int, last: int) -> dict[_Key, _Sums]:
    sums: defaultdict[_Key, _Sums] = defaultdict(_Sums)
    query = (
        select(results, rounds.c.chat, rounds.c.day, rounds.c.starts_at)
        .add_columns(lexicons.c.language, players.c.visibility)
        .join(rounds, rounds.c.id == results.c.round)
        .join(lexicons, lexicons.c.id == rounds.c.lexicon)
        .join(players, players.c.id == results.c.player)
        .where(_among(results, first, last))
    )
    for row in await connection.execute(query):
        days = {row.chat: row.day, None: world_day(row.starts_at).isoformat()}
        for chat, day in days.items():
            shown = Visibility(row.visibility).shows(worldwide=chat is None)
            for period, start in _starts(day):
                sums[row.player, chat, row.language, period, start].add(row, shown=shown)
    return sums


@lru_cache(maxsize=4096)
def _starts(day: str) -> tuple[tuple[str, str], ...]:
    parsed = date.fromisoformat(day)
    return tuple((str(period), period.start(parsed).isoformat()) for period in Period)


def _standings() -> Select[Any]:
    return select(
        standings, boards.c.chat, boards.c.language, boards.c.period, boards.c.start
    ).join(boards, boards.c.id == standings.c.board)


def _among(table: Any, first: int, last: int) -> ColumnElement[bool]:
    among: ColumnElement[bool] = table.c.player.between(first, last)
    return among


def _key(row: Row[Any]) -> _Key:
    return row.player, row.chat, row.language, row.period, row.start


def _stored(row: Row[Any]) -> _Sums:
    return _Sums(
        row.rounds, row.points, row.wins, row.best_points, row.shares, row.average, row.shown
    )


def _wrong(key: _Key) -> Notice:
    player, chat, *board = key
    return Notice(
        translatable(
            "the standing of player {player} on the board {board} is not the sum of the results"
        ),
        player=player,
        board="/".join(["world" if chat is None else str(chat), *board]),
    )
