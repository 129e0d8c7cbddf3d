"""Rounds in rooms: started, played, stopped, resumed; over a store in memory."""

from dataclasses import replace

import pytest

from core.ids import Room
from core.rounds.events import RoundFinished, RoundStarted, Termination, WordAccepted
from core.rounds.laws import Law
from core.rounds.match import LADDER
from core.rounds.round import State
from core.rounds.verdict import Cause
from core.services.refusals import NoRound, NotAllowed, NotHere, RoundActive
from core.services.rounds import BREAK, GRACE
from tests.core.rounds.boards import ANA, END, SOLUTION, START
from tests.core.services.table import CHAT, CLOSED, ROOM, TERMS, THREAD, Table, ana, ben, moderator


@pytest.fixture
def table() -> Table:
    return Table()


async def test_a_round_is_started_played_and_finished(table: Table) -> None:
    started = await table.rounds.start(ROOM, ana, TERMS)
    assert started.event == RoundStarted(1, SOLUTION.grid, Law.EVERY_FINDER, START, END)
    assert started.match is None
    assert table.rounds.due() == CLOSED
    accepted = await table.send(ana, "QUITS", 5)
    assert isinstance(accepted, WordAccepted)
    assert (await table.send(ben, "zoo", 6)).verdict.cause is Cause.LETTER_NOT_ON_GRID
    assert await table.tick(END) == []
    finished = await table.finish()
    assert finished.termination is Termination.TIME_UP
    assert finished.result.of(ANA).points == 13
    assert table.rounds.due() is None
    assert table.rounds.live.running(ROOM) is None
    assert await table.points(ana) == await table.points(ana, None) == 13
    assert await table.points(ben) == 0
    async with table.store.read() as work:
        record = await work.rounds.get(1)
    assert record == replace(
        started.record,
        state=State.FINISHED,
        termination=Termination.TIME_UP,
        finished_at=CLOSED,
    )


async def test_one_round_a_room(table: Table) -> None:
    await table.rounds.start(ROOM, ana, TERMS)
    with pytest.raises(RoundActive):
        await table.rounds.start(ROOM, ben, TERMS)
    other = await table.rounds.start(THREAD, ben, TERMS)
    assert other.record.id == 2
    await table.send(ana, "quit", 1)
    assert [len(await table.journal(round_id)) for round_id in (1, 2)] == [1, 0]
    assert len(await table.tick(CLOSED)) == 2
    assert (await table.rounds.start(ROOM, ben, TERMS)).record.id == 3


async def test_a_word_is_judged_by_the_time_it_was_sent(table: Table) -> None:
    await table.rounds.start(ROOM, ana, TERMS)
    table.clock.now = END + 2
    assert (await table.send(ana, "quit", 119.999)).verdict.accepted
    assert (await table.send(ana, "rest", 120)).verdict.cause is Cause.TOO_LATE
    assert (await table.finish()).result.of(ANA).points == 12


async def test_what_was_said_before_any_round_is_no_word_of_it(table: Table) -> None:
    assert await table.rounds.submit(ROOM, ana, "quit", START - 5) is None
    await table.rounds.start(ROOM, ana, TERMS)
    assert await table.rounds.submit(ROOM, ana, "quit", START - 1) is None
    assert await table.journal() == []


async def test_a_message_is_judged_once_during_the_round_and_after(table: Table) -> None:
    await table.rounds.start(ROOM, ana, TERMS)
    first = await table.send(ana, "quit", 1, "m1")
    refused = await table.send(ben, "zoo", 1, "m1")
    late = await table.send(ana, "est", 121, "m2")
    assert await table.send(ana, "rest", 7, "m1") is first
    await table.finish()
    for play, who in ((first, ana), (refused, ben), (late, ana)):
        assert play.message_id
        assert await table.send(who, "?", play.at - START, play.message_id) == play
    assert await table.journal() == [first, refused, late]


async def test_what_comes_after_the_end_is_too_late_and_changes_nothing(table: Table) -> None:
    await table.rounds.start(ROOM, ana, TERMS)
    await table.finish()
    assert (await table.send(ana, "quit", 119, "m1")).verdict.cause is Cause.TOO_LATE
    assert await table.rounds.submit(ROOM, ana, "quit", END, "m2") is None
    assert await table.journal() == []


