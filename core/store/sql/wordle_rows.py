"""Games of Wordle and words of the day, as SQL gives them."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any

from sqlalchemy import ColumnElement, Row, Select, select
from sqlalchemy.ext.asyncio import AsyncConnection

from core.ids import ChatRef, PlayerRef, Room
from core.store.sql.tables import chats, players, wordle_guesses, wordle_words, wordles
from core.wordle.record import Guess, WordleRecord, WordOfTheDay, wordle_room

_guesser = players.alias("guesser")


def words_in(language: str) -> Select[Any]:
    """Return a query for what `word_of` reads, the latest first."""
    this = wordle_words.c.language == language
    return select(wordle_words).where(this).order_by(wordle_words.c.number.desc())


def word_of(row: Row[Any]) -> WordOfTheDay:
    """Return a word of the day; raises ValueError if it is damaged."""
    return WordOfTheDay(row.language, row.number, date.fromisoformat(row.day), row.answer, row.id)


def games() -> Select[Any]:
    """Return a query for what `game_of` reads; `players` are who began the games."""
    return (
        select(wordles, wordle_words.c.number, wordle_words.c.day)
        .add_columns(players.c.platform, players.c.external_id)
        .add_columns(chats.c.platform.label("chat_platform"), chats.c.external_id.label("chat_id"))
        .join(chats, chats.c.id == wordles.c.chat)
        .join(players, players.c.id == wordles.c.started_by)
        .outerjoin(wordle_words, wordle_words.c.id == wordles.c.word)
    )


async def guesses_of(
    connection: AsyncConnection, those: ColumnElement[bool]
) -> Mapping[int, Sequence[Guess]]:
    """Return the guesses of games on which a condition holds, in order, by the games' keys."""
    found = defaultdict[int, list[Guess]](list)
    for row in await connection.execute(
        select(wordle_guesses, _guesser.c.platform, _guesser.c.external_id)
        .join_from(wordle_guesses, wordles)
        .join(players, players.c.id == wordles.c.started_by)
        .join(_guesser, _guesser.c.id == wordle_guesses.c.player)
        .where(those)
        .order_by(wordle_guesses.c.wordle, wordle_guesses.c.number)
    ):
        player = PlayerRef(row.platform, row.external_id)
        found[row.wordle].append(Guess(row.word, player, row.at, row.message_id or ""))
    return found


def game_of(row: Row[Any], guesses: Mapping[int, Sequence[Guess]]) -> WordleRecord:
    """Return a game; raises ValueError if a guess is not as long as the answer."""
    starter = PlayerRef(row.platform, row.external_id)
    there = Room(ChatRef(row.chat_platform, row.chat_id), row.topic)
    record = WordleRecord(
        id=row.id,
        room=wordle_room(starter) if row.own else there,
        started_by=starter,
        language=row.language,
        answer=row.answer,
        hard=row.hard,
        tries=row.tries,
        daily=row.word or 0,
        number=row.number or 0,
        day=date.fromisoformat(row.day) if row.day else None,
        guesses=tuple(guesses.get(row.id, ())),
        started_at=row.started_at,
        touched_at=row.touched_at,
        finished_at=row.finished_at,
        given_up=row.given_up,
    )
    if any(len(each.word) != len(record.answer) for each in record.guesses):
        raise ValueError(record.guesses)
    return record
