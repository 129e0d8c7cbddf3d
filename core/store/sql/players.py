"""Players over SQL."""

from collections.abc import Mapping
from dataclasses import dataclass

from sqlalchemy import delete, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from core.chats.house import Answer
from core.chats.players import FORGOTTEN, Player, Visibility
from core.ids import ChatRef, Member, PlayerRef
from core.store.sql.keys import chat_key, find_key, upsert
from core.store.sql.persons import part, person_key, show
from core.store.sql.ratings import forget_ratings
from core.store.sql.tables import (
    blocks,
    cards,
    chats,
    codes,
    memberships,
    players,
    plays,
    requests,
)
from core.store.sql.unranked import of_open_days, unrank
from core.store.sql.wordle_privacy import forgetting, inherit

FORGOT = "seize_forgot"
"""The name, in the info of a connection, of what says that somebody was forgotten through it."""


@dataclass(frozen=True, slots=True)
class SqlPlayers:
    """See core.ports.Players."""

    connection: AsyncConnection

    async def see(self, member: Member, chat: ChatRef | None, at: float) -> None:
        known = upsert(self.connection, players).values(
            platform=member.ref.platform,
            external_id=member.ref.id,
            name=member.name,
            since=at,
            visibility=Visibility.WORLD,
        )
        named = known.on_conflict_do_update(
            index_elements=["platform", "external_id"],
            set_={"name": member.name or players.c.name},
        )
        key = await self.connection.scalar(named.returning(players.c.id))
        if chat:
            joined = upsert(self.connection, memberships).values(
                player=key, chat=await chat_key(self.connection, chat), since=at
            )
            await self.connection.execute(joined.on_conflict_do_nothing())

    async def get(self, ref: PlayerRef) -> Player | None:
        found = await self.connection.execute(
            select(players.c.name, players.c.since, players.c.visibility).where(
                players.c.platform == ref.platform, players.c.external_id == ref.id
            )
        )
        row = found.one_or_none()
        return Player(ref, row.name, row.since, Visibility(row.visibility)) if row else None

    async def memberships(self, ref: PlayerRef) -> Mapping[ChatRef, float]:
        found = await self.connection.execute(
            select(chats.c.platform, chats.c.external_id, memberships.c.since)
            .join_from(memberships, chats)
            .join(players, players.c.id == memberships.c.player)
            .where(players.c.platform == ref.platform, players.c.external_id == ref.id)
            .order_by(memberships.c.since, chats.c.id)
        )
        return {ChatRef(platform, external): since for platform, external, since in found}

    async def set_visibility(self, ref: PlayerRef, visibility: Visibility) -> None:
        await show(self.connection, await person_key(self.connection, ref), visibility)

    async def forget(self, ref: PlayerRef, at: float) -> PlayerRef | None:
        key = await find_key(self.connection, players, ref)
        if key is None:
            return None
        await inherit(self.connection, key, ref)
        if not await part(self.connection, key):
            # Who comes back to play the same day again would leave a ghost on its boards.
            for attempt in await of_open_days(self.connection, key):
                await unrank(self.connection, attempt)
        await forget_ratings(self.connection, key, ref, at)
        anonymous = PlayerRef(FORGOTTEN, str(key))
        for change in (
            update(players)
            .where(players.c.id == key)
            .values(platform=anonymous.platform, external_id=anonymous.id, name=""),
            delete(memberships).where(memberships.c.player == key),
            delete(codes).where(codes.c.player == key),
            delete(cards).where(cards.c.player == key),
            delete(blocks).where(blocks.c.player == key),
            update(plays).where(plays.c.player == key).values(message_id=None),
            update(plays)
            .where(plays.c.player == key, plays.c.cause.is_not(None))
            .values(word="", letters=None),
            update(requests).where(requests.c.requested_by == key).values(reason=""),
            # No row is deleted: the next request would get its number, and its buttons.
            update(requests)
            .where(requests.c.requested_by == key, requests.c.answer != Answer.ACCEPTED)
            .values(word="", answer=Answer.REJECTED),
            update(requests).where(requests.c.decided_by == key).values(decision=""),
            *forgetting(key),
        ):
            await self.connection.execute(change)
        self.connection.info[FORGOT] = True
        return anonymous
