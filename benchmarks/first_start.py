"""The first minute: what people get who ask while everything is still to be compiled and packed.

    python -m benchmarks.first_start [--seconds 60]

The bot runs as its own process, with an empty cache, against simulated platforms on loopback. From
the moment it is connected to Discord somebody asks for something each second. Prints how
long the first answers took (to be told that the answer comes is one), and when all was ready.
"""

import argparse
import asyncio
import time
from itertools import cycle
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from tests.helpers.serving import ServingBot, serving
from tests.simulators.discord import DiscordSimulator, SimInteraction

IN_TIME = 1.0  # seconds to a first answer
ASKED: list[tuple[str, dict[str, Any]]] = [
    ("help", {}),
    ("play", {"language": "en"}),
    ("leaderboard", {}),
    ("solve", {"letters": "TEARSOUND", "language": "fr"}),
    ("letters", {"letters": "STONE", "language": "it"}),
    ("wordle", {"what": "daily", "language": "de"}),
    ("check", {"word": "casa", "language": "es"}),
    ("daily", {"language": "en"}),
]


async def first_answer(sent: SimInteraction) -> float:
    """Return the seconds until something was shown; what only says that Seize thinks is not."""
    await sent.response()
    return sent.age


async def ask_until(
    sim: DiscordSimulator, bot: ServingBot, seconds: float
) -> tuple[list[float], list[SimInteraction]]:
    """Ask each second until all is ready; return the waits, and what was asked."""
    guild = sim.add_guild("Words", locale="en-GB")
    await sim.ready()
    await sim.commands_synced()
    waits: list[asyncio.Task[float]] = []
    asked: list[SimInteraction] = []
    prepared = asyncio.create_task(bot.event("prepared"))
    end = time.monotonic() + seconds
    for number, (command, options) in enumerate(cycle(ASKED)):
        if time.monotonic() > end or prepared.done():
            break
        channel = guild.add_channel(f"play-{number}")
        person = sim.add_user(f"P{number}", guild, locale="en-GB")
        sent = await person.slash(channel, command, **options)
        asked.append(sent)
        waits.append(asyncio.create_task(first_answer(sent)))
        await asyncio.sleep(1)
    await prepared
    return await asyncio.gather(*waits), asked


async def main(seconds: float) -> None:
    """Measure, and print what was seen."""
    with TemporaryDirectory() as name:
        folder = Path(name)
        began = time.perf_counter()
        async with DiscordSimulator() as sim, serving(folder, folder, sim) as bot:
            await sim.ready()
            print(f"connected after {time.perf_counter() - began:.1f} s")
            waits, asked = await ask_until(sim, bot, seconds)
            print(f"ready after {time.perf_counter() - began:.1f} s")
            await sim.until(lambda: all("itself" not in str(each.messages) for each in asked))
        in_time = sum(each <= IN_TIME for each in waits)
        longest = max(waits)
        print(f"first answers: {in_time} of {len(waits)} within 1 s, the longest {longest:.2f} s")


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--seconds", type=float, default=60)
    asyncio.run(main(parser.parse_args().seconds))
