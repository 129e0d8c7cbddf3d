"""Attempts, links and words accepted later, in any order: both stores say the same."""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory

from hypothesis import given, settings
from hypothesis import strategies as st

from core.chats.players import FORGOTTEN, Visibility
from core.ids import Member, PlayerRef, own_room
from core.ports import Conflict, NotYet, Store, UnitOfWork
from core.solver.solution import FoundWord
from core.standings import Period
from core.store.memory import MemoryStore
from core.store.sql.store import open_store
from core.store.upkeep.operations import check
from tests.contract.acts import Forget, Join, Part, Show
from tests.contract.dailies import (
    LE_SET,
    SOLA,
    TIRA,
    a_daily_board,
    a_puzzle,
    add_attempt,
    finish_attempt,
    with_word,
)
from tests.contract.made import CHATS, ENGLISH, ETE, PARK, PLAYERS, QUIT, SQUARE, START, meet

DUO = PlayerRef("other", "duo")
EVERYONE = (*PLAYERS, DUO)
NUMBERED = tuple(PlayerRef(FORGOTTEN, str(number)) for number in range(1, 9))
# Two days of one week, one of the next week, and one in another language.
PUZZLES = (
    a_puzzle(1),
    a_puzzle(2, points=50),
    a_puzzle(3, day=a_puzzle(8).day),
    a_puzzle(1, lexicon=ENGLISH),
)


@dataclass(frozen=True)
class Begin:
    player: PlayerRef
    puzzle: int
    later: int

    async def on(self, work: UnitOfWork) -> object:
        puzzle = await work.puzzles.get(self.puzzle)
        assert puzzle
        await work.players.see(Member(self.player, self.player.id), None, START)
        return await add_attempt(work, puzzle, self.player, START + self.later)


@dataclass(frozen=True)
class Finish:
    player: PlayerRef
    found: tuple[FoundWord, ...]
    refused: tuple[FoundWord, ...]

    async def on(self, work: UnitOfWork) -> object:
        """Send words as they are judged now: those accepted meanwhile count."""
        record = await work.rounds.active(own_room(self.player))
        if record is None:
            return None
        added = record.lexicon.house.added
        accepted = dict.fromkeys(each for each in self.refused if each.word in added)
        refused = [each for each in self.refused if each.word not in added]
        await finish_attempt(work, record, [*self.found, *accepted], refused, len(self.found))
        return record


@dataclass(frozen=True)
class Close:
    puzzle: int

    async def on(self, work: UnitOfWork) -> object:
        await work.puzzles.close(self.puzzle, START)
        return None


@dataclass(frozen=True)
class Accept:
    puzzle: int
    found: FoundWord

    async def on(self, work: UnitOfWork) -> object:
        puzzle = await work.puzzles.get(self.puzzle)
        assert puzzle
        return await work.puzzles.accept(with_word(puzzle, self.found), self.found)


Act = Begin | Finish | Close | Accept | Join | Part | Show | Forget

players = st.sampled_from(EVERYONE)
puzzles = st.integers(1, len(PUZZLES))
extra = st.sampled_from((TIRA, SOLA))
begins = st.builds(Begin, players, puzzles, st.integers(0, 2))
finishes = st.builds(
    Finish,
    players,
    st.lists(st.sampled_from((QUIT, ETE, LE_SET)), max_size=2, unique=True).map(tuple),
    st.lists(extra, max_size=3).map(tuple),
)
acts = st.one_of(
    begins,
    finishes,
    finishes,
    st.builds(Close, puzzles),
    st.builds(Accept, puzzles, extra),
    st.builds(Join, players, players),
    st.builds(Part, players),
    st.builds(Show, players, st.sampled_from(Visibility)),
    st.builds(Forget, players),
)
# Most acts mean something only once there are attempts.
beginnings = st.lists(st.tuples(begins, finishes), max_size=6).map(
    lambda pairs: [
        act
        for begun, finished in pairs
        for act in (begun, Finish(begun.player, finished.found, finished.refused))
    ]
)
sequences = st.tuples(beginnings, st.lists(acts, min_size=1, max_size=12)).map(
    lambda both: both[0] + both[1]
)


async def set_up(store: Store) -> None:
    await meet(store, *EVERYONE[:2], chat=SQUARE)
    await meet(store, *EVERYONE[2:], chat=PARK)
    async with store.write() as work:
        for puzzle in PUZZLES:
            await work.puzzles.add(puzzle)


async def play(store: Store, sequence: Sequence[Act]) -> list[object]:
    """Return the result of each act."""
    said: list[object] = []
    for act in sequence:
        try:
            async with store.write() as work:
                said.append(await act.on(work))
        except (Conflict, NotYet) as refusal:
            said.append(type(refusal))
    return said


async def picture(store: Store) -> dict[object, object]:
    seen: dict[object, object] = {}
    async with store.read() as work:
        everyone = [each for each in (*EVERYONE, *NUMBERED) if await work.players.get(each)]
        for player in everyone:
            seen[player] = await work.players.get(player)
            seen[player, "attempts"] = await work.attempts.by(player)
            seen[player, "accounts"] = await work.links.accounts(player)
        for key in range(1, len(PUZZLES) + 1):
            seen["puzzle", key] = await work.puzzles.get(key)
            seen["finders", key] = await work.attempts.finders(key)
            seen["points", key] = sorted(await work.attempts.points(key))
            seen["players", key] = await work.attempts.players(key)
            seen["hurried", key] = [
                await work.attempts.hurried(key, chat) for chat in (None, *CHATS)
            ]
        for key in count(1):
            seen["round", key] = await work.rounds.get(key)
            seen["plays", key] = await work.plays.of(key)
            if seen["round", key] is None:
                break
        boards = dict.fromkeys(
            a_daily_board(period, chat, language=puzzle.language, day=puzzle.day)
            for period in Period
            for chat in (None, *CHATS)
            for puzzle in PUZZLES
        )
        for board in boards:
            seen[board, "get"] = own = [await work.attempts.get(board, each) for each in everyone]
            seen[board, "top"] = await work.attempts.top(board, 3)
            seen[board, "count"] = await work.attempts.count(board)
            seen[board, "ahead"] = [
                await work.attempts.ahead(board, each.value) for each in own if each
            ]
    return seen


async def compare(place: str, sequence: Sequence[Act]) -> None:
    stores: tuple[Store, Store] = (await open_store(place), MemoryStore())
    said, seen = [], []
    for store in stores:
        await set_up(store)
        said.append(await play(store, sequence))
        seen.append(await picture(store))
        await store.close()
    assert said[0] == said[1]
    assert seen[0] == seen[1]
    assert await check(place) == []


@settings(max_examples=10, deadline=None)
@given(sequence=sequences)
def test_sql_and_dicts_keep_dailies_alike(
    new_file: Callable[[Path], str], sequence: list[Act]
) -> None:
    with TemporaryDirectory() as folder:
        asyncio.run(compare(new_file(Path(folder)), sequence))
