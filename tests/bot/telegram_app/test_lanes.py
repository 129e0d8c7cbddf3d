import asyncio
import logging

import pytest

from bot.telegram_app.lanes import Go, Lanes


async def test_jobs_of_a_chat_wait_for_each_other_and_for_no_other_chat() -> None:
    lanes, log, hold = Lanes(), list[str](), asyncio.Event()

    async def slow(_: Go) -> None:
        log.append("slow")
        await hold.wait()
        log.append("slow done")

    async def quick(_: Go) -> None:
        log.append("quick")

    lanes.add(1, slow)
    second = lanes.add(1, quick)
    await lanes.add(2, quick).wait()
    assert (log, lanes.waiting) == (["slow", "quick"], 1)
    hold.set()
    await second.wait()
    assert log == ["slow", "quick", "slow done", "quick"]
    await asyncio.sleep(0)
    assert len(lanes) == 0


async def test_a_job_can_let_the_next_one_begin() -> None:
    lanes, hold = Lanes(), asyncio.Event()

    async def sends(go: Go) -> None:
        go()
        await hold.wait()

    await lanes.add(1, sends).wait()
    await lanes.add(1, sends).wait()
    await lanes.drain(0.0)
    await lanes.close()


async def test_a_job_that_fails_is_logged_and_stops_none(caplog: pytest.LogCaptureFixture) -> None:
    lanes = Lanes()

    async def fails(_: Go) -> None:
        raise ValueError

    async def works(_: Go) -> None:
        pass

    with caplog.at_level(logging.ERROR):
        lanes.add(1, fails)
        await lanes.add(1, works).wait()
    assert "update not handled" in caplog.text


async def test_closing_ends_what_hangs() -> None:
    lanes, begun = Lanes(), asyncio.Event()

    async def hangs(_: Go) -> None:
        begun.set()
        await asyncio.Event().wait()

    done = lanes.add(1, hangs)
    lanes.add(1, hangs)
    await begun.wait()
    await lanes.drain(0.0)
    await lanes.close()
    assert done.is_set()
    assert len(lanes) == 0
