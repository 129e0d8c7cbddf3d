"""Words of one moment: judged as if one came after the other, and stored together."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.ids import Member, PlayerRef, Room
from core.ports import StoreError, UnitOfWork
from core.rounds.events import WordJudged
from core.rounds.verdict import Cause
from core.store.memory import MemoryStore
from core.store.memory.rounds import MemoryPlays
from core.store.sql.failures import FULL
from tests.core.rounds.boards import START
from tests.core.services.table import ROOM, TERMS, Table, ana, ben

clo = Member(PlayerRef("test", "clo"), "Clo")
Sent = tuple[Member, str, float, str | None]

texts = st.sampled_from(("quit", "quits", "rest", "zzz", "qqq", "x", "", "QUIT"))
times = st.sampled_from((-1.0, 0.0, 1.0, 1.5, 2.0, 60.0, 119.9, 120.0, 121.0, 130.0))
# What is delivered again has the time that it had.
messages = st.tuples(st.sampled_from((ana, ben, clo)), texts, times, st.booleans()).map(
    lambda each: (*each[:3], f"{each[2]}" if each[3] else None)
)


@dataclass(frozen=True)
class Picky(MemoryPlays):
    """A journal that refuses one message."""

    refused: str

    async def add(self, plays: Sequence[WordJudged], number: int) -> None:
        if self.refused in [play.message_id for play in plays]:
            raise StoreError(FULL, place="here")
        await super().add(plays, number)


class Slow(MemoryStore):
    """A store that takes its time to write, counts how often it does, and may refuse a message."""

    def __init__(self) -> None:
        super().__init__()
        self.writes = 0
        self.refused = ""

    @asynccontextmanager
    async def write(self, room: Room | None = None) -> AsyncIterator[UnitOfWork]:
        self.writes += 1
        async with super().write(room) as work:
            assert isinstance(work.plays, MemoryPlays)
            yield replace(work, plays=Picky(work.plays.tables, self.refused))
            await asyncio.sleep(0)


async def started() -> tuple[Table, Slow]:
    store = Slow()
    table = Table(store)
    await table.rounds.start(ROOM, ana, TERMS)
    store.writes = 0
    return table, store


def submitted(table: Table, sent: Sent) -> asyncio.Task[WordJudged | None]:
    by, text, at, message = sent
    return asyncio.create_task(table.rounds.submit(ROOM, by, text, START + at, message))


async def test_words_of_one_moment_are_stored_together() -> None:
    table, store = await started()
    people = [Member(PlayerRef("test", f"{n}"), f"Player {n}") for n in range(30)]
    plays = await asyncio.gather(
        *(submitted(table, (by, "quit", n / 10, f"{n}")) for n, by in enumerate(people))
    )
    assert all(play and play.verdict.accepted for play in plays)
    assert store.writes == 2  # the first, and those that came meanwhile
    assert await table.journal() == plays


@given(st.lists(messages, max_size=12))
async def test_together_they_get_what_they_get_one_after_the_other(sent: list[Sent]) -> None:
    (one, _), (all_, _) = await started(), await started()
    slowly = [await submitted(one, each) for each in sent]
    assert await asyncio.gather(*(submitted(all_, each) for each in sent)) == slowly
    assert await all_.journal() == await one.journal()


async def test_a_word_that_cannot_be_stored_costs_nobody_else_theirs() -> None:
    table, store = await started()
    store.refused = "2"
    sent = [(ana, "rest", 1.0, "1"), (ben, "quit", 2.0, "2"), (clo, "quit", 3.0, "3")]
    first, second, third = await asyncio.gather(
        *(submitted(table, each) for each in sent), return_exceptions=True
    )
    assert isinstance(second, StoreError)
    assert isinstance(first, WordJudged)
    assert isinstance(third, WordJudged)
    assert await table.journal() == [first, third]


async def test_who_gives_up_waiting_stops_nobody() -> None:
    table, _ = await started()
    sent = [(ana, "rest", 1.0, "1"), (ben, "quit", 2.0, "2"), (clo, "quit", 3.0, "3")]
    first, second, third = (submitted(table, each) for each in sent)
    await asyncio.sleep(0)
    first.cancel()
    plays = await asyncio.gather(second, third)
    assert all(play and play.verdict.accepted for play in plays)
    with pytest.raises(asyncio.CancelledError):
        await first
    journal = [play.message_id for play in await table.journal()]
    assert journal[-2:] == ["2", "3"]
    assert (await table.send(ana, "rest", 1.0, "1")).verdict.cause is None


async def test_words_from_before_the_round_do_not_wait_with_those_of_it() -> None:
    table, _ = await started()
    early, word = await asyncio.gather(
        submitted(table, (ana, "quit", -1.0, "1")), submitted(table, (ben, "quit", 1.0, "2"))
    )
    assert early is None
    assert word
    assert word.verdict.accepted
    late = submitted(table, (clo, "rest", 125.0, "3"))
    play = await late
    assert play
    assert play.verdict.cause is Cause.TOO_LATE
