"""Duels over SQL."""

import json
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from sqlalchemy import Row, Select, and_, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from core.duels.duel import REMINDED, Duel, DuelGrid, Ending, Run, Side, State
from core.duels.news import DuelNews, Topic
from core.grid import Grid
from core.ids import ChatRef, PlayerRef, Room
from core.ports import Conflict
from core.scoring import Rules
from core.store.sql.blocks import block, has_blocked, unblock
from core.store.sql.keys import chat_key, find_key, insert_row, player_key, upsert
from core.store.sql.lexicons import PINNED, pin, pinned
from core.store.sql.tables import (
    OPEN_DUEL,
    UNTOLD_DUEL,
    blocks,
    chats,
    duel_news,
    duel_runs,
    duels,
    lexicons,
    players,
)

_challenger = players.alias("challenger")
_opponent = players.alias("opponent")


@dataclass(frozen=True, slots=True)
class SqlDuels:
    """See core.ports.Duels."""

    connection: AsyncConnection

    async def add(self, duel: Duel) -> int:
        if await self.coded(duel.code):
            raise Conflict(f"there is a duel {duel.code}")
        key = await insert_row(
            self.connection,
            duels,
            code=duel.code,
            chat=await chat_key(self.connection, duel.room.chat),
            topic=duel.room.topic,
            challenger=await player_key(self.connection, duel.challenger),
            ranked=duel.ranked,
            lexicon=await pin(self.connection, duel.lexicon),
            rules=duel.rules,
            min_length=duel.min_length,
            seconds=duel.seconds,
            grids=json.dumps([[str(each.grid), each.words, each.points] for each in duel.grids]),
            salt=duel.salt,
            made_at=duel.made_at,
            expires_at=duel.expires_at,
            **await self._changing(duel),
        )
        await self._put_runs(key, duel)
        return key

    async def put(self, duel: Duel) -> None:
        await self.connection.execute(
            update(duels).where(duels.c.id == duel.id).values(await self._changing(duel))
        )
        await self._put_runs(duel.id, duel)

    async def get(self, duel_id: int) -> Duel | None:
        return await self._one(_select().where(duels.c.id == duel_id))

    async def coded(self, code: str) -> Duel | None:
        return await self._one(_select().where(duels.c.code == code))

    async def open_of(self, players: Collection[PlayerRef]) -> list[Duel]:
        keys = await self._keys(players)
        return await self._all(_select().where(_has(keys), OPEN_DUEL).order_by(duels.c.id))

    async def last_of(self, players: Collection[PlayerRef], limit: int) -> list[Duel]:
        over = _select().where(_has(await self._keys(players)), duels.c.state == State.OVER)
        return await self._all(over.order_by(duels.c.id.desc()).limit(limit))

    async def due(self, at: float) -> list[Duel]:
        remind = and_(duels.c.reminded_at.is_(None), duels.c.expires_at <= at + REMINDED)
        due = or_(duels.c.expires_at <= at, remind)
        return await self._all(_select().where(OPEN_DUEL, due).order_by(duels.c.id))

    async def tell(self, duel_id: int, news: Iterable[DuelNews]) -> None:
        for each in news:
            await self.connection.execute(
                duel_news.insert().values(
                    duel=duel_id, side=each.side, topic=each.topic, number=each.number
                )
            )

    async def untold(self, platforms: Collection[str]) -> list[tuple[Duel, DuelNews]]:
        rows = await self.connection.execute(
            select(duel_news).where(UNTOLD_DUEL).order_by(duel_news.c.id)
        )
        found = []
        for row in rows.all():
            duel = await self.get(row.duel)
            player = duel.player(Side(row.side)) if duel else None
            if duel and player and player.platform in platforms:
                told = DuelNews(Side(row.side), Topic(row.topic), row.number, row.id)
                found.append((duel, told))
        return found

    async def mark_told(self, news_id: int, at: float) -> None:
        await self.connection.execute(
            update(duel_news).where(duel_news.c.id == news_id).values(told_at=at)
        )

    async def block(self, player: PlayerRef, other: PlayerRef) -> None:
        await block(self.connection, player, other)

    async def unblock(self, player: PlayerRef, other: PlayerRef) -> None:
        await unblock(self.connection, player, other)

    async def has_blocked(self, player: PlayerRef, other: PlayerRef) -> bool:
        return await has_blocked(self.connection, player, other)

    async def blocked_by(self, player: PlayerRef) -> list[PlayerRef]:
        key = await find_key(self.connection, players, player)
        theirs = select(blocks.c.blocked).where(blocks.c.player == key)
        rows = await self.connection.execute(
            select(players.c.platform, players.c.external_id)
            .where(players.c.id.in_(theirs))
            .order_by(players.c.id)
        )
        return [PlayerRef(row.platform, row.external_id) for row in rows]

    async def _changing(self, duel: Duel) -> dict[str, Any]:
        """Return the columns that events change."""
        opponent = duel.opponent
        return {
            "opponent": await player_key(self.connection, opponent) if opponent else None,
            "reminded_at": duel.reminded_at,
            "state": duel.state,
            "ending": duel.ending,
            "ended_at": duel.ended_at,
            "ended_by": duel.ended_by,
        }

    async def _put_runs(self, key: int, duel: Duel) -> None:
        for side in Side:
            for run in duel.runs[side]:
                facts = {
                    "round": run.round_id,
                    "started_at": run.started_at,
                    "finished_at": run.finished_at,
                    "points": run.points,
                    "words": run.words,
                    "found": json.dumps(run.found) if run.found else None,
                }
                said = upsert(self.connection, duel_runs).values(
                    duel=key, side=side, number=run.number, **facts
                )
                names = ("duel", "side", "number")
                await self.connection.execute(
                    said.on_conflict_do_update(index_elements=names, set_=facts)
                )

    async def _keys(self, those: Collection[PlayerRef]) -> list[int]:
        found = [await find_key(self.connection, players, each) for each in those]
        return [key for key in found if key is not None]

    async def _one(self, query: Select[Any]) -> Duel | None:
        return next(iter(await self._all(query)), None)

    async def _all(self, query: Select[Any]) -> list[Duel]:
        rows = (await self.connection.execute(query)).all()
        runs = await self.connection.execute(
            select(duel_runs)
            .where(duel_runs.c.duel.in_([row.id for row in rows]))
            .order_by(duel_runs.c.duel, duel_runs.c.side, duel_runs.c.started_at)
        )
        by_side = {
            key: tuple(map(_run, those))
            for key, those in groupby(runs, key=lambda run: (run.duel, run.side))
        }
        return [_duel(row, tuple(by_side.get((row.id, side), ()) for side in Side)) for row in rows]


