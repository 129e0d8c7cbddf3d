"""The simulated gateway: drops, resumes, silence, outages, intents, a bot in another process."""

import asyncio
import json
import sys
import zlib
from collections.abc import AsyncIterator

import aiohttp
import discord
import pytest

from tests.simulators.discord import Channel, DiscordSimulator, Guild, Person
from tests.simulators.discord.raw import command, post
from tests.simulators.discord.small_bot import SmallBot, running

CONTENT = discord.Intents(guilds=True, messages=True, message_content=True)
# What a bot in a process of its own changes to reach the simulator.
PROGRAM = """
import sys, discord, yarl
discord.http.Route.BASE = sys.argv[1]
discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(sys.argv[2])
client = discord.AutoShardedClient(intents=discord.Intents.default())
@client.event
async def on_interaction(interaction):
    await interaction.response.send_message("from afar")
client.run(sys.argv[3])
"""


@pytest.fixture
async def sim() -> AsyncIterator[DiscordSimulator]:
    async with DiscordSimulator() as started:
        yield started


@pytest.fixture
def guild(sim: DiscordSimulator) -> Guild:
    return sim.add_guild("Words", locale="fr")


@pytest.fixture
def channel(guild: Guild) -> Channel:
    return guild.add_channel("play")


@pytest.fixture
def ana(sim: DiscordSimulator, guild: Guild) -> Person:
    return sim.add_user("Ana", guild)


