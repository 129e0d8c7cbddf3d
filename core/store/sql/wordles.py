"""Games of Wordle, and the words of the day, over SQL."""

from dataclasses import dataclass
from datetime import date
from typing import Any

from sqlalchemy import ColumnElement, Select, func, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from core.daily.puzzle import DailyLine, midnight
from core.ids import PlayerRef, Room
from core.limits import word_limit
from core.ports import Conflict
from core.standings import Board
from core.store.sql.daily_boards import line, named
from core.store.sql.damage import readable, sound
from core.store.sql.keys import chat_key, find_key, insert_row, player_key
from core.store.sql.limits import drop, use_up
from core.store.sql.persons import accounts_of
from core.store.sql.tables import chats, players, wordle_guesses, wordle_words, wordles
from core.store.sql.wordle_boards import is_first, is_listed, lines
from core.store.sql.wordle_rows import game_of, games, guesses_of, word_of, words_in
from core.wordle.record import Guess, WordleRecord, WordOfTheDay

_GOES_ON = wordles.c.finished_at.is_(None)


@dataclass(frozen=True, slots=True)
class SqlWordles:
    """See core.ports.Wordles."""

    connection: AsyncConnection

    async def add_word(self, word: WordOfTheDay) -> int:
        last = await self._word(words_in(word.language).limit(1))
        if word.number != (last.number if last else 0) + 1:
            raise Conflict(f"word {word.number} is not the next one of {word.language}")
        if last and word.day <= last.day:
            raise Conflict(f"{word.day} does not come after {last.day}")
        await drop(self.connection, midnight(word.day))
        return await insert_row(
            self.connection,
            wordle_words,
            language=word.language,
            number=word.number,
            day=word.day.isoformat(),
            answer=word.answer,
        )

    async def word_on(self, language: str, day: date) -> WordOfTheDay | None:
        return await self._word(words_in(language).where(wordle_words.c.day == day.isoformat()))

    async def words(self, language: str, count: int) -> list[WordOfTheDay]:
        rows = await self.connection.execute(words_in(language).limit(count))
        return readable(rows, word_of, "id", "word of the day")

    async def add(self, record: WordleRecord) -> int:
        if record.daily:
            day = select(wordle_words.c.day).where(wordle_words.c.id == record.daily)
            found = await self.connection.scalar(day)
            if found is None or await self.at_word(record.daily, record.started_by):
                raise Conflict(f"{record.daily} is no word, or was begun by {record.started_by}")
            limit = word_limit(record.daily, date.fromisoformat(found))
            await use_up(self.connection, limit, record.started_by)
        # A second game that a room shares clashes with the first: see failures.py.
        return await insert_row(
            self.connection,
            wordles,
            chat=await chat_key(self.connection, record.room.chat),
            topic=record.room.topic,
            own=record.is_own,
            started_by=await player_key(self.connection, record.started_by),
            language=record.language,
            answer=record.answer,
            hard=record.hard,
            tries=record.tries,
            word=record.daily or None,
            started_at=record.started_at,
            touched_at=record.touched_at,
            given_up=False,
            points=0,
            used=0,
        )

    async def record(self, game_id: int) -> WordleRecord | None:
        return await self._one(games().where(wordles.c.id == game_id))

    async def active(self, room: Room, free: tuple[str, int] | None = None) -> WordleRecord | None:
        chat = room.chat
        there = games().where(
            chats.c.platform == chat.platform,
            chats.c.external_id == chat.id,
            wordles.c.topic == room.topic,
            _GOES_ON,
        )
        if free:
            language, length = free
            there = there.where(
                wordles.c.word.is_(None),
                wordles.c.language == language,
                func.length(wordles.c.answer) == length,
            )
        latest = there.order_by(wordles.c.touched_at.desc(), wordles.c.id.desc())
        return await self._one(latest.limit(1))

    async def at_word(self, word_id: int, player: PlayerRef) -> WordleRecord | None:
        theirs = games().where(
            wordles.c.word == word_id, wordles.c.started_by.in_(accounts_of(player))
        )
        first = theirs.order_by(_GOES_ON, wordles.c.finished_at, wordles.c.id)
        return await self._one(first.limit(1))

    async def guess(self, game_id: int, guess: Guess, number: int) -> None:
        await self._change(
            update(wordles)
            .where(wordles.c.id == game_id, _GOES_ON, _count_of(game_id) == number)
            .values(touched_at=guess.at),
            f"game {game_id} has ended, or has other guesses",
        )
        await self.connection.execute(
            wordle_guesses.insert().values(
                wordle=game_id,
                number=number,
                player=await player_key(self.connection, guess.player),
                at=guess.at,
                message_id=guess.message_id or None,
                word=guess.word,
            )
        )

    async def touch(self, game_id: int, at: float) -> None:
        await self.connection.execute(
            update(wordles).where(wordles.c.id == game_id).values(touched_at=at)
        )

    async def set_hard(self, game_id: int, hard: bool) -> None:
        await self._change(
            update(wordles)
            .where(wordles.c.id == game_id, _GOES_ON, _count_of(game_id) == 0)
            .values(hard=hard),
            f"game {game_id} has ended, or has guesses",
        )

    async def finish(self, game_id: int, at: float, *, given_up: bool = False) -> None:
        record = await self.record(game_id)
        if record is None or record.finished_at is not None:
            raise Conflict(f"game {game_id} does not go on")
        await self.connection.execute(
            update(wordles)
            .where(wordles.c.id == game_id)
            .values(
                finished_at=at,
                given_up=given_up,
                points=record.points,
                used=len(record.guesses),
            )
        )

    async def played(self, player: PlayerRef, language: str) -> list[WordleRecord]:
        return await self._all(
            wordles.c.started_by.in_(accounts_of(player))
            & wordles.c.own
            & (wordles.c.language == language)
            & wordles.c.finished_at.is_not(None)
            & is_first()
        )

    async def by(self, player: PlayerRef) -> list[WordleRecord]:
        key = await find_key(self.connection, players, player)
        guessed = select(wordle_guesses.c.wordle).where(wordle_guesses.c.player == key)
        return await self._all((wordles.c.started_by == key) | wordles.c.id.in_(guessed))

    async def top(self, board: Board, limit: int) -> list[DailyLine]:
        ranked = lines(board).where(is_listed(board.chat)).limit(limit)
        rows = await self.connection.execute(named(ranked, board.chat))
        return [line(row) for row in rows]

    async def ahead(self, board: Board, value: int) -> int:
        return await self._count(board, func.sum(wordles.c.points) > value)

    async def count(self, board: Board) -> int:
        return await self._count(board)

    async def get(self, board: Board, player: PlayerRef) -> DailyLine | None:
        own = lines(board).where(wordles.c.started_by.in_(accounts_of(player)))
        row = (await self.connection.execute(named(own, board.chat))).one_or_none()
        return line(row) if row else None

    async def _count(self, board: Board, *having: ColumnElement[bool]) -> int:
        shown = lines(board).where(is_listed(board.chat)).having(*having).order_by(None)
        query = select(func.count()).select_from(shown.subquery())
        return int(await self.connection.scalar(query) or 0)

    async def _change(self, statement: Any, otherwise: str) -> None:
        changed = await self.connection.execute(statement)
        if changed.rowcount != 1:
            raise Conflict(otherwise)

    async def _word(self, query: Select[Any]) -> WordOfTheDay | None:
        found = await self.connection.execute(query)
        return sound(self.connection, found.one_or_none(), word_of)

    async def _one(self, query: Select[Any]) -> WordleRecord | None:
        row = (await self.connection.execute(query)).one_or_none()
        guesses = await guesses_of(self.connection, wordles.c.id == row.id) if row else {}
        return sound(self.connection, row, lambda each: game_of(each, guesses))

    async def _all(self, those: ColumnElement[bool]) -> list[WordleRecord]:
        rows = await self.connection.execute(games().where(those).order_by(wordles.c.id))
        guesses = await guesses_of(self.connection, those)
        return readable(rows, lambda each: game_of(each, guesses), "id", "game of Wordle")


def _count_of(game_id: int) -> Any:
    return select(func.count()).where(wordle_guesses.c.wordle == game_id).scalar_subquery()
