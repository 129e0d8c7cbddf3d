"""Rounds in rooms: started, played, stopped, resumed; over a store in memory."""

from collections.abc import Collection
from dataclasses import replace

import pytest

from core.errors import StoreError
from core.ids import ChatRef, Member, PlayerRef, Room
from core.players import FORGOTTEN
from core.ports import Store
from core.rounds.events import RoundFinished, RoundStarted, Termination, WordAccepted, WordJudged
from core.rounds.laws import Law
from core.rounds.match import LADDER
from core.rounds.record import RoundRecord, Terms
from core.rounds.round import State
from core.rounds.verdict import Cause
from core.services.happened import Happened
from core.services.privacy import PrivacyService
from core.services.refusals import NoRound, NotAllowed, NotHere, RoundActive
from core.services.rounds import BREAK, GRACE, RETRY, RoundsService
from core.solver.solution import FoundWord, Solution
from core.standings import Board, Period, world_day
from core.store.memory import MemoryStore
from tests.core.rounds.boards import ANA, BEN, END, SOLUTION, START
from tests.helpers.fakes import FakeClock, Flaky, SameGrid

CHAT = ChatRef("test", "guild")
ROOM, THREAD = Room(CHAT), Room(CHAT, "thread")
ana, ben = Member(ANA, "Ana"), Member(BEN, "Ben")
moderator = Member(PlayerRef("test", "mod"), "Mod", admin=True)
TERMS = Terms(lexicon="fr")
CLOSED = END + GRACE


