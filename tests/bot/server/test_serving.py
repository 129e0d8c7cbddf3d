"""The bot as people run it: it starts, it is well, it stops; what it lacks, it says."""

import asyncio
import json
import signal
import time
from functools import partial
from pathlib import Path

import pytest

from tests.bot.server.book import Book
from tests.bot.server.tables import house
from tests.helpers.command import seize_process
from tests.helpers.patience import PATIENCE
from tests.helpers.serving import serving
from tests.simulators.discord import DiscordSimulator
from tests.simulators.telegram import TelegramSimulator

pytestmark = pytest.mark.slow


async def test_it_serves_both_platforms_and_stops_in_time(tmp_path: Path, data_dir: Path) -> None:
    async with DiscordSimulator() as discord, TelegramSimulator() as telegram:
        guild = discord.add_guild("Words", locale="fr")
        guild.add_channel("play")
        async with serving(tmp_path, data_dir, discord, telegram) as bot:
            await bot.ready()
            await discord.commands_synced()
            status, text = await bot.get("/healthz")
            assert (status, '"status": "ok"' in text) == (200, True)
            assert "seize_rounds_running" in (await bot.get("/metrics"))[1]
            assert (await bot.get("/nothing"))[0] == 404
            assert await bot.stop(signal.SIGTERM) == 0
            assert bot.logs[-1]["event"] == "stopped"
        assert discord.violations == []
        assert telegram.violations == []


async def test_on_a_host_an_hour_ahead_it_plays_by_the_platforms_clock(
    tmp_path: Path, data_dir: Path
) -> None:
    async with house("discord") as one, house("telegram") as other:
        tables = [one.table(), other.table()]
        for place in (one, other):
            place.sim.clock = lambda: time.time() - 3600
        async with serving(tmp_path, data_dir, **one.only, **other.only) as bot:
            await bot.ready()
            told = await bot.event("host's clock is wrong: Seize goes by the platforms'")
            assert told["seconds_ahead"] == pytest.approx(3600, abs=2)
            ahead = json.loads((await bot.get("/healthz"))[1])["clock_ahead"]
            assert ahead == pytest.approx(3600, abs=2)
            assert "seize_clock_ahead_seconds 3" in (await bot.get("/metrics"))[1]
            for table in tables:
                await table.play()
                word = await table.says("Ana", "łłłł")
                await table.until(partial(table.marked, word))
    assert Book(tmp_path).causes() == ["not-letters"] * 2


@pytest.mark.parametrize("platform", ["discord", "telegram"])
async def test_one_platform_is_enough_and_ctrl_c_stops_it(
    platform: str, tmp_path: Path, data_dir: Path
) -> None:
    async with DiscordSimulator() as discord, TelegramSimulator() as telegram:
        only = {platform: {"discord": discord, "telegram": telegram}[platform]}
        async with serving(tmp_path, data_dir, **only) as bot:  # type: ignore[arg-type]
            await bot.ready()
            assert f'"{platform}": "ready"' in (await bot.get("/healthz"))[1]
            assert await bot.stop(signal.SIGINT) == 0


def test_without_a_token_it_says_what_to_do(data_dir: Path) -> None:
    ran = seize_process("serve", data_dir=data_dir, SEIZE_LOG_LEVEL="ERROR")
    assert ran.status == 2
    assert ran.err.count("\n") == 1
    assert "SEIZE_DISCORD_TOKEN" in ran.err


@pytest.mark.parametrize("platform", ["discord", "telegram"])
async def test_a_refused_token_is_named_and_not_shown(
    platform: str, tmp_path: Path, data_dir: Path
) -> None:
    async with DiscordSimulator() as discord, TelegramSimulator() as telegram:
        only = {platform: {"discord": discord, "telegram": telegram}[platform]}
        wrong = "123456:wrong-token-of-nobody-at-all-here-12345"
        variable = f"SEIZE_{platform.upper()}_TOKEN"
        async with serving(tmp_path, data_dir, **only, **{variable: wrong}) as bot:  # type: ignore[arg-type]
            async with asyncio.timeout(PATIENCE):
                assert await bot.process.wait() == 2
            await bot.stop()
        assert variable in bot.said[-1]
        assert not any("wrong-token" in line for line in bot.said)


async def test_a_port_that_is_taken_is_named(tmp_path: Path, data_dir: Path) -> None:
    async with DiscordSimulator() as discord, serving(tmp_path, data_dir, discord) as first:
        port = str((await first.event("started"))["port"])
        ran = await asyncio.to_thread(
            seize_process,
            "serve",
            data_dir=data_dir,
            SEIZE_HTTP_PORT=port,
            SEIZE_DISCORD_TOKEN=discord.token,
            SEIZE_DATABASE_URL=f"sqlite:///{tmp_path}/other.db",
            SEIZE_LOG_LEVEL="ERROR",
        )
    assert ran.status == 2
    assert port in ran.err
