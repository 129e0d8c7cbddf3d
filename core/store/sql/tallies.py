"""Shares told of secrets, over SQL."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass

from sqlalchemy import case, delete, or_, select
from sqlalchemy.ext.asyncio import AsyncConnection

from core.ids import ChatRef, PlayerRef
from core.limits import Spent
from core.ports import Spending
from core.store.sql.keys import upsert
from core.store.sql.pseudonyms import made_key, pseudonym, stored_key
from core.store.sql.tables import tallies


@dataclass(frozen=True, slots=True)
class SqlTallies:
    """See core.ports.Tallies."""

    connection: AsyncConnection

    async def add(self, told: Iterable[Spending], at: float) -> None:
        key = await made_key(self.connection)
        rows = [
            {
                "who": pseudonym(key, each.who),
                "secret": each.secret,
                "told": each.spent.told,
                "chance": each.spent.chance,
                "shut": each.spent.shut,
                "until": each.until,
            }
            for each in told
        ]
        said = upsert(self.connection, tallies)
        new = said.excluded
        added = said.on_conflict_do_update(
            index_elements=[tallies.c.who, tallies.c.secret],
            set_={
                "told": tallies.c.told + new.told,
                "chance": case((tallies.c.chance > new.chance, tallies.c.chance), else_=new.chance),
                "shut": or_(tallies.c.shut, new.shut),
                "until": new.until,
            },
        )
        if rows:
            await self.connection.execute(added, rows)
        await self.connection.execute(delete(tallies).where(tallies.c.until <= at))

    async def of(
        self, who: Collection[PlayerRef | ChatRef]
    ) -> Mapping[tuple[PlayerRef | ChatRef, str], Spent]:
        key = await stored_key(self.connection)
        if key is None:  # nobody was told anything
            return {}
        names = {pseudonym(key, each): each for each in who}
        found = await self.connection.execute(select(tallies).where(tallies.c.who.in_(names)))
        return {
            (names[row.who], row.secret): Spent(row.told, row.chance, row.shut) for row in found
        }
