"""The served bot under load: rounds in many chats of both platforms at once.

    python -m benchmarks.chats [--minutes 9] [--rounds 100] [--words 1000]

The bot runs as its own process against the simulated platforms of the tests, on loopback.
Each platform has `rounds` rounds of ten minutes at once, and `words` words a minute, half of
them on their grids; no more than nine minutes of them, while all rounds are on. Prints the
times inside the bot (from its own metrics) and outside, what was lost, what was refused, and
how memory grew.

Last results, 2026-11-21, a 2-core virtual machine (Intel Xeon), Python 3.11, which ran the
simulators, too; two minutes, quiet:

    start to ready: 3.84 s
    memory: 380 MB at the start, 386 MB at the end
    words: 4000 sent, 4000 stored
    discord: acknowledged inside the bot, p99 under 0.05 s
    discord: /play to first response, outside: median 104 ms, p99 245 ms (100)
    discord: /solve to first response, outside: median 70 ms, p99 250 ms (60)
    telegram: acknowledged inside the bot, p99 under 0.05 s
    telegram: /play to first response, outside: median 128 ms, p99 279 ms (100)
    telegram: /solve to first response, outside: median 71 ms, p99 1152 ms (60)
    refused (429): none

Ten minutes, with tests of something else running at times: the same but for p99 of 313 and
339 ms of /play, 163 and 315 ms of /solve, and memory from 380 to 397 MB: the journals of the
rounds that are on.
"""

import argparse
import asyncio
import random
import re
import sqlite3
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median, quantiles
from tempfile import TemporaryDirectory

from bot.app import App
from bot.settings import Settings
from tests.helpers.serving import ServingBot, serving
from tests.simulators.discord import DiscordSimulator
from tests.simulators.telegram import TelegramSimulator

PLAYERS = 5  # a round
SOLVES = 60  # answer keys asked for meanwhile, on each platform

Say = Callable[[int, int, str], Awaitable[None]]


@dataclass
class Platform:
    """One platform's chats: `say` (round, player, text) sends a word, `ask` times a command."""

    name: str
    say: Say
    ask: Callable[[int, str, str], Awaitable[float]]
    sent: int = 0
    plays: list[float] = field(default_factory=list)
    keys: list[float] = field(default_factory=list)


async def discord_platform(sim: DiscordSimulator, rounds: int) -> Platform:
    """Return servers with a channel each."""
    places = []
    for number in range(rounds):
        guild = sim.add_guild(f"Words {number}", locale="en-GB")
        places.append(
            (guild.add_channel("play"), [sim.add_user(f"P{n}", guild) for n in range(PLAYERS)])
        )

    async def say(number: int, player: int, text: str) -> None:
        channel, people = places[number]
        await people[player].says(channel, text)

    async def ask(number: int, command: str, text: str) -> float:
        channel, people = places[number]
        given = {"language": "en", "seconds": 600} if command == "play" else {"letters": text}
        began = time.perf_counter()
        interaction = await people[0].slash(channel, command, **given)
        await interaction.response(within=30)
        return time.perf_counter() - began

    return Platform("discord", say, ask)


async def telegram_platform(sim: TelegramSimulator, rounds: int) -> Platform:
    """Return groups."""
    places = []
    for number in range(rounds):
        group = sim.add_group(f"Words {number}")
        people = [sim.add_user(f"P{n}", language_code="en") for n in range(PLAYERS)]
        for person in people:
            group.join(person)
        places.append((group, people))

    async def say(number: int, player: int, text: str) -> None:
        group, people = places[number]
        await people[player].says(group, text)

    async def ask(number: int, command: str, text: str) -> float:
        group, people = places[number]
        had = len(group.bot_messages)
        began = time.perf_counter()
        await people[0].says(
            group,
            f"/{command} en {'600' if command == 'play' else ''}"
            if command == "play"
            else f"/{command} {text}",
        )
        await sim.until(lambda: len(group.bot_messages) > had, 30)
        return time.perf_counter() - began

    return Platform("telegram", say, ask)


async def main(minutes: float, rounds: int, words: int) -> None:
    """Run the load, and print what was seen."""
    settings = Settings.from_environment()
    App(settings).prepare_solver()
    with TemporaryDirectory() as folder:
        async with DiscordSimulator() as discord, TelegramSimulator(privacy=False) as telegram:
            platforms = [
                await discord_platform(discord, rounds),
                await telegram_platform(telegram, rounds),
            ]
            began = time.perf_counter()
            cache = settings.cache_dir
            async with serving(
                Path(folder), Path(folder), discord, telegram, SEIZE_CACHE_DIR=str(cache)
            ) as bot:
                await bot.ready()
                print(f"start to ready: {time.perf_counter() - began:.2f} s")
                await discord.commands_synced()
                await asyncio.gather(*(start(each, rounds) for each in platforms))
                lists = word_lists(Path(folder) / "seize.db")
                memory = asyncio.create_task(watch(bot))
                await asyncio.gather(
                    *(load(each, lists[each.name], minutes, words) for each in platforms),
                    *(keys(each, rounds, minutes) for each in platforms),
                )
                await settled(Path(folder) / "seize.db", platforms)
                memory.cancel()
                report(platforms, (await bot.get("/metrics"))[1], Path(folder) / "seize.db")
                print(f"refused (429): discord {discord.refused}, telegram {telegram.refused}")
                print(f"mistakes: {discord.violations[:3]} {telegram.violations[:3]}")
                print(f"failures in the log: {sum(x['level'] == 'error' for x in bot.logs)}")


