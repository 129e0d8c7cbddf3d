"""Turns at slow jobs: players one after the other, none with more than a few at a time."""

import asyncio
from contextlib import suppress

import pytest

from core.services.workers import EACH, MOST, SLOW, TooMuch, Workers


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
            try:
                async with self.workers.turn(name.split(maxsplit=1)[0]):
                    self.begun.append(name)
                    await gate.wait()
            except TooMuch:
                self.refused.append(name)

        return asyncio.create_task(work())

    async def end(self, name: str) -> None:
        """End a job, and let what comes of it begin."""
        self._gates[name].set()
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
    assert [name for name in ("ana", "ben", "clo", "dan") if not await _free(queue, name)] == []


async def _free(queue: Queue, player: str) -> bool:
    """Return whether a player has a turn at once, as nobody else has one."""
    async with asyncio.timeout(1), queue.workers.turn(player):
        return True


async def test_a_turn_that_is_given_up_as_it_begins_is_given_back() -> None:
    workers = Workers()
    held = [workers.turn(name) for name in ("ana", "ben")]
    for each in held:
        await each.__aenter__()

    async def work() -> None:
        async with workers.turn("clo"):
            raise AssertionError

    waiting = asyncio.create_task(work())
    await rest()
    await held[0].__aexit__(None, None, None)
    waiting.cancel()  # its turn has come, and it does not know yet
    with pytest.raises(asyncio.CancelledError):
        await waiting
    async with asyncio.timeout(1), workers.turn("dan"):
        pass
    await held[1].__aexit__(None, None, None)
