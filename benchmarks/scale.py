"""A day of 10,000 servers and a million players, by a stated model, in fake time on SQLite.

    python -m benchmarks.scale [--share 0.02]

The model: 10,000 servers on Discord know a million players, of whom 50,000 play the daily, ranked,
and 20,000 are reminded of it; 3,000 servers are told of it at an hour of theirs, four in ten of
them at eight. A day has 15,000 rounds of four players with 20 words each, a tenth of them in the
busiest hour. A share of the rounds is played, by the services as the bot has them, on a database
that is as large as after such a day; the rest is reckoned from it. Then the day is closed, and all
who want to be told are told, by an outbox that takes no time. Prints statements, the slowest of
them, growth, and seconds of processor. docs/scale.md says what follows.
"""

import argparse
import asyncio
import sqlite3
import tempfile
import time
from collections import defaultdict
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from pathlib import Path
from typing import Any

import numpy as np
from sqlalchemy import Engine, event

from benchmarks.dailies import FIRST, _add, fill
from bot.app import App
from bot.chat.commands import COMMANDS
from bot.chat.metrics import Metrics
from bot.server.assembly import Assembly
from bot.settings import Settings
from core.daily.order import Made, Order
from core.daily.puzzle import midnight
from core.ids import ChatRef, Member, PlayerRef, Room
from core.rounds.events import RoundFinished
from core.rounds.record import Terms
from core.services.daily_maker import DailyMaker
from core.services.workers import Workers
from core.store.sql.store import open_store

PLAYERS, SERVERS, DAILY = 1_000_000, 10_000, 50_000
TOLD, REMINDED, AT_EIGHT = 3_000, 20_000, 0.4
ROUNDS, EACH, WORDS, BUSIEST = 15_000, 4, 20, 0.1
PLATFORM = "bench"


class Statements:
    """Counts what a database is asked, and how long it takes."""

    def __init__(self) -> None:
        self.counts: dict[str, int] = defaultdict(int)
        self.seconds: dict[str, float] = defaultdict(float)
        self.slowest: dict[str, float] = defaultdict(float)
        event.listen(Engine, "before_cursor_execute", self._before)
        event.listen(Engine, "after_cursor_execute", self._after)

    def report(self, what: str, times: float) -> None:
        """Print what was asked since the last report, for so many things."""
        total, took = sum(self.counts.values()), sum(self.seconds.values())
        print(f"{what}: {total / times:.1f} statements each, {1000 * took / times:.2f} ms")
        for text, worst in sorted(self.slowest.items(), key=lambda each: -each[1])[:3]:
            print(f"    at most {1000 * worst:.1f} ms, {self.counts[text]} times: {text}")
        self.counts.clear()
        self.seconds.clear()
        self.slowest.clear()

    def _before(
        self, _connection: Any, _cursor: Any, _text: str, _: Any, context: Any, *__: Any
    ) -> None:
        context.began = time.perf_counter()

    def _after(
        self, _connection: Any, _cursor: Any, text: str, _: Any, context: Any, *__: Any
    ) -> None:
        took, text = time.perf_counter() - context.began, " ".join(text.split())[:100]
        self.counts[text] += 1
        self.seconds[text] += took
        self.slowest[text] = max(self.slowest[text], took)


async def main(share: float) -> None:
    """Measure in a folder of its own."""
    app = App(Settings.from_environment())
    app.prepare_search()
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(2) as executor:
        place = Path(folder) / "seize.db"
        store = await open_store(place)
        digest = app.lexicon("fr").list_digest
        ids = [await _add(store, number, digest) for number in (1, 2)]
        await store.close()
        fill(place, DAILY, ids[:1])
        empty = place.stat().st_size
        _people(place)
        print(
            f"{PLAYERS:,} players of {SERVERS:,} servers: {_mb(place) - empty / 1e6:.0f} MB;",
            end=" ",
        )
        print(f"{DAILY:,} attempts, with their rounds: {empty / 1e6:.0f} MB")
        store = await open_store(place)
        seen = Statements()
        clock = _Clock(midnight(FIRST) + 10 * 3600)
        maker = DailyMaker(store, clock, ("fr",), _nobody, _nobody, int)
        assembly = Assembly(
            store, app.lexicons(), np.random.default_rng(1), clock, Metrics(COMMANDS, ("answer",)),
            maker, Workers(executor),
        )  # fmt: skip
        await _rounds(assembly, seen, clock, place, share)
        clock.now = midnight(FIRST + timedelta(days=1)) + 3600
        await _night(assembly, seen, clock)
        await store.close()


