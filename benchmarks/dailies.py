"""The dailies of a hundred thousand players: a day is closed, a board asked for, an attempt begun.

    python -m benchmarks.dailies [PLAYERS]

Fills an SQLite file with so many players who have played two days, the first of which is
closed; then the second one is closed as the bot does it, leaderboards are asked for, and a new
player opens the daily's page and starts, up to the board with its picture, as the bot answers
on its platforms (the network is not in it).

Last result, 2026-11-22, a 2-core virtual machine (Intel Xeon) whose other core was busy, Python
3.11:

    the first day: 100,000 attempts closed in 0.83 s
    a day later: 100,000 attempts closed in 1.18 s
    leaderboard, day  : 14.9 ms median, 26.9 ms at most
    leaderboard, week : 13.4 ms median, 20.9 ms at most
    leaderboard, month: 15.1 ms median, 29.2 ms at most
    leaderboard, all  : 10.1 ms median, 14.5 ms at most
    /daily to its page: 6.7 ms median, 39.0 ms at most
    start to the board with its picture: 67.1 ms median, 337.3 ms at most
"""

import asyncio
import sqlite3
import statistics
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import date, timedelta
from pathlib import Path

import numpy as np

from bot.app import App
from bot.settings import Settings
from core.daily.order import Made, Order
from core.daily.puzzle import Puzzle, midnight
from core.daily.themes import theme_of
from core.grid import Grid
from core.ids import Member, PlayerRef
from core.lexicon.house import HouseWords
from core.rounds.record import PinnedLexicon
from core.standings import Board, Period
from core.store.sql.store import SqlStore, open_store
from tests.helpers.chat import FakeOutbox

FIRST = date(2026, 11, 2)
TURNS = 40
GRID = "CRESAMINILATLSER"


async def main(players: int) -> None:
    """Measure in a folder of its own."""
    app = App(Settings.from_environment())
    app.prepare_search()
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder) / "seize.db"
        store = await open_store(place)
        digest = app.lexicon("fr").list_digest
        ids = [await _add(store, number, digest) for number in (1, 2, 3)]
        await store.close()
        fill(place, players, ids[:2])
        store = await open_store(place)
        for puzzle_id, name in zip(ids[:2], ("the first day", "a day later"), strict=True):
            before = time.perf_counter()
            async with store.write() as work:
                await work.puzzles.close(puzzle_id, midnight(FIRST + timedelta(days=3)))
            print(f"{name}: {players:,} attempts closed in {time.perf_counter() - before:.2f} s")
        await _boards(store, players)
        await _pages(app, store)
        await store.close()


async def _add(store: SqlStore, number: int, digest: str) -> int:
    puzzle = Puzzle(
        language="fr",
        number=number,
        day=FIRST + timedelta(days=number - 1),
        theme=theme_of(FIRST + timedelta(days=number - 1)),
        grid=Grid.parse(GRID),
        lexicon=PinnedLexicon("fr", "fr", digest, HouseWords()),
        words=1790,
        points=30_000,
        common=460,
        difficulty=3,
        recipe="{}",
        seal="0" * 64,
        made_at=midnight(FIRST),
    )
    async with store.write() as work:
        return await work.puzzles.add(puzzle)


