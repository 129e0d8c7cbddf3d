"""Leases of processes over dicts."""

from dataclasses import dataclass

from core.ports import Lease
from core.store.memory.tables import Tables


@dataclass(frozen=True, slots=True)
class MemoryLeases:
    """See core.ports.Leases."""

    tables: Tables

    async def get(self, what: str) -> Lease | None:
        return self.tables.leases.get(what)

    async def put(self, lease: Lease) -> None:
        self.tables.leases[lease.what] = lease

    async def drop(self, what: str) -> None:
        self.tables.leases.pop(what, None)
