"""The shards of one process: in which rooms its connections speak."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from bot.clock import PlatformClock
from bot.discord_app.sharded import ShardedDiscord
from bot.gate import open_gate
from bot.messages import Reply, private_room
from core.ids import PlayerRef, Shard
from tests.bot.discord_app.conftest import Stage
from tests.simulators.discord import Guild

BOARD = Reply(title="Board")


async def test_a_connection_speaks_in_the_servers_of_its_shard_and_in_private(stage: Stage) -> None:
    async with served(stage, Shard("discord", number(stage.guild), 2)) as bot:
        message = await bot.post(stage.room, BOARD)
        assert await bot.replace(stage.room, message, Reply(title="Over"))
        assert await bot.post(private_room(PlayerRef("discord", str(stage.ana.id))), BOARD)
    [shown] = stage.channel.messages
    assert shown.embeds[0]["title"] == "Over"


async def test_in_a_server_of_another_shard_nothing_is_said_nor_taken_for_gone(
    stage: Stage,
) -> None:
    async with served(stage, Shard("discord", 1 - number(stage.guild), 2)) as bot:
        for saying in (
            bot.post(stage.room, BOARD),
            bot.edit(stage.room, "1", lambda: BOARD),
            bot.replace(stage.room, "1", BOARD),
        ):
            with pytest.raises(ConnectionError):
                await saying
    assert not stage.channel.messages


def number(guild: Guild) -> int:
    """Return which of two shards has a server."""
    return (guild.id >> 22) % 2


@asynccontextmanager
async def served(stage: Stage, shard: Shard) -> AsyncIterator[ShardedDiscord]:
    """Serve one of two shards."""

    async def turn(_what: str, _seconds: float) -> None:
        pass

    stage.sim.shards = shard.count
    bot = ShardedDiscord(
        stage.options(), stage.metrics, clock=PlatformClock(), gate=open_gate, turn=turn
    )
    running = asyncio.create_task(bot.run(stage.dispatcher))
    try:
        await stage.dispatcher.until(lambda: stage.dispatcher.runs)
        await bot.prepare(shard)
        await bot.take(shard)
        yield bot
        await bot.release(shard)
    finally:
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)
