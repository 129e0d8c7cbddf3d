"""The served bot, killed again and again while people play on both platforms.

    python -m benchmarks.kills [COUNT] [SEED]

Each life of `seize serve` ends by SIGKILL: one in seven while it starts, the others within two
seconds of being well. Two rooms of each simulated platform play rounds of half a minute all the
while, also when no process runs. Then a last life is let to settle what is left. Prints what was
lost, doubled or stuck, and what `seize db check` finds; ends with status 1 if there is anything.
Runs with other seeds, at most 100, may go on beside it.

Last results, 2026-11-23, `python -m benchmarks.kills 1000 7`, a busy 2-core virtual machine:
209 rounds, 4,799 words acknowledged; 0 lost, 0 doubled, 0 stuck; no problems in the database.
"""

import asyncio
import random
import sqlite3
import sys
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator
from contextlib import closing, suppress
from dataclasses import dataclass, field
from functools import partial
from itertools import cycle
from multiprocessing.process import BaseProcess
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import aiohttp

from benchmarks import lives
from bot.app import App
from bot.settings import Settings
from core.lexicon import Lexicon
from core.store.upkeep.checks import problems
from tests.bot.server.tables import DiscordTable, TelegramTable
from tests.simulators.discord import DiscordSimulator
from tests.simulators.telegram import TelegramSimulator

TABLES = 2  # on each platform
ROUND = 30  # seconds
PACE = 0.1  # seconds between two words of a table: below what the bot may mark, so all are marked
EARLY = 1 / 7  # of the kills come while the bot starts
PORT = 18_080  # of the bot's health, with the seed 0
LONGEST = 2.0  # seconds from being well to the kill

Query = Callable[[str], Awaitable[list[Any]]]
"""Returns the rows of an SQL statement."""

_ROUNDS = """SELECT rounds.id, grid, platform || ':' || external_id FROM rounds
    JOIN chats ON chats.id = rounds.chat WHERE state = 'running' ORDER BY rounds.id"""
_PLAYS = """SELECT platform || ':' || external_id, ltrim(message_id, '@') FROM plays
    JOIN rounds ON rounds.id = plays.round JOIN chats ON chats.id = rounds.chat"""


@dataclass
class Place:
    """A table, the messages that were written there, and the words of its round."""

    table: DiscordTable | TelegramTable
    said: list[Any] = field(default_factory=list)
    words: Iterator[str] = field(default_factory=lambda: iter(()))
    round: int = 0

    @property
    def chat(self) -> str:
        """Return its chat's name in the database."""
        if isinstance(self.table, DiscordTable):
            return f"discord:{self.table.guild.id}"
        return f"telegram:{self.table.group.id}"

    def key(self, message: Any) -> tuple[str, str]:
        """Return a message's key in the journal."""
        number = self.table.number(message)
        chat = "" if isinstance(self.table, DiscordTable) else f"{self.table.group.id}:"
        return self.chat, f"{chat}{number}"


