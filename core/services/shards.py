"""The shards of platforms, spread over the processes that share a database.

Each process has a lease on itself, renewed by its `Tenure`; whoever takes a shard notes that in a
lease that counts as long as its owner lives. Processes look at all leases twice a second, and take
one step at a time: bury a dead one, take a shard that nobody has, or become the heir of one whose
owner leaves, gives no sign of life, or has more than others. An heir makes itself ready first, so
that the shard is silent only for as long as it takes to hand it over.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Collection, Iterable, Mapping
from dataclasses import replace
from typing import Protocol, runtime_checkable

from core.errors import SeizeError
from core.ids import ChatRef, Shard
from core.ports import Clock, Lease, Store, StoreError, UnitOfWork
from core.services.leases import DOUBT, TERM
from core.services.shard_plan import HEIR, Act, Held, Sight, parse, plan
from core.services.shared_turns import SharedTurns, is_place, is_turn

LOOK = 0.5  # seconds between two looks at the leases
LEAVING = 20.0  # seconds that a process waits at its end for others to take its shards

_PROCESS, _LEAVING, _CANNOT, _PAGE = "process ", "leaving ", "cannot ", "page "
_KINDS = (_PROCESS, _LEAVING, _CANNOT, _PAGE)
_ADDRESS = 64 - len(_PAGE)  # characters of an address that a lease can bear

logger = logging.getLogger(__name__)


@runtime_checkable
class Server(Protocol):
    """A platform, as far as its shards are served by this process."""

    async def size(self) -> int:
        """Return into how many shards the platform is to be split."""

    async def prepare(self, shard: Shard) -> None:
        """Make ready to serve a shard, which another process may still serve."""

    async def take(self, shard: Shard) -> None:
        """Begin to serve a shard that was prepared."""

    async def release(self, shard: Shard) -> None:
        """Serve a shard no more: return once nothing more is said there."""


class Watch:
    """Tells which owners of leases live: those whose leases changed in the last TERM seconds.

    After a time in which nobody looked, all begin anew: perhaps none of them could renew either.
    """

    def __init__(self, clock: Clock, is_dead: Callable[[str], bool]) -> None:
        self._clock, self._is_dead = clock, is_dead
        self._seen: dict[str, tuple[frozenset[Lease], float]] = {}
        self._looked = clock()

    def living(self, rows: Collection[Lease]) -> frozenset[str]:
        """Return the owners that live, as far as can be told."""
        now = self._clock()
        if now - self._looked > TERM / 2:
            self._seen = {}
        self._looked = now
        for owner in {row.owner for row in rows}:
            theirs = frozenset(row for row in rows if row.owner == owner)
            if self._seen.get(owner, (None, 0.0))[0] != theirs:
                self._seen[owner] = theirs, now
        self._seen = {row.owner: self._seen[row.owner] for row in rows}
        return self._changed_since(now - TERM) - {*filter(self._is_dead, self._seen)}

    def doubted(self) -> frozenset[str]:
        """Return the owners that gave no sign of life for a while, as the rows showed last."""
        return frozenset(self._seen) - self._changed_since(self._looked - DOUBT)

    def _changed_since(self, then: float) -> frozenset[str]:
        return frozenset(owner for owner, (_, since) in self._seen.items() if since > then)


class Shards:
    """The shards of one process. `servers` serve them, by platform; `owner` is its name.

    `lost` is told a platform that cannot be served, and why; it is given up. `turns` are those of
    this process.
    """

    def __init__(
        self,
        store: Store,
        owner: str,
        servers: Mapping[str, Server],
        turns: SharedTurns,
        *,
        clock: Clock,
        is_dead: Callable[[str], bool],
        lost: Callable[[str, BaseException], None],
        pause: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self.held: set[Shard] = set()
        self._store, self._me, self._servers = store, owner, dict(servers)
        self._watch, self._turns = Watch(clock, is_dead), turns
        self._is_dead, self._clock, self._lost, self._pause = is_dead, clock, lost, pause
        self._sizes: dict[str, int] = {}
        self._preparing: dict[Shard, asyncio.Task[None]] = {}
        self._releasing: set[Shard] = set()
        self._leaves = False

    def has_first_of(self, platform: str) -> bool:
        """Return whether this process serves the first shard of a platform."""
        return any(shard.platform == platform and not shard.index for shard in self.held)

    def serves(self, chat: ChatRef) -> bool:
        """Return whether this process serves a chat, and goes on to do so."""
        return any(shard.has(chat) for shard in self.held - self._releasing)

    async def owner_of(self, chat: ChatRef) -> str | None:
        """Return the name of the process that serves a chat, None if none does."""
        async with self._store.read() as work:
            return _owner_of(chat, await work.leases.all())

    async def tell_page(self, address: str) -> None:
        """Tell the other processes, as long as this one lives, where its pages are served."""
        async with self._store.write() as work:
            await work.leases.put(Lease(_PAGE + address[:_ADDRESS], self._me, 0))

    async def page_of(self, chat: ChatRef) -> str | None:
        """Return where the process that serves a chat serves pages, None if none does."""
        async with self._store.read() as work:
            rows = await work.leases.all()
        owner = _owner_of(chat, rows)
        pages = (row.what for row in rows if row.owner == owner and row.what.startswith(_PAGE))
        return next((what.removeprefix(_PAGE) for what in pages), None)

    async def run(self) -> None:
        """Take a fair share, and keep to it, until cancelled."""
        try:
            while True:
                try:
                    while await self._step():
                        pass
                except StoreError as error:
                    logger.warning("shards not seen", extra={"reason": type(error).__name__})
                await self._pause(LOOK / 5 if self._preparing else LOOK)
        finally:
            for task in self._preparing.values():
                task.cancel()
            await asyncio.gather(*self._preparing.values(), return_exceptions=True)

    async def leave(self) -> None:
        """Let others take the shards, while there are any; `run` goes on meanwhile."""
        self._leaves = True
        until = self._clock() + LEAVING
        try:
            async with self._store.write() as work:
                await work.leases.put(Lease(_LEAVING + _token(self._me), self._me, 0))
            while self.held and self._clock() < until:
                async with self._store.read() as work:
                    sight = self._sight(await work.leases.all())
                if not any(map(sight.able, self._sizes)):
                    break
                await self._pause(LOOK / 5)
        except StoreError as error:
            logger.warning("shards not handed over", extra={"reason": type(error).__name__})

    async def is_alone(self) -> bool:
        """Return whether no other process seems to live."""
        async with self._store.read() as work:
            return self._alive(await work.leases.all()) == {self._me}

    async def end(self) -> None:
        """Serve nothing any more, once `run` has ended, and let go of all leases."""
        for shard in [*self.held]:
            await self._release(shard)
        try:
            async with self._store.write() as work:
                for row in await work.leases.all():
                    if row.owner == self._me:
                        await work.leases.drop(row.what)
        except StoreError as error:  # then others wait a little
            logger.warning("leases not given back", extra={"reason": type(error).__name__})

    async def _step(self) -> bool:
        """Take a step, if there is one; return whether there may be another at once."""
        for platform, server in list(self._servers.items()):
            try:
                self._sizes[platform] = await server.size()
            except SeizeError as error:
                await self.give_up(platform, error)
        async with self._store.read() as work:
            rows = await work.leases.all()
        self._turns.watch(rows)
        if {row.owner for row in rows} - self._alive(rows):
            return await self._bury()
        sight = self._sight(rows)
        await self._see_to(sight)
        step = plan(self._me, sight, self._sizes)
        if step is None:
            return False
        what, shard = step
        if what in ("hand", "drop"):
            await self._release(shard)
        elif shard not in self._preparing and self._is_busy(shard.platform, sight):
            return False
        async with self._store.write() as work:
            # Others may have been faster: what is to be done is decided on what is there now.
            sight = self._sight(await work.leases.all())
            if plan(self._me, sight, self._sizes) == step:
                await self._note(work, what, shard, sight)
        return True

    async def _note(self, work: UnitOfWork, what: Act, shard: Shard, sight: Sight) -> None:
        held, name = sight.shards.get(shard, Held()), str(shard)
        if what == "inherit":
            await work.leases.put(Lease(name + HEIR, self._me, 0))
        elif what == "drop" and held.owner == self._me:
            await work.leases.drop(name)
        else:
            await work.leases.drop(name + HEIR)
        if what in ("take", "hand"):
            owner = self._me if what == "take" else held.heir
            await work.leases.put(Lease(name, owner, 0))
        logger.info("shard", extra={"step": what, "shard": str(shard)})

    async def _see_to(self, sight: Sight) -> None:
        """Prepare, take and release what the leases say is, or is no more, this process's."""
        mine = {shard for shard, held in sight.shards.items() if held.owner == self._me}
        heirs = {shard for shard, held in sight.shards.items() if held.heir == self._me}
        for shard in self.held - mine:
            await self._release(shard)
        for shard in set(self._preparing) - mine - heirs:
            await self._release(shard)
        for shard in sorted((mine | heirs) - self.held - set(self._preparing)):
            if server := self._servers.get(shard.platform):
                self._preparing[shard] = asyncio.create_task(server.prepare(shard))
        for shard in [each for each, task in self._preparing.items() if task.done()]:
            if error := self._preparing[shard].exception():
                await self.give_up(shard.platform, error)
                return
            if shard in mine:
                await self._serve(shard)
            elif not sight.shards[shard].ready:
                await self._note_ready(shard)

    async def _serve(self, shard: Shard) -> None:
        await self._servers[shard.platform].take(shard)
        del self._preparing[shard]
        self.held.add(shard)
        logger.info("shard", extra={"step": "serve", "shard": str(shard)})

    async def _note_ready(self, shard: Shard) -> None:
        async with self._store.write() as work:
            if lease := await work.leases.get(str(shard) + HEIR):
                await work.leases.put(replace(lease, renewals=1))

    async def _release(self, shard: Shard) -> None:
        task = self._preparing.pop(shard, None)
        if task:
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)
        self._releasing.add(shard)
        try:
            if server := self._servers.get(shard.platform):
                await server.release(shard)
        finally:
            self._releasing.discard(shard)
        self.held.discard(shard)

    def _is_busy(self, platform: str, sight: Sight) -> bool:
        """Return whether there is something of a platform to get ready first: one by one."""
        waiting = {shard for shard, task in self._preparing.items() if not task.done()}
        mine = {shard for shard, held in sight.shards.items() if held.owner == self._me}
        return any(shard.platform == platform for shard in waiting | (mine - self.held))

    async def _bury(self) -> bool:
        """Delete the leases of those who are dead; their turns go on for a while."""
        async with self._store.write() as work:
            rows = await work.leases.all()
            living = self._alive(rows)
            dead = [row for row in rows if row.owner not in living]
            for row in dead:
                await work.leases.drop(row.what)
            turns = [row for row in dead if is_turn(row)]
            await self._turns.take_over(work, turns)
        for owner in {row.owner for row in dead}:
            logger.info("process gone", extra={"owner": owner.partition(" ")[0]})
        return bool(dead)

    async def give_up(self, platform: str, error: BaseException) -> None:
        """Serve a platform no more, and tell the other processes and `lost`."""
        for shard in [each for each in {*self._preparing, *self.held} if each.platform == platform]:
            await self._release(shard)
        self._servers.pop(platform, None)
        self._sizes.pop(platform, None)
        async with self._store.write() as work:
            await work.leases.put(Lease(f"{_CANNOT}{platform} {_token(self._me)}", self._me, 0))
            for row in await work.leases.all():
                theirs = _shard(row)
                if theirs and theirs.platform == platform and row.owner == self._me:
                    await work.leases.drop(row.what)
        self._lost(platform, error)

    def _alive(self, rows: Collection[Lease]) -> frozenset[str]:
        return self._watch.living(rows) | {self._me}

    def _sight(self, rows: Collection[Lease]) -> Sight:
        living = self._alive(rows)
        shards: dict[Shard, Held] = {}
        for row in rows:
            shard = _shard(row)
            if shard is None or row.owner not in living:
                continue
            held = shards.get(shard, Held())
            if row.what.endswith(HEIR):
                shards[shard] = replace(held, heir=row.owner, ready=bool(row.renewals))
            else:
                shards[shard] = replace(held, owner=row.owner)
        unable = ((row.owner, row.what.split()[1]) for row in rows if row.what.startswith(_CANNOT))
        processes = {row.owner for row in rows if row.what.startswith(_PROCESS)} | {self._me}
        leaving = {row.owner for row in rows if row.what.startswith(_LEAVING)}
        return Sight(
            living & processes,
            frozenset(leaving),
            self._watch.doubted() - {self._me},
            frozenset(unable),
            shards,
        )


def names_owner(row: Lease) -> bool:
    """Return whether a lease says who serves a shard."""
    return _shard(row) is not None and not row.what.endswith(HEIR)


def _owner_of(chat: ChatRef, rows: Iterable[Lease]) -> str | None:
    shards = ((_shard(row), row) for row in rows if names_owner(row))
    return next((row.owner for shard, row in shards if shard and shard.has(chat)), None)


def thing_of(owner: str) -> str:
    """Return the lease that a process has on itself."""
    return _PROCESS + _token(owner)


def _token(owner: str) -> str:
    return owner.rpartition(" ")[2]


def _shard(row: Lease) -> Shard | None:
    other = is_turn(row) or is_place(row) or row.what.startswith(_KINDS)
    return None if other else parse(row.what)
