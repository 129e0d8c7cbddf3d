"""Leases of processes in fake time: who may have one, who waits, who is refused, who stops."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress

import pytest

from core.ids import Room
from core.ports import Lease, Store, StoreError, UnitOfWork
from core.services.leases import FRESH, RENEWAL, TERM, Lost, Taken, Tenure
from core.store.memory import MemoryStore
from tests.helpers.fakes import FakeClock, Flaky

Said = list[tuple[str, float]]
Meanwhile = Callable[[], Awaitable[None]]


class Machine:
    """Processes whose clocks go together, as fast as they sleep."""

    def __init__(self, store: Store | None = None) -> None:
        self.store = store or MemoryStore()
        self.clock = FakeClock(0.0)
        self.meanwhile: Meanwhile | None = None

    def process(self, owner: str, *things: str, dead: str = "") -> Tenure:
        return Tenure(
            self.store,
            things or ("telegram",),
            owner,
            clock=self.clock,
            is_dead=lambda other: other == dead,
            pause=self._pause,
        )

    async def _pause(self, seconds: float) -> None:
        self.clock.forward(seconds)
        if self.meanwhile:
            await self.meanwhile()

    async def owner(self, what: str = "telegram") -> str | None:
        async with self.store.read() as work:
            lease = await work.leases.get(what)
        return lease.owner if lease else None


async def begin(tenure: Tenure) -> Said:
    said: Said = []
    await tenure.begin(lambda lease, seconds: said.append((lease.owner, seconds)))
    return said


async def keep_once(tenure: Tenure) -> None:
    """Let a process renew its leases as it does every RENEWAL seconds."""
    await tenure._renew()


async def test_what_nobody_has_is_taken_at_once_and_given_back() -> None:
    machine = Machine()
    first, second = machine.process("1@a x", "discord", "telegram"), machine.process("2@a y")
    assert await begin(first) == []
    assert await machine.owner("discord") == await machine.owner() == "1@a x"
    await first.give_back()
    assert await machine.owner("discord") is None
    assert await begin(second) == []
    assert machine.clock.now == 0
    await first.give_back()  # what is another's stays
    assert await machine.owner() == "2@a y"


async def test_a_second_process_is_refused_as_soon_as_the_first_one_shows_that_it_lives() -> None:
    machine = Machine()
    first, second = machine.process("1@a x"), machine.process("2@b y", "discord", "telegram")
    await begin(first)

    async def renew_in_time() -> None:
        if machine.clock.now >= RENEWAL:
            await keep_once(first)

    machine.meanwhile = renew_in_time
    with pytest.raises(Taken, match=r"telegram: another Seize \(1@a\) runs with this database"):
        await begin(second)
    assert machine.clock.now <= RENEWAL + 1
    assert await machine.owner() == "1@a x"
    assert await machine.owner("discord") is None


async def test_a_dead_process_loses_its_lease_in_time_and_is_waited_for_by_name() -> None:
    machine = Machine()
    await begin(machine.process("1@a x"))
    second = machine.process("2@b y")
    assert await begin(second) == [("1@a x", TERM)]
    assert TERM <= machine.clock.now <= TERM + 1
    assert await machine.owner() == "2@b y"


async def test_a_process_that_surely_ended_is_not_waited_for() -> None:
    machine = Machine()
    await begin(machine.process("1@a x"))
    assert await begin(machine.process("2@a y", dead="1@a x")) == []
    assert machine.clock.now == 0


async def test_of_two_that_wait_for_a_dead_one_the_later_is_refused() -> None:
    machine = Machine()
    await begin(machine.process("1@a x"))
    second, third = machine.process("2@a y"), machine.process("3@a z")
    waited = asyncio.Event()

    async def let_the_second_in() -> None:
        if not waited.is_set() and machine.clock.now >= TERM - 2:
            waited.set()
            machine.meanwhile = None
            await begin(second)

    machine.meanwhile = let_the_second_in
    with pytest.raises(Taken, match="2@a"):
        await begin(third)
    assert await machine.owner() == "2@a y"


async def test_who_stood_still_says_nothing_more_once_another_has_taken_over() -> None:
    machine = Machine()
    first, second = machine.process("1@a x"), machine.process("2@b y")
    await begin(first)
    await first.sure()
    await begin(second)  # which takes TERM seconds, in which the first one did nothing
    asked = asyncio.create_task(first.sure())
    await asyncio.sleep(0)
    with pytest.raises(Lost, match=r"another \(2@b\) has taken over"):
        await first.keep()
    for _ in range(10):
        await asyncio.sleep(0)
    assert not asked.done()
    asked.cancel()
    with suppress(asyncio.CancelledError):
        await asked
    await second.sure()


async def test_who_stood_still_goes_on_if_nobody_came() -> None:
    machine = Machine()
    first = machine.process("1@a x")
    await begin(first)
    machine.clock.forward(1000)
    await first.sure()
    async with machine.store.read() as work:
        assert await work.leases.get("telegram") == Lease("telegram", "1@a x", 1)
    machine.clock.forward(FRESH)
    await first.sure()  # known still: not asked again
    async with machine.store.read() as work:
        assert await work.leases.get("telegram") == Lease("telegram", "1@a x", 1)


class Slow(Flaky):
    """A store that takes its time to write."""

    @asynccontextmanager
    async def write(self, room: Room | None = None) -> AsyncIterator[UnitOfWork]:
        await asyncio.sleep(0)
        async with super().write(room) as work:
            yield work


async def test_one_failure_of_the_store_is_the_answer_to_all_who_waited_for_it() -> None:
    slow = Slow(MemoryStore())
    machine = Machine(slow)
    first = machine.process("1@a x")
    await begin(first)
    slow.fails = "before"
    machine.clock.forward(FRESH + 1)
    told = await asyncio.gather(*(first.sure() for _ in range(3)), return_exceptions=True)
    assert [type(each) for each in told] == [StoreError] * 3
    await first.sure()


async def test_a_store_that_fails_for_a_while_costs_no_lease() -> None:
    flaky = Flaky(MemoryStore())
    machine = Machine(flaky)
    first = machine.process("1@a x")
    await begin(first)
    flaky.fails = "before"
    machine.clock.forward(FRESH + 1)
    with pytest.raises(StoreError):
        await first.sure()
    await first.sure()

    async def fail_then_end() -> None:
        if machine.clock.now > 100:
            raise asyncio.CancelledError
        flaky.fails = "before"

    machine.meanwhile = fail_then_end
    with pytest.raises(asyncio.CancelledError):
        await first.keep()
    assert await machine.owner() == "1@a x"
