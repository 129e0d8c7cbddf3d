"""Games of Wordle, links and forgetting, in any order: both stores say the same."""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from hypothesis import given, settings
from hypothesis import strategies as st

from core.chats.players import FORGOTTEN, Visibility
from core.ids import Member, PlayerRef, Room
from core.ports import Conflict, Store, UnitOfWork
from core.standings import Period
from core.store.memory import MemoryStore
from core.store.sql.store import open_store
from core.store.upkeep.operations import check
from core.wordle.record import wordle_room
from tests.contract.acts import Forget, Join, Part, Show
from tests.contract.made import PARK, PLAYERS, SQUARE, START, meet
from tests.contract.wordles import ANSWER, CORNER, WRONG, a_game, a_guess, a_word, a_wordle_board

NUMBERED = tuple(PlayerRef(FORGOTTEN, str(number)) for number in range(1, 9))
# Two days of one week, one of the next, and one in another language: their keys are 1 to 4.
WORDS = (a_word(1), a_word(2), a_word(3, day=a_word(8).day), a_word(1, language="de"))


@dataclass(frozen=True)
class Begin:
    player: PlayerRef
    word: int

    async def on(self, work: UnitOfWork) -> object:
        """Begin a game at a word of the day; 0 is another word, -1 a game that is shared."""
        await work.players.see(Member(self.player, self.player.id), None, START)
        if self.word <= 0:
            room = wordle_room(self.player) if self.word == 0 else CORNER
            return await work.wordles.add(a_game(self.player, room=room))
        word = WORDS[self.word - 1]
        return await work.wordles.add(
            a_game(self.player, word, language=word.language, daily=self.word)
        )


@dataclass(frozen=True)
class Play:
    player: PlayerRef
    own: bool
    words: tuple[str, ...]
    later: int

    async def on(self, work: UnitOfWork) -> object:
        """Make guesses in the game that goes on; end it with the last one."""
        room = wordle_room(self.player) if self.own else CORNER
        record = await work.wordles.active(room)
        if record is None or not self.words:
            return record
        number, at = len(record.guesses), START + self.later
        for word in self.words:
            if number == record.tries:
                break
            guess = a_guess(word, self.player, at=at, message_id=str(number % 4))
            await work.wordles.guess(record.id, guess, number)
            number += 1
            if word == ANSWER:
                break
        played = await work.wordles.record(record.id)
        if played and played.game.end:
            await work.wordles.finish(record.id, at)
        return played


@dataclass(frozen=True)
class GiveUp:
    player: PlayerRef

    async def on(self, work: UnitOfWork) -> object:
        record = await work.wordles.active(wordle_room(self.player))
        if record:
            await work.wordles.finish(record.id, START + 1, given_up=True)
        return record


Act = Begin | Play | GiveUp | Join | Part | Show | Forget

players = st.sampled_from(PLAYERS)
begins = st.builds(Begin, players, st.integers(-1, len(WORDS)))
guessed = st.lists(st.sampled_from((*WRONG[:2], ANSWER)), max_size=6).map(tuple)
plays = st.builds(Play, players, st.sampled_from((True, True, False)), guessed, st.integers(0, 2))
# Most acts mean something only once games have ended.
beginnings = st.lists(
    st.tuples(players, st.integers(0, len(WORDS)), guessed, st.integers(0, 2)), max_size=6
).map(
    lambda games: [
        act
        for player, word, words, later in games
        for act in (Begin(player, word), Play(player, True, (*words[:5], ANSWER), later))
    ]
)
acts = st.one_of(
    begins,
    plays,
    st.builds(GiveUp, players),
    st.builds(Join, players, players),
    st.builds(Part, players),
    st.builds(Show, players, st.sampled_from(Visibility)),
    st.builds(Forget, players),
)
sequences = st.tuples(beginnings, st.lists(acts, min_size=1, max_size=12)).map(
    lambda both: both[0] + both[1]
)


async def set_up(store: Store) -> None:
    await meet(store, *PLAYERS[:2], chat=SQUARE)
    await meet(store, *PLAYERS[2:], chat=PARK)
    async with store.write() as work:
        for word in WORDS:
            await work.wordles.add_word(word)


async def play(store: Store, sequence: Sequence[Act]) -> list[object]:
    """Return the result of each act."""
    said: list[object] = []
    for act in sequence:
        try:
            async with store.write() as work:
                said.append(await act.on(work))
        except Conflict:
            said.append(Conflict)
    return said


async def picture(store: Store) -> dict[object, object]:
    seen: dict[object, object] = {}
    async with store.read() as work:
        everyone = [each for each in (*PLAYERS, *NUMBERED) if await work.players.get(each)]
        rooms: list[Room] = [CORNER, *map(wordle_room, everyone)]
        seen["active"] = [await work.wordles.active(room) for room in rooms]
        seen["games"] = [await work.wordles.record(key) for key in range(30)]
        for player in everyone:
            seen[player, "by"] = await work.wordles.by(player)
            for key, word in enumerate(WORDS, 1):
                seen[player, "at", key] = await work.wordles.at_word(key, player)
                seen[player, word.language] = await work.wordles.played(player, word.language)
        boards = dict.fromkeys(
            a_wordle_board(period, chat, word.day, word.language)
            for period in (Period.DAY, Period.WEEK, Period.ALL)
            for chat in (None, SQUARE)
            for word in WORDS
        )
        for board in boards:
            seen[board, "get"] = own = [await work.wordles.get(board, each) for each in everyone]
            seen[board, "top"] = await work.wordles.top(board, 2)
            seen[board, "count"] = await work.wordles.count(board)
            seen[board, "ahead"] = [
                await work.wordles.ahead(board, each.value) for each in own if each
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


@settings(max_examples=8, deadline=None)
@given(sequence=sequences)
def test_sql_and_dicts_keep_wordles_alike(
    new_file: Callable[[Path], str], sequence: list[Act]
) -> None:
    with TemporaryDirectory() as folder:
        asyncio.run(compare(new_file(Path(folder)), sequence))