@pytest.fixture
async def bot(
    sim: DiscordSimulator, channel: Channel, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[SmallBot]:
    assert channel.guild
    async with running(sim, monkeypatch) as started:
        yield started


@pytest.mark.parametrize("code", [None, 4000, 4009])
async def test_a_dropped_gateway_is_resumed_and_no_event_is_lost(
    sim: DiscordSimulator, bot: SmallBot, channel: Channel, ana: Person, code: int | None
) -> None:
    await ana.says(channel, "before")
    await sim.until(lambda: len(bot.heard) == 1)
    sim.drop_gateway(code)
    await ana.says(channel, "between")
    await sim.until(lambda: sim.gateway.resumes == 1)
    await ana.says(channel, "after")
    await sim.until(lambda: len(bot.heard) == 3)
    assert sim.gateway.identifies == 1


async def test_reconnects_and_invalid_sessions(
    sim: DiscordSimulator, bot: SmallBot, channel: Channel, ana: Person
) -> None:
    sim.request_reconnect()
    await sim.until(lambda: sim.gateway.resumes == 1)
    sim.forget_sessions()
    sim.drop_gateway()
    await sim.until(lambda: sim.gateway.identifies == 2)
    sim.invalidate_session()
    await sim.until(lambda: sim.gateway.identifies == 3)
    await sim.ready()
    await ana.says(channel, "still here")
    sim.redeliver()
    await sim.until(lambda: len(bot.heard) == 2)


async def test_refused_logins(sim: DiscordSimulator, monkeypatch: pytest.MonkeyPatch) -> None:
    sim.message_content = False
    monkeypatch.setattr(discord.http.Route, "BASE", sim.api_url)
    async with discord.AutoShardedClient(intents=CONTENT) as client:
        with pytest.raises(discord.LoginFailure):
            await client.login("wrong")
    async with discord.AutoShardedClient(intents=CONTENT) as client:
        with pytest.raises(discord.PrivilegedIntentsRequired):
            await client.start(sim.token)
    assert len(sim.violations) == 2


async def test_the_gateway_speaks_plainly_and_compressed(sim: DiscordSimulator) -> None:
    async with aiohttp.ClientSession() as session:
        async with session.ws_connect(f"{sim.gateway_url}?v=10&encoding=json") as ws:
            assert (await ws.receive_json())["op"] == 10
            await ws.send_str("nonsense")
            assert (await ws.receive()).data == 4002
        url = f"{sim.gateway_url}?v=10&encoding=json&compress=zlib-stream"
        async with session.ws_connect(url) as ws:
            stream = zlib.decompressobj()
            data = await ws.receive_bytes()
            assert data.endswith(b"\x00\x00\xff\xff")
            assert json.loads(stream.decompress(data))["op"] == 10
            await ws.send_json({"op": 1, "d": None})
            assert json.loads(stream.decompress(await ws.receive_bytes()))["op"] == 11
            await ws.send_json({"op": 3, "d": {}})
            assert (await ws.receive()).data == 4003


async def started_apart(sim: DiscordSimulator) -> asyncio.subprocess.Process:
    arguments = (sys.executable, "-c", PROGRAM, sim.api_url, sim.gateway_url, sim.token)
    nothing = asyncio.subprocess.DEVNULL
    process = await asyncio.create_subprocess_exec(*arguments, stdout=nothing, stderr=nothing)
    await sim.ready()
    return process


@pytest.mark.slow
async def test_a_bot_in_another_process_dies_and_comes_back(
    sim: DiscordSimulator, channel: Channel, ana: Person
) -> None:
    await post(sim, f"/applications/{sim.application_id}/commands", [command()], "PUT")
    process = await started_apart(sim)
    assert (await (await ana.slash(channel, "play")).response()).content == "from afar"
    process.kill()
    await process.wait()
    await sim.disconnected()
    lost = await ana.slash(channel, "play")
    process = await started_apart(sim)
    await (await ana.slash(channel, "play")).response()
    assert not lost.messages
    assert not sim.violations
    process.kill()
    await process.wait()
    await sim.disconnected()


async def test_outages_removals_and_threads(
    sim: DiscordSimulator, bot: SmallBot, guild: Guild, channel: Channel
) -> None:
    thread = channel.add_thread("side")
    await sim.until(lambda: bot.guilds[0].get_thread(thread.id))
    guild.go_down()
    await sim.until(lambda: bot.events[-1] == "GUILD_DELETE")
    assert bot.guilds[0].unavailable
    guild.come_back()
    await sim.until(lambda: bot.events[-1] == "GUILD_CREATE")
    assert not bot.guilds[0].unavailable
    guild.remove_bot()
    await sim.until(lambda: bot.events[-1] == "GUILD_DELETE")
    assert not bot.guilds
    guild.invite_bot()
    await sim.until(lambda: bot.guilds)
    assert not sim.violations


async def test_only_events_asked_for_and_channels_seen(
    sim: DiscordSimulator, channel: Channel, ana: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with running(sim, monkeypatch, discord.Intents(guilds=True)) as bot:
        await ana.says(channel, "unheard")
        channel.deny("VIEW_CHANNEL")
        await sim.until(lambda: "CHANNEL_UPDATE" in bot.events)
        assert "MESSAGE_CREATE" not in bot.events


async def test_silence_holds_events_back(
    sim: DiscordSimulator, bot: SmallBot, channel: Channel, ana: Person
) -> None:
    sim.silence(0.1)
    began = sim.monotonic()
    await ana.says(channel, "one")
    await ana.says(channel, "two")
    await sim.until(lambda: len(bot.heard) == 2)
    assert sim.monotonic() - began >= 0.09
    sim.latency = 0.05
    interaction = await ana.slash(channel, "words")
    await interaction.acknowledged()
    assert (interaction.acknowledged_after or 0) >= 0.09


async def test_members_are_asked_for(bot: SmallBot, ana: Person) -> None:
    found = await bot.guilds[0].query_members(user_ids=[ana.id, 5])
    assert [member.id for member in found] == [ana.id]


async def test_identifying_too_soon(sim: DiscordSimulator, bot: SmallBot) -> None:
    sim.identify_interval = 0.1
    sim.invalidate_session()
    await sim.until(lambda: sim.violations)
    await sim.until(lambda: sim.gateway.identifies == 2)
    assert set(sim.violations) == {"gateway: identified too soon"}
    assert not bot.is_closed()
