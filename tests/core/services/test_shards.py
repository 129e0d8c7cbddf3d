"""Shards of platforms over several processes in fake time: who serves which, and who goes on."""

import asyncio
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.errors import SeizeError
from core.ids import ChatRef, Shard
from core.ports import Lease
from core.services.leases import DOUBT, RENEWAL, TERM, Tenure
from core.services.shard_plan import HEIR, parse
from core.services.shards import LOOK, Shards, thing_of
from core.services.shared_turns import SharedTurns
from core.store.memory import MemoryStore
from tests.helpers.fakes import FakeClock, Flaky

APART = 5.0  # seconds between the clocks of two processes


class World:
    """Processes on one store, each a step at a time, with whom each shard is served by."""

    def __init__(self, **sizes: int) -> None:
        self.store = Flaky(MemoryStore())
        self.clock = FakeClock(0.0)
        self.sizes = sizes
        self.served: dict[Shard, str] = {}
        self.prepared: Counter[Shard] = Counter()
        self.doubled: list[Shard] = []
        self.processes: dict[str, Process] = {}
        self.dead: set[str] = set()  # processes that are known to be dead
        self.preparing = 0.0  # seconds that it takes to make a shard ready

    async def begin(self, name: str) -> "Process":
        process = self.processes[name] = Process(self, name)
        await process.tenure.begin(lambda _, __: None)
        return process

    async def go(self, seconds: float) -> None:
        """Let all processes look, and renew their leases, for so many seconds."""
        for _ in range(round(seconds / LOOK)):
            self.clock.forward(LOOK)
            for process in list(self.processes.values()):
                await process.look()

    def loads(self, platform: str = "") -> list[int]:
        """Return how many shards processes have, the fewest first: of a platform, or in all."""
        held = [process.shards.held for process in self.processes.values()]
        return sorted(sum(platform in ("", each.platform) for each in shards) for shards in held)


class Process:
    """One process: it prepares at once, and serves what it takes until it releases it.

    Each one's clock is five seconds ahead of the clocks of those that were there before.
    """

    def __init__(self, world: World, name: str) -> None:
        self.world, self.name = world, f"{name}@host space {name}"
        self.ahead = APART * len(world.processes)
        self.renewed = 0.0
        self.lost: list[str] = []
        self.broken: tuple[str, ...] = ()
        thing = thing_of(self.name)
        self.tenure = Tenure(world.store, [thing], self.name, clock=self.clock, pause=_no_pause)
        self.shards = Shards(
            world.store,
            self.name,
            {platform: Served(self, platform) for platform in world.sizes},
            SharedTurns(world.store, self.name, self.clock, _no_pause),
            clock=self.clock,
            is_dead=world.dead.__contains__,
            lost=lambda platform, _: self.lost.append(platform),
            pause=_no_pause,
        )

    def clock(self) -> float:
        return self.world.clock.now + self.ahead

    async def look(self) -> None:
        if self.world.clock.now - self.renewed >= RENEWAL:
            self.renewed = self.world.clock.now
            await self.tenure._renew()
        for _ in range(3):
            while await self.shards._step():
                pass
            await asyncio.sleep(0)  # what is prepared is ready then

    async def leave(self) -> None:
        async with self.world.store.write() as work:
            token = self.name.rpartition(" ")[2]
            await work.leases.put(Lease(f"leaving {token}", self.name, 0))

    def die(self) -> None:
        """End without a word."""
        del self.world.processes[self.name.partition("@")[0]]
        for shard in [each for each, who in self.world.served.items() if who == self.name]:
            del self.world.served[shard]


class Served:
    """See core.services.shards.Server."""

    def __init__(self, process: Process, platform: str) -> None:
        self.process, self.platform = process, platform

    async def size(self) -> int:
        return self.process.world.sizes[self.platform]

    async def prepare(self, shard: Shard) -> None:
        if self.platform in self.process.broken:
            raise SeizeError("no use")
        world = self.process.world
        world.prepared[shard] += 1
        ready = world.clock.now + world.preparing
        while world.clock.now < ready:  # noqa: ASYNC110 (time passes in steps)
            await asyncio.sleep(0)

    async def take(self, shard: Shard) -> None:
        served = self.process.world.served
        if shard in served:
            self.process.world.doubled.append(shard)
        served[shard] = self.process.name

    async def release(self, shard: Shard) -> None:
        if self.process.world.served.get(shard) == self.process.name:
            del self.process.world.served[shard]


async def _no_pause(_: float) -> None:
    await asyncio.sleep(0)


def everything(world: World) -> set[Shard]:
    return {Shard(p, i, n) for p, n in world.sizes.items() for i in range(n)}


