"""The games of Wordle of a player who is forgotten, over SQL."""

from typing import Any

from sqlalchemy import delete, func, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from core.ids import PlayerRef, private_chat
from core.store.sql.keys import chat_key
from core.store.sql.persons import accounts_of
from core.store.sql.tables import players, wordle_guesses, wordle_words, wordles


async def inherit(connection: AsyncConnection, player: int, ref: PlayerRef) -> None:
    """Give a player's games at words of the day to the first other account of theirs, if any.

    But for words at which that account has a game itself.
    """
    others = (players.c.id.in_(accounts_of(ref)), players.c.id != player)
    found = await connection.execute(select(players).where(*others).order_by(players.c.id).limit(1))
    heir = found.one_or_none()
    if heir is None:
        return
    played = select(wordles.c.word).where(
        wordles.c.started_by == heir.id, wordles.c.word.is_not(None)
    )
    chat = await chat_key(connection, private_chat(PlayerRef(heir.platform, heir.external_id)))
    moved = await connection.scalars(
        update(wordles)
        .where(wordles.c.started_by == player, wordles.c.word.is_not(None))
        .where(wordles.c.word.not_in(played))
        .values(started_by=heir.id, chat=chat)
        .returning(wordles.c.id)
    )
    await connection.execute(
        update(wordle_guesses)
        .where(wordle_guesses.c.wordle.in_(moved.all()), wordle_guesses.c.player == player)
        .values(player=heir.id)
    )


def forgetting(player: int) -> list[Any]:
    """Return the statements that leave of a player's games what Players.forget says."""
    latest = select(func.max(wordle_words.c.id)).group_by(wordle_words.c.language)
    own = wordles.c.own & (wordles.c.started_by == player)
    counts_no_more = or_(
        wordles.c.finished_at.is_(None), wordles.c.word.is_(None), wordles.c.word.in_(latest)
    )
    games = select(wordles.c.id).where(own)
    return [
        delete(wordle_guesses).where(wordle_guesses.c.wordle.in_(games)),
        delete(wordles).where(own, counts_no_more),
        update(wordle_guesses).where(wordle_guesses.c.player == player).values(message_id=None),
    ]
