"""The plan by which processes share the shards of platforms: one step at a time, each for itself.

All see the same leases, so that the plans of all fit together.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from math import inf
from typing import Literal

from core.ids import Shard

HEIR = " next"  # ends the lease of who inherits a shard

Act = Literal["take", "inherit", "hand", "drop"]
Step = tuple[Act, Shard]


@dataclass(frozen=True, slots=True)
class Held:
    """A shard in the leases: its owner ("": nobody), its heir ("": none), and if that is ready."""

    owner: str = ""
    heir: str = ""
    ready: bool = False


@dataclass(frozen=True, slots=True)
class Sight:
    """The leases as one process sees them.

    `living` processes may be `leaving`, or `doubted`: they have given no sign of life for a while.
    Some cannot serve a platform, see `unable`.
    """

    living: frozenset[str]
    leaving: frozenset[str] = frozenset()
    doubted: frozenset[str] = frozenset()
    unable: frozenset[tuple[str, str]] = frozenset()
    shards: Mapping[Shard, Held] = field(default_factory=dict)

    def load(self, owner: str, platform: str) -> tuple[int, int]:
        """Return how many shards a process has and keeps, or is the heir of: a platform's, all."""
        theirs = [s for s, held in self.shards.items() if owner == (held.heir or held.owner)]
        return sum(shard.platform == platform for shard in theirs), len(theirs)

    def able(self, platform: str) -> frozenset[str]:
        """Return the processes that surely live, do not leave, and can serve a platform."""
        unable = {owner for owner, each in self.unable if each == platform}
        return self.living - self.leaving - self.doubted - unable


def plan(me: str, sight: Sight, sizes: Mapping[str, int]) -> Step | None:
    """Return the next step of a process, None if all is as it should be.

    `sizes` are the numbers of shards that the process would split each platform into. The highest
    number that is in use counts, and nothing is taken while shards of a lower one are served. A
    process takes of what is free while nobody has fewer. It inherits from one that leaves, or may
    be dead, or has two more than it. Each platform is shared evenly, and then the whole: so a death
    leaves each of the others little to make ready. An owner hands over to an heir that is ready. A
    shard that is outgrown is dropped, and so is one that is not to be inherited any more, as where
    its owner has turned out to live.
    """
    for shard, held in sorted(sight.shards.items()):
        if act := _end_of_heritage(me, shard, held, sight):
            return act, shard
    steps = (_share(me, sight, *each) for each in sizes.items())
    return next((step for step in steps if step), None)


def _end_of_heritage(me: str, shard: Shard, held: Held, sight: Sight) -> Act | None:
    if held.heir == me and not held.owner:
        return "take"
    if not held.heir or me not in (held.owner, held.heir):
        return None
    due = _is_due(shard, held, sight)
    if held.heir == me:
        return None if due else "drop"
    return "hand" if due and held.ready and held.heir in sight.living else None


def _is_due(shard: Shard, held: Held, sight: Sight) -> bool:
    """Return whether an heir would still become one, were it none yet."""
    if held.heir in sight.leaving:
        return False
    kept = replace(sight, shards={**sight.shards, shard: Held(held.owner)})
    return _inherits(*_excess(held.heir, held.owner, kept, shard.platform))


def _inherits(more: float, more_in_all: float) -> bool:
    return more >= 2 or (more == 1 and more_in_all >= 2)


def _share(me: str, sight: Sight, platform: str, size: int) -> Step | None:
    """Return the step towards a fair share of one platform."""
    known = {shard: held for shard, held in sight.shards.items() if shard.platform == platform}
    count = max([size, *(shard.count for shard in known)])
    outgrown = {shard: held for shard, held in known.items() if shard.count < count}
    mine = (shard for shard, held in outgrown.items() if me in (held.owner, held.heir))
    able = sight.able(platform)
    if outgrown:
        return next((("drop", shard) for shard in mine), None)
    if me not in able or sight.load(me, platform) > min(sight.load(it, platform) for it in able):
        return None
    everything = {shard: known.get(shard, Held()) for shard in _split(platform, count)}
    free = [shard for shard, held in everything.items() if not (held.owner or held.heir)]
    if free:
        return "take", free[0]
    others = {
        shard: _excess(me, held.owner, sight, platform)
        for shard, held in everything.items()
        if held.owner != me and not held.heir
    }
    heaviest = max(others, key=lambda shard: others[shard], default=None)
    heritages = ((shard, held) for shard, held in sight.shards.items() if held.owner and held.heir)
    if heaviest is None or not all(_is_due(*each, sight) for each in heritages):
        return None  # what is to be dropped first makes others look as if they had too much
    return ("inherit", heaviest) if _inherits(*others[heaviest]) else None


def _excess(me: str, owner: str, sight: Sight, platform: str) -> tuple[float, float]:
    """Return how many more shards an owner has: of a platform, and in all."""
    if owner in sight.leaving | sight.doubted:
        return inf, inf
    (theirs, all_theirs), (mine, all_mine) = sight.load(owner, platform), sight.load(me, platform)
    return theirs - mine, all_theirs - all_mine


def _split(platform: str, count: int) -> list[Shard]:
    return [Shard(platform, index, count) for index in range(count)]


def parse(what: str) -> Shard | None:
    """Return the shard that a lease is on; None if it is on something else.

    A platform as a whole, as earlier versions have it, is a shard of none.
    """
    platform, _, share = what.removesuffix(HEIR).partition(" ")
    index, slash, count = share.partition("/")
    if slash and index.isdecimal() and count.isdecimal():
        return Shard(platform, int(index), int(count))
    return None if share else Shard(platform, 0, 0)
