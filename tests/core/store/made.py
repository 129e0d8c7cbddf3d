"""A database with something in it, and processes that use it."""

import sqlite3
import subprocess
import sys
from collections.abc import Awaitable, Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from core.chats.players import Visibility
from core.ids import Member, PlayerRef
from core.rounds.round import State
from core.standings import MILLION
from core.store.sql.engine import parse_url
from core.store.sql.store import SqlStore, open_store
from tests.contract.dailies import TIRA, attempt, begin, close, join, keep_puzzle, with_word
from tests.contract.made import (
    ANA,
    BEN,
    CLO,
    ETE,
    QUIT,
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
from tests.contract.wordles import (
    CORNER,
    WRONG,
    a_game,
    a_guess,
    end,
    keep_game,
    keep_word,
    solve,
)

WRITER = """
import asyncio, sys
from pathlib import Path
from core.ids import Member, PlayerRef
from core.store.sql.store import open_store

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


Fill = Callable[[str | Path], Awaitable[None]]
_SOUND: dict[tuple[Fill, ...], bytes] = {}  # SQLite files that were made before


async def fill(place: str | Path, *more: Fill) -> None:
    """Make a sound database of rounds, and of what `more` adds; an SQLite file only once."""
    url, parts = parse_url(place), (fill_rounds, *more)
    path = Path(url.database or "") if url.drivername.startswith("sqlite") else None
    if path and parts in _SOUND:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(_SOUND[parts])
        return
    for part in parts:
        await part(place)
    if path:
        _SOUND[parts] = path.read_bytes()


async def fill_rounds(place: str | Path) -> None:
    """Add a finished round of two players, and another that runs."""
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


async def fill_dailies(place: str | Path) -> None:
    """Add two dailies: one closed, with attempts, one that is played."""
    store = await open_store(place)
    await meet(store, CLO)
    over, today = await keep_puzzle(store), await keep_puzzle(store, 2)
    await attempt(store, over, ANA, QUIT, refused=[TIRA])
    await attempt(store, over, BEN, QUIT, ETE)
    await attempt(store, over, CLO, ETE, at=START + 1)
    await close(store, over)
    await join(store, BEN, CLO)
    async with store.write() as work:
        closed = await work.puzzles.get(over.id)
        assert closed
        assert await work.puzzles.accept(with_word(closed, TIRA), TIRA)
        await work.players.set_visibility(ANA, Visibility.CHAT)
        await work.links.offer(ANA, "code", START)
        await work.chats.mark_told(SQUARE, "fr", 1)
    await attempt(store, today, CLO, QUIT)
    await begin(store, today, ANA)
    await store.close()


async def fill_wordles(place: str | Path) -> None:
    """Add words of the day, and games: over, given up, shared, forgotten."""
    store = await open_store(place)
    dot = PlayerRef("test", "dot")
    await meet(store, ANA, BEN, dot)
    words = [await keep_word(store, number) for number in (1, 2, 3)]
    await keep_word(store, language="de")
    await solve(store, ANA, words[0], tries=3)
    await solve(store, ANA, words[1], tries=7)
    given_up = await keep_game(store, a_game(BEN, words[0]), a_guess(player=BEN))
    await end(store, given_up, given_up=True)
    await keep_game(store, a_game(room=CORNER), a_guess(), a_guess(WRONG[1], BEN))
    await solve(store, dot, words[0], tries=2)
    async with store.write() as work:
        await work.players.forget(dot, 1.0)
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
    """Let another connection have an SQLite file open, having said a statement."""
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute(statement)
        yield
