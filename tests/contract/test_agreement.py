import asyncio
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import timedelta
from pathlib import Path
from tempfile import TemporaryDirectory

from hypothesis import given, settings
from hypothesis import strategies as st

from core.chats.players import FORGOTTEN, Visibility
from core.ids import Member, PlayerRef, Room
from core.ports import Store, UnitOfWork
from core.rounds.events import Termination
from core.rounds.record import PinnedLexicon
from core.rounds.round import State
from core.standings import Measure, Period, Score, world_day
from core.store.memory import MemoryStore
from core.store.sql.store import open_store
from tests.contract.made import (
    A_DAY,
    CHATS,
    DAY,
    ENGLISH,
    PINNED,
    PLAYERS,
    START,
    a_board,
    a_record,
    a_score,
)

DAYS = (-20, 0, 1)
NUMBERED = tuple(PlayerRef(FORGOTTEN, str(number)) for number in range(1, 13))


@dataclass(frozen=True)
class Finish:
    chat: int
    lexicon: PinnedLexicon
    days: int
    ahead: int  # the days by which the place is ahead of UTC
    scores: tuple[Score, ...]

    async def on(self, work: UnitOfWork) -> None:
        starts_at = START + self.days * A_DAY
        record = a_record(
            room=Room(CHATS[self.chat]),
            started_by=PLAYERS[0],
            lexicon=self.lexicon,
            starts_at=starts_at,
            day=world_day(starts_at) + timedelta(days=self.ahead),
            state=State.RUNNING,
        )
        for player in (PLAYERS[0], *(score.player for score in self.scores)):
            await work.players.see(Member(player, player.id), CHATS[self.chat], starts_at)
        record = replace(record, id=await work.rounds.add(record))
        await work.rounds.finish(record.id, 0, Termination.TIME_UP, starts_at + 122.5)
        await work.standings.add(record, self.scores)


@dataclass(frozen=True)
class Show:
    player: PlayerRef
    visibility: Visibility

    async def on(self, work: UnitOfWork) -> None:
        if await work.players.get(self.player):
            await work.players.set_visibility(self.player, self.visibility)


@dataclass(frozen=True)
class Forget:
    player: PlayerRef

    async def on(self, work: UnitOfWork) -> None:
        await work.players.forget(self.player, 1.0)


players = st.sampled_from(PLAYERS)
# Few values, so that players tie.
scores = st.builds(
    a_score,
    players,
    st.sampled_from((0, 1, 7, 8)),
    won=st.booleans(),
    best=st.sampled_from(("", "été", "tas")),
    best_points=st.sampled_from((0, 7)),
    share=st.sampled_from((0, 1, 333_333, 1_000_000)),
)
finishes = st.builds(
    Finish,
    st.integers(0, 1),
    st.sampled_from((PINNED, PINNED, ENGLISH)),
    st.sampled_from(DAYS),
    st.sampled_from((0, 0, 1)),
    st.lists(scores, max_size=3, unique_by=lambda score: score.player).map(tuple),
)
shows = st.builds(Show, players, st.sampled_from(Visibility))
acts = st.one_of(finishes, finishes, finishes, shows, st.builds(Forget, players))


async def picture(store: Store) -> dict[object, object]:
    days = [DAY + timedelta(days=days) for days in DAYS]
    seen: dict[object, object] = {}
    asked = dict.fromkeys(
        a_board(chat, language=language, period=period, day=day)
        for chat in (*CHATS, None)
        for language in ("fr", "en")
        for period in Period
        for day in days
    )
    async with store.read() as work:
        for player in (*PLAYERS, *NUMBERED):
            seen[player] = await work.players.get(player)
        everyone = [player for player in (*PLAYERS, *NUMBERED) if seen[player]]
        for player in everyone:
            seen[player, "played"] = await work.standings.played(player)
        for board in asked:
            seen[board, "get"] = standings = [
                await work.standings.get(board, player) for player in everyone
            ]
            if not any(standings):
                continue
            seen[board, "count"] = [
                await work.standings.count(board, minimum) for minimum in (1, 2)
            ]
            for measure in Measure:
                values = {each.value(measure) for each in standings if each}
                for minimum in (1, 2):
                    place = board, measure, minimum
                    seen[place] = await work.standings.top(board, measure, minimum, 3)
                    seen[place, "ahead"] = [
                        await work.standings.ahead(board, measure, minimum, value)
                        for value in sorted(values)
                    ]
    return seen


async def compare(place: str, sequence: list[Finish | Show | Forget]) -> None:
    stores: tuple[Store, Store] = (await open_store(place), MemoryStore())
    pictures = []
    for store in stores:
        for act in sequence:
            async with store.write() as work:
                await act.on(work)
        pictures.append(await picture(store))
        await store.close()
    over_sql, over_dicts = pictures
    assert over_sql == over_dicts


@settings(max_examples=14)
@given(sequence=st.lists(acts, min_size=1, max_size=12))
def test_sql_and_dicts_add_up_alike(
    new_file: Callable[[Path], str], sequence: list[Finish | Show | Forget]
) -> None:
    with TemporaryDirectory() as folder:
        asyncio.run(compare(new_file(Path(folder)), sequence))
