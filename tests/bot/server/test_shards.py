"""Three processes of one bot with shards of Discord: they share, hand over, and take over."""

import asyncio
import signal
from collections.abc import Callable
from contextlib import AsyncExitStack
from pathlib import Path

import pytest

from tests.bot.server.tables import DiscordTable, Table, TelegramTable, shown_in
from tests.helpers.patience import PATIENCE
from tests.helpers.serving import ServingBot, serving
from tests.simulators.discord import DiscordSimulator
from tests.simulators.telegram import TelegramSimulator
from tests.simulators.telegram.client import UNLIMITED

pytestmark = pytest.mark.slow

SHARDS = 3


def tables_of(sim: DiscordSimulator) -> list[DiscordTable]:
    """Return a table in a guild of each shard, by the shard."""
    tables: dict[int, DiscordTable] = {}
    while len(tables) < SHARDS:
        table = DiscordTable(sim, f"Words {len(sim.guilds)}")
        tables.setdefault((table.guild.id >> 22) % SHARDS, table)
    return [tables[shard] for shard in range(SHARDS)]


def served(bots: list[ServingBot]) -> list[set[str]]:
    """Return the shards that each process serves, by its log."""
    found = []
    for bot in bots:
        shards: set[str] = set()
        for line in bot.logs:
            if line["event"] == "shard" and line["step"] == "serve":
                shards.add(line["shard"])
            elif line["event"] == "shard" and line["step"] in ("hand", "drop"):
                shards.discard(line["shard"])
        found.append(shards)
    return found


async def spread(bots: list[ServingBot], fits: Callable[[list[int]], bool]) -> None:
    """Wait until the shards, and Telegram, are spread over processes as they should be."""
    async with asyncio.timeout(3 * PATIENCE):
        while not fits(sorted(map(len, served(bots)))):  # noqa: ASYNC110 (other processes)
            await asyncio.sleep(0.05)


async def test_processes_share_the_shards_and_go_on_with_those_of_one_that_ends(
    tmp_path: Path, data_dir: Path, postgresql_url: str
) -> None:
    async with (
        DiscordSimulator() as discord,
        TelegramSimulator(privacy=False, limits=UNLIMITED) as telegram,
        AsyncExitStack() as lives,
    ):
        discord.shards, discord.identify_pace = SHARDS, 5.0
        discord.limits.scale = 1e6
        tables: list[Table] = [*tables_of(discord), TelegramTable(telegram, "Words")]

        async def another() -> ServingBot:
            bot = serving(tmp_path, data_dir, discord, telegram, SEIZE_DATABASE_URL=postgresql_url)
            return await lives.enter_async_context(bot)

        async def everybody_plays(who: str) -> None:
            """Have a word marked at each table."""
            said = [await table.says(who, "zzzzz") for table in tables]
            for table, word in zip(tables, said, strict=True):
                await table.until(lambda table=table, word=word: table.marked(word))  # type: ignore[misc]

        bots = [await another() for _ in range(3)]
        await spread(bots, lambda loads: sum(loads) == SHARDS + 1 and loads[0] >= 1)
        for table in tables:
            await table.play()
        await everybody_plays("Ana")
        metrics = [(await bot.get("/metrics"))[1] for bot in bots]
        assert sum('seize_shards{platform="discord"} 0.0' in text for text in metrics) <= 1
        identified = discord.gateway.identifies

        leaving = bots.pop(0)
        assert await leaving.stop() == 0
        await everybody_plays("Ben")
        assert discord.gateway.identifies - identified <= 2
        bots.append(await another())
        await spread(bots, lambda loads: sum(loads) == SHARDS + 1 and loads[0] >= 1)

        killed = bots.pop(0)
        await killed.stop(signal.SIGKILL)
        await everybody_plays("Ana")
        await spread(bots, lambda loads: sum(loads) == SHARDS + 1)
        for table in tables:
            await table.stop()
        assert discord.violations == telegram.violations == []
        for bot in (leaving, *bots):
            assert bot.complaints() == []


async def test_what_a_player_began_in_a_server_goes_on_in_private_with_another_process(
    tmp_path: Path, data_dir: Path, postgresql_url: str
) -> None:
    async with DiscordSimulator() as discord, AsyncExitStack() as lives:
        discord.shards = 2
        far = next(
            table
            for table in (DiscordTable(discord, f"Words {n}") for n in range(99))
            if (table.guild.id >> 22) % 2
        )
        bots = [
            await lives.enter_async_context(
                serving(tmp_path, data_dir, discord, SEIZE_DATABASE_URL=postgresql_url)
            )
            for _ in range(2)
        ]
        await spread(bots, lambda loads: loads == [1, 1])
        ana = far.people["Ana"]
        begun = await ana.slash(far.channel, "practice", language="en")
        assert "Practice · English" in shown_in(await begun.response())
        word = await ana.says(discord.direct(ana), "zzzzz")
        await discord.until(lambda: bool(word.reactions))
        stopped = await ana.slash(discord.direct(ana), "stop")
        assert "The words of this practice" in shown_in(await stopped.response())
        assert discord.violations == []


async def test_more_shards_are_begun_where_discord_takes_no_fewer(
    tmp_path: Path, data_dir: Path, postgresql_url: str
) -> None:
    async with DiscordSimulator() as discord, AsyncExitStack() as lives:
        discord.shards = 2
        tables = tables_of(discord)
        bots = [
            await lives.enter_async_context(
                serving(tmp_path, data_dir, discord, SEIZE_DATABASE_URL=postgresql_url)
            )
            for _ in range(2)
        ]
        await spread(bots, lambda loads: loads == [1, 1])
        for table in tables:
            await table.play()
        discord.shards = discord.least_shards = SHARDS
        discord.drop_gateway(4011)
        await spread(bots, lambda loads: loads == [1, 2])
        assert {shard for each in served(bots) for shard in each} == {
            f"discord {index}/{SHARDS}" for index in range(SHARDS)
        }
        for table in tables:
            word = await table.says("Ana", "zzzzz")
            await table.until(lambda table=table, word=word: table.marked(word))  # type: ignore[misc]
        assert discord.violations == []
