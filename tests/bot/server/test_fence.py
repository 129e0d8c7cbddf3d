"""The fence of a process in fake time: what it lets through, and what never."""

import asyncio

import pytest

from bot.server.fence import fence
from core.ports import StoreError
from core.services.leases import DUE, TERM
from core.store.memory import MemoryStore
from tests.core.services.test_leases import Machine, begin
from tests.helpers.fakes import Flaky


async def test_a_process_that_stood_still_asks_before_it_sends_and_sends_nothing_more() -> None:
    machine = Machine()
    first, second = machine.process("1@a x"), machine.process("2@b y")
    await begin(first)
    gate = fence(first, shared=False)
    await gate()
    machine.clock.forward(DUE)
    await gate()  # fresh still: nobody is asked
    await begin(second)
    held = asyncio.ensure_future(gate())
    for _ in range(20):
        await asyncio.sleep(0)
    assert not held.done()
    held.cancel()
    await asyncio.gather(held, return_exceptions=True)


async def test_where_the_store_does_not_answer_it_speaks_while_nobody_can_have_taken_over() -> None:
    flaky = Flaky(MemoryStore())
    machine = Machine(flaky)
    process = machine.process("1@a x")
    await begin(process)
    in_file, shared = fence(process, shared=False), fence(process, shared=True)
    for seconds in (DUE + 0.1, TERM):
        machine.clock.forward(seconds)
        flaky.fails = "before"
        await in_file()
    flaky.fails = "before"
    with pytest.raises(StoreError):
        await shared()
    await shared()  # the store answers again
    machine.clock.forward(TERM - 0.1)
    flaky.fails = "before"
    await shared()