async def _rounds(
    assembly: Assembly, seen: Statements, clock: "_Clock", place: Path, share: float
) -> None:
    """Play a share of a day's rounds, a hundred at a time."""
    rng = np.random.default_rng(1)
    rounds = assembly.services(PLATFORM).rounds
    number, before, used = round(ROUNDS * share), _mb(place), time.process_time()
    words, spent = 0, 0.0
    for start in range(0, number, 100):
        rooms = [
            Room(ChatRef(PLATFORM, str(n)), "play") for n in range(start, min(start + 100, number))
        ]
        crowds = [_crowd(rng) for _ in rooms]
        for room, crowd in zip(rooms, crowds, strict=True):
            await rounds.start(room, crowd[0], Terms(lexicon="fr", seconds=120))
        for turn in range(WORDS):
            clock.now += 120 / (WORDS + 1)
            for room, crowd in zip(rooms, crowds, strict=True):
                running = await rounds.running(room)
                assert running
                known = running.solution.words
                for by in crowd:
                    word = known[int(rng.integers(len(known)))].display
                    before_word = time.process_time()
                    await rounds.submit(room, by, word, clock.now, f"{by.ref.id}.{turn}")
                    spent += time.process_time() - before_word
                    words += 1
        clock.now += 60
        for news in await rounds.tick():
            assert isinstance(news.event, RoundFinished)
            await rounds.announced(news.record.id)
    used = time.process_time() - used
    seen.report(f"{number} rounds, {words:,} words", words)
    grown = (_mb(place) - before) / number * ROUNDS
    busy = ROUNDS * BUSIEST * EACH * WORDS / 3600
    minutes = used / number * ROUNDS / 60
    print(f"    a word {1000 * spent / words:.2f} ms of processor,", end=" ")
    print(f"a round {1000 * used / number:.0f} ms with all of its words")
    print(f"    a day: {ROUNDS * EACH * WORDS:,} words, {grown:.0f} MB, {minutes:.0f} min", end=" ")
    print("of processor")
    print(f"    in the busiest hour {busy:.0f} words/s, {busy * spent / words:.0%} of a processor")


async def _night(assembly: Assembly, seen: Statements, clock: "_Clock") -> None:
    """Close the day, and tell all who want to be told, at the hour that most want."""
    services = assembly.services(PLATFORM)
    began = time.perf_counter()
    await services.dailies.close_due()
    print(f"a day with {DAILY:,} attempts closed in {time.perf_counter() - began:.1f} s")
    seen.report("    in all", 1)
    clock.now = midnight(FIRST + timedelta(days=1)) + 8 * 3600 + 60
    began, used, first, number = time.perf_counter(), time.process_time(), 0.0, 0
    async for news in services.calendar.due():
        first = first or time.perf_counter() - began
        await services.calendar.told(news)
        number += 1
    took = time.perf_counter() - began
    print(f"{number:,} told at eight: the first after {first:.1f} s, all in {took:.0f} s", end=" ")
    print(f"({time.process_time() - used:.0f} s of processor)")
    seen.report("    a telling", number)
    began = time.perf_counter()
    async for _ in services.calendar.due():
        raise AssertionError
    await services.calendar.next()
    print(f"a minute in which nobody is to be told: {1000 * (time.perf_counter() - began):.0f} ms")
    seen.report("    a minute", 1)


def _people(place: Path) -> None:
    """Write the players and the servers, and what these have set."""
    rng = np.random.default_rng(2)
    database = sqlite3.connect(place)
    database.executemany(
        "INSERT INTO players (id, platform, external_id, name, since, visibility)"
        " VALUES (?, 'bench', ?, ?, 0, 'world')",
        ((n, str(n), f"Player {n}") for n in range(DAILY + 1, PLAYERS + 1)),
    )
    database.executemany(
        "INSERT INTO chats (id, platform, external_id) VALUES (?, 'bench', ?)",
        ((PLAYERS + n, str(n)) for n in range(SERVERS)),
    )
    homes = rng.integers(SERVERS, size=PLAYERS)
    database.executemany(
        "INSERT INTO memberships (player, chat, since) VALUES (?, ?, 0)",
        ((n, PLAYERS + int(home)) for n, home in enumerate(homes, 1)),
    )
    # Those who are reminded have played before, and not today.
    (lexicon,) = database.execute("SELECT id FROM lexicons").fetchone()
    assert lexicon
    for chat, hour in [
        *((PLAYERS + n, _hour(rng)) for n in range(TOLD)),
        *((n, _hour(rng)) for n in range(1, REMINDED + 1)),
    ]:
        for name, value in (("daily", str(hour)), ("language", "fr"), ("interface", "fr")):
            database.execute(
                "INSERT INTO settings (chat, name, value) VALUES (?, ?, ?)", (chat, name, value)
            )
    database.commit()
    database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    database.close()


def _hour(rng: np.random.Generator) -> int:
    return 8 if rng.random() < AT_EIGHT else int(rng.integers(24))


def _crowd(rng: np.random.Generator) -> list[Member]:
    drawn = rng.choice(PLAYERS, EACH, replace=False) + 1
    return [Member(PlayerRef(PLATFORM, str(n)), f"Player {n}") for n in drawn]


def _mb(place: Path) -> float:
    with sqlite3.connect(place) as database:
        database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    return place.stat().st_size / 1e6


async def _nobody(order: Order) -> Made:
    raise AssertionError(order)


class _Clock:
    def __init__(self, now: float) -> None:
        self.now = now

    def __call__(self) -> float:
        return self.now


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--share", type=float, default=0.02, help="of a day's rounds")
    asyncio.run(main(**vars(parser.parse_args())))
