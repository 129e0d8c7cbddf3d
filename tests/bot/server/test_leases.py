"""Two processes of one bot: the second is refused, or takes over from a dead one."""

import asyncio
import signal
import time
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from datetime import datetime
from pathlib import Path

import pytest

from core.ports import Lease
from core.services.leases import TERM
from core.store.sql.store import open_store
from tests.bot.server.tables import PLATFORMS, TelegramTable, house
from tests.helpers.patience import PATIENCE
from tests.helpers.serving import ServingBot, serving
from tests.simulators.telegram import TelegramSimulator

pytestmark = pytest.mark.slow


async def ended(bot: ServingBot) -> tuple[int, str]:
    """Return the status of a process that ends by itself, and its last line."""
    async with asyncio.timeout(PATIENCE):
        status = await bot.process.wait()
        await bot._reading
    return status, bot.said[-1]


@asynccontextmanager
async def waited_for(bot: ServingBot) -> AsyncIterator[None]:
    """Hold that a process waits for one that may be dead, says so, and goes on in time."""
    waiting = await bot.event("waiting for the process before")
    yield
    await bot.ready()
    started = await bot.event("started")
    assert _seconds(started) - _seconds(waiting) > TERM - 1
    assert any(f"may still run: waiting {TERM:.0f} s" in line for line in bot.said)


def _seconds(line: dict[str, str]) -> float:
    return datetime.fromisoformat(line["time"]).timestamp()


@pytest.mark.parametrize("platform", PLATFORMS)
async def test_with_a_file_a_second_process_is_refused_and_the_first_goes_on(
    platform: str, tmp_path: Path, data_dir: Path
) -> None:
    async with house(platform) as place:
        table = place.table()
        async with serving(tmp_path, data_dir, **place.only) as first:
            await first.ready()
            async with serving(tmp_path, data_dir, **place.only) as second:
                status, said = await ended(second)
            assert status == 2
            assert said.startswith(f"seize: {platform}: another Seize ({first.process.pid}@")
            assert "stop it, or give this one a token and a database of its own" in said
            await table.play()
            assert await first.stop() == 0
            assert first.complaints() == []


@pytest.mark.parametrize("platform", PLATFORMS)
async def test_on_a_server_others_go_on_where_one_was_stopped_or_killed(
    platform: str, tmp_path: Path, data_dir: Path, postgresql_url: str
) -> None:
    async with house(platform) as place, AsyncExitStack() as lives:
        table = place.table()
        everything = {**place.only, "SEIZE_DATABASE_URL": postgresql_url}

        async def another() -> ServingBot:
            return await lives.enter_async_context(serving(tmp_path, data_dir, **everything))

        first = await another()
        await first.event("shard")
        waiting = [await another(), await another()]
        for each in waiting:
            await each.event("started")
            status, text = await each.get("/healthz")
            assert (status, f'"{platform}": "standing by"' in text) == (200, True)
            assert "seize_owner 0.0" in (await each.get("/metrics"))[1]
        await table.play()
        said = [await table.says("Ana", "zzzzz")]
        await table.until(lambda: table.marked(said[-1]))
        owner = first
        for how in (signal.SIGTERM, signal.SIGKILL):
            await owner.stop(how)
            said.append(await table.says("Ben", "zzzzz"))
            owner = await _owner_of(waiting)
            waiting = [each for each in waiting if each is not owner]
            await table.until(lambda: table.marked(said[-1]))
        assert "seize_owner 1.0" in (await owner.get("/metrics"))[1]
        assert f'seize_shards{{platform="{platform}"}} 1.0' in (await owner.get("/metrics"))[1]
        await table.stop()
        await table.until(lambda: any("is over" in text for text in table.told()))
        spare = await another()
        await spare.event("started")
        assert await spare.stop() == 0  # without a shard, too
        assert await owner.stop() == 0
        # It cannot know how much was said in the seconds before it took over.
        assert {line["event"] for line in owner.complaints()} <= {"too many requests"}


async def _owner_of(bots: list[ServingBot]) -> ServingBot:
    """Return the one of several that serves a shard, once it does."""
    async with asyncio.timeout(PATIENCE):
        while True:
            for bot in bots:
                if any(line["event"] == "shard" and line["step"] == "serve" for line in bot.logs):
                    return bot
            await asyncio.sleep(0.02)


async def test_after_a_stop_or_a_kill_the_next_process_starts_at_once(
    tmp_path: Path, data_dir: Path
) -> None:
    async with TelegramSimulator() as telegram:
        for how in (signal.SIGTERM, signal.SIGKILL, signal.SIGTERM):
            async with serving(tmp_path, data_dir, telegram=telegram) as bot:
                await bot.ready()
                assert bot.complaints() == []
                await bot.stop(how)


async def test_a_process_of_another_machine_that_may_be_dead_is_waited_for(
    tmp_path: Path, data_dir: Path
) -> None:
    store = await open_store(tmp_path / "seize.db")
    async with store.write() as work:
        await work.leases.put(Lease("telegram", "1@elsewhere another/1 x", 7))
    await store.close()
    async with (
        TelegramSimulator() as telegram,
        serving(tmp_path, data_dir, telegram=telegram) as bot,
        waited_for(bot),
    ):
        pass


async def test_a_process_that_stood_still_ends_once_another_has_taken_over(
    tmp_path: Path, data_dir: Path
) -> None:
    async with TelegramSimulator() as telegram:
        table = TelegramTable(telegram, "Words")
        async with serving(tmp_path, data_dir, telegram=telegram) as first:
            await first.ready()
            await table.play()
            first.process.send_signal(signal.SIGSTOP)
            async with serving(tmp_path, data_dir, telegram=telegram) as second:
                async with waited_for(second):
                    pass
                before = time.monotonic()
                first.process.send_signal(signal.SIGCONT)
                status, said = await ended(first)
                assert status == 2
                assert f"another ({second.process.pid}@" in said
                assert "has taken over" in said
                assert time.monotonic() - before < PATIENCE
                assert "is over" in await table.stop()
                assert await second.stop() == 0
