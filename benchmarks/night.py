"""The night's work: how long it takes, and what the rounds that are on meanwhile notice of it.

    python -m benchmarks.night [--days 3] [--seconds 60] [--load 60]

Words are sent to rounds as `benchmarks.load` sends them, first with nothing else to do, then
while the dailies of so many days are made in every language, as the bot makes them.

Last results, 2026-11-22, a 2-core virtual machine (Intel Xeon), Python 3.11; with
`--days 1 --seconds 15 --load 40`:

    rounds alone: 1600 words, due to committed 3.9 ms median, 7.3 ms p99, 9.0 ms at most
    rounds at night: 1600 words, due to committed 3.6 ms median, 6.9 ms p99, 11.1 ms at most
    5 dailies of 5 languages in 1.4 min

with the defaults, for the time of the night alone:

    15 dailies of 5 languages in 16.1 min
"""

import argparse
import asyncio
import tempfile
import time
from collections.abc import Awaitable, Callable
from itertools import count
from pathlib import Path
from secrets import randbits

import numpy as np

from bot.app import App
from bot.settings import Settings
from core.ids import ChatRef, Member, PlayerRef, Room
from core.languages import languages
from core.rounds.record import Terms
from core.store.sql.store import open_store

ROUNDS, RATE = 20, 40  # rounds at once, words a second in all

Send = Callable[[int], Awaitable[object]]


async def main(days: int, seconds: float, load: int) -> None:
    """Measure in a folder of its own."""
    app = App(Settings.from_environment())
    kernels = app.prepare_search()
    from bot.kernels import MakerProcess
    from core.services.daily_maker import DailyMaker

    with tempfile.TemporaryDirectory() as folder:
        store = await open_store(Path(folder) / "seize.db")
        send = await _rounds(app, store)
        await _load("alone", send, load)
        process = MakerProcess(app.settings.lexicons, kernels)
        maker = DailyMaker(
            store, time.time, [*languages()], process.make, process.make_now,
            lambda: randbits(63),
            seconds=seconds, ahead=days - 1,
        )  # fmt: skip
        began = time.perf_counter()
        night = asyncio.create_task(maker.make_missing())
        await asyncio.sleep(5)  # until the first search is under way
        await _load("at night", send, load)
        made = await night
        took = time.perf_counter() - began
        print(f"{len(made)} dailies of {len(languages())} languages in {took / 60:.1f} min")
        for puzzle in made:
            print(
                f"  {puzzle.language} {puzzle.number} {puzzle.theme:<10} {puzzle.words:>5} words, "
                f"{puzzle.points:>6} points, difficulty {puzzle.difficulty}"
            )
        assert len(made) == days * len(languages()), "a daily was not made"
        await store.close()


async def _rounds(app: App, store: object) -> Send:
    """Start rounds; return what sends one word to one of them."""
    from core.services.dealer import Dealer
    from core.services.rounds import RoundsService

    rng = np.random.default_rng(1)
    dealer = Dealer(app.lexicons(), count(1))
    service = RoundsService(store, dealer, time.time, ["bench"], grace=0.0)  # type: ignore[arg-type]
    rooms = [Room(ChatRef("bench", str(number))) for number in range(ROUNDS)]
    people = [Member(PlayerRef("bench", str(number)), f"Player {number}") for number in range(10)]
    for room in rooms:
        await service.start(room, people[0], Terms(lexicon="en", seconds=3600))
    words = [[found.word for found in service.live.running(room).solution] for room in rooms]  # type: ignore[union-attr]

    async def send(number: int) -> object:
        room = int(rng.integers(ROUNDS))
        text = words[room][int(rng.integers(len(words[room])))]
        who = people[int(rng.integers(len(people)))]
        return await service.submit(rooms[room], who, text, time.time(), f"{time.time()}{number}")

    return send


async def _load(name: str, send: Send, seconds: int) -> None:
    """Send words at their times, whatever became of those before; print how long they took."""
    waits: list[float] = []

    async def one(number: int, due: float) -> None:
        await send(number)
        waits.append(time.perf_counter() - due)

    started = time.perf_counter()
    async with asyncio.TaskGroup() as group:
        for number in range(RATE * seconds):
            due = started + number / RATE
            await asyncio.sleep(max(due - time.perf_counter(), 0))
            group.create_task(one(number, due))
    waits.sort()
    p50, p99, top = (1000 * waits[int(len(waits) * q)] for q in (0.5, 0.99, 0.9999))
    print(
        f"rounds {name}: {len(waits)} words, due to committed {p50:.1f} ms median, "
        f"{p99:.1f} ms p99, {top:.1f} ms at most",
        flush=True,
    )


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--days", type=int, default=3)
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--load", type=int, default=60)
    given = parser.parse_args()
    asyncio.run(main(given.days, given.seconds, given.load))
