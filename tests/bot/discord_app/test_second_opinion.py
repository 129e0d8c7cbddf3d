"""A round on a Discord that others wrote: what two simulations agree on is likely so."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from itertools import count
from typing import Any

import discord
import simcord

from bot.chat.commands import COMMANDS
from bot.chat.dispatcher import Dispatcher
from bot.chat.metrics import Metrics
from bot.discord_app.app import DiscordApp
from bot.discord_app.options import DiscordOptions
from bot.server.assembly import Assembly
from core.generator import generator
from core.lexicon import Lexicon
from core.services.sleeper import wait_for
from core.store.memory import MemoryStore
from tests.helpers.adapters import ThisGrid
from tests.helpers.fakes import no_maker


@asynccontextmanager
async def simulated(lexicon: Callable[[str], Lexicon]) -> AsyncIterator[simcord.Env]:
    """Yield a Discord with Seize on it, whose rounds have README's grid."""
    metrics = Metrics(COMMANDS, ())
    app = DiscordApp(DiscordOptions(token="any"), metrics)  # noqa: S106 (nobody asks for it)
    async with simcord.run(app._client, shard_count=1) as env:
        store, clock = MemoryStore(), lambda: env.now().timestamp()
        assembly = Assembly(store, lexicon, generator(1), clock, metrics, no_maker(store, clock))
        services = assembly.services("discord", ThisGrid(lexicon, count(1)))

        async def wait(event: asyncio.Event, seconds: float | None) -> None:
            await env.external_wait(wait_for(event, seconds), reason="the next deadline")

        app._dispatcher = Dispatcher(services, app, metrics, wait)
        with env._bot_scope():  # else its waits count as outside work, which never settles
            running = asyncio.create_task(app._dispatcher.run())
        yield env
        running.cancel()
        with suppress(asyncio.CancelledError):
            await running


async def test_a_round_is_played(lexicon: Callable[[str], Lexicon]) -> None:
    async with simulated(lexicon) as env:
        await play(env)


async def play(env: simcord.Env) -> None:
    guild = env.create_guild()
    channel = guild.create_text_channel("play")
    ana = guild.add_member(env.create_user("Ana"))
    ben = guild.add_member(env.create_user("Ben"))
    await ana.slash(channel, "play", language="en")
    board = last(channel)
    assert board.attachments[0].filename == "grid.png"
    await ana.send(channel, "more")
    await ana.send(channel, "spider")
    assert [marks(message) for message in channel.history()[-2:]] == [["✅"], ["❌"]]
    await ben.send(channel, "smart")
    await ana.slash(channel, "stop")
    assert "🥇 Ben" in str(last(channel).embeds[0].description)
    assert "🥈 Ana" in str(last(channel).embeds[0].description)


def last(channel: Any) -> discord.Message:
    """Return the last message of a channel."""
    message = channel.last_message
    assert isinstance(message, discord.Message)
    return message


def marks(message: discord.Message) -> list[str]:
    """Return the reactions to a message."""
    return [str(reaction.emoji) for reaction in message.reactions]