def fill(place: Path, players: int, ids: list[int]) -> None:
    """Write players, and a round and an attempt of each at each puzzle."""
    rng = np.random.default_rng(1)
    database = sqlite3.connect(place)
    database.executemany(
        "INSERT INTO players (id, platform, external_id, name, since, visibility)"
        " VALUES (?, 'bench', ?, ?, 0, 'world')",
        ((number, str(number), f"Player {number}") for number in range(1, players + 1)),
    )
    database.executemany(
        "INSERT INTO chats (id, platform, external_id) VALUES (?, 'bench', ?)",
        ((number, f"@{number}") for number in range(1, players + 1)),
    )
    for place_, puzzle in enumerate(ids):
        first = place_ * players
        at = midnight(FIRST + timedelta(days=place_)) + 3600
        (lexicon,) = database.execute("SELECT id FROM lexicons").fetchone()
        day = str(FIRST + timedelta(days=place_))
        database.executemany(
            "INSERT INTO rounds (id, chat, topic, started_by, rounds, number, match_id, grid,"
            " lexicon, rules, min_length, law, words, points, starts_at, deadline, grace, day,"
            " state, termination, finished_at, announced_at, board, puzzle, ranked)"
            " VALUES (?, ?, 'daily', ?, 1, 1, 0, ?, ?, 'ruzzle', 2, 'every', 1790, 30000, ?, ?, 3,"
            " ?, 'finished', 'time-up', ?, ?, '', ?, 1)",
            (
                (first + n, n, n, GRID, lexicon, at, at + 120, day, at + 123, at + 123, puzzle)
                for n in range(1, players + 1)
            ),
        )
        points = rng.gamma(4.0, 60.0, players).astype(int)
        database.executemany(
            "INSERT INTO attempts (puzzle, player, round, started_at, finished_at, shown, points,"
            " words, share, best, best_points, hurry) VALUES (?, ?, ?, ?, ?, 1, ?, ?, ?, '', 0, 0)",
            (
                (puzzle, n, first + n, at, at + 123, p, p // 6, 1_000_000 * p // 30_000)
                for n, p in enumerate(points.tolist(), 1)
            ),
        )
    database.commit()
    database.close()


async def _boards(store: SqlStore, players: int) -> None:
    someone = PlayerRef("bench", str(players // 2))
    for period in Period:
        board = Board(None, "fr", period, period.start(FIRST + timedelta(days=1)))

        async def ask(board: Board = board) -> None:
            async with store.read() as work:
                await work.attempts.top(board, 10)
                own = await work.attempts.get(board, someone)
                assert own
                await work.attempts.ahead(board, own.value)
                await work.attempts.count(board)

        print(f"leaderboard, {period:<5}: {await _timed(ask, 15)}")


async def _pages(app: App, store: SqlStore) -> None:
    from bot.chat.commands import COMMANDS
    from bot.chat.dispatcher import Dispatcher
    from bot.chat.metrics import Metrics
    from bot.messages import Reply, Request, private_room
    from bot.server.assembly import Assembly
    from core.services.daily_maker import DailyMaker
    from core.services.workers import Workers

    def clock() -> float:
        return midnight(FIRST + timedelta(days=2)) + 60

    maker = DailyMaker(store, clock, ("fr",), _nobody, _nobody, int)
    with ThreadPoolExecutor(2) as executor:
        assembly = Assembly(
            store, app.lexicons(), np.random.default_rng(1), clock, Metrics(COMMANDS, ("answer",)),
            maker, Workers(executor),
        )  # fmt: skip
        assembly.lexicon("fr")
        outbox = FakeOutbox()
        dispatcher = Dispatcher(assembly.services("bench"), outbox, assembly.metrics)
        people = (
            Member(PlayerRef("bench", f"new {number}"), f"New {number}") for number in range(999)
        )

        async def ask(name: str, who: Member, **args: str) -> None:
            replies: list[Reply] = []

            async def send(reply: Reply) -> str:
                replies.append(reply)
                return ""

            request = Request(
                name=name, id="1", room=private_room(who.ref), member=who, at=clock(), args=args,
                locale="fr", alone=True,
            )  # fmt: skip
            await dispatcher.answer(request, send)
            (reply,) = replies
            assert reply.title.startswith("Daily 3") or "3" in reply.title, reply
            assert reply.image or name == "daily"

        page = await _timed(lambda: ask("daily", next(people)), TURNS)
        start = await _timed(lambda: ask("dgo", next(people), **{"1": "fr", "2": "3"}), TURNS)
    print(f"/daily to its page: {page}")
    print(f"start to the board with its picture: {start}")


async def _nobody(order: Order) -> Made:
    raise AssertionError(order)


async def _timed(act: Callable[[], Awaitable[None]], turns: int) -> str:
    took = []
    for _ in range(turns):
        before = time.perf_counter()
        await act()
        took.append(1000 * (time.perf_counter() - before))
    return f"{statistics.median(took):.1f} ms median, {max(took):.1f} ms at most"


if __name__ == "__main__":
    asyncio.run(main(int(sys.argv[1]) if len(sys.argv) > 1 else 100_000))
