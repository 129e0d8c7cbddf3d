"""Rounds over SQL."""

import json
from collections.abc import Collection
from dataclasses import dataclass
from datetime import date
from math import inf
from typing import Any, assert_never

from sqlalchemy import Row, Select, bindparam, exists, func, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from core.grid import Grid
from core.ids import ChatRef, PlayerRef, Room
from core.ports import Conflict
from core.rounds.events import Termination
from core.rounds.laws import Law
from core.rounds.purpose import ForDaily, ForDuel, ForMatch, ForPractice, ForRace, Purpose
from core.rounds.record import RoundRecord
from core.rounds.round import State
from core.scoring import Rules
from core.store.sql.keys import chat_key, insert_row, player_key
from core.store.sql.lexicons import PINNED, pin, pinned
from core.store.sql.tables import ACTIVE, chats, leases, lexicons, players, rounds
from core.store.sql.tables import plays as plays_

_stopper = players.alias("stopper")
# By a process that lives.
_IS_TOLD = exists().where(leases.c.owner == rounds.c.teller)


@dataclass(frozen=True, slots=True)
class SqlRounds:
    """See core.ports.Rounds."""

    connection: AsyncConnection

    async def add(self, record: RoundRecord) -> int:
        return await insert_row(
            self.connection,
            rounds,
            chat=await chat_key(self.connection, record.room.chat),
            topic=record.room.topic,
            started_by=await player_key(self.connection, record.started_by),
            rounds=record.rounds,
            number=record.number,
            match_id=record.match_id,
            grid=str(record.grid),
            lexicon=await pin(self.connection, record.lexicon),
            rules=record.rules,
            min_length=record.min_length,
            law=record.law,
            words=record.words,
            points=record.points,
            starts_at=record.starts_at,
            deadline=record.deadline,
            grace=record.grace,
            day=record.day.isoformat(),
            state=record.state,
            opponent=record.opponent or None,
            **_columns(record.purpose),
        )

    async def get(self, round_id: int) -> RoundRecord | None:
        return await self._one(_select().where(rounds.c.id == round_id))

    async def active(self, room: Room) -> RoundRecord | None:
        return await self._one(_ACTIVE_IN, _named(room))

    async def active_in(self, chat: ChatRef) -> list[RoundRecord]:
        return await self._all(
            _select().where(
                chats.c.platform == chat.platform, chats.c.external_id == chat.id, ACTIVE
            )
        )

    async def active_on(self, platforms: Collection[str]) -> list[RoundRecord]:
        active = select(rounds.c.id).where(ACTIVE)
        return await self._all(
            _select().where(rounds.c.id.in_(active), chats.c.platform.in_(platforms))
        )

    async def running(self) -> list[RoundRecord]:
        active = select(rounds.c.id).where(ACTIVE, rounds.c.state == State.RUNNING)
        return await self._all(_select().where(rounds.c.id.in_(active)))

    async def latest(self, room: Room, at: float = inf) -> RoundRecord | None:
        return await self._one(_LATEST_IN, {**_named(room), "at": at})

    async def of_match(self, match_id: int) -> list[RoundRecord]:
        return await self._all(
            _select().where((rounds.c.id == match_id) | (rounds.c.match_id == match_id))
        )

    async def by(self, player: PlayerRef) -> list[RoundRecord]:
        columns = (
            (table.c.platform == player.platform) & (table.c.external_id == player.id)
            for table in (players, _stopper)
        )
        return await self._all(_select().where(or_(*columns)))

    async def begin(self, round_id: int, starts_at: float, deadline: float, day: date) -> None:
        await self._change(
            update(rounds)
            .where(rounds.c.id == round_id, rounds.c.state == State.WAITING)
            .values(
                state=State.RUNNING, starts_at=starts_at, deadline=deadline, day=day.isoformat()
            ),
            f"round {round_id} does not wait",
        )

    async def finish(
        self,
        round_id: int,
        plays: int,
        termination: Termination,
        at: float,
        by: PlayerRef | None = None,
        teller: str = "",
    ) -> None:
        stored = select(func.count()).where(plays_.c.round == round_id).scalar_subquery()
        await self._change(
            update(rounds)
            .where(rounds.c.id == round_id, ACTIVE, stored == plays)
            .values(
                state=State.FINISHED,
                termination=termination,
                finished_at=at,
                stopped_by=await player_key(self.connection, by) if by else None,
                teller=teller,
            ),
            f"round {round_id} is finished, or has other plays",
        )

    async def unannounced(self, platforms: Collection[str]) -> list[RoundRecord]:
        # Few are unannounced: by these, not by all rounds of a platform, is how to find them.
        untold = select(rounds.c.id).where(rounds.c.announced_at.is_(None))
        return await self._all(
            _select().where(
                rounds.c.id.in_(untold),
                rounds.c.state == State.FINISHED,
                ~_IS_TOLD,
                chats.c.platform.in_(platforms),
            )
        )

    async def claim_end(self, round_id: int, teller: str) -> bool:
        claimed = await self.connection.execute(
            update(rounds)
            .where(
                rounds.c.id == round_id,
                rounds.c.state == State.FINISHED,
                rounds.c.announced_at.is_(None),
                (rounds.c.teller == teller) | ~_IS_TOLD,
            )
            .values(teller=teller)
        )
        return claimed.rowcount == 1

    async def leave_end(self, round_id: int, teller: str) -> None:
        await self.connection.execute(
            update(rounds)
            .where(rounds.c.id == round_id, rounds.c.teller == teller)
            .values(teller="")
        )

    async def mark_announced(self, round_id: int, at: float) -> None:
        await self.connection.execute(
            update(rounds).where(rounds.c.id == round_id).values(announced_at=at)
        )

    async def mark_shown(self, round_id: int, board: str) -> None:
        await self.connection.execute(
            update(rounds).where(rounds.c.id == round_id).values(board=board)
        )

    async def _change(self, statement: Any, otherwise: str) -> None:
        changed = await self.connection.execute(statement)
        if changed.rowcount != 1:
            raise Conflict(otherwise)

    async def _one(
        self, query: Select[Any], values: dict[str, Any] | None = None
    ) -> RoundRecord | None:
        row = (await self.connection.execute(query, values)).one_or_none()
        return _record(row) if row else None

    async def _all(self, query: Select[Any]) -> list[RoundRecord]:
        rows = await self.connection.execute(query.order_by(rounds.c.id))
        return [_record(row) for row in rows]


