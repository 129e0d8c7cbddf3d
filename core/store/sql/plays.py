"""The journal of submissions over SQL."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import (
    BindParameter,
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
    tuple_,
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
    "arrived": Double,
}
_NEW: dict[str, BindParameter[Any]] = {
    name: bindparam(f"new_{name}", type_=made) for name, made in _TYPES.items()
}
# Whether the round runs, and the number is the next one. It is a condition of the INSERT, or asked
# before: an error would end the transaction on PostgreSQL.
_NEXT = (
    rounds.c.id == bindparam("round_id", type_=Integer),
    rounds.c.state == State.RUNNING,
    ~exists().where(_same.c.round == rounds.c.id, _same.c.number == _NEW["number"]),
    (_NEW["number"] == 0)
    | exists().where(_before.c.round == rounds.c.id, _before.c.number == _NEW["number"] - 1),
)
# One play takes one statement, which finds the keys, too. Several take two, however many they are.
_ADD = insert(plays).from_select(
    ["round", "player", "taken_by", *_TYPES],
    select(
        rounds.c.id,
        players.c.id,
        select(_taker.c.id)
        .where(_taker.c.platform == bindparam("taker_platform", type_=String))
        .where(_taker.c.external_id == bindparam("taker_id", type_=String))
        .scalar_subquery(),
        *_NEW.values(),
    )
    .select_from(rounds.join(players, players.c.platform == bindparam("platform", type_=String)))
    .where(players.c.external_id == bindparam("player_id", type_=String), *_NEXT),
)
_KEYS = select(players.c.platform, players.c.external_id, players.c.id).where(
    tuple_(players.c.platform, players.c.external_id).in_(bindparam("people", expanding=True)),
    exists().where(*_NEXT),
)
_ADD_ALL = insert(plays).values(
    round=bindparam("round_id"), player=bindparam("by"), taken_by=bindparam("taker"), **_NEW
)


@dataclass(frozen=True, slots=True)
class SqlPlays:
    """See core.ports.Plays."""

    connection: AsyncConnection

    async def add(self, plays: Sequence[WordJudged], number: int) -> None:
        if len(plays) == 1:
            await self._add(plays[0], number)
        elif plays:
            await self._add_all(plays, number)

    async def _add(self, play: WordJudged, number: int) -> None:
        player, taker = play.player, play.verdict.taken_by
        values = _values(play, number) | {
            "platform": player.platform,
            "player_id": player.id,
            "taker_platform": taker.platform if taker else None,
            "taker_id": taker.id if taker else None,
        }
        added = await self.connection.execute(_ADD, values)
        if added.rowcount != 1:
            raise _no_next(play.round_id)

    async def _add_all(self, plays: Sequence[WordJudged], number: int) -> None:
        round_id = plays[0].round_id
        takers = (play.verdict.taken_by for play in plays)
        people = {*(play.player for play in plays), *(taker for taker in takers if taker)}
        names = [(player.platform, player.id) for player in people]
        asked = {"people": names, "round_id": round_id, "new_number": number}
        found = await self.connection.execute(_KEYS, asked)
        keys: dict[PlayerRef | None, int | None] = {None: None}
        keys |= {PlayerRef(platform, id_): key for platform, id_, key in found}
        if not people <= keys.keys():
            raise _no_next(round_id)
        values = [
            _values(play, at) | {"by": keys[play.player], "taker": keys[play.verdict.taken_by]}
            for at, play in enumerate(plays, number)
        ]
        await self.connection.execute(_ADD_ALL, values)

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


def _no_next(round_id: int) -> Conflict:
    return Conflict(f"round {round_id} does not run, has other plays, or other players")


def _values(play: WordJudged, number: int) -> dict[str, Any]:
    verdict = play.verdict
    found = verdict.found
    return {
        "round_id": play.round_id,
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
        "new_arrived": play.arrived,
    }


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
    return kind(row.round, player, _verdict(row), row.at, row.message_id, row.arrived)


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
