"""A database with something in it, and processes that use it."""

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from core.ids import Member, PlayerRef
from core.rounds.round import State
from core.standings import MILLION
from core.store.sql import SqlStore, open_store
from tests.contract.made import (
    ANA,
    BEN,
    SQUARE,
    START,
    a_find,
    a_miss,
    a_score,
    finish,
    keep,
    keep_plays,
    meet,
)

WRITER = """
import asyncio, sys
from pathlib import Path
from core.ids import Member, PlayerRef
from core.store.sql import open_store

async def main():
    store = await open_store(Path(sys.argv[1]))
    number = 0
    while True:
        async with store.write() as work:
            await work.players.see(Member(PlayerRef("load", str(number)), "N"), None, 1.0)
        print(number, flush=True)
        number += 1

asyncio.run(main())
"""

HOLDER = """
import sqlite3, sys
connection = sqlite3.connect(sys.argv[1], isolation_level=None)
connection.execute(sys.argv[2])
print("held", flush=True)
sys.stdin.read()
"""


async def fill(place: str | Path) -> None:
    """Make a sound database: one finished round of two players, another that runs."""
    store = await open_store(place)
    await meet(store, ANA, BEN, chat=SQUARE)
    record = await keep(store)
    await keep_plays(store, a_find(record.id), a_find(record.id, BEN), a_miss(record.id, BEN))
    record = await finish(store, record.id, 3)
    share = MILLION * 12 // record.points
    found: dict[str, Any] = {
        "points": 12,
        "best": "quit",
        "best_points": 12,
        "share": share,
        "won": True,
    }
    async with store.write() as work:
        await work.standings.add(record, [a_score(ANA, **found), a_score(BEN, misses=1, **found)])
    running = await keep(store, starts_at=START + 300)
    await keep_plays(store, a_find(running.id), a_miss(running.id, BEN))
    assert running.state is State.RUNNING
    await store.close()


async def see(store: SqlStore, external_id: str, name: str = "") -> None:
    """Keep one more player."""
    async with store.write() as work:
        await work.players.see(Member(PlayerRef("test", external_id), name), None, START)


async def knows(place: str | Path, name: str, platform: str = "test") -> bool:
    """Return whether a player is kept."""
    store = await open_store(place)
    async with store.read() as work:
        found = await work.players.get(PlayerRef(platform, name))
    await store.close()
    return found is not None


@contextmanager
def running(code: str, *arguments: object) -> Iterator["subprocess.Popen[str]"]:
    """Run code in a process of its own, killed at the end."""
    process = subprocess.Popen(
        [sys.executable, "-c", code, *map(str, arguments)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        yield process
    finally:
        process.kill()
        process.communicate()


@contextmanager
def holding(path: Path, statement: str) -> Iterator[None]:
    """Let another process have an SQLite file open, having said a statement."""
    with running(HOLDER, path, statement) as process:
        assert process.stdout
        assert process.stdout.readline() == "held\n"
        yield
