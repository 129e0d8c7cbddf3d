"""The key of tickets, and those used up, over SQL."""

from dataclasses import dataclass

from sqlalchemy import delete, select
from sqlalchemy.ext.asyncio import AsyncConnection

from core.store.sql.keys import upsert
from core.store.sql.tables import keys, used_tickets

_NAME = "tickets"


@dataclass(frozen=True, slots=True)
class SqlTickets:
    """See core.ports.Tickets."""

    connection: AsyncConnection

    async def key(self, fresh: str) -> str:
        said = upsert(self.connection, keys).values(name=_NAME, value=fresh)
        await self.connection.execute(said.on_conflict_do_nothing())
        kept = await self.connection.scalar(select(keys.c.value).where(keys.c.name == _NAME))
        return str(kept)

    async def use(self, nonce: str, until: float, at: float) -> bool:
        await self.connection.execute(delete(used_tickets).where(used_tickets.c.until <= at))
        said = upsert(self.connection, used_tickets).values(nonce=nonce, until=until)
        added = await self.connection.execute(said.on_conflict_do_nothing())
        return bool(added.rowcount)
