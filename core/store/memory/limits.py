"""The use of limits over dicts."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass

from core.ids import PlayerRef
from core.limits import Limit
from core.ports import Conflict
from core.store.memory.tables import Tables


@dataclass(frozen=True, slots=True)
class MemoryLimits:
    """See core.ports.Limits."""

    tables: Tables

    async def used(self, player: PlayerRef) -> frozenset[str]:
        theirs = _alone(self.tables.accounts(player) or [player])
        names = {name for name, _ in self.tables.limits}
        return frozenset(name for name in names if count(self.tables, name, theirs))


def use_up(tables: Tables, limit: Limit, player: PlayerRef) -> None:
    """Note that a player used up a limit of one, by all their accounts; raises Conflict if before.

    The player must have been seen.
    """
    theirs = _alone(tables.accounts(player))
    if count(tables, limit.name, theirs):
        raise Conflict(f"{limit.name} is used up")
    put(tables, limit, theirs, 1)


def count(tables: Tables, name: str, groups: Iterable[Collection[PlayerRef]]) -> int:
    """Return how much of a limit was used by any of these accounts, or groups of accounts."""
    found = (tables.limits.get((name, frozenset(group)), (0, None)) for group in groups)
    return max((used for used, _ in found), default=0)


def put(tables: Tables, limit: Limit, groups: Iterable[Collection[PlayerRef]], used: int) -> None:
    """Store how much of a limit was used by each of these."""
    for group in groups:
        tables.limits[limit.name, frozenset(group)] = used, limit.until


def share(tables: Tables, accounts: Iterable[PlayerRef]) -> None:
    """Share what was used of limits among accounts that are one player from now on."""
    theirs = _alone(accounts)
    for name, until in {(name, until) for (name, _), (_, until) in tables.limits.items()}:
        if used := count(tables, name, theirs):
            put(tables, Limit(name, until), theirs, used)


def drop(tables: Tables, at: float, closed: Limit | None = None) -> None:
    """Delete what is over at a time, and the limit that is closed now.

    Of forgotten ratings, too, those that were kept long enough.
    """
    tables.forgotten_ratings = {
        key: (rating, until)
        for key, (rating, until) in tables.forgotten_ratings.items()
        if until > at
    }
    tables.limits = {
        (name, group): (used, until)
        for (name, group), (used, until) in tables.limits.items()
        if (until is None or until > at) and (closed is None or name != closed.name)
    }


def _alone(accounts: Iterable[PlayerRef]) -> list[list[PlayerRef]]:
    return [[each] for each in accounts]
