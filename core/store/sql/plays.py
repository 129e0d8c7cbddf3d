"""The journal of submissions over SQL."""

from dataclasses import dataclass
from typing import Any

from sqlalchemy import (
    Double,
    Integer,
    LargeBinary,
    Row,
    Select,
    String,
    bindparam,
    exists,
    insert,
    select,
)
from sqlalchemy.ext.asyncio import AsyncConnection

from core.ids import PlayerRef, Room
from core.ports import Conflict
from core.rounds.events import WordAccepted, WordJudged, WordRefused
from core.rounds.round import State
from core.rounds.verdict import Cause, Verdict
from core.solver.solution import FoundWord
from core.store.sql.tables import chats, players, plays, rounds

_taker = players.alias("taker")
_before = plays.alias("before")
_same = plays.alias("same")
_TYPES = {
    "number": Integer,
    "at": Double,
    "message_id": String,
    "word": String,
    "display": String,
    "points": Integer,
    "path": LargeBinary,
    "cause": String,
    "letters": String,
    "bound": Integer,
}
# One statement finds the keys, whether the round runs, and whether the number is the next one:
# else it inserts nothing. An error would end the transaction on PostgreSQL.
_ADD = insert(plays).from_select(
    ["round", "player", "taken_by", *_TYPES],
    select(
        rounds.c.id,
        players.c.id,
        select(_taker.c.id)
        .where(_taker.c.platform == bindparam("taker_platform", type_=String))
        .where(_taker.c.external_id == bindparam("taker_id", type_=String))
        .scalar_subquery(),
        *(bindparam(f"new_{name}", type_=made) for name, made in _TYPES.items()),
    )
    .select_from(rounds.join(players, players.c.platform == bindparam("platform", type_=String)))
    .where(rounds.c.id == bindparam("round_id", type_=Integer))
    .where(rounds.c.state == State.RUNNING)
    .where(
        ~exists().where(
            _same.c.round == rounds.c.id,
            _same.c.number == bindparam("new_number", type_=Integer),
        )
    )
    .where(
        (bindparam("new_number", type_=Integer) == 0)
        | exists().where(
            _before.c.round == rounds.c.id,
            _before.c.number == bindparam("new_number", type_=Integer) - 1,
        )
    )
    .where(players.c.external_id == bindparam("player_id", type_=String)),
)


@dataclass(frozen=True, slots=True)
class SqlPlays:
    """See core.ports.Plays."""

    connection: AsyncConnection

    async def add(self, play: WordJudged, number: int) -> None:
        verdict, taker = play.verdict, play.verdict.taken_by
        found = verdict.found
        values = {
            "round_id": play.round_id,
            "platform": play.player.platform,
            "player_id": play.player.id,
            "taker_platform": taker.platform if taker else None,
            "taker_id": taker.id if taker else None,
            "new_number": number,
            "new_at": play.at,
            "new_message_id": play.message_id,
            "new_word": verdict.word,
            "new_display": found.display if found and found.display != found.word else None,
            "new_points": found.points if found else None,
            "new_path": bytes(found.path) if found else None,
            "new_cause": verdict.cause,
            "new_letters": _escape(verdict.letters) or None,
            "new_bound": verdict.limit or None,
        }
        added = await self.connection.execute(_ADD, values)
        if added.rowcount != 1:
            raise Conflict(f"round {play.round_id} does not run, has other plays, or other players")

    async def of(self, round_id: int, start: int = 0) -> list[WordJudged]:
        rows = await self.connection.execute(_OF, {"round_id": round_id, "start": start})
        return [_play(row) for row in rows]

    async def find(self, room: Room, player: PlayerRef, message_id: str) -> WordJudged | None:
        values = {
            "player_platform": player.platform,
            "player_id": player.id,
            "message": message_id,
            "chat_platform": room.chat.platform,
            "chat_id": room.chat.id,
            "topic": room.topic,
        }
        row = (await self.connection.execute(_FIND, values)).one_or_none()
        return _play(row) if row else None

    async def by(self, player: PlayerRef) -> list[WordJudged]:
        rows = await self.connection.execute(_of(player).order_by(plays.c.round, plays.c.number))
        return [_play(row) for row in rows]


def _select() -> Select[Any]:
    return (
        select(
            plays,
            players.c.platform,
            players.c.external_id,
            _taker.c.platform.label("taker_platform"),
            _taker.c.external_id.label("taker_id"),
        )
        .join(players, players.c.id == plays.c.player)
        .outerjoin(_taker, _taker.c.id == plays.c.taken_by)
    )


# Asked of every message: made once, for to make them costs more than to ask.
_OF = (
    _select()
    .where(plays.c.round == bindparam("round_id"), plays.c.number >= bindparam("start"))
    .order_by(plays.c.number)
)
_FIND = (
    _select()
    .join(rounds, rounds.c.id == plays.c.round)
    .join(chats, chats.c.id == rounds.c.chat)
    .where(players.c.platform == bindparam("player_platform"))
    .where(players.c.external_id == bindparam("player_id"))
    .where(plays.c.message_id == bindparam("message"))
    .where(chats.c.platform == bindparam("chat_platform"))
    .where(chats.c.external_id == bindparam("chat_id"))
    .where(rounds.c.topic == bindparam("topic"))
)


def _of(player: PlayerRef) -> Select[Any]:
    return _select().where(
        players.c.platform == player.platform, players.c.external_id == player.id
    )


def _play(row: Row[Any]) -> WordJudged:
    kind = WordRefused if row.cause else WordAccepted
    player = PlayerRef(row.platform, row.external_id)
    return kind(row.round, player, _verdict(row), row.at, row.message_id)


def _verdict(row: Row[Any]) -> Verdict:
    if row.cause is None:
        path = tuple(row.path)
        return Verdict(row.word, FoundWord(row.word, row.display or row.word, row.points, path))
    taken_by = PlayerRef(row.taker_platform, row.taker_id) if row.taker_id else None
    letters = _unescape(row.letters or "")
    return Verdict(row.word, None, Cause(row.cause), letters, row.bound or 0, taken_by)


def _escape(letters: str) -> str:
    # People send any character, NUL and halves of pairs included, which databases refuse.
    return letters.encode("unicode_escape").decode("ascii")


def _unescape(letters: str) -> str:
    return letters.encode("ascii").decode("unicode_escape")
