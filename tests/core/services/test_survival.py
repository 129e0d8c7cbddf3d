"""Rounds that outlive their process, a failing store, and who is forgotten meanwhile."""

from collections.abc import Collection
from dataclasses import replace

import pytest

from core.chats.players import FORGOTTEN
from core.ports import StoreError
from core.rounds.events import RoundFinished, RoundStarted, Termination
from core.rounds.laws import Law
from core.rounds.record import RoundRecord
from core.rounds.verdict import Cause
from core.services.privacy import PrivacyService
from core.services.rounds import BREAK, GRACE, RETRY, RoundsService
from core.solver.solution import FoundWord, Solution
from tests.core.rounds.boards import ANA, BEN, END, SOLUTION, START
from tests.core.services.table import CHAT, CLOSED, ROOM, TERMS, THREAD, Table, ana, ben
from tests.helpers.fakes import SameGrid


@pytest.fixture
def table() -> Table:
    return Table()


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
    (news,) = await table.tick(CLOSED + 1123)
    assert news.match
    assert [result.of(ANA).points for result in news.match.results] == [12, 0]


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
    (news,) = await second.tick()
    assert isinstance(news.event, RoundFinished)
    assert {card.player: card.points for card in news.event.result.standing} == {
        ANA: 12,
        BEN: 10,
    }
    await second.announced(1)
    assert await table.rounds.tick() == []
    assert (await table.send(ana, "tas", 4)).verdict.cause is Cause.TOO_LATE
    assert await table.points(ben) == 10


async def test_the_words_of_another_process_come_without_solving_the_grid_again(
    table: Table,
) -> None:
    class SolvesOnce(SameGrid):
        async def solve(self, record: RoundRecord, accepted: Collection[FoundWord]) -> Solution:
            solved.append(record)
            assert len(solved) == 1
            return SOLUTION

    solved: list[RoundRecord] = []
    await table.rounds.start(ROOM, ana, TERMS)
    second = RoundsService(table.store, SolvesOnce(), table.clock, ["test"])
    await second.resume()
    for at in range(1, 40, 4):
        await table.send(ana, "zoo", at)
        assert await second.submit(ROOM, ben, "zoo", START + at + 1)
        await table.send(ana, "zoo", at + 2)
        await table.send(ben, "quit", at + 3)
        assert await second.submit(ROOM, ana, "est", START + at + 3.5)
    third = RoundsService(table.store, SameGrid(), table.clock, ["test"])
    await third.resume()
    table.clock.now = CLOSED
    (news,) = await second.tick()
    live = third.live.get(ROOM)
    assert live
    assert isinstance(news.event, RoundFinished)
    assert news.event.result == live.round.result()
    assert len(await table.journal()) == 50


async def test_who_is_forgotten_by_one_process_is_so_in_the_round_of_another(
    table: Table,
) -> None:
    await table.rounds.start(ROOM, ana, TERMS)
    await table.send(ana, "quit", 1)
    second = RoundsService(table.store, SameGrid(), table.clock, ["test"])
    await second.resume()
    assert await PrivacyService(table.store, table.rounds.reread).forget(ANA, 1.0)
    await table.send(ben, "est", 2)
    table.clock.now = CLOSED
    assert await second.tick() == []
    table.clock.forward(GRACE)
    (news,) = await second.tick()
    assert isinstance(news.event, RoundFinished)
    assert {card.player.platform for card in news.event.result.standing} == {FORGOTTEN, "test"}


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
    news = await table.tick(CLOSED + RETRY)
    news += await table.tick(CLOSED + RETRY + GRACE)
    assert [each.record.id for each in news] == [1]
    assert isinstance(news[0].event, RoundFinished)
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
    news = await table.tick(CLOSED + BREAK + RETRY)
    news += await table.tick(CLOSED + BREAK + RETRY + GRACE)
    assert [type(each.event) for each in news] == [RoundStarted]
    assert news[0].record.id == ended.following.id
    assert table.rounds.live.running(ROOM)


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
    assert table.rounds.live.running(ROOM)
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
    table.rounds.live._dealer = Broken()
    assert await table.tick(START) == []
    (news,) = await table.tick(CLOSED)
    assert news.record.room == THREAD
    table.rounds.live._dealer = SameGrid()
    await table.tick(CLOSED + RETRY)
    (news,) = await table.tick(CLOSED + RETRY + GRACE)
    assert news.record.room == ROOM


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
    assert await privacy.forget(ANA, 1.0)
    assert await privacy.forget(BEN, 1.0)
    await table.tick(START + 2)
    finished = await table.finish()
    assert {card.player.platform for card in finished.result.standing} == {FORGOTTEN}


async def test_who_is_forgotten_in_the_middle_of_a_round_comes_back_as_another(
    table: Table,
) -> None:
    await table.rounds.start(ROOM, ana, TERMS)
    await table.send(ana, "quit", 1, "m1")
    async with table.store.write() as work:
        anonymous = await work.players.forget(ANA, 1.0)
    assert anonymous
    await table.send(ana, "est", 2, "m2")
    finished = await table.finish(CLOSED + GRACE)
    points = {card.player: card.points for card in finished.result.standing}
    assert points == {anonymous: 12, ANA: 3}
    assert await table.points(ana) == 3
