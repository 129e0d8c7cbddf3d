"""Ratings over SQL."""

from dataclasses import dataclass

from sqlalchemy import ColumnElement, delete, func, select
from sqlalchemy.ext.asyncio import AsyncConnection

from core.chats.players import FORGOTTEN, Visibility
from core.ids import ChatRef, PlayerRef
from core.limits import midnight, monday, pair_limit
from core.ratings import KEPT, SURE, Rating, RatingLine
from core.store.sql.keys import find_key, player_key, upsert
from core.store.sql.limits import count, drop, put
from core.store.sql.persons import refs_of
from core.store.sql.pseudonyms import code_of, made_key, stored_key
from core.store.sql.tables import chats, forgotten_ratings, memberships, players, ratings

_account = players.alias("account")
_PERSON = func.coalesce(_account.c.person, _account.c.id)


@dataclass(frozen=True, slots=True)
class SqlRatings:
    """See core.ports.Ratings."""

    connection: AsyncConnection

    async def of(self, player: PlayerRef, language: str) -> Rating:
        both = (await self.by(player)).get(language), await self._forgotten(player, language)
        return max(filter(None, both), key=lambda rating: rating.games, default=Rating())

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
        await self.connection.execute(
            delete(forgotten_ratings).where(await self._codes(player, language))
        )

    async def meet(self, one: PlayerRef, other: PlayerRef, language: str, week: str) -> int:
        limit, theirs = pair_limit(language, week), await refs_of(self.connection, other)
        pairs = [(each, its) for each in await refs_of(self.connection, one) for its in theirs]
        met = 1 + await count(self.connection, limit.name, pairs)
        await drop(self.connection, midnight(monday(week)))
        await put(self.connection, limit, pairs, met)
        return met

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

    async def _forgotten(self, player: PlayerRef, language: str) -> Rating | None:
        """Return the rating that an account had before it was forgotten, of several the surest."""
        rows = await self.connection.execute(
            select(forgotten_ratings)
            .where(await self._codes(player, language))
            .order_by(forgotten_ratings.c.games.desc())
            .limit(1)
        )
        row = rows.one_or_none()
        return Rating(row.mu, row.sigma, row.games) if row else None

    async def _codes(self, player: PlayerRef, language: str) -> ColumnElement[bool]:
        key = await stored_key(self.connection) or ""
        accounts = await refs_of(self.connection, player)
        codes = [code_of(key, f"rating {language}", [each]) for each in accounts]
        return forgotten_ratings.c.code.in_(codes)


async def forget_ratings(
    connection: AsyncConnection, player: int, ref: PlayerRef, at: float
) -> None:
    """Keep the ratings of an account under codes of it, for a year, and no more under its key."""
    theirs = delete(ratings).where(ratings.c.player == player)
    rows = await connection.execute(theirs.returning(ratings))
    for row in rows.all():
        code = code_of(await made_key(connection), f"rating {row.language}", [ref])
        facts = {"mu": row.mu, "sigma": row.sigma, "games": row.games, "until": at + KEPT}
        said = upsert(connection, forgotten_ratings).values(code=code, **facts)
        await connection.execute(said.on_conflict_do_update(index_elements=["code"], set_=facts))


def _line(row: object, platform: str, external_id: str, name: str) -> RatingLine:
    rating = Rating(row.mu, row.sigma, row.games)  # type: ignore[attr-defined]
    return RatingLine(PlayerRef(platform, external_id), name, rating)
