import pytest

from core.ids import ChatRef, PlayerRef, Room
from core.ports import Conflict, Store
from core.rounds.events import WordAccepted, WordJudged, WordRefused
from core.rounds.round import State
from core.rounds.verdict import Cause, Verdict
from core.solver.solution import FoundWord
from tests.contract.made import (
    ANA,
    BEN,
    CLO,
    DAY,
    ETE,
    PARK,
    QUIT,
    ROOM,
    START,
    a_find,
    a_miss,
    assert_conflict,
    finish,
    keep,
    keep_plays,
    meet,
)

LONGEST = FoundWord("electroencephalo", "électroencéphalo", 999, tuple(range(48, 64)))
VERDICTS = [
    Verdict("quit", QUIT),
    Verdict("ete", ETE),
    Verdict("electroencephalo", LONGEST),
    Verdict("añil", FoundWord("añil", "AÑIL", 0, (0, 1, 2, 3))),
    Verdict("", cause=Cause.NOT_STARTED),
    Verdict("", cause=Cause.TOO_LATE),
    Verdict("", cause=Cause.PAUSED, limit=5),
    *(Verdict("", cause=Cause.NOT_LETTERS, letters=each) for each in "3' é🦊\\\n\x00\x7f\ud800"),
    Verdict("", cause=Cause.TOO_SHORT, limit=2),
    Verdict("et", cause=Cause.TOO_SHORT, limit=5),
    Verdict("e" * 16, cause=Cause.TOO_LONG, limit=16),
    Verdict("zoo", cause=Cause.LETTER_NOT_ON_GRID, letters="z"),
    Verdict("seña", cause=Cause.LETTER_NOT_ON_GRID, letters="ñ"),
    Verdict("quatre", cause=Cause.PATH_BREAKS, letters="qua"),
    Verdict("tira", cause=Cause.NOT_IN_DICTIONARY),
    Verdict("ete", cause=Cause.ALREADY_FOUND, taken_by=ANA),
    Verdict("ete", cause=Cause.ALREADY_FOUND, taken_by=BEN),
    *(Verdict("tira", cause=cause, letters="ti", limit=3) for cause in Cause),
]


@pytest.mark.parametrize("verdict", VERDICTS, ids=repr)
async def test_every_verdict_is_kept_as_it_was(store: Store, verdict: Verdict) -> None:
    await meet(store, ANA, BEN)
    key = (await keep(store)).id
    kind = WordAccepted if verdict.accepted else WordRefused
    play = kind(key, ANA, verdict, START + 1 / 3, "m-1")
    late = kind(key, ANA, verdict, START + 1 / 3, "m-2", START + 2 / 3)
    more = kind(key, ANA, verdict, START + 1, "m-3")
    await keep_plays(store, play)
    await keep_plays(store, late, more, number=1)
    async with store.read() as work:
        kept = await work.plays.of(key)
    assert kept == [play, late, more]
    assert {type(each) for each in kept} == {kind}


async def test_plays_of_a_round_come_in_order_of_arrival(store: Store) -> None:
    await meet(store, ANA, BEN)
    first, second = (await keep(store)).id, (await keep(store, room=Room(PARK))).id
    plays = [
        a_find(first, BEN, at=START + 9),
        a_miss(first, ANA, at=START + 3),
        a_find(first, ANA, at=START + 3, found=ETE),
        *(a_miss(first, BEN, at=START + 20 - number) for number in range(9)),
    ]
    await keep_plays(store, *plays)
    await keep_plays(store, a_find(second, ANA))
    async with store.read() as work:
        assert await work.plays.of(first) == plays
        assert await work.plays.of(first, 3) == plays[3:]
        assert await work.plays.of(first, len(plays)) == []
        assert await work.plays.of(second) == [a_find(second, ANA)]
        assert await work.plays.of(second + 1) == []


async def test_who_comes_second_reads_and_goes_on_in_the_same_unit_of_work(store: Store) -> None:
    await meet(store, ANA, BEN)
    key = (await keep(store)).id
    await keep_plays(store, a_find(key, ANA))
    async with store.write() as work:
        with pytest.raises(Conflict):
            await work.plays.add([a_miss(key, BEN)], 0)
        assert await work.plays.of(key, 0) == [a_find(key, ANA)]
        await work.plays.add([a_miss(key, BEN)], 1)
    async with store.read() as work:
        assert await work.plays.of(key, 1) == [a_miss(key, BEN)]


async def test_plays_of_a_player_come_by_round(store: Store) -> None:
    namesake = PlayerRef("other", ANA.id)
    await meet(store, ANA, BEN, namesake)
    first, second = (await keep(store)).id, (await keep(store, room=Room(PARK))).id
    mine = [
        a_find(first, ANA, at=START + 9),
        a_miss(first, ANA, at=START + 3),
        a_miss(second, ANA, at=START + 1),
    ]
    async with store.write() as work:
        await work.plays.add([mine[2]], 0)
        await work.plays.add([mine[0]], 0)
        await work.plays.add([a_miss(first, namesake)], 1)
        await work.plays.add([a_miss(first, BEN)], 2)
        await work.plays.add([mine[1]], 3)
    async with store.read() as work:
        assert await work.plays.by(ANA) == mine
        assert await work.plays.by(namesake) == [a_miss(first, namesake)]
        assert await work.plays.by(CLO) == []