async def test_who_started_it_and_moderators_stop_a_round(table: Table) -> None:
    await table.rounds.start(ROOM, ana, TERMS)
    await table.send(ben, "quit", 1)
    with pytest.raises(NotAllowed):
        await table.rounds.stop(ROOM, ben)
    table.clock.now = START + 9
    news = await table.rounds.stop(ROOM, moderator)
    assert isinstance(news.event, RoundFinished)
    assert (news.event.termination, news.event.by) == (
        Termination.STOPPED,
        moderator.ref,
    )
    assert await table.points(ben) == 12
    with pytest.raises(NoRound):
        await table.rounds.stop(ROOM, ana)
    await table.rounds.start(ROOM, ana, TERMS)
    await table.rounds.stop(ROOM, ana)
    assert (await table.send(ben, "quit", 8)).verdict.cause is Cause.TOO_LATE
    assert await table.rounds.submit(ROOM, ben, "quit", START + 9.5) is None


async def test_a_chat_keeps_rooms_free_of_rounds(table: Table) -> None:
    async with table.store.write() as work:
        await work.chats.set(CHAT, "rooms", "thread")
    with pytest.raises(NotHere):
        await table.rounds.start(Room(CHAT, "lobby"), ana, TERMS)
    assert (await table.rounds.start(THREAD, ana, TERMS)).record.room == THREAD


async def test_a_match_is_three_rounds_with_breaks(table: Table) -> None:
    started = await table.rounds.start(ROOM, ana, TERMS, rounds=3)
    at = START
    for number in (1, 2, 3):
        await table.send(ana, "quit", at - START + 1)
        (news,) = await table.tick(at + 120 + GRACE)
        assert news.match
        assert len(news.match.results) == number
        assert news.match.over is (number == len(LADDER))
        if number == 3:
            break
        assert table.rounds.live.running(ROOM) is None
        assert await table.rounds.submit(ROOM, ana, "est", table.clock.now) is None
        with pytest.raises(RoundActive):
            await table.rounds.start(ROOM, ben, TERMS)
        at = table.clock.now + BREAK
        assert await table.tick(at - 0.1) == []
        (begun,) = await table.tick(at)
        assert isinstance(begun.event, RoundStarted)
        assert (begun.record.number, begun.record.match_id) == (number + 1, started.record.id)
        assert (begun.event.starts_at, begun.event.deadline) == (at, at + 120)
    outcome = news.match and news.match.outcome
    assert outcome
    assert outcome.winners == (ANA,)
    assert await table.points(ana) == 36
    assert table.rounds.due() is None


async def test_a_break_can_be_cut_short_and_a_match_called_off(table: Table) -> None:
    await table.rounds.start(ROOM, ana, TERMS, rounds=3)
    with pytest.raises(NoRound):
        await table.rounds.begin(ROOM)
    await table.tick(CLOSED)
    begun = await table.rounds.begin(ROOM)
    assert begun.record.starts_at == CLOSED
    await table.tick(CLOSED + 123)
    news = await table.rounds.stop(ROOM, ana)
    assert isinstance(news.event, RoundFinished)
    assert (news.record.number, news.event.termination) == (3, Termination.STOPPED)
    assert table.rounds.due() is None


async def test_a_match_has_one_round_or_three(table: Table) -> None:
    with pytest.raises(ValueError, match="3 rounds"):
        await table.rounds.start(ROOM, ana, TERMS, rounds=2)


@pytest.mark.parametrize("restarted", [True, False])
async def test_a_message_of_the_round_before_is_known_as_such(*, restarted: bool) -> None:
    table = Table()
    late = CLOSED - START + 0.4  # the round is not finished yet, for nobody has looked
    await table.rounds.start(ROOM, ana, TERMS)
    judged = await table.send(ben, "quit", late, "m1")
    await table.finish(CLOSED + 0.5)
    await table.rounds.start(ROOM, ana, TERMS)  # as of the whole second before the message
    if restarted:
        table.restart()
        await table.rounds.resume()
    assert await table.send(ben, "quit", late, "m1") == judged
    assert await table.journal(2) == []