async def start(platform: Platform, rounds: int) -> None:
    """Start a round in every chat, four a second."""
    times = []
    for number in range(rounds):
        times.append(asyncio.ensure_future(platform.ask(number, "play", "")))
        await asyncio.sleep(0.25)
    platform.plays += await asyncio.gather(*times)


def word_lists(database: Path) -> dict[str, list[list[str]]]:
    """Return the words of the grids that are played, by platform and round."""
    from core.grid import Grid
    from core.scoring import ruleset
    from core.solver.solver import solve

    lexicon = App(Settings.from_environment()).lexicon("en")
    found: dict[str, list[list[str]]] = {"discord": [], "telegram": []}
    with sqlite3.connect(database) as connection:
        for platform, grid in connection.execute(
            "SELECT platform, grid FROM rounds JOIN chats ON chats.id = rounds.chat"
            " ORDER BY rounds.id"
        ):
            solution = solve(Grid.parse(grid), lexicon, ruleset("ruzzle", "en"))
            found[platform].append([each.word for each in solution])
    return found


async def load(platform: Platform, lists: list[list[str]], minutes: float, words: int) -> None:
    """Send words evenly, half of them on some grid."""
    rng, began = random.Random(1), time.perf_counter()
    everything = [word for each in lists for word in each]
    for number in range(int(minutes * words)):
        due = began + number * 60 / words
        await asyncio.sleep(max(due - time.perf_counter(), 0))
        place = rng.randrange(len(lists))
        text = rng.choice(lists[place] if number % 2 else everything)
        await platform.say(place, rng.randrange(PLAYERS), text)
        platform.sent += 1


async def keys(platform: Platform, rounds: int, minutes: float) -> None:
    """Ask for answer keys meanwhile."""
    rng = random.Random(2)
    for _ in range(SOLVES):
        await asyncio.sleep(minutes * 60 / SOLVES)
        letters = "".join(rng.choices("eeeaaiioutnrslcdmp", k=16))
        platform.keys.append(await platform.ask(rng.randrange(rounds), "solve", letters))


async def watch(bot: ServingBot) -> None:
    """Print the bot's memory every half minute."""
    status = Path(f"/proc/{bot.process.pid}/status")
    while True:
        kilobytes = re.search(r"VmRSS:\s+(\d+)", status.read_text())  # noqa: ASYNC240 (/proc)
        print(f"memory: {int(kilobytes[1]) // 1024 if kilobytes else 0} MB", flush=True)
        await asyncio.sleep(30)


async def settled(database: Path, platforms: list[Platform]) -> None:
    """Wait until all that was sent is stored, but no longer than ten seconds."""
    for _ in range(100):
        if stored(database) >= sum(each.sent for each in platforms):
            return
        await asyncio.sleep(0.1)


def stored(database: Path) -> int:
    """Return how many words the journal has."""
    with sqlite3.connect(database) as connection:
        return int(connection.execute("SELECT count(*) FROM plays").fetchone()[0])


def report(platforms: list[Platform], metrics: str, database: Path) -> None:
    """Print times and losses."""
    sent = sum(each.sent for each in platforms)
    print(f"words: {sent} sent, {stored(database)} stored")
    for each in platforms:
        bound = quantile(
            metrics, f'seize_acknowledgement_seconds_bucket{{le="%s",platform="{each.name}"}}'
        )
        print(f"{each.name}: acknowledged inside the bot, p99 {bound}")
        for what, times in (("/play", each.plays), ("/solve", each.keys)):
            p99 = quantiles(times, n=100)[98]
            print(
                f"{each.name}: {what} to first response, outside: median "
                f"{median(times) * 1000:.0f} ms, p99 {p99 * 1000:.0f} ms ({len(times)})"
            )


def quantile(metrics: str, sample: str) -> str:
    """Return within which bucket of a histogram 99 of 100 lie."""
    pattern = re.escape(sample).replace(re.escape("%s"), '([^"]+)') + r" (\S+)"
    buckets = [(bound, float(count)) for bound, count in re.findall(pattern, metrics)]
    total = buckets[-1][1]
    bound = next(bound for bound, count in buckets if count >= 0.99 * total)
    return f"under {bound} s"


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--minutes", type=float, default=9)
    parser.add_argument("--rounds", type=int, default=100)
    parser.add_argument("--words", type=int, default=1000)
    asyncio.run(main(**vars(parser.parse_args())))
