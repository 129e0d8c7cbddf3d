"""The leases of a process: while it has them, no other process does the same on its database.

A lease counts as long as it is renewed. No time is stored, for the clocks of two machines need
not agree: whoever wants a lease that another has watches it for TERM seconds of its own. If it
is renewed meanwhile, its owner lives. If it is not, its owner is dead, or has been paused, and
finds out as soon as it goes on: see `Tenure.sure`.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Collection
from dataclasses import replace

from core.errors import SeizeError, translatable
from core.ports import Clock, Lease, Store, StoreError

TERM = 7.0  # seconds without a renewal after which a lease is anybody's
RENEWAL = 1.0  # seconds between two renewals
DUE = RENEWAL + 0.5  # seconds after which a renewal is overdue
FRESH = 4.0  # seconds after which an owner asks before it goes on; well below TERM
DOUBT = 3.0  # seconds without a renewal after which others make ready to go on for its owner
_LOOK = 0.5  # seconds between two looks at a lease that another has

logger = logging.getLogger(__name__)


class Taken(SeizeError):
    """Raised when another process that lives has a lease."""

    template = translatable(
        "{what}: another Seize ({owner}) runs with this database already: stop it, or give this "
        "one a token and a database of its own"
    )


class Lost(SeizeError):
    """Raised when another process has taken over a lease."""

    template = translatable(
        "{what}: this Seize stood still for so long that another ({owner}) has taken over; it ends"
    )


_BURIED = translatable(
    "this Seize stood still for so long that others with this database have taken over; it ends"
)


class Tenure:
    """The leases of one process on all of `things`.

    `owner` names it: one word for people, a space, and what no other process is called.
    `is_dead` says of an owner that it surely is. `clock` need not tell the time of day, but may
    never be set; `pause` sleeps.
    """

    def __init__(
        self,
        store: Store,
        things: Collection[str],
        owner: str,
        *,
        clock: Clock,
        is_dead: Callable[[str], bool] = lambda _: False,
        pause: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self._store, self._things, self._owner = store, things, owner
        self._clock, self._is_dead, self._pause = clock, is_dead, pause
        self._renewed_at = 0.0
        self._renewing = asyncio.Lock()
        self._lost = False
        self._asked = 0  # how often the store was asked in `sure`
        self._failure: StoreError | None = None  # of the last time

    async def begin(self, waiting: Callable[[Lease, float], None]) -> None:
        """Take the leases; wait TERM seconds for those of a process that may be dead.

        `waiting` is told of the first such lease, and how long that may take. Raises Taken if its
        process turns out to live.
        """
        since, seen, dead = 0.0, dict[str, Lease](), dict[str, Lease]()
        while held := await self._take(dead):
            if not seen:
                since, seen = self._clock(), {lease.what: lease for lease in held}
                waiting(held[0], TERM)
            for lease in held:
                if lease != seen.get(lease.what):
                    raise Taken(what=lease.what, owner=_name(lease))
            await self._pause(_LOOK)
            dead = seen if self._clock() - since >= TERM else {}

    async def keep(self) -> None:
        """Renew the leases until cancelled; raises Lost."""
        while True:
            await self._pause(RENEWAL)
            try:
                async with self._renewing:
                    await self._renew()
            except StoreError as error:
                logger.warning("lease not renewed", extra={"reason": type(error).__name__})

    async def sure(self, fresh: float = FRESH) -> None:
        """Return once the leases are known to be this process's: at once, as a rule.

        Where they were renewed within `fresh` seconds, nobody is asked. Where they are another's,
        this never returns: who waits here is to do nothing more. Raises StoreError if nobody can
        tell; one failure is the answer to all who waited for it.
        """
        if self._is_stale(fresh):
            asked = self._asked
            async with self._renewing:
                if self._is_stale(fresh):
                    if self._failure and self._asked > asked:
                        raise self._failure
                    await self._ask()
        if self._lost:
            await asyncio.Event().wait()

    @property
    def may_be_lost(self) -> bool:
        """Whether the leases were not renewed for so long that another process may have them."""
        return self._clock() - self._renewed_at >= TERM

    async def give_back(self) -> None:
        """Let others have the leases at once."""
        try:
            async with self._store.write() as work:
                for what in self._things:
                    lease = await work.leases.get(what)
                    if lease and lease.owner == self._owner:
                        await work.leases.drop(what)
        except StoreError as error:  # then the next process waits a little
            logger.warning("lease not given back", extra={"reason": type(error).__name__})

    async def _take(self, dead: dict[str, Lease]) -> list[Lease]:
        """Take all leases, or none; return those that others have, but for `dead` ones."""
        at, held = self._clock(), []
        async with self._store.write() as work:
            for what in self._things:
                lease = await work.leases.get(what)
                if lease and lease != dead.get(what) and not self._is_dead(lease.owner):
                    held.append(lease)
            for what in self._things if not held else ():
                await work.leases.put(Lease(what, self._owner, 0))
        self._renewed_at = at
        return held

    async def _renew(self) -> None:
        at = self._clock()
        async with self._store.write() as work:
            for what in self._things:
                lease = await work.leases.get(what)
                if lease is None or lease.owner != self._owner:
                    self._lost = True
                    if lease is None:
                        raise Lost(_BURIED)
                    raise Lost(what=what, owner=_name(lease))
                await work.leases.put(replace(lease, renewals=lease.renewals + 1))
        self._renewed_at = at

    async def _ask(self) -> None:
        self._failure = None
        try:
            await self._renew()
        except Lost:
            logger.warning("lease lost")  # `keep` raises it
        except StoreError as error:
            self._failure = error
            raise
        finally:
            self._asked += 1

    def _is_stale(self, fresh: float) -> bool:
        return not self._lost and self._clock() - self._renewed_at > fresh


def _name(lease: Lease) -> str:
    return lease.owner.partition(" ")[0]
