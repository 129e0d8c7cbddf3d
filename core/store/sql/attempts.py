"""Ranked attempts at dailies over SQL."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any

from sqlalchemy import ColumnElement, Row, Select, func, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from core.chats.players import Visibility
from core.daily.puzzle import Attempt, DailyLine, Puzzle
from core.ids import ChatRef, PlayerRef
from core.limits import daily_limit
from core.ports import Conflict
from core.rounds.verdict import Trait, causes
from core.standings import Board, Score
from core.store.sql.daily_boards import (
    hurried,
    is_on,
    is_shown,
    line,
    lines,
    named,
    source,
    value,
)
from core.store.sql.damage import readable
from core.store.sql.keys import upsert
from core.store.sql.limits import use_up
from core.store.sql.persons import person_key, person_of
from core.store.sql.tables import attempts, finders, players, plays, puzzles
from core.store.sql.totals import count_in


@dataclass(frozen=True, slots=True)
class SqlAttempts:
    """See core.ports.Attempts."""

    connection: AsyncConnection

    async def begin(self, puzzle: Puzzle, player: PlayerRef, round_id: int, at: float) -> None:
        person = await person_key(self.connection, player)
        visible = select(players.c.visibility).where(players.c.id == person)
        visibility = Visibility(str(await self.connection.scalar(visible)))
        nothing = dict.fromkeys(("points", "words", "share", "best_points", "hurry"), 0)
        await use_up(self.connection, daily_limit(puzzle.id), player)
        await self.connection.execute(
            attempts.insert().values(
                puzzle=puzzle.id,
                player=person,
                round=round_id,
                started_at=at,
                shown=visibility.shows(worldwide=True),
                best="",
                **nothing,
            )
        )

    async def finish(
        self, round_id: int, score: Score | None, words: Collection[str], hurry: int, at: float
    ) -> None:
        known = await self.connection.execute(
            select(attempts.c.finished_at, attempts.c.puzzle)
            .add_columns(puzzles.c.language, puzzles.c.day, puzzles.c.closed_at)
            .join(puzzles, puzzles.c.id == attempts.c.puzzle)
            .where(attempts.c.round == round_id)
        )
        row = known.one_or_none()
        if row is None:
            return
        if row.finished_at is not None:
            raise Conflict(f"the attempt of round {round_id} is finished")
        is_this = attempts.c.round == round_id
        await self.connection.execute(
            update(attempts).where(is_this).values(finished_at=at, hurry=hurry, **_brought(score))
        )
        await self._count_words(row.puzzle, words)
        if row.closed_at is not None:
            await count_in(self.connection, row.language, row.day, is_this)

    async def of(self, puzzle_id: int, player: PlayerRef) -> Attempt | None:
        found = await self.connection.execute(
            _select().where(attempts.c.puzzle == puzzle_id, _is(attempts.c.player, player))
        )
        row = found.one_or_none()
        return _attempt(row) if row else None

    async def by(self, player: PlayerRef, language: str | None = None) -> list[Attempt]:
        query = _select().where(_is(attempts.c.player, player))
        if language is not None:
            query = query.where(puzzles.c.language == language)
        rows = await self.connection.execute(query.order_by(puzzles.c.language, puzzles.c.number))
        return readable(rows, _attempt, "puzzle")

    async def top(self, board: Board, limit: int) -> list[DailyLine]:
        ranked = lines(board).where(is_shown(source(board), board.chat)).limit(limit)
        rows = await self.connection.execute(named(ranked, board.chat))
        return [line(row) for row in rows]

    async def ahead(self, board: Board, value: int) -> int:
        return await self._count(board, _value(board) > value)

    async def count(self, board: Board) -> int:
        return await self._count(board)

    async def get(self, board: Board, player: PlayerRef) -> DailyLine | None:
        own = lines(board).where(_is(source(board).c.player, player))
        rows = await self.connection.execute(named(own, board.chat))
        row = rows.one_or_none()
        return line(row) if row else None

    async def finders(self, puzzle_id: int) -> Mapping[str, int]:
        rows = await self.connection.execute(
            select(finders.c.word, finders.c.count).where(finders.c.puzzle == puzzle_id)
        )
        return {word: count for word, count in rows}  # noqa: C416 (rows are no pairs to mypy)

    async def players(self, puzzle_id: int) -> int:
        query = select(func.count()).select_from(attempts).where(_finished(puzzle_id))
        return int(await self.connection.scalar(query) or 0)

    async def points(self, puzzle_id: int) -> list[int]:
        found = await self.connection.scalars(select(attempts.c.points).where(_finished(puzzle_id)))
        return list(found)

    async def refused(self, puzzle_id: int) -> Mapping[str, int]:
        senders = func.count(attempts.c.player.distinct())
        rows = await self.connection.execute(
            select(plays.c.word, senders)
            .join(attempts, attempts.c.round == plays.c.round)
            .where(_finished(puzzle_id), plays.c.cause.in_(causes(Trait.ACCEPTABLE)))
            .where(plays.c.word != "")
            .group_by(plays.c.word)
        )
        return {word: count for word, count in rows}  # noqa: C416 (rows are no pairs to mypy)

    async def hurried(self, puzzle_id: int, chat: ChatRef | None) -> list[DailyLine]:
        shown = hurried(puzzle_id).where(is_shown(attempts, chat))
        rows = await self.connection.execute(named(shown, chat))
        return [line(row) for row in rows]

    async def _count(self, board: Board, *more: ColumnElement[bool]) -> int:
        table = source(board)
        query = select(func.count()).select_from(table)
        shown = is_shown(table, board.chat)
        return int(await self.connection.scalar(query.where(is_on(board), shown, *more)) or 0)

    async def _count_words(self, puzzle_id: int, words: Collection[str]) -> None:
        if not words:
            return
        found = upsert(self.connection, finders)
        await self.connection.execute(
            found.on_conflict_do_update(
                index_elements=["puzzle", "word"], set_={"count": finders.c.count + 1}
            ),
            [{"puzzle": puzzle_id, "word": word, "count": 1} for word in sorted(set(words))],
        )


_value = value  # an argument of `ahead` bears this name, as in core/ports.py


def _finished(puzzle_id: int) -> ColumnElement[bool]:
    return (attempts.c.puzzle == puzzle_id) & attempts.c.finished_at.is_not(None)


def _is(column: ColumnElement[Any], player: PlayerRef) -> ColumnElement[bool]:
    return column == person_of(player).scalar_subquery()


def _brought(score: Score | None) -> dict[str, Any]:
    if score is None:
        return {}
    return {
        "points": score.points,
        "words": score.words,
        "share": score.share,
        "best": score.best,
        "best_points": score.best_points,
    }


def _select() -> Select[Any]:
    return (
        select(attempts, puzzles.c.language, puzzles.c.number, puzzles.c.day)
        .add_columns(players.c.platform, players.c.external_id)
        .join(puzzles, puzzles.c.id == attempts.c.puzzle)
        .join(players, players.c.id == attempts.c.player)
    )


def _attempt(row: Row[Any]) -> Attempt:
    return Attempt(
        puzzle=row.puzzle,
        language=row.language,
        number=row.number,
        day=date.fromisoformat(row.day),
        player=PlayerRef(row.platform, row.external_id),
        round_id=row.round,
        started_at=row.started_at,
        finished_at=row.finished_at,
        points=row.points,
        words=row.words,
        share=row.share,
        best=row.best,
        best_points=row.best_points,
        hurry=row.hurry,
    )
