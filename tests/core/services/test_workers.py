"""Turns at slow jobs: players one after the other, none with more than a few at a time."""

import asyncio
from contextlib import suppress
from functools import partial

import pytest

from core.errors import Unprepared
from core.services.workers import EACH, MOST, SLOW, TooMuch, Workers, lacking, one_request
from tests.helpers.patience import PATIENCE


class Queue:
    """Jobs that note who begins, and end when they are let."""

    def __init__(self) -> None:
        self.workers = Workers()
        self.begun: list[str] = []
        self.refused: list[str] = []
        self._gates: dict[str, asyncio.Event] = {}

    def ask(self, name: str) -> asyncio.Task[None]:
        """Ask for a job, such as "ana 1": the second of Ana's."""
        gate = self._gates[name] = asyncio.Event()

        async def work() -> None:
            async def act() -> None:
                self.begun.append(name)
                await gate.wait()

            try:
                await self.workers.in_turn(name.split(maxsplit=1)[0], act)
            except TooMuch:
                self.refused.append(name)

        return asyncio.create_task(work())

    def let(self, name: str) -> None:
        """Let a job end."""
        self._gates[name].set()

    async def end(self, name: str) -> None:
        """End a job, and let what comes of it begin."""
        self.let(name)
        await rest()


async def rest() -> None:
    for _ in range(5):
        await asyncio.sleep(0)


async def test_players_have_turns_one_after_the_other() -> None:
    queue = Queue()
    tasks = [queue.ask(f"{who} {number}") for who in ("ana", "ben", "clo") for number in range(3)]
    await rest()
    assert queue.begun == ["ana 0", "ben 0"]
    await queue.end("ana 0")
    assert queue.begun[SLOW:] == ["clo 0"]  # Ana has had a turn, Ben has one
    await queue.end("clo 0")
    await queue.end("ben 0")
    await queue.end("ana 1")
    assert queue.begun[3:] == ["ana 1", "clo 1", "ben 1"]
    for task in tasks:
        task.cancel()


async def test_one_player_has_one_turn_at_a_time_and_few_waiting() -> None:
    queue = Queue()
    tasks = [queue.ask(f"ana {number}") for number in range(12)]
    await rest()
    assert queue.begun == ["ana 0"]
    assert queue.refused == [f"ana {number}" for number in range(EACH, 12)]
    tasks.append(queue.ask("ben 0"))
    await rest()
    assert queue.begun == ["ana 0", "ben 0"]
    await queue.end("ana 0")
    tasks.append(queue.ask("ana 12"))
    await rest()
    assert queue.begun == ["ana 0", "ben 0", "ana 1"]
    assert "ana 12" not in queue.refused
    for task in tasks:
        task.cancel()


async def test_all_players_together_have_so_many_waiting() -> None:
    queue = Queue()
    tasks = [queue.ask(f"p{number} 0") for number in range(MOST + 1)]
    await rest()
    assert queue.refused == [f"p{MOST} 0"]
    for task in tasks:
        task.cancel()


async def test_who_goes_away_leaves_the_turn_to_others() -> None:
    queue = Queue()
    tasks = {name: queue.ask(name) for name in ("ana 0", "ana 1", "ben 0", "clo 0", "dan 0")}
    await rest()
    tasks["clo 0"].cancel()  # while waiting
    tasks["ana 0"].cancel()  # in its turn
    await rest()
    assert queue.begun == ["ana 0", "ben 0", "dan 0"]
    await queue.end("ben 0")
    assert queue.begun[3:] == ["ana 1"]
    await queue.end("ana 1")
    await queue.end("dan 0")
    for task in tasks.values():
        with suppress(asyncio.CancelledError):
            await task
    for name in ("ana", "ben", "clo", "dan"):  # nothing is held any more
        async with asyncio.timeout(1):
            await queue.workers.in_turn(name, rest)


async def test_a_turn_that_is_given_up_as_it_begins_is_given_back() -> None:
    queue = Queue()
    tasks = [queue.ask(name) for name in ("ana 0", "ben 0", "clo 0")]
    await rest()
    queue.let("ana 0")
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    tasks[2].cancel()  # its turn has come, and it does not know yet
    await rest()
    tasks.append(queue.ask("dan 0"))
    await rest()
    assert queue.begun[-1] == "dan 0"
    for task in tasks:
        task.cancel()


class Making:
    """Makes what jobs lack when it is told to."""

    def __init__(self) -> None:
        self.made, self.one, self.four = (asyncio.Event() for _ in range(3))
        self.asked: list[str] = []

    async def wait(self, lacking: Unprepared) -> None:
        self.asked.append(lacking.what)
        self.one.set()
        if len(self.asked) == 4:
            self.four.set()
        await self.made.wait()

    def left(self) -> float | None:
        return 5.0 if self.asked else None


async def test_a_job_that_lacks_something_is_run_again_and_holds_no_turn_meanwhile() -> None:
    making = Making()
    workers = Workers(preparation=making)
    assert workers.left() is None

    def job(need: str) -> str:
        if need and not making.made.is_set():
            raise Unprepared(need)
        return f"done {need}"

    waiting = [asyncio.create_task(workers.run(job, "plain"))]
    for name in ("ana", "ben", "clo"):
        act = partial(workers.run, job, name)
        waiting.append(asyncio.create_task(workers.in_turn(name, act)))
    async with asyncio.timeout(PATIENCE):
        await making.four.wait()
        assert await workers.in_turn("dan", partial(workers.run, job, "")) == "done "
        assert workers.left() == 5.0
        making.made.set()
        assert await asyncio.gather(*waiting) == ["done plain", "done ana", "done ben", "done clo"]


async def test_a_job_that_lacks_what_nobody_makes_fails() -> None:
    def job() -> None:
        raise Unprepared("kernels")

    workers = Workers()
    for work in (workers.run(job), workers.in_turn("ana", partial(workers.run, job))):
        with pytest.raises(Unprepared):
            await work


async def test_a_request_is_told_of_its_own_wait_alone() -> None:
    making = Making()
    workers = Workers(preparation=making)

    def job() -> str:
        if not making.made.is_set():
            raise Unprepared("search")
        return "done"

    with one_request():
        waiting = asyncio.create_task(workers.run(job))
        async with asyncio.timeout(PATIENCE):
            await making.one.wait()
        assert workers.left() == 5.0
        assert lacking() == ("search",)
        with one_request():
            assert workers.left() is None
            assert lacking() == ()
            assert await workers.run(str, 5) == "5"
            assert workers.left() is None
        making.made.set()
        assert await waiting == "done"
        assert workers.left() is None
