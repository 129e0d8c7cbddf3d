"""Leases of processes over SQL."""

from dataclasses import asdict, dataclass
from typing import Any

from sqlalchemy import Row, delete, select
from sqlalchemy.ext.asyncio import AsyncConnection

from core.ports import Lease
from core.store.sql.keys import upsert
from core.store.sql.tables import leases


@dataclass(frozen=True, slots=True)
class SqlLeases:
    """See core.ports.Leases."""

    connection: AsyncConnection

    async def get(self, what: str) -> Lease | None:
        found = await self.connection.execute(select(leases).where(leases.c.what == what))
        row = found.one_or_none()
        return _lease(row) if row else None

    async def all(self) -> list[Lease]:
        found = await self.connection.execute(select(leases).order_by(leases.c.what))
        return [_lease(row) for row in found]

    async def put(self, lease: Lease) -> None:
        said = upsert(self.connection, leases).values(**asdict(lease))
        await self.connection.execute(
            said.on_conflict_do_update(
                index_elements=["what"],
                set_={"owner": lease.owner, "renewals": lease.renewals},
            )
        )

    async def drop(self, what: str) -> None:
        await self.connection.execute(delete(leases).where(leases.c.what == what))


def _lease(row: Row[Any]) -> Lease:
    return Lease(row.what, row.owner, row.renewals)
