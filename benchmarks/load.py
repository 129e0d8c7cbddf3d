"""Players by the thousand: what the rounds service does under load, on an SQLite file.

    python -m benchmarks.load [ROUNDS] [PLAYERS] [WORDS_PER_SECOND] [SECONDS]

So many rounds at once, so many players in each, so many words a second in all, each
sent at its time whatever became of those before. Then all rounds are finished, and the
journal is held against what was acknowledged, the standings against the journal.

Last result, 2026-11-21, a 2-core virtual machine (Intel Xeon), Python 3.11:

    200 rounds started in 3.62 s
    12000 plays in 60.0 s (50 % of a core): due to committed 2.9 ms median, 13.5 ms p99,
    158.0 ms at most
    200 rounds finished in 5.33 s
    checked: 12000 plays stored as acknowledged, 3437 standings
    database: 4.5 MB, 372 kB a thousand plays
"""

import asyncio
import os
import sys
import tempfile
import time
from collections import Counter
from itertools import count
from pathlib import Path

import numpy as np

from bot.app import App
from bot.settings import Settings
from core.ids import ChatRef, Member, PlayerRef, Room
from core.rounds.events import WordJudged
from core.rounds.record import Terms
from core.standings import Board, Period, world_day
from core.store.sql.store import SqlStore, open_store

COMMON = "aeiosrtn"


async def main(rounds: int, players: int, rate: int, seconds: int) -> None:
    """Run the load in a folder of its own; print what was seen."""
    app = App(Settings.from_environment())
    app.prepare_solver()
    with tempfile.TemporaryDirectory(dir=os.environ.get("TMPDIR")) as folder:
        place = Path(folder) / "seize.db"
        store = await open_store(place)
        await _run(app, store, (rounds, players, rate, seconds))
        await store.close()
        size = place.stat().st_size
        print(f"database: {size / 1e6:.1f} MB, {size / rate / seconds:.0f} kB a thousand plays")


async def _run(app: App, store: SqlStore, load: tuple[int, int, int, int]) -> None:
    from core.services.dealer import Dealer
    from core.services.rounds import RoundsService

    rounds, players, rate, seconds = load
    rng = np.random.default_rng(1)
    service = RoundsService(
        store, Dealer(app.lexicons(), count(1)), time.time, ["bench"], grace=0.0
    )
    rooms = [Room(ChatRef("bench", str(n))) for n in range(rounds)]
    people = [
        [Member(PlayerRef("bench", f"{n}-{m}"), f"Player {n}-{m}") for m in range(players)]
        for n in range(rounds)
    ]
    before = time.perf_counter()
    for room, members in zip(rooms, people, strict=True):
        await service.start(room, members[0], Terms(lexicon="en", seconds=seconds + 3000))
    print(f"{rounds} rounds started in {time.perf_counter() - before:.2f} s")
    words = [[found.word for found in service.live.running(room).solution] for room in rooms]  # type: ignore[union-attr]

    acknowledged: list[WordJudged] = []
    waits: list[float] = []

    async def send(number: int, due: float) -> None:
        room, player = int(rng.integers(rounds)), int(rng.integers(players))
        # One in three is no word.
        known = words[room]
        text = known[int(rng.integers(len(known)))] if rng.random() < 2 / 3 else "xxzzy"
        play = await service.submit(
            rooms[room], people[room][player], text, time.time(), f"{number}"
        )
        waits.append(time.perf_counter() - due)
        assert play
        acknowledged.append(play)

    started, cpu = time.perf_counter(), time.process_time()
    async with asyncio.TaskGroup() as group:
        for number in range(rate * seconds):
            due = started + number / rate
            await asyncio.sleep(max(due - time.perf_counter(), 0))
            group.create_task(send(number, due))
    took, cpu = time.perf_counter() - started, time.process_time() - cpu
    waits.sort()
    p50, p99, top = (1000 * waits[int(len(waits) * q)] for q in (0.5, 0.99, 0.9999))
    print(
        f"{len(waits)} plays in {took:.1f} s ({100 * cpu / took:.0f} % of a core): due to "
        f"committed {p50:.1f} ms median, {p99:.1f} ms p99, {top:.1f} ms at most"
    )
    before = time.perf_counter()
    ends = [
        await service.stop(room, members[0]) for room, members in zip(rooms, people, strict=True)
    ]
    print(f"{rounds} rounds finished in {time.perf_counter() - before:.2f} s")
    await _verify(store, acknowledged, [end.record.id for end in ends])


async def _verify(store: SqlStore, acknowledged: list[WordJudged], ids: list[int]) -> None:
    async with store.read() as work:
        stored = [play for round_id in ids for play in await work.plays.of(round_id)]
        assert Counter(stored) == Counter(acknowledged), "words lost, or stored twice"
        points: Counter[PlayerRef] = Counter()
        for play in stored:
            if play.verdict.found:
                points[play.player] += play.verdict.found.points
        board = Board(None, "en", Period.ALL, Period.ALL.start(world_day(time.time())))
        for player, sum_ in points.items():
            standing = await work.standings.get(board, player)
            assert standing
            assert standing.points == sum_, "points lost, or counted twice"
    print(f"checked: {len(stored)} plays stored as acknowledged, {len(points)} standings")


if __name__ == "__main__":
    given = [int(text) for text in sys.argv[1:]]
    asyncio.run(main(*(given + [200, 20, 200, 60][len(given) :])))
