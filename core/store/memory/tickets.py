"""The key of tickets, and those used up, over dicts."""

from dataclasses import dataclass

from core.store.memory.tables import Tables


@dataclass(frozen=True, slots=True)
class MemoryTickets:
    """See core.ports.Tickets."""

    tables: Tables

    async def key(self, fresh: str) -> str:
        return self.tables.keys.setdefault("tickets", fresh)

    async def use(self, nonce: str, until: float, at: float) -> bool:
        used = {name: end for name, end in self.tables.used_tickets.items() if at < end}
        self.tables.used_tickets = {nonce: until} | used
        return nonce not in used
