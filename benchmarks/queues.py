"""One player floods, another plays: how long the other waits.

    python -m benchmarks.queues [--flood 12] [--rounds 5]

The bot runs as its own process against a simulated Discord, on loopback. One player sends so
many `/letters` of two wildcards at once, again and again; meanwhile another asks for `/letters`,
the coach of Wordle and `/solve`, one after the other. Prints the other's waits, alone and beside
the flood, and what became of the flood.

Last result, 2026-11-23, a quiet 2-core virtual machine, Python 3.11:

    alone /letters: median 0.01 s, longest 0.02 s
    alone /wordle: median 0.02 s, longest 0.02 s
    alone /solve: median 0.06 s, longest 0.07 s
    beside the flood /letters: median 0.26 s, longest 0.48 s
    beside the flood /wordle: median 0.06 s, longest 0.31 s
    beside the flood /solve: median 0.23 s, longest 0.83 s
    the flood: 4 answered, 8 refused in private
"""

import argparse
import asyncio
import time
from collections import Counter
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any

from bot.app import App
from bot.settings import Settings
from tests.helpers.serving import serving
from tests.simulators.discord import Channel, DiscordSimulator, Person

RACK = "EASTRINOLUDCPM??"
QUESTIONS: dict[str, dict[str, Any]] = {
    "letters": {"letters": "TEARSON", "language": "en"},
    "wordle": {"what": "solve", "position": "CRANE:-Y-G-", "language": "en"},
    "solve": {"letters": "CRESAMINILATLSER", "language": "fr"},
}


async def wait(person: Person, channel: Channel, command: str, options: dict[str, Any]) -> float:
    """Ask, and return the seconds until the answer; what only says that it comes is none."""
    began = time.perf_counter()
    await (await person.slash(channel, command, **options)).response()
    return time.perf_counter() - began


async def ask_all(person: Person, channel: Channel, rounds: int, title: str) -> None:
    """Ask all questions some times, and print the waits."""
    for command, options in QUESTIONS.items():
        waits = [await wait(person, channel, command, options) for _ in range(rounds)]
        print(f"{title} /{command}: median {median(waits):.2f} s, longest {max(waits):.2f} s")


async def flood(person: Person, channel: Channel, size: int, fate: Counter[str]) -> None:
    """Send floods of questions until cancelled."""
    while True:
        sent = [
            await person.slash(channel, "letters", letters=RACK, language="fr") for _ in range(size)
        ]
        for each in sent:
            shown = await each.response()
            fate["refused" if shown.ephemeral else "answered"] += 1


async def main(size: int, rounds: int) -> None:
    """Measure, and print what was seen."""
    settings = Settings.from_environment()
    App(settings).prepare_search()
    with TemporaryDirectory() as name:
        folder, cache = Path(name), str(settings.cache_dir)
        async with (
            DiscordSimulator() as sim,
            serving(folder, folder, sim, SEIZE_CACHE_DIR=cache) as bot,
        ):
            guild = sim.add_guild("Words", locale="en-GB")
            channel = guild.add_channel("play")
            ana, ben = (sim.add_user(who, guild, locale="en-GB") for who in ("Ana", "Ben"))
            await bot.ready()
            await sim.commands_synced()
            await ask_all(ben, channel, 1, "first")
            await ask_all(ben, channel, rounds, "alone")
            fate = Counter[str]()
            flooding = asyncio.create_task(flood(ana, channel, size, fate))
            await asyncio.sleep(1)
            await ask_all(ben, channel, rounds, "beside the flood")
            flooding.cancel()
            await asyncio.gather(flooding, return_exceptions=True)
            print(f"the flood: {fate['answered']} answered, {fate['refused']} refused in private")


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--flood", type=int, default=12)
    parser.add_argument("--rounds", type=int, default=5)
    given = parser.parse_args()
    asyncio.run(main(given.flood, given.rounds))
