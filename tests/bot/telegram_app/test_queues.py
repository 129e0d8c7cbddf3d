import asyncio
import logging

import pytest

from bot.telegram_app.queues import AT_ONCE, EACH, Go, Job, Queues

SPOT, OTHER = (-1, 0), (-2, 0)


class Road:
    """Jobs that note when they begin, and end when they are let."""

    def __init__(self) -> None:
        self.begun: list[str] = []
        self.gates: dict[str, asyncio.Event] = {}

    def job(self, name: str, *, goes: bool = False) -> Job:
        gate = self.gates[name] = asyncio.Event()

        async def work(go: Go) -> None:
            self.begun.append(name)
            if goes:
                go()
            await gate.wait()

        return work

    async def open(self, *names: str) -> None:
        for name in names:
            self.gates[name].set()
        await rest()


async def rest() -> None:
    for _ in range(20):
        await asyncio.sleep(0)


async def test_jobs_of_a_chat_wait_for_each_other_and_for_no_other_chat() -> None:
    queues, log, hold = Queues(), list[str](), asyncio.Event()

    async def slow(_: Go) -> None:
        log.append("slow")
        await hold.wait()
        log.append("slow done")

    async def quick(_: Go) -> None:
        log.append("quick")

    queues.word(SPOT, slow)
    second = queues.word(SPOT, quick)
    await queues.word(OTHER, quick).wait()
    assert (log, queues.waiting) == (["slow", "quick"], 1)
    hold.set()
    await second.wait()
    assert log == ["slow", "quick", "slow done", "quick"]
    await asyncio.sleep(0)
    assert len(queues) == 0


async def test_a_job_can_let_the_next_one_begin() -> None:
    queues, hold = Queues(), asyncio.Event()

    async def sends(go: Go) -> None:
        go()
        await hold.wait()

    await queues.word(SPOT, sends).wait()
    await queues.word(SPOT, sends).wait()
    await queues.drain(0.0)
    await queues.close()


async def test_a_job_that_fails_is_logged_and_stops_none(caplog: pytest.LogCaptureFixture) -> None:
    queues = Queues()

    async def fails(_: Go) -> None:
        raise ValueError

    async def works(_: Go) -> None:
        pass

    with caplog.at_level(logging.ERROR):
        queues.word(SPOT, fails)
        await queues.word(SPOT, works).wait()
    assert "update not handled" in caplog.text


async def test_closing_ends_what_hangs() -> None:
    queues, begun = Queues(), asyncio.Event()

    async def hangs(_: Go) -> None:
        begun.set()
        await asyncio.Event().wait()

    done = queues.word(SPOT, hangs)
    queues.word(SPOT, hangs)
    await begun.wait()
    await queues.drain(0.0)
    await queues.close()
    assert done.is_set()
    assert len(queues) == 0


async def test_words_wait_for_nothing_beside_them() -> None:
    queues, road = Queues(), Road()
    queues.beside(-1, 1, "command", road.job("solve"))
    queues.word(SPOT, road.job("word"))
    await rest()
    assert road.begun == ["solve", "word"]


async def test_a_players_own_are_done_in_order_and_others_at_once() -> None:
    queues, road = Queues(), Road()
    for player, kind, name in (
        (1, "command", "first"),
        (1, "command", "second"),
        (1, "press", "press"),
        (2, "command", "other"),
    ):
        queues.beside(-1, player, kind, road.job(name))
    await rest()
    assert road.begun == ["first", "press", "other"]
    await road.open("first")
    assert road.begun[3:] == ["second"]


async def test_so_many_of_a_chat_are_done_at_once() -> None:
    queues, road = Queues(), Road()
    names = [f"of {player}" for player in range(AT_ONCE + 2)]
    for player, name in enumerate(names):
        queues.beside(-1, player, "command", road.job(name))
    queues.beside(-2, 1, "command", road.job("elsewhere"))
    await rest()
    assert road.begun == [*names[:AT_ONCE], "elsewhere"]
    await road.open(names[0])
    assert road.begun[-1] == names[AT_ONCE]


async def test_one_player_has_so_many_waiting() -> None:
    queues, road = Queues(), Road()
    ended = [
        queues.beside(-1, 1, "command", road.job(f"{number}", goes=number == 0))
        for number in range(EACH)
    ]
    assert all(ended)
    assert queues.beside(-1, 1, "command", road.job("too many")) is None
    await rest()
    # The first is only being sent.
    assert road.begun == ["0", "1"]
    assert queues.beside(-1, 1, "command", road.job("one more"))
    for number in range(EACH):
        assert queues.turn(SPOT, 1, road.job(f"turn {number}"), lambda: True)
    assert queues.turn(SPOT, 1, road.job("too many"), lambda: True) is None
    await queues.close()


async def test_a_turn_comes_after_the_words_before_it_and_before_those_behind() -> None:
    queues, road = Queues(), Road()
    queues.word(SPOT, road.job("before"))
    ended = queues.turn(SPOT, 1, road.job("turn"), lambda: True)
    queues.word(SPOT, road.job("behind"))
    queues.word((-1, 5), road.job("other topic"))
    await rest()
    assert road.begun == ["before", "other topic"]
    await road.open("before")
    assert road.begun[2:] == ["turn"]
    assert ended
    assert not ended.is_set()
    await road.open("turn")
    assert ended.is_set()
    assert road.begun[3:] == ["behind"]


async def test_words_pass_a_turn_that_is_slow_and_other_turns_do_not() -> None:
    queues, road = Queues(), Road()
    ended = queues.turn(SPOT, 1, road.job("stop"), lambda: False)
    queues.word(SPOT, road.job("word"))
    await rest()
    assert road.begun == ["word", "stop"]
    assert ended
    assert not ended.is_set()
    queues.turn(SPOT, 2, road.job("play"), lambda: True)
    queues.word(SPOT, road.job("another"))
    await road.open("word")
    assert road.begun[2:] == ["another"]
    await road.open("stop")
    assert road.begun[3:] == ["play"]
    assert ended.is_set()