async def test_one_process_serves_all_and_shares_with_those_that_come() -> None:
    world = World(discord=6, telegram=1)
    await world.begin("a")
    await world.go(5)
    assert set(world.served) == everything(world)
    await world.begin("b")
    await world.go(10)
    await world.begin("c")
    await world.go(10)
    assert world.loads() == [2, 2, 3]
    assert set(world.served) == everything(world)
    assert world.doubled == []
    assert sum(world.prepared.values()) == 7 + 3 + 2  # nothing was moved but what had to be


async def test_what_a_dead_process_had_goes_on_elsewhere_within_ten_seconds() -> None:
    world = World(discord=3)
    first = await world.begin("a")
    await world.begin("b")
    await world.begin("c")
    await world.go(10)
    assert world.loads() == [1, 1, 1]
    first.die()
    await world.go(TERM - RENEWAL - LOOK)
    assert len(world.served) == 2  # it might have been paused
    await world.go(10 - TERM + RENEWAL + LOOK)
    assert set(world.served) == everything(world)
    async with world.store.read() as work:
        assert all(row.owner != first.name for row in await work.leases.all())


async def test_it_is_made_ready_while_the_lease_runs_out() -> None:
    world = World(discord=2, telegram=1)
    first = await world.begin("a")
    await world.begin("b")
    await world.go(10)
    world.preparing = 6.0  # others have just identified, and then there are the servers to come
    first.die()
    await world.go(DOUBT + RENEWAL)
    assert sum(world.prepared.values()) == 4
    assert len(world.served) < 3
    await world.go(10 - DOUBT - RENEWAL)
    assert set(world.served) == everything(world)
    assert world.doubled == []


async def test_who_gives_a_sign_of_life_again_keeps_what_it_has() -> None:
    world = World(discord=2, telegram=1)
    for name in "abc":
        await world.begin(name)
        await world.go(10)
    before, prepared = dict(world.served), sum(world.prepared.values())
    still = world.processes.pop("a")
    await world.go(DOUBT + RENEWAL)
    assert sum(world.prepared.values()) > prepared
    world.processes["a"] = still
    await world.go(10)
    assert world.served == before
    assert world.doubled == []
    async with world.store.read() as work:
        assert not [row for row in await work.leases.all() if row.what.endswith(HEIR)]


async def test_each_platform_is_shared_evenly_so_that_a_death_leaves_little_to_make_ready() -> None:
    world = World(discord=3, telegram=1)
    for name in "abc":
        await world.begin(name)
        await world.go(10)
    assert world.loads("discord") == [1, 1, 1]
    assert world.loads() == [1, 1, 2]


async def test_a_process_that_leaves_hands_over_what_others_have_made_ready() -> None:
    world = World(discord=4, telegram=1)
    first = await world.begin("a")
    await world.go(5)
    await world.begin("b")
    await first.leave()
    for _ in range(20):
        await world.go(LOOK)
        assert len(world.served) >= 4  # one at most is being handed over
    assert world.loads() == [0, 5]
    assert world.doubled == []


async def test_it_waits_at_its_end_only_while_somebody_is_there_to_go_on() -> None:
    world = World(telegram=1)
    process = await world.begin("a")
    await world.go(1)
    await process.shards.leave()
    await process.shards.end()
    assert world.served == {}
    async with world.store.read() as work:
        assert await work.leases.all() == []


async def test_more_shards_begin_when_all_of_the_fewer_have_ended() -> None:
    world = World(discord=2)
    first = await world.begin("a")
    await world.begin("b")
    await world.go(5)
    before = set(world.served)
    world.sizes["discord"] = 4
    await world.go(LOOK)
    await world.go(10)
    assert set(world.served) == everything(world) != before
    assert world.doubled == []
    world.sizes["discord"] = 2  # not while the more are in use
    await world.go(5)
    assert {shard.count for shard in world.served} == {4}
    assert await first.shards.owner_of(ChatRef("discord", str(3 << 22))) in {
        process.name for process in world.processes.values()
    }
    assert await first.shards.owner_of(ChatRef("telegram", "1")) is None


async def test_a_process_that_cannot_serve_a_platform_leaves_it_to_others() -> None:
    world = World(discord=2, telegram=1)
    first = await world.begin("a")
    first.broken = ("discord",)
    await world.begin("b")
    await world.go(10)
    assert first.lost == ["discord"]
    assert set(world.served) == everything(world)


