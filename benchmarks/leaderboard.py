"""The time that a leaderboard takes over a large database.

    python -m benchmarks.leaderboard [PLAYERS] [PLAYS]

Fills an SQLite file with rounds of 20 players and 20 plays each, drawn from a seed (plays
as the bot stores them, standings as their sums), and asks the world's board of all time,
with 40 percent of the players hidden or not qualified, for its top ten and a place in the
middle, by each measure. The same with a statement over the results instead, as a
leaderboard without standings would do it.

Last result, 2026-11-21, a 2-core virtual machine (Intel Xeon), Python 3.11:

    100,000 players, 10,000,000 plays: 1.18 GB, 118 bytes a play, filled in 53 s, checksum 200020124
    points   top ten and own place (17393 of 59603):  13.8 ms median,  16.3 ms at most
    wins     top ten and own place (1 of 59603):  11.1 ms median,  13.0 ms at most
    best     top ten and own place (26993 of 59603):  14.5 ms median,  20.3 ms at most
    average  top ten and own place (None of 1858):  16.9 ms median,  19.4 ms at most
    the top ten from the results: 95 ms
"""

import asyncio
import itertools
import sqlite3
import statistics
import sys
import tempfile
import time
from datetime import date
from pathlib import Path

import numpy as np

from core.ids import PlayerRef
from core.services.standings import StandingsService
from core.standings import Measure, Period
from core.store.sql.store import open_store

PER_ROUND = 20
TURNS = 15
DAY = date(2026, 11, 1)


async def main(players: int, plays: int) -> None:
    """Fill a database in a folder of its own, and ask it."""
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder) / "seize.db"
        await (await open_store(place)).close()
        before = time.perf_counter()
        checksum = fill(place, players, plays)
        size = place.stat().st_size
        print(
            f"{players:,} players, {plays:,} plays: {size / 1e9:.2f} GB, {size / plays:.0f} bytes "
            f"a play, filled in {time.perf_counter() - before:.0f} s, checksum {checksum}"
        )
        store = await open_store(place)
        service = StandingsService(store)
        middle = PlayerRef("bench", str(players // 2))
        for measure in Measure:
            took = []
            for _ in range(TURNS):
                before = time.perf_counter()
                board = await service.leaderboard(None, "en", Period.ALL, measure, DAY, middle)
                took.append(1000 * (time.perf_counter() - before))
            assert board.viewer
            print(
                f"{measure:8} top ten and own place ({board.viewer.rank} of {board.count}): "
                f"{statistics.median(took):5.1f} ms median, {max(took):5.1f} ms at most"
            )
        await store.close()
        with sqlite3.connect(place) as raw:
            before = time.perf_counter()
            raw.execute(
                "SELECT player, sum(points) FROM results GROUP BY 1 ORDER BY 2 DESC LIMIT 10"
            ).fetchall()
            print(f"the top ten from the results: {1000 * (time.perf_counter() - before):.0f} ms")


def fill(place: Path, players: int, plays: int) -> int:
    """Fill an empty database; return the points of all results."""
    rng = np.random.default_rng(1)
    raw = sqlite3.connect(place, isolation_level=None)
    raw.executescript("PRAGMA synchronous = OFF; PRAGMA cache_size = -400000; BEGIN")
    raw.execute("INSERT INTO chats (id, platform, external_id) VALUES (1, 'bench', 'c')")
    raw.execute(
        "INSERT INTO lexicons (id, digest, name, language, added, removed) "
        "VALUES (1, 'd', 'en', 'en', '', '')"
    )
    visibilities = rng.choice(["world", "world", "world", "chat"], players)
    raw.executemany(
        "INSERT INTO players (id, platform, external_id, name, since, visibility) "
        "VALUES (?, 'bench', ?, ?, 0, ?)",
        ((n, str(n), f"Player {n}", str(visibilities[n - 1])) for n in range(1, players + 1)),
    )
    rounds = plays // PER_ROUND**2
    raw.executemany(
        "INSERT INTO rounds (id, chat, topic, started_by, rounds, number, match_id, grid, lexicon, "
        "rules, min_length, law, words, points, starts_at, deadline, grace, day, state, "
        "termination, finished_at, announced_at) "
        "VALUES (?, 1, '', 1, 1, 1, 0, 'ABCDEFGHIJKLMNOP', 1, 'ruzzle', 2, 'every', 300, 6000, "
        "?, ?, 3, '2026-11-01', 'finished', 'time-up', ?, ?)",
        ((n, n, n + 120, n + 123, n + 124) for n in range(1, rounds + 1)),
    )
    total = 0
    for round_id in range(1, rounds + 1):
        total += _round(raw, rng, round_id, players)
    _standings(raw)
    raw.execute("COMMIT")
    raw.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    raw.close()
    return total


def _round(raw: sqlite3.Connection, rng: np.random.Generator, round_id: int, players: int) -> int:
    who = (rng.choice(players, PER_ROUND, replace=False) + 1).tolist()
    points = rng.integers(1, 40, (PER_ROUND, PER_ROUND))
    raw.executemany(
        "INSERT INTO plays (round, number, player, at, message_id, word, points, path) "
        "VALUES (?, ?, ?, ?, ?, 'seizure', ?, x'0001020304')",
        (
            (round_id, n, who[n % PER_ROUND], round_id + n / 4, f"13{round_id:08}{n:09}", int(p))
            for n, p in enumerate(itertools.chain.from_iterable(points.tolist()))
        ),
    )
    sums = points.sum(axis=0).tolist()
    raw.executemany(
        "INSERT INTO results (player, round, rank, won, points, words, misses, best, best_points, "
        "longest, share) VALUES (?, ?, 1, 0, ?, 20, 3, 'seizure', ?, 'seizure', ?)",
        ((p, round_id, n, n // 10, n * 150) for p, n in zip(who, sums, strict=True)),
    )
    return sum(sums)


def _standings(raw: sqlite3.Connection) -> None:
    for board, period in enumerate(Period, 1):
        start = period.start(DAY).isoformat()
        raw.execute(
            "INSERT INTO boards (id, language, period, start) VALUES (?, 'en', ?, ?)",
            (board, period, start),
        )
        raw.execute(
            "INSERT INTO standings (board, player, shown, rounds, points, wins, best, best_points, "
            "shares, average) SELECT ?, player, visibility = 'world' AND player % 5 > 0, "
            "count(*), sum(results.points), sum(won), 'seizure', max(best_points), sum(share), "
            "sum(share) / count(*) FROM results JOIN players ON id = player GROUP BY player",
            (board,),
        )


if __name__ == "__main__":
    given = [int(text) for text in sys.argv[1:]]
    asyncio.run(main(*(given + [100_000, 10_000_000][len(given) :])))
