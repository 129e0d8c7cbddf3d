"""Ratings over SQL."""

from dataclasses import dataclass

from sqlalchemy import func, select
from sqlalchemy.ext.asyncio import AsyncConnection

from core.chats.players import FORGOTTEN, Visibility
from core.ids import ChatRef, PlayerRef
from core.ratings import SURE, Rating, RatingLine
from core.store.sql.keys import find_key, player_key, upsert
from core.store.sql.tables import chats, meetings, memberships, players, ratings

_account = players.alias("account")
_PERSON = func.coalesce(_account.c.person, _account.c.id)


@dataclass(frozen=True, slots=True)
class SqlRatings:
    """See core.ports.Ratings."""

    connection: AsyncConnection

    async def of(self, player: PlayerRef, language: str) -> Rating:
        return (await self.by(player)).get(language, Rating())

    async def by(self, player: PlayerRef) -> dict[str, Rating]:
        key = await find_key(self.connection, players, player)
        rows = await self.connection.execute(
            select(ratings).where(ratings.c.player == key).order_by(ratings.c.language)
        )
        return {row.language: Rating(row.mu, row.sigma, row.games) for row in rows}

    async def put(self, player: PlayerRef, language: str, rating: Rating) -> None:
        facts = {
            "mu": rating.mu,
            "sigma": rating.sigma,
            "games": rating.games,
            "value": rating.value,
        }
        said = upsert(self.connection, ratings).values(
            player=await player_key(self.connection, player), language=language, **facts
        )
        await self.connection.execute(
            said.on_conflict_do_update(index_elements=["player", "language"], set_=facts)
        )

    async def meet(self, one: PlayerRef, other: PlayerRef, language: str, week: str) -> int:
        keys = sorted([await player_key(self.connection, each) for each in (one, other)])
        said = upsert(self.connection, meetings).values(
            one=keys[0], other=keys[1], language=language, week=week, count=1
        )
        names = ["one", "other", "language", "week"]
        counted = await self.connection.scalar(
            said.on_conflict_do_update(
                index_elements=names, set_={"count": meetings.c.count + 1}
            ).returning(meetings.c.count)
        )
        return int(counted or 0)

    async def top(self, chat: ChatRef | None, language: str, limit: int) -> list[RatingLine]:
        shown = [each for each in Visibility if each.shows(worldwide=chat is None)]
        query = (
            select(ratings, players.c.platform, players.c.external_id, players.c.name)
            .join(players, players.c.id == ratings.c.player)
            .where(
                ratings.c.language == language,
                ratings.c.sigma <= SURE,
                players.c.platform != FORGOTTEN,
                players.c.visibility.in_(shown),
            )
            .order_by(ratings.c.value.desc(), players.c.id)
            .limit(limit)
        )
        if chat is None:
            rows = await self.connection.execute(query)
            return [_line(row, row.platform, row.external_id, row.name) for row in rows]
        # The account that the chat knows a player by: the first that was seen there.
        there = (
            select(
                _PERSON.label("person"),
                func.min(_account.c.id).label("account"),
            )
            .join(memberships, memberships.c.player == _account.c.id)
            .join(chats, chats.c.id == memberships.c.chat)
            .where(chats.c.platform == chat.platform, chats.c.external_id == chat.id)
            .group_by(_PERSON)
            .subquery()
        )
        known = players.alias("known")
        rows = await self.connection.execute(
            query.add_columns(
                known.c.platform.label("known_platform"),
                known.c.external_id.label("known_id"),
                known.c.name.label("known_name"),
            )
            .join(there, there.c.person == ratings.c.player)
            .join(known, known.c.id == there.c.account)
        )
        return [_line(row, row.known_platform, row.known_id, row.known_name) for row in rows]


def _line(row: object, platform: str, external_id: str, name: str) -> RatingLine:
    rating = Rating(row.mu, row.sigma, row.games)  # type: ignore[attr-defined]
    return RatingLine(PlayerRef(platform, external_id), name, rating)
