from dataclasses import replace

import pytest

from core.ids import ChatRef, Room
from core.ports import Lease, Store
from core.rounds.events import Termination
from core.rounds.round import State
from tests.contract.made import (
    ANA,
    BEN,
    CLO,
    DAY,
    SQUARE,
    START,
    a_find,
    assert_conflict,
    finish,
    keep,
    keep_plays,
    meet,
)

ELSEWHERE = Room(ChatRef("elsewhere", SQUARE.id))
THREAD = Room(SQUARE, "thread")


@pytest.mark.parametrize("finished", [False, True])
async def test_only_a_round_that_waits_begins(store: Store, *, finished: bool) -> None:
    await meet(store, ANA)
    record = await keep(store)
    if finished:
        await finish(store, record.id)
    await assert_conflict(store, lambda work: work.rounds.begin(record.id, START, START + 1, DAY))
    await assert_conflict(
        store, lambda work: work.rounds.begin(record.id + 1, START, START + 1, DAY)
    )


@pytest.mark.parametrize("termination", Termination)
async def test_a_finished_round_tells_why_when_and_by_whom(
    store: Store, termination: Termination
) -> None:
    await meet(store, ANA, BEN)
    record = await keep(store)
    await keep_plays(store, a_find(record.id))
    by = BEN if termination is Termination.STOPPED else None
    finished = await finish(store, record.id, 1, termination=termination, at=START + 50.7, by=by)
    assert finished == replace(
        record,
        state=State.FINISHED,
        termination=termination,
        finished_at=START + 50.7,
        stopped_by=by,
    )


async def test_a_round_can_be_called_off_while_it_waits(store: Store) -> None:
    await meet(store, ANA)
    record = await keep(store, state=State.WAITING)
    finished = await finish(store, record.id, termination=Termination.STOPPED, by=ANA)
    assert finished.state is State.FINISHED


@pytest.mark.parametrize("state", [State.WAITING, State.RUNNING])
async def test_a_round_is_finished_once_and_by_who_was_seen(store: Store, state: State) -> None:
    await meet(store, ANA)
    record = await keep(store, state=state)
    time_up = Termination.TIME_UP
    await assert_conflict(store, lambda work: work.rounds.finish(record.id, 0, time_up, START, CLO))
    await assert_conflict(store, lambda work: work.rounds.finish(record.id + 1, 0, time_up, START))
    await finish(store, record.id)
    await assert_conflict(store, lambda work: work.rounds.finish(record.id, 0, time_up, START))


@pytest.mark.parametrize("plays", [0, 1, 3])
async def test_a_round_is_finished_by_who_knows_all_its_plays(store: Store, plays: int) -> None:
    await meet(store, ANA)
    record = await keep(store)
    await keep_plays(store, a_find(record.id), a_find(record.id))
    await assert_conflict(
        store, lambda work: work.rounds.finish(record.id, plays, Termination.TIME_UP, START)
    )
    assert (await finish(store, record.id, 2)).state is State.FINISHED


async def test_finished_rounds_that_nobody_was_told_of_come_the_oldest_first(store: Store) -> None:
    await meet(store, ANA)
    late = await finish(store, (await keep(store, starts_at=START + 900)).id)
    told = await finish(store, (await keep(store)).id)
    early = await finish(store, (await keep(store)).id)
    there = await finish(store, (await keep(store, room=ELSEWHERE)).id)
    await keep(store)
    await keep(store, room=THREAD, state=State.WAITING)
    async with store.write() as work:
        await work.rounds.mark_announced(told.id, START + 123.4)
    async with store.read() as work:
        assert await work.rounds.get(told.id) == replace(told, announced_at=START + 123.4)
        assert await work.rounds.unannounced({"test"}) == [late, early]
        assert await work.rounds.unannounced(["elsewhere"]) == [there]
        assert await work.rounds.unannounced(["elsewhere", "test"]) == [late, early, there]
        assert await work.rounds.unannounced([]) == []


async def test_the_end_of_a_round_is_for_one_process_that_lives_to_tell(store: Store) -> None:
    await meet(store, ANA)
    async with store.write() as work:
        await work.leases.put(Lease("here", "7@a x", 0))
        await work.leases.put(Lease("there", "8@b y", 3))
    ended = await finish(store, (await keep(store)).id, teller="7@a x")
    running = await keep(store)

    async def claims(round_id: int, teller: str) -> bool:
        async with store.write() as work:
            return await work.rounds.claim_end(round_id, teller)

    async def untold() -> list[int]:
        async with store.read() as work:
            return [each.id for each in await work.rounds.unannounced({"test"})]

    assert await untold() == []
    assert not await claims(ended.id, "8@b y")
    assert await claims(ended.id, "7@a x")
    async with store.write() as work:
        await work.leases.drop("here")  # it died
    assert await untold() == [ended.id]
    assert await claims(ended.id, "8@b y")
    assert not await claims(ended.id, "9@c z")
    assert await untold() == []
    for teller, left in (("9@c z", []), ("8@b y", [ended.id])):
        async with store.write() as work:
            await work.rounds.leave_end(ended.id, teller)
        assert await untold() == left
    assert await claims(ended.id, "9@c z")
    async with store.write() as work:
        await work.rounds.mark_announced(ended.id, START + 200)
    assert not await claims(ended.id, "9@c z")
    assert not await claims(running.id, "9@c z")
    assert not await claims(running.id + 1, "9@c z")


async def test_a_player_has_the_rounds_that_they_started_or_stopped(store: Store) -> None:
    await meet(store, ANA, BEN, CLO)
    hers = await finish(store, (await keep(store)).id)
    his = await finish(store, (await keep(store, started_by=BEN)).id, by=ANA)
    other = await keep(store, started_by=BEN)
    async with store.read() as work:
        assert await work.rounds.by(ANA) == [hers, his]
        assert await work.rounds.by(BEN) == [his, other]
        assert await work.rounds.by(CLO) == []
