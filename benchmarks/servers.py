"""Servers on Discord in which nobody plays: what they cost a process.

    python -m benchmarks.servers [--servers 10000] [--channels 30] [--messages 50000]

Feeds discord.py, set up as the bot has it, with the events that Discord sends when it connects,
and then with messages, spread over all servers: each is decoded, and found to be no word of a
round. Prints the memory that the servers take, and the processor time of a message.
"""

import argparse
import asyncio
import json
import resource
import time
from typing import Any

import discord

from bot.clock import PlatformClock
from bot.discord_app.client import Client, Handlers
from bot.discord_app.requests import typed_text
from bot.gate import open_gate
from tests.simulators.discord import DiscordSimulator
from tests.simulators.discord.messages import SimMessage, event_payload
from tests.simulators.discord.payloads import guild_create

ROLES = 15  # of a server


async def main(servers: int, channels: int, messages: int) -> None:
    """Connect, hear, and print."""
    sim = DiscordSimulator()
    guild = sim.add_guild("Words")
    ana = sim.add_user("Ana", guild)
    for number in range(channels):
        guild.add_channel(f"channel-{number}")
    model = json.dumps(guild_create(guild))
    message = SimMessage(sim.ids.new(), guild.channels[0], ana, "have you seen this?")
    said = json.dumps(event_payload(message))

    heard = 0
    done = asyncio.Event()

    def nothing(*_: object) -> None:
        pass

    def hear(message: discord.Message) -> None:
        nonlocal heard
        assert typed_text(message, sim.me.id)
        heard += 1
        if heard == messages:
            done.set()

    handlers = Handlers(nothing, nothing, nothing, hear, nothing)
    client = Client(handlers, PlatformClock(), open_gate, content=True, settling=1)
    await client._async_setup_hook()  # noqa: SLF001 (as logging in does)
    state: Any = client._connection  # noqa: SLF001 (which takes in what the gateway sends)
    before = _megabytes()
    for number in range(servers):
        data = json.loads(_moved(model, guild.id, number))
        role = data["roles"][0]
        data["roles"] += [role | {"id": f"{int(role['id']) + n}"} for n in range(1, ROLES)]
        state._add_guild_from_data(data)  # noqa: SLF001
    grown = _megabytes() - before
    print(f"{servers:,} servers of {channels} channels and {ROLES} roles: {grown:.0f} MB")
    events = [_moved(said, guild.id, number % servers) for number in range(messages)]
    used = time.process_time()
    for event in events:
        state.parse_message_create(json.loads(event))
        await asyncio.sleep(0)
    await done.wait()
    used = time.process_time() - used
    print(f"a message in one of them: {1e6 * used / messages:.0f} µs of processor")


def _moved(data: str, guild_id: int, number: int) -> str:
    """Return an event in another guild."""
    return data.replace(str(guild_id), str(guild_id + (number << 22)))


def _megabytes() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e3


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--servers", type=int, default=10_000)
    parser.add_argument("--channels", type=int, default=30)
    parser.add_argument("--messages", type=int, default=50_000)
    asyncio.run(main(**vars(parser.parse_args())))
