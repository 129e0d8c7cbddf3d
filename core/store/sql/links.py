"""Accounts that are one player, over SQL."""

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import delete, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from core.chats.players import Visibility
from core.ids import PlayerRef
from core.ports import NotYet
from core.store.sql.blocks import share_blocks
from core.store.sql.keys import find_key, player_key
from core.store.sql.limits import share
from core.store.sql.persons import (
    account_keys,
    is_of,
    merge_ratings,
    part,
    person_key,
    refs_of,
    show,
)
from core.store.sql.tables import attempts, codes, players
from core.store.sql.totals import add_up
from core.store.sql.unranked import of_open_days, unrank

_FROM_PRIVATE = (Visibility.NOBODY, Visibility.CHAT, Visibility.WORLD)


@dataclass(frozen=True, slots=True)
class SqlLinks:
    """See core.ports.Links."""

    connection: AsyncConnection

    async def offer(self, player: PlayerRef, code: str, until: float) -> None:
        person = await person_key(self.connection, player)
        theirs = await account_keys(self.connection, person)
        await self.connection.execute(delete(codes).where(codes.c.player.in_(theirs)))
        key = await player_key(self.connection, player)
        await self.connection.execute(codes.insert().values(code=code, player=key, until=until))

    async def take(self, code: str, at: float) -> PlayerRef | None:
        found = await self.connection.execute(
            select(codes.c.until, players.c.platform, players.c.external_id)
            .join(players, players.c.id == codes.c.player)
            .where(codes.c.code == code)
        )
        row = found.one_or_none()
        await self.connection.execute(delete(codes).where(codes.c.code == code))
        return PlayerRef(row.platform, row.external_id) if row and at < row.until else None

    async def join(self, account: PlayerRef, other: PlayerRef) -> bool:
        keys = [await person_key(self.connection, ref) for ref in (account, other)]
        person, joining = min(keys), max(keys)
        if person == joining:
            return False
        visibility = await self._more_private(keys)
        await self._drop_later(keys)
        for change in (
            update(players).where(is_of(joining)).values(person=person),
            update(attempts).where(attempts.c.player == joining).values(player=person),
        ):
            await self.connection.execute(change)
        await show(self.connection, person, visibility)
        for key in keys:
            await add_up(self.connection, key)
        await merge_ratings(self.connection, person, joining)
        accounts = await refs_of(self.connection, account)
        await share(self.connection, accounts)
        await share_blocks(self.connection, accounts)
        return True

    async def part(self, account: PlayerRef) -> bool:
        key = await find_key(self.connection, players, account)
        if key is None:
            return False
        person = await person_key(self.connection, account)
        if len(await account_keys(self.connection, person)) == 1:
            return False
        if await of_open_days(self.connection, person):
            raise NotYet
        return await part(self.connection, key)

    async def accounts(self, player: PlayerRef) -> list[PlayerRef]:
        return await refs_of(self.connection, player)

    async def _more_private(self, keys: Sequence[int]) -> Visibility:
        found = await self.connection.scalars(
            select(players.c.visibility).where(players.c.id.in_(keys))
        )
        return min((Visibility(text) for text in found), key=_FROM_PRIVATE.index)

    async def _drop_later(self, keys: Sequence[int]) -> None:
        """Of two attempts of these players at a puzzle, let the one that began later be none."""
        rows = await self.connection.execute(
            select(attempts)
            .where(attempts.c.player.in_(keys))
            .order_by(attempts.c.started_at, attempts.c.round)
        )
        begun: set[int] = set()
        for row in rows:
            if row.puzzle in begun:
                await unrank(self.connection, row)
            begun.add(row.puzzle)