async def test_a_message_finds_what_it_got_in_its_room(store: Store) -> None:
    namesake = PlayerRef("other", ANA.id)
    await meet(store, ANA, BEN, namesake)
    there = Room(ChatRef("other", PARK.id))
    first, second = (await keep(store)).id, (await keep(store, room=there)).id
    plays: list[WordJudged] = [
        a_find(first, ANA, message_id="1"),
        a_miss(first, BEN, message_id="1"),
        a_miss(first, namesake, message_id="1", at=START + 8),
        a_miss(first, ANA, message_id="2"),
    ]
    await keep_plays(store, *plays)
    await keep_plays(store, a_miss(second, ANA, message_id="1"))
    async with store.read() as work:
        assert await work.plays.find(ROOM, ANA, "1") == plays[0]
        assert await work.plays.find(ROOM, BEN, "1") == plays[1]
        assert await work.plays.find(ROOM, namesake, "1") == plays[2]
        assert await work.plays.find(ROOM, ANA, "2") == plays[3]
        assert await work.plays.find(there, ANA, "1") == a_miss(second, ANA, message_id="1")
        assert await work.plays.find(ROOM, BEN, "2") is None
        assert await work.plays.find(ROOM, CLO, "1") is None
        assert await work.plays.find(Room(PARK), ANA, "1") is None


async def test_plays_without_a_message_are_as_many_as_they_are(store: Store) -> None:
    await meet(store, ANA)
    key = (await keep(store)).id
    await keep_plays(store, a_find(key), a_find(key), a_find(key, message_id="1"), a_find(key))
    async with store.read() as work:
        assert len(await work.plays.of(key)) == 4


async def test_a_message_is_kept_once_in_a_round(store: Store) -> None:
    await meet(store, ANA)
    key = (await keep(store)).id
    await keep_plays(store, a_find(key, message_id="1"))
    again = a_miss(key, message_id="1")
    await assert_conflict(store, lambda work: work.plays.add([again], 1))


@pytest.mark.parametrize("number", [0, 1])
async def test_a_number_is_taken_once(store: Store, number: int) -> None:
    await meet(store, ANA)
    key = (await keep(store)).id
    await keep_plays(store, a_find(key), a_miss(key))
    await assert_conflict(store, lambda work: work.plays.add([a_miss(key)], number))


@pytest.mark.parametrize("number", [-1, 3, 9])
async def test_no_number_is_left_out(store: Store, number: int) -> None:
    await meet(store, ANA)
    key = (await keep(store)).id
    await keep_plays(store, a_find(key), a_miss(key))
    await assert_conflict(store, lambda work: work.plays.add([a_miss(key)], number))


async def test_only_who_was_seen_plays(store: Store) -> None:
    await meet(store, ANA)
    key = (await keep(store)).id
    await assert_conflict(store, lambda work: work.plays.add([a_find(key, BEN)], 0))


async def test_only_a_round_that_runs_takes_plays(store: Store) -> None:
    await meet(store, ANA)
    key = (await keep(store, state=State.WAITING)).id
    await assert_conflict(store, lambda work: work.plays.add([a_find(key)], 0))
    await assert_conflict(store, lambda work: work.plays.add([a_find(key + 1)], 0))
    async with store.write() as work:
        await work.rounds.begin(key, START, START + 120, DAY)
        await work.plays.add([a_find(key)], 0)
    await finish(store, key, 1)
    await assert_conflict(store, lambda work: work.plays.add([a_find(key)], 1))


async def test_plays_of_one_moment_are_appended_together(store: Store) -> None:
    await meet(store, ANA, BEN, CLO)
    key = (await keep(store)).id
    taken = Verdict("quit", cause=Cause.ALREADY_FOUND, taken_by=BEN)
    plays = [
        a_find(key, BEN, message_id="1"),
        a_miss(key, ANA, verdict=taken, at=START + 0.1 + 0.2),
        a_miss(key, ANA, message_id="1"),
        a_find(key, CLO, found=ETE),
        a_find(key, CLO, found=ETE),
    ]
    async with store.write() as work:
        await work.plays.add(plays[:1], 0)
        await work.plays.add([], 1)
        await work.plays.add(plays[1:4], 1)
        await work.plays.add(plays[4:], 4)
    async with store.read() as work:
        assert await work.plays.of(key) == plays


@pytest.mark.parametrize("number", [-1, 0, 1, 3, 9])
async def test_plays_together_take_no_number_twice_and_leave_none_out(
    store: Store, number: int
) -> None:
    await meet(store, ANA, BEN)
    key = (await keep(store)).id
    await keep_plays(store, a_find(key), a_miss(key))
    three = [a_miss(key), a_find(key, BEN), a_miss(key, BEN)]
    await assert_conflict(store, lambda work: work.plays.add(three, number))


async def test_of_plays_that_clash_none_is_appended(store: Store) -> None:
    await meet(store, ANA)
    key = (await keep(store)).id
    mine = [a_find(key), a_miss(key)]
    async with store.write() as work:
        with pytest.raises(Conflict):
            await work.plays.add([*mine, a_miss(key, BEN)], 0)
        assert await work.plays.of(key) == []
        await work.plays.add(mine, 0)
        with pytest.raises(Conflict):
            await work.plays.add(mine, 1)
        assert await work.plays.of(key) == mine
    again = [a_miss(key, message_id="1"), a_find(key, message_id="1")]
    await assert_conflict(store, lambda work: work.plays.add(again, 2))
    await finish(store, key, 2)
    await assert_conflict(store, lambda work: work.plays.add(mine, 2))
