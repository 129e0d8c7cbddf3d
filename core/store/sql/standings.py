"""Results and leaderboards over SQL."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from datetime import date
from typing import Any

from sqlalchemy import ColumnElement, Row, Select, and_, case, func, or_, select
from sqlalchemy.ext.asyncio import AsyncConnection

from core.chats.players import Visibility
from core.ids import ChatRef, PlayerRef
from core.ports import Conflict
from core.rounds.record import RoundRecord
from core.standings import Board, Measure, Played, Score, Standing, boards
from core.store.sql.keys import board_key, key_of, upsert
from core.store.sql.tables import chats, lexicons, players, results, rounds, standings

_VALUES = {
    Measure.POINTS: standings.c.points,
    Measure.WINS: standings.c.wins,
    Measure.BEST: standings.c.best_points,
    Measure.AVERAGE: standings.c.average,
}


@dataclass(frozen=True, slots=True)
class SqlStandings:
    """See core.ports.Standings."""

    connection: AsyncConnection

    async def add(self, record: RoundRecord, scores: Sequence[Score]) -> None:
        if not scores:
            return
        known = await self._players([score.player for score in scores])
        await self.connection.execute(
            results.insert(),
            [
                {name: value for name, value in asdict(score).items() if name != "player"}
                | {"player": known[score.player][0], "round": record.id}
                for score in scores
            ],
        )
        rows = []
        for board in boards(record):
            key, worldwide = await board_key(self.connection, board), board.chat is None
            for score in scores:
                player, visibility = known[score.player]
                shown = visibility.shows(worldwide=worldwide)
                rows.append({"board": key, "player": player, "shown": shown} | _first(score))
        await self.connection.execute(_adding(upsert(self.connection, standings)), rows)

    async def top(self, board: Board, measure: Measure, minimum: int, limit: int) -> list[Standing]:
        value = _VALUES[measure]
        query = _select().where(_qualified(board, minimum))
        rows = await self.connection.execute(
            query.order_by(value.desc(), standings.c.player).limit(limit)
        )
        return [_standing(row) for row in rows]

    async def ahead(self, board: Board, measure: Measure, minimum: int, value: int) -> int:
        return await self._count(_qualified(board, minimum) & (_VALUES[measure] > value))

    async def count(self, board: Board, minimum: int) -> int:
        return await self._count(_qualified(board, minimum))

    async def get(self, board: Board, player: PlayerRef) -> Standing | None:
        rows = await self.connection.execute(
            _select().where(standings.c.board == key_of(board), _is(player))
        )
        row = rows.one_or_none()
        return _standing(row) if row else None

    async def played(self, player: PlayerRef, language: str | None = None) -> list[Played]:
        query = (
            select(
                results,
                rounds.c.starts_at,
                rounds.c.day,
                lexicons.c.language,
                chats.c.platform.label("chat_platform"),
                chats.c.external_id.label("chat_id"),
            )
            .join(players, players.c.id == results.c.player)
            .join(rounds, rounds.c.id == results.c.round)
            .join(lexicons, lexicons.c.id == rounds.c.lexicon)
            .join(chats, chats.c.id == rounds.c.chat)
            .where(_is(player))
            .order_by(rounds.c.starts_at, rounds.c.id)
        )
        if language is not None:
            query = query.where(lexicons.c.language == language)
        return [_played(row, player) for row in await self.connection.execute(query)]

    async def _count(self, condition: ColumnElement[bool]) -> int:
        query = select(func.count()).select_from(standings).where(condition)
        return int(await self.connection.scalar(query) or 0)

    async def _players(self, refs: Sequence[PlayerRef]) -> dict[PlayerRef, tuple[int, Visibility]]:
        """Return the key and the visibility of each; raises Conflict if one was never seen."""
        columns = players.c.platform, players.c.external_id
        # Pairs in one IN would have SQLite go through all players there are.
        found = await self.connection.execute(
            select(players.c.id, players.c.visibility, *columns).where(or_(*map(_is, refs)))
        )
        known = {PlayerRef(*ref): (key, Visibility(text)) for key, text, *ref in found}
        if len(known) < len(refs):
            raise Conflict("a player of the round is not known, or forgotten")
        return known


def _is(player: PlayerRef) -> ColumnElement[bool]:
    return (players.c.platform == player.platform) & (players.c.external_id == player.id)


def _qualified(board: Board, minimum: int) -> ColumnElement[bool]:
    return and_(
        standings.c.board == key_of(board),
        standings.c.shown.is_(True),
        standings.c.rounds >= minimum,
    )


def _select() -> Select[Any]:
    return select(standings, players.c.platform, players.c.external_id, players.c.name).join(
        players, players.c.id == standings.c.player
    )


def _first(score: Score) -> dict[str, Any]:
    """Return the standing of who has played one round."""
    return {
        "rounds": 1,
        "points": score.points,
        "wins": int(score.won),
        "best": score.best,
        "best_points": score.best_points,
        "shares": score.share,
        "average": score.share,
    }


def _adding(inserting: Any) -> Any:
    """Return an INSERT that adds a round to the standing that is there."""
    old, new = standings.c, inserting.excluded
    better = new.best_points > old.best_points
    return inserting.on_conflict_do_update(
        index_elements=["board", "player"],
        set_={
            "shown": new.shown,
            "rounds": old.rounds + 1,
            "points": old.points + new.points,
            "wins": old.wins + new.wins,
            "best": case((better, new.best), else_=old.best),
            "best_points": case((better, new.best_points), else_=old.best_points),
            "shares": old.shares + new.shares,
            "average": (old.shares + new.shares) // (old.rounds + 1),
        },
    )


def _standing(row: Row[Any]) -> Standing:
    return Standing(
        player=PlayerRef(row.platform, row.external_id),
        name=row.name,
        rounds=row.rounds,
        points=row.points,
        wins=row.wins,
        best=row.best,
        best_points=row.best_points,
        shares=row.shares,
    )


def _played(row: Row[Any], player: PlayerRef) -> Played:
    score = Score(
        player=player,
        rank=row.rank,
        won=row.won,
        points=row.points,
        words=row.words,
        misses=row.misses,
        best=row.best,
        best_points=row.best_points,
        longest=row.longest,
        share=row.share,
    )
    chat = ChatRef(row.chat_platform, row.chat_id)
    day = date.fromisoformat(row.day)
    return Played(row.round, chat, row.language, row.starts_at, day, score)