def _select() -> Select[Any]:
    return (
        select(
            rounds,
            chats.c.platform.label("chat_platform"),
            chats.c.external_id.label("chat_id"),
            players.c.platform.label("starter_platform"),
            players.c.external_id.label("starter_id"),
            _stopper.c.platform.label("stopper_platform"),
            _stopper.c.external_id.label("stopper_id"),
            *PINNED,
        )
        .join(chats, chats.c.id == rounds.c.chat)
        .join(players, players.c.id == rounds.c.started_by)
        .join(lexicons, lexicons.c.id == rounds.c.lexicon)
        .outerjoin(_stopper, _stopper.c.id == rounds.c.stopped_by)
    )


# Asked of every message that may be a word: made once, for to make them costs more than to ask.
_IN = _select().where(
    chats.c.platform == bindparam("chat_platform"),
    chats.c.external_id == bindparam("chat_id"),
    rounds.c.topic == bindparam("topic"),
)
_ACTIVE_IN = _IN.where(ACTIVE)
_LATEST_IN = (
    _IN.where(rounds.c.state != State.WAITING, rounds.c.starts_at <= bindparam("at"))
    .order_by(rounds.c.starts_at.desc())
    .limit(1)
)


def _named(room: Room) -> dict[str, Any]:
    chat = room.chat
    return {"chat_platform": chat.platform, "chat_id": chat.id, "topic": room.topic}


def _record(row: Row[Any]) -> RoundRecord:
    return RoundRecord(
        id=row.id,
        room=Room(ChatRef(row.chat_platform, row.chat_id), row.topic),
        started_by=PlayerRef(row.starter_platform, row.starter_id),
        rounds=row.rounds,
        number=row.number,
        match_id=row.match_id,
        grid=Grid.parse(row.grid),
        lexicon=pinned(row),
        rules=Rules(row.rules),
        min_length=row.min_length,
        law=Law(row.law),
        words=row.words,
        points=row.points,
        starts_at=row.starts_at,
        deadline=row.deadline,
        grace=row.grace,
        day=date.fromisoformat(row.day),
        state=State(row.state),
        termination=Termination(row.termination) if row.termination else None,
        finished_at=row.finished_at,
        stopped_by=PlayerRef(row.stopper_platform, row.stopper_id) if row.stopped_by else None,
        announced_at=row.announced_at,
        board=row.board,
        purpose=_purpose(row),
        opponent=row.opponent or 0,
    )


def _columns(purpose: Purpose) -> dict[str, Any]:
    match purpose:
        case ForDaily(puzzle, ranked):
            return {"puzzle": puzzle, "ranked": ranked}
        case ForDuel(duel):
            return {"duel": duel}
        case ForPractice(words):
            return {"practice": " ".join(words)}
        case ForRace(ghost):
            return {"ghost": json.dumps(ghost)}
        case ForMatch():
            return {}
        case _ as never:
            assert_never(never)


def _purpose(row: Row[Any]) -> Purpose:
    if row.puzzle is not None:
        return ForDaily(row.puzzle, row.ranked)
    if row.duel is not None:
        return ForDuel(row.duel)
    if row.practice is not None:
        return ForPractice(tuple(row.practice.split()))
    if row.ghost is not None:
        return ForRace(tuple((at, word) for at, word in json.loads(row.ghost)))
    return ForMatch()