def _has(keys: Collection[int]) -> Any:
    return or_(duels.c.challenger.in_(keys), duels.c.opponent.in_(keys))


def _select() -> Select[Any]:
    return (
        select(
            duels,
            chats.c.platform.label("chat_platform"),
            chats.c.external_id.label("chat_id"),
            _challenger.c.platform.label("challenger_platform"),
            _challenger.c.external_id.label("challenger_id"),
            _opponent.c.platform.label("opponent_platform"),
            _opponent.c.external_id.label("opponent_id"),
            *PINNED,
        )
        .join(chats, chats.c.id == duels.c.chat)
        .join(_challenger, _challenger.c.id == duels.c.challenger)
        .join(lexicons, lexicons.c.id == duels.c.lexicon)
        .outerjoin(_opponent, _opponent.c.id == duels.c.opponent)
    )


def _run(row: Row[Any]) -> Run:
    return Run(
        number=row.number,
        round_id=row.round,
        started_at=row.started_at,
        finished_at=row.finished_at,
        points=row.points,
        words=row.words,
        found=tuple((at, word) for at, word in json.loads(row.found or "[]")),
    )


def _duel(row: Row[Any], runs: Sequence[tuple[Run, ...]]) -> Duel:
    grids = ((Grid.parse(grid), words, points) for grid, words, points in json.loads(row.grids))
    opponent = PlayerRef(row.opponent_platform, row.opponent_id) if row.opponent else None
    return Duel(
        id=row.id,
        code=row.code,
        room=Room(ChatRef(row.chat_platform, row.chat_id), row.topic),
        challenger=PlayerRef(row.challenger_platform, row.challenger_id),
        opponent=opponent,
        ranked=row.ranked,
        lexicon=pinned(row),
        rules=Rules(row.rules),
        min_length=row.min_length,
        seconds=row.seconds,
        grids=tuple(DuelGrid(grid, words, points) for grid, words, points in grids),
        salt=row.salt,
        made_at=row.made_at,
        expires_at=row.expires_at,
        reminded_at=row.reminded_at,
        state=State(row.state),
        ending=Ending(row.ending) if row.ending else None,
        ended_at=row.ended_at,
        ended_by=None if row.ended_by is None else Side(row.ended_by),
        runs=(runs[0], runs[1]),
    )
