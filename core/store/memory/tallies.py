"""Shares told of secrets, over dicts."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace

from core.ids import ChatRef, PlayerRef
from core.limits import Spent
from core.ports import Spending
from core.store.memory.tables import Tables


@dataclass(frozen=True, slots=True)
class MemoryTallies:
    """See core.ports.Tallies."""

    tables: Tables

    async def add(self, told: Iterable[Spending], at: float) -> None:
        for each in told:
            key = each.who, each.secret
            before = self.tables.tallies.get(key)
            spent = before.spent + each.spent if before else each.spent
            self.tables.tallies[key] = replace(each, spent=spent)
        secret = {key: each for key, each in self.tables.tallies.items() if at < each.until}
        self.tables.tallies = secret

    async def of(
        self, who: Collection[PlayerRef | ChatRef]
    ) -> Mapping[tuple[PlayerRef | ChatRef, str], Spent]:
        return {key: each.spent for key, each in self.tables.tallies.items() if key[0] in who}