class Table:
    """A service with its clock and its store, and a new service on the same store on demand."""

    def __init__(self, store: Store | None = None) -> None:
        self.clock = FakeClock()
        self.store = Flaky(store or MemoryStore())
        self.restart()

    def restart(self) -> None:
        self.rounds = RoundsService(self.store, SameGrid(), self.clock, ["test"])

    async def send(self, who: Member, text: str, at: float, message_id: str = "") -> WordJudged:
        play = await self.rounds.submit(ROOM, who, text, START + at, message_id or None)
        assert play
        return play

    async def tick(self, now: float) -> list[Happened]:
        self.clock.now = now
        return await self.rounds.tick()

    async def finish(self, now: float = CLOSED) -> RoundFinished:
        (happened,) = await self.tick(now)
        assert isinstance(happened.event, RoundFinished)
        return happened.event

    async def journal(self, round_id: int = 1) -> list[WordJudged]:
        async with self.store.read() as work:
            return await work.plays.of(round_id)

    async def points(self, who: Member, chat: ChatRef | None = CHAT) -> int:
        board = Board(chat, "fr", Period.ALL, Period.ALL.start(world_day(START)))
        async with self.store.read() as work:
            standing = await work.standings.get(board, who.ref)
        return standing.points if standing else 0


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
    assert table.rounds.running(ROOM) is None
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
    happened = await table.rounds.stop(ROOM, moderator)
    assert isinstance(happened.event, RoundFinished)
    assert (happened.event.termination, happened.event.by) == (
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
        (happened,) = await table.tick(at + 120 + GRACE)
        assert happened.match
        assert len(happened.match.results) == number
        assert happened.match.over is (number == len(LADDER))
        if number == 3:
            break
        assert table.rounds.running(ROOM) is None
        assert await table.rounds.submit(ROOM, ana, "est", table.clock.now) is None
        with pytest.raises(RoundActive):
            await table.rounds.start(ROOM, ben, TERMS)
        at = table.clock.now + BREAK
        assert await table.tick(at - 0.1) == []
        (begun,) = await table.tick(at)
        assert isinstance(begun.event, RoundStarted)
        assert (begun.record.number, begun.record.match_id) == (number + 1, started.record.id)
        assert (begun.event.starts_at, begun.event.deadline) == (at, at + 120)
    outcome = happened.match and happened.match.outcome
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
    happened = await table.rounds.stop(ROOM, ana)
    assert isinstance(happened.event, RoundFinished)
    assert (happened.record.number, happened.event.termination) == (3, Termination.STOPPED)
    assert table.rounds.due() is None


async def test_a_match_has_one_round_or_three(table: Table) -> None:
    with pytest.raises(ValueError, match="3 rounds"):
        await table.rounds.start(ROOM, ana, TERMS, rounds=2)


async def test_a_restart_keeps_every_word_and_the_deadline(table: Table) -> None:
    await table.rounds.start(ROOM, ana, replace(TERMS, law=Law.FIRST_FINDER))
    first = await table.send(ana, "quit", 1, "m1")
    table.restart()
    (again,) = await table.rounds.resume()
    assert again.event == RoundStarted(1, SOLUTION.grid, Law.FIRST_FINDER, START, END)
    assert await table.send(ana, "?", 1, "m1") == first
    taken = await table.send(ben, "quit", 9)
    assert (taken.verdict.cause, taken.verdict.taken_by) == (Cause.ALREADY_FOUND, ANA)
    await table.send(ben, "est", 10)
    assert table.rounds.due() == CLOSED
    finished = await table.finish()
    assert {card.player: card.points for card in finished.result.standing} == {ANA: 12, BEN: 3}


async def test_a_round_that_ended_while_nobody_was_there_takes_words_sent_in_time(
    table: Table,
) -> None:
    await table.rounds.start(ROOM, ana, TERMS)
    table.clock.now = END + 1000
    table.restart()
    await table.rounds.resume()
    assert table.rounds.due() == END + 1000 + GRACE
    assert (await table.send(ben, "quit", 60)).verdict.accepted
    finished = await table.finish(END + 1000 + GRACE)
    assert finished.result.of(BEN).points == 12


async def test_a_match_goes_on_after_a_restart_with_its_earlier_rounds(table: Table) -> None:
    await table.rounds.start(ROOM, ana, TERMS, rounds=3)
    await table.send(ana, "quit", 1)
    await table.tick(CLOSED)
    table.restart()
    await table.rounds.resume()
    (begun,) = await table.tick(CLOSED + 1000)
    assert begun.record.deadline == CLOSED + 1120
    table.restart()
    await table.rounds.resume()
    (happened,) = await table.tick(CLOSED + 1123)
    assert happened.match
    assert [result.of(ANA).points for result in happened.match.results] == [12, 0]


async def test_an_end_is_told_again_until_it_was_told(table: Table) -> None:
    await table.rounds.start(ROOM, ana, TERMS, rounds=3)
    await table.send(ana, "quit", 1)
    (told,) = await table.tick(CLOSED)
    table.restart()
    (again,) = await table.rounds.resume()
    assert again.event == told.event
    assert again.match == told.match
    await table.rounds.announced(1)
    table.restart()
    assert await table.rounds.resume() == []


async def test_rounds_of_other_platforms_are_left_alone(table: Table) -> None:
    await table.rounds.start(ROOM, ana, TERMS)
    other = RoundsService(table.store, SameGrid(), table.clock, ["elsewhere"])
    await other.resume()
    assert other.due() is None


async def test_only_what_closed_before_is_taken_up_where_others_are_at_work(
    table: Table,
) -> None:
    await table.rounds.start(ROOM, ana, TERMS)
    table.restart()
    await table.rounds.resume(closed_before=CLOSED)
    assert table.rounds.due() is None
    await table.rounds.resume(closed_before=CLOSED + 1)
    assert table.rounds.due() == CLOSED


async def test_a_second_process_on_the_same_round_loses_no_word(table: Table) -> None:
    await table.rounds.start(ROOM, ana, TERMS)
    second = RoundsService(table.store, SameGrid(), table.clock, ["test"])
    await second.resume()
    await table.send(ana, "quit", 1, "m1")
    assert await second.submit(ROOM, ana, "?", START + 1, "m1") == (await table.journal())[0]
    assert await second.submit(ROOM, ben, "est", START + 2, "m2")
    await table.send(ben, "rest", 3, "m3")
    table.clock.now = CLOSED
    assert await second.tick() == []  # it has not seen the last word
    table.clock.forward(GRACE)
    (happened,) = await second.tick()
    assert isinstance(happened.event, RoundFinished)
    assert {card.player: card.points for card in happened.event.result.standing} == {
        ANA: 12,
        BEN: 10,
    }
    await second.announced(1)
    assert await table.rounds.tick() == []
    assert (await table.send(ana, "tas", 4)).verdict.cause is Cause.TOO_LATE
    assert await table.points(ben) == 10


@pytest.mark.parametrize("fails", ["before", "after"])
async def test_a_word_that_may_not_be_stored_is_not_acknowledged(table: Table, fails: str) -> None:
    await table.rounds.start(ROOM, ana, TERMS)
    table.store.fails = fails
    with pytest.raises(StoreError):
        await table.send(ana, "quit", 1, "m1")
    assert (await table.send(ana, "quit", 1, "m1")).verdict.accepted
    assert len(await table.journal()) == 1
    assert (await table.finish(CLOSED + GRACE)).result.of(ANA).points == 12


@pytest.mark.parametrize("fails", ["before", "after"])
async def test_an_end_that_may_not_be_stored_is_tried_again_and_counts_once(
    table: Table, fails: str
) -> None:
    await table.rounds.start(ROOM, ana, TERMS)
    await table.rounds.start(THREAD, ana, TERMS)
    await table.send(ana, "quit", 1)
    table.store.fails = fails
    (other,) = await table.tick(CLOSED)
    assert other.record.room == THREAD
    happened = await table.tick(CLOSED + RETRY)
    happened += await table.tick(CLOSED + RETRY + GRACE)
    assert [each.record.id for each in happened] == [1]
    assert isinstance(happened[0].event, RoundFinished)
    assert await table.points(ana) == 12
    table.restart()
    assert {each.record.id for each in await table.rounds.resume()} == {1, 2}


@pytest.mark.parametrize("fails", ["before", "after"])
async def test_a_start_that_may_not_be_stored_leaves_no_room_stuck(
    table: Table, fails: str
) -> None:
    table.store.fails = fails
    with pytest.raises(StoreError):
        await table.rounds.start(ROOM, ana, TERMS)
    table.clock.now = CLOSED + GRACE
    await table.rounds.tick()
    table.clock.forward(GRACE)
    await table.rounds.tick()
    assert (await table.rounds.start(ROOM, ben, TERMS)).record.room == ROOM


@pytest.mark.parametrize("fails", ["before", "after"])
async def test_a_beginning_that_may_not_be_stored_is_told_once_it_is(
    table: Table, fails: str
) -> None:
    await table.rounds.start(ROOM, ana, TERMS, rounds=3)
    (ended,) = await table.tick(CLOSED)
    assert ended.following
    table.store.fails = fails
    assert await table.tick(CLOSED + BREAK) == []
    happened = await table.tick(CLOSED + BREAK + RETRY)
    happened += await table.tick(CLOSED + BREAK + RETRY + GRACE)
    assert [type(each.event) for each in happened] == [RoundStarted]
    assert happened[0].record.id == ended.following.id
    assert table.rounds.running(ROOM)


async def test_a_start_or_a_stop_that_was_stored_unknown_to_all_is_told(table: Table) -> None:
    table.store.fails = "after"
    with pytest.raises(StoreError):
        await table.rounds.start(ROOM, ana, TERMS)
    (started,) = await table.tick(START)
    assert isinstance(started.event, RoundStarted)
    table.store.fails = "after"
    with pytest.raises(StoreError):
        await table.rounds.stop(ROOM, ana)
    (stopped,) = await table.tick(START + 1)
    assert isinstance(stopped.event, RoundFinished)
    assert (stopped.event.termination, stopped.event.by) == (Termination.STOPPED, ANA)


async def test_a_word_that_failed_does_not_deafen_the_room(table: Table) -> None:
    await table.rounds.start(ROOM, ana, TERMS)
    table.store.fails = "before"
    with pytest.raises(StoreError):
        await table.send(ana, "quit", 1)
    assert await table.tick(START + 1) == []
    assert table.rounds.running(ROOM)
    assert table.rounds.due() == CLOSED


async def test_what_nobody_foresaw_in_one_room_does_not_stop_the_others(table: Table) -> None:
    class Broken(SameGrid):
        async def solve(self, record: RoundRecord, accepted: Collection[FoundWord]) -> Solution:
            if record.room == ROOM:
                raise RuntimeError("a bug")
            return SOLUTION

    await table.rounds.start(ROOM, ana, TERMS)
    await table.rounds.start(THREAD, ana, TERMS)
    table.rounds.reread(ANA)
    table.rounds._live._dealer = Broken()
    assert await table.tick(START) == []
    (happened,) = await table.tick(CLOSED)
    assert happened.record.room == THREAD
    table.rounds._live._dealer = SameGrid()
    await table.tick(CLOSED + RETRY)
    (happened,) = await table.tick(CLOSED + RETRY + GRACE)
    assert happened.record.room == ROOM


async def test_each_round_of_a_match_counts_for_the_day_on_which_it_begins(table: Table) -> None:
    async with table.store.write() as work:
        await work.chats.set(CHAT, "timezone", "Europe/Paris")
    midnight = 1_790_028_000.0  # 2026-09-22 00:00 in Paris
    table.clock.now = midnight - 60.5
    first = await table.rounds.start(ROOM, ana, TERMS, rounds=3)
    assert (first.record.day.isoformat(), first.record.starts_at) == ("2026-09-21", midnight - 61)
    await table.tick(midnight + 100)
    (second,) = await table.tick(midnight + 115.5)
    assert second.record.day.isoformat() == "2026-09-22"
    assert (second.record.starts_at, second.record.deadline) == (midnight + 115, midnight + 235.5)
    async with table.store.read() as work:
        assert await work.rounds.get(second.record.id) == second.record


async def test_who_is_forgotten_is_not_on_the_card_even_without_a_word(table: Table) -> None:
    await table.rounds.start(ROOM, ana, TERMS)
    await table.send(ben, "zoo", 1)
    privacy = PrivacyService(table.store, table.rounds.reread)
    assert await privacy.forget(ANA)
    assert await privacy.forget(BEN)
    await table.tick(START + 2)
    finished = await table.finish()
    assert {card.player.platform for card in finished.result.standing} == {FORGOTTEN}


async def test_who_is_forgotten_in_the_middle_of_a_round_comes_back_as_another(
    table: Table,
) -> None:
    await table.rounds.start(ROOM, ana, TERMS)
    await table.send(ana, "quit", 1, "m1")
    async with table.store.write() as work:
        anonymous = await work.players.forget(ANA)
    assert anonymous
    await table.send(ana, "est", 2, "m2")
    finished = await table.finish(CLOSED + GRACE)
    points = {card.player: card.points for card in finished.result.standing}
    assert points == {anonymous: 12, ANA: 3}
    assert await table.points(ana) == 3
