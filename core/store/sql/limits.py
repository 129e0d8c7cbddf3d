"""The use of limits over SQL, under codes of the accounts."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

from sqlalchemy import delete, func, select
from sqlalchemy.ext.asyncio import AsyncConnection

from core.ids import PlayerRef
from core.limits import Limit
from core.ports import Conflict
from core.store.sql.keys import upsert
from core.store.sql.persons import refs_of
from core.store.sql.pseudonyms import code_of, made_key, stored_key
from core.store.sql.tables import forgotten_ratings, limits


@dataclass(frozen=True, slots=True)
class SqlLimits:
    """See core.ports.Limits."""

    connection: AsyncConnection

    async def used(self, player: PlayerRef) -> frozenset[str]:
        names = (await self.connection.scalars(select(limits.c.name).distinct())).all()
        theirs = await refs_of(self.connection, player)
        found = [name for name in names if await count(self.connection, name, _alone(theirs))]
        return frozenset(found)


async def use_up(connection: AsyncConnection, limit: Limit, player: PlayerRef) -> None:
    """Note that a player used up a limit of one, by all their accounts; raises Conflict if before.

    The player must have been seen.
    """
    groups = _alone(await refs_of(connection, player))
    if await count(connection, limit.name, groups):
        raise Conflict(f"{limit.name} is used up")
    await put(connection, limit, groups, 1)


async def count(
    connection: AsyncConnection, name: str, groups: Iterable[Collection[PlayerRef]]
) -> int:
    """Return how much of a limit was used by any of these accounts, or groups of accounts."""
    key = await stored_key(connection)
    if key is None:  # nobody used anything
        return 0
    codes = [code_of(key, name, group) for group in groups]
    most = select(func.max(limits.c.count)).where(limits.c.name == name, limits.c.code.in_(codes))
    return int(await connection.scalar(most) or 0)


async def put(
    connection: AsyncConnection, limit: Limit, groups: Iterable[Collection[PlayerRef]], used: int
) -> None:
    """Store how much of a limit was used by each of these."""
    key = await made_key(connection)
    for group in groups:
        said = upsert(connection, limits).values(
            name=limit.name,
            code=code_of(key, limit.name, group),
            until=limit.until,
            count=used,
        )
        await connection.execute(
            said.on_conflict_do_update(index_elements=["name", "code"], set_={"count": used})
        )


async def share(connection: AsyncConnection, accounts: Sequence[PlayerRef]) -> None:
    """Share what was used of limits among accounts that are one player from now on."""
    rows = await connection.execute(select(limits.c.name, limits.c.until).distinct())
    for name, until in rows.all():
        if used := await count(connection, name, _alone(accounts)):
            await put(connection, Limit(name, until), _alone(accounts), used)


async def drop(connection: AsyncConnection, at: float, closed: Limit | None = None) -> None:
    """Delete what is over at a time, and the limit that is closed now.

    Of forgotten ratings, too, those that were kept long enough.
    """
    over = limits.c.until <= at
    if closed:
        over |= limits.c.name == closed.name
    await connection.execute(delete(limits).where(over))
    await connection.execute(delete(forgotten_ratings).where(forgotten_ratings.c.until <= at))


def _alone(accounts: Iterable[PlayerRef]) -> list[list[PlayerRef]]:
    return [[each] for each in accounts]
