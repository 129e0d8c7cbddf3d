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
from core.rounds.laws import Law
from core.rounds.round import PATIENCE
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


async def test_of_a_pause_one_refused_word_is_stored_and_the_others_cost_no_write() -> None:
    table, store = await started()
    for n in range(PATIENCE):
        await table.send(ana, "zzz", 10, f"{n}")
    store.writes = 0
    refused = [await table.send(ana, "quit", 10 + n / 100, f"p{n}") for n in range(50)]
    together = await asyncio.gather(
        *(submitted(table, (ana, "rest", 10.9, f"t{n}")) for n in range(50))
    )
    assert store.writes == 1
    assert {play.verdict.cause for play in (*refused, *together) if play} == {Cause.PAUSED}
    assert (await table.journal())[PATIENCE:] == refused[:1]
    beside = (
        submitted(table, (ana, "rest", 10.9, "one more")),
        submitted(table, (ben, "rest", 11, "b")),
    )
    _, found = await asyncio.gather(*beside)
    assert await table.journal() == [*(await table.journal())[:-1], found]


async def test_a_word_of_a_pause_that_comes_again_is_refused_again_after_a_restart() -> None:
    table, _ = await started()
    for n in range(PATIENCE):
        await table.send(ana, "zzz", 1, f"{n}")
    refused = [await table.send(ana, "quit", 1.5, f"p{n}") for n in range(3)]
    assert (await table.send(ana, "rest", 2, "r")).verdict.accepted
    for _ in range(2):
        assert [await table.send(ana, "quit", 1.5, f"p{n}") for n in range(3)] == refused
        table.restart()
        await table.rounds.resume()
    assert len(await table.journal()) == PATIENCE + 2


async def test_a_word_that_was_held_up_goes_back_and_is_kept_with_both_times() -> None:
    table = Table()
    await table.rounds.start(ROOM, ana, replace(TERMS, law=Law.FIRST_FINDER))
    await table.send(ben, "quit", 40)
    late = await table.rounds.submit(ROOM, ana, "quit", START + 30, "1", START + 60)
    table.restart()
    await table.rounds.resume()
    assert late
    assert late.verdict.accepted
    early = await table.rounds.submit(ROOM, ana, "rest", START - 9, "2", START + 1)
    assert early
    assert (early.at, early.came) == (START, START + 1)
    assert await table.rounds.submit(ROOM, ana, "tas", START - 9, "3", START - 8) is None
    assert [(play.at - START, play.came - START) for play in await table.journal()] == [
        (40, 40),
        (30, 60),
        (0, 1),
    ]
    card = (await table.finish()).result
    assert [card.of(who.ref).points for who in (ana, ben)] == [19, 12]