async def test_nobody_is_taken_for_dead_because_the_database_was_away() -> None:
    world = World(discord=2)
    await world.begin("a")
    await world.begin("b")
    await world.go(5)
    before = dict(world.served)
    world.clock.forward(5 * TERM)
    await world.go(RENEWAL)
    assert world.served == before
    assert len(world.processes) == 2


async def test_a_process_of_an_earlier_version_keeps_its_platform_while_it_lives() -> None:
    world = World(telegram=1)
    await world.begin("a")
    for renewals in range(10):
        async with world.store.write() as work:
            await work.leases.put(Lease("telegram", "old@host space 1", renewals))
        await world.go(1)
    assert world.served == {}
    await world.go(TERM + 2)
    assert set(world.served) == everything(world)


@pytest.mark.parametrize(("seen", "left"), [(2 * LOOK, 5.2 - 2 * LOOK), (0.0, 5.2), (6.0, 0.0)])
async def test_a_turn_is_one_process_s_at_a_time_even_after_its_death(
    seen: float, left: float
) -> None:
    world = World(telegram=1)
    first, second = await world.begin("a"), await world.begin("b")
    pauses, ended = list[float](), asyncio.Event()

    async def wait(seconds: float) -> None:
        pauses.append(seconds)
        await ended.wait()

    second.shards._turns = turns = SharedTurns(world.store, second.name, second.clock, wait)
    await SharedTurns(world.store, first.name, first.clock, wait).wait("identify 0", 5.2)
    await world.go(LOOK if seen else 0)
    world.clock.forward(max(seen - LOOK, 0))
    first.die()
    world.dead.add(first.name)
    await asyncio.sleep(0)  # its turn begins
    pauses.clear()
    await world.go(LOOK)
    async with world.store.read() as work:
        turn = await work.leases.get("turn identify 0")
    assert (turn and turn.owner) == (second.name if left else None)
    assert pauses == pytest.approx([left] if left else [])
    waiting = asyncio.create_task(turns.wait("identify 0", 5.2))
    await asyncio.sleep(0)
    assert waiting.done() is not bool(left)
    ended.set()
    await waiting


@settings(max_examples=40, deadline=None)
@given(
    st.integers(1, 7),
    st.lists(
        st.tuples(st.sampled_from(("begin", "die", "leave", "pause")), st.floats(0, 12)),
        max_size=12,
    ),
)
def test_however_processes_come_and_go_no_shard_is_served_twice_or_left(
    size: int, events: list[tuple[str, float]]
) -> None:
    async def play() -> None:
        world = World(discord=size, telegram=1)
        number = 0
        for what, seconds in [("begin", 1.0), *events]:
            if what == "begin":
                number += 1
                await world.begin(f"p{number}")
            elif what == "pause":
                world.clock.forward(seconds * 3)
            elif len(world.processes) > 1:
                chosen = world.processes[sorted(world.processes)[number % len(world.processes)]]
                if what == "leave":
                    await chosen.leave()
                else:
                    chosen.die()
            await world.go(seconds)
        leaving = await _leaving(world)
        for name in [name for name in world.processes if name in leaving][:-1]:
            world.processes[name].die()
        if set(world.processes) <= leaving:
            await world.begin("last")
        await world.go(2 * TERM + 30)
        assert set(world.served) == everything(world)
        assert world.doubled == []
        staying = [p for name, p in world.processes.items() if name not in await _leaving(world)]
        for platforms in (("discord",), ("telegram",), ("discord", "telegram")):
            loads = [
                sum(shard.platform in platforms for shard in process.shards.held)
                for process in staying
            ]
            assert max(loads) - min(loads) <= 1

    asyncio.run(play())


async def _leaving(world: World) -> set[str]:
    async with world.store.read() as work:
        rows = await work.leases.all()
    return {row.owner.partition("@")[0] for row in rows if row.what.startswith("leaving ")}


@pytest.mark.parametrize(
    ("what", "shard"),
    [
        ("discord 3/8", Shard("discord", 3, 8)),
        ("discord 3/8 next", Shard("discord", 3, 8)),
        ("telegram", Shard("telegram", 0, 0)),
        ("discord of old", None),
    ],
)
def test_leases_name_their_shards(what: str, shard: Shard | None) -> None:
    assert parse(what) == shard


@pytest.mark.parametrize(
    ("chat", "index"), [(str(5 << 22), 1), (str((7 << 22) + 99), 3), ("@12345678901234567", 0)]
)
def test_a_chat_is_of_one_shard(chat: str, index: int) -> None:
    shards = [Shard("discord", number, 4) for number in range(4)]
    assert [each.index for each in shards if each.has(ChatRef("discord", chat))] == [index]
    assert not Shard("discord", index, 4).has(ChatRef("telegram", chat))
