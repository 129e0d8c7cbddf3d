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

    async def all(self) -> list[Lease]:
        return [lease for _, lease in sorted(self.tables.leases.items())]

    async def put(self, lease: Lease) -> None:
        self.tables.leases[lease.what] = lease

    async def drop(self, what: str) -> None:
        self.tables.leases.pop(what, None)