async def main(count: int, seed: int) -> int:
    """Kill so many lives, and print what came of the words; return the number of faults."""
    settings = Settings.from_environment()
    app = App(settings)
    app.prepare_search()
    rng = random.Random(seed)
    with TemporaryDirectory() as name:
        folder = Path(name)
        async with (
            DiscordSimulator(heartbeat_ms=600_000) as discord,
            TelegramSimulator(privacy=False) as telegram,
        ):
            discord.limits.scale = 1e6  # that of marks would leave words unmarked
            places = [Place(DiscordTable(discord, f"Words {n}")) for n in range(TABLES)]
            places += [Place(TelegramTable(telegram, f"Words {n}")) for n in range(TABLES)]

            port = PORT + seed
            url = f"sqlite:///{folder}/seize.db"
            given = environment(settings, url, port, discord, telegram)
            began = time.monotonic()
            life = lives.begin(folder, given)
            await well(life, port)
            start = time.monotonic() - began
            rows = partial(_rows, folder / "seize.db")
            playing = asyncio.create_task(play(places, rows, app.lexicon("en")))
            for number in range(count):
                life.kill()
                await asyncio.to_thread(life.join)
                if playing.done():
                    playing.result()
                if (number + 1) % max(count // 20, 1) == 0:
                    minutes = (time.monotonic() - began) / 60
                    print(f"{number + 1} kills in {minutes:.1f} min", flush=True)
                life = lives.begin(folder, given)
                if rng.random() < EARLY:
                    await asyncio.sleep(rng.uniform(0, start))
                else:
                    await well(life, port)
                    await asyncio.sleep(rng.uniform(0, LONGEST))
            playing.cancel()
            with suppress(asyncio.CancelledError):
                await playing
            await well(life, port)
            stuck = await settled(rows)
            life.terminate()
            await asyncio.to_thread(life.join)
        return await report(places, rows, folder / "seize.db", stuck)


def environment(
    settings: Settings,
    database: str,
    port: int,
    discord: DiscordSimulator,
    telegram: TelegramSimulator,
) -> dict[str, str]:
    """Return the environment of a life."""
    return {
        "SEIZE_DATABASE_URL": database,
        "SEIZE_CACHE_DIR": str(settings.cache_dir),
        "SEIZE_HTTP_PORT": str(port),
        "SEIZE_DAILY_LANGUAGES": "en",
        "SEIZE_DAILY_SECONDS": "1",
        "SEIZE_DISCORD_TOKEN": discord.token,
        "SEIZE_DISCORD_API_URL": discord.api_url,
        "SEIZE_DISCORD_GATEWAY_URL": discord.gateway_url,
        "SEIZE_TELEGRAM_TOKEN": telegram.token,
        "SEIZE_TELEGRAM_API_URL": telegram.api_url,
    }


async def well(life: BaseProcess, port: int) -> None:
    """Wait until the bot says that it is well."""
    async with aiohttp.ClientSession() as session:
        while life.is_alive():
            with suppress(aiohttp.ClientError):
                async with session.get(f"http://127.0.0.1:{port}/healthz") as answer:
                    if answer.status == 200:
                        return
            await asyncio.sleep(0.02)
    raise RuntimeError(f"the bot ended by itself, with {life.exitcode}")


async def play(
    places: list[Place],
    rows: Query,
    lexicon: Lexicon,
    seconds: int = ROUND,
    pace: float = PACE,
) -> None:
    """Write words at all tables, and begin rounds where none is on, until cancelled."""
    asking: dict[str, asyncio.Task[None]] = {}
    due = time.monotonic()
    while True:
        running = {chat: (number, grid) for number, grid, chat in await rows(_ROUNDS)}
        for place in places:
            number, grid = running.get(place.chat, (0, ""))
            if not number:
                asked = asking.get(place.chat)
                if asked is None or asked.done():
                    if asked and not asked.cancelled():
                        asked.exception()
                    play = asyncio.wait_for(place.table.play(seconds), 10)
                    asking[place.chat] = asyncio.create_task(play)
            elif number != place.round:
                place.round, place.words = number, _words(grid, lexicon)
            if word := next(place.words, ""):
                place.said.append(await place.table.says(random.choice(("Ana", "Ben")), word))
        due = max(due + pace, time.monotonic())  # what is late is not hurried after
        await asyncio.sleep(due - time.monotonic())


def _words(grid: str, lexicon: Lexicon) -> Iterator[str]:
    from core.grid import Grid
    from core.scoring import ruleset
    from core.solver.solver import solve

    solution = solve(Grid.parse(grid), lexicon, ruleset("ruzzle", "en"))
    return cycle([each.word for each in solution])


async def _rows(database: Path, statement: str) -> list[Any]:
    with closing(sqlite3.connect(database, timeout=10)) as connection:
        return connection.execute(statement).fetchall()


async def settled(rows: Query, seconds: float = 60) -> int:
    """Wait until all rounds have ended and are told, so long at most; return how many are not."""
    left = 0
    for _ in range(round(2 * seconds)):
        query = "SELECT count(*) FROM rounds WHERE state != 'finished' OR announced_at IS NULL"
        ((left,),) = await rows(query)
        if not left:
            break
        await asyncio.sleep(0.5)
    return left


async def report(places: list[Place], rows: Query, database: Path | str, stuck: int) -> int:
    """Print what came of the words that were written; return the number of faults.

    All words are on the grid: one that was refused and is not in the journal came too late.
    """
    journal = Counter((chat, message) for chat, message in await rows(_PLAYS))
    written = sum(len(each.said) for each in places)
    marked = [(each, one) for each in places for one in each.said if each.table.kept(one)]
    missing = [(each, one) for each, one in marked if each.key(one) not in journal]
    lost = [each.key(one) for each, one in missing if not each.table.refused(one)]
    doubled = [key for key, times in journal.items() if times > 1]
    wrong = [str(each) async for each in problems(database)]
    ((rounds,),) = await rows("SELECT count(*) FROM rounds")
    print(f"{rounds} rounds, {written} words written, {sum(journal.values())} in the journal")
    print(
        f"{len(marked)} acknowledged, {len(missing) - len(lost)} of them as too late: "
        f"{len(lost)} lost {lost[:3]}, {len(doubled)} doubled {doubled[:3]}, {stuck} stuck"
    )
    print(f"db check: {len(wrong)} problems {wrong[:3]}")
    return len(lost) + len(doubled) + stuck + len(wrong)


if __name__ == "__main__":
    given = [*sys.argv[1:], *("1000", "1")[len(sys.argv) - 1 :]]
    sys.exit(bool(asyncio.run(main(*map(int, given)))))
