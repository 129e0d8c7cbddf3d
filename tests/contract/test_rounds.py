from dataclasses import replace
from datetime import date, timedelta
from typing import Any, get_args

import pytest

from core.grid import Grid
from core.ids import ChatRef, Room
from core.lexicon.house import HouseWords
from core.ports import Store
from core.rounds.laws import Law
from core.rounds.purpose import ForDaily, ForDuel, ForMatch, ForPractice, ForRace, Purpose
from core.rounds.record import PinnedLexicon, RoundRecord
from core.rounds.round import State
from core.scoring import Rules
from tests.contract.made import (
    ANA,
    BEN,
    DAY,
    ENGLISH,
    PARK,
    ROOM,
    SQUARE,
    START,
    a_record,
    assert_conflict,
    finish,
    keep,
    meet,
)

TERRACE = Room(SQUARE, "terrasse d'été 🌿")
ELSEWHERE = Room(ChatRef("elsewhere", SQUARE.id))
HOUSE = HouseWords(frozenset({"œuvré", "tira", "añil"}), frozenset({"tas", "rest"}))
PURPOSES: list[Purpose] = [
    ForMatch(),
    ForDaily(3),
    ForDaily(3, ranked=True),
    ForDuel(4),
    ForPractice(("tas", "rest")),
    ForPractice(()),
    ForRace(((0.5, "tis"), (118.25, "etat"))),
]
KINDS: list[dict[str, Any]] = [
    {},
    {"grid": Grid.parse("QuITESARTS .dtDT.... 3x3")},
    {"grid": Grid.parse("QuITESARTS TTDDttddT")},
    {"grid": Grid.parse("ÑAÄÖÜZ 2x3")},
    {"grid": Grid.parse("ABCDEFGHABCDEFGHABCDEFGHABCDEFGH 8x4")},
    {"lexicon": PinnedLexicon("fr-lexique", "fr", "ab" * 32, HOUSE)},
    {"lexicon": PinnedLexicon("de", "de", "cd" * 32, HouseWords(removed=frozenset({"übte"})))},
    {"lexicon": ENGLISH, "room": TERRACE, "started_by": BEN},
    {"rounds": 3, "number": 2, "match_id": 1},
    {"min_length": 5, "words": 0, "points": 0, "grace": 0.0},
    {"words": 5_000, "points": 1_000_000},
    {"starts_at": 0.0, "deadline": 1e-3, "day": date(1970, 1, 1)},
    {"starts_at": START + 1 / 3, "deadline": START + 200 / 3, "day": date(2026, 9, 22)},
    {"state": State.RUNNING},
    *({"purpose": purpose} for purpose in PURPOSES),
    *({"law": law} for law in Law),
    *({"rules": rules} for rules in Rules),
]


def test_every_purpose_is_kept_here() -> None:
    assert {type(each) for each in PURPOSES} == {*get_args(Purpose)}


@pytest.mark.parametrize("knobs", KINDS)
async def test_a_round_is_kept_with_all_that_makes_it_again(
    store: Store, knobs: dict[str, Any]
) -> None:
    await meet(store, ANA, BEN)
    record = a_record(**knobs)
    async with store.write() as work:
        key = await work.rounds.add(record)
    assert key > 0
    async with store.read() as work:
        assert await work.rounds.get(key) == replace(record, id=key)
        assert await work.rounds.get(key + 1) is None


async def test_rounds_of_one_pinned_lexicon_are_kept_with_it(store: Store) -> None:
    await meet(store, ANA)
    pinned = [
        PinnedLexicon("fr", "fr", "ab" * 32, HOUSE),
        PinnedLexicon("fr", "fr", "cd" * 32, HouseWords()),
        PinnedLexicon("fr-courant", "fr", "ab" * 32, HOUSE),
    ]
    kept = [(await finish(store, (await keep(store, lexicon=each)).id)) for each in pinned * 2]
    assert [record.lexicon for record in kept] == pinned * 2


async def test_a_round_is_started_by_who_was_seen(store: Store) -> None:
    await meet(store, ANA)
    await assert_conflict(store, lambda work: work.rounds.add(a_record(started_by=BEN)))


@pytest.mark.parametrize("state", [State.WAITING, State.RUNNING])
async def test_a_room_has_one_active_round(store: Store, state: State) -> None:
    await meet(store, ANA)
    first = await keep(store, state=state)
    await assert_conflict(store, lambda work: work.rounds.add(a_record()))
    running = a_record(state=State.RUNNING, starts_at=START + 500)
    await assert_conflict(store, lambda work: work.rounds.add(running))
    await finish(store, first.id)
    second = await keep(store, state=state)
    assert second.id > first.id


async def test_rooms_play_at_once(store: Store) -> None:
    await meet(store, ANA)
    rooms = [ROOM, TERRACE, Room(PARK), Room(PARK, TERRACE.topic), ELSEWHERE]
    kept = [await keep(store, room=room) for room in rooms]
    async with store.read() as work:
        for record in kept:
            assert await work.rounds.active(record.room) == record
        assert await work.rounds.active(Room(SQUARE, "nowhere")) is None


async def test_the_active_round_waits_or_runs(store: Store) -> None:
    await meet(store, ANA)
    waiting = await keep(store, state=State.WAITING)
    async with store.write() as work:
        assert await work.rounds.active(ROOM) == waiting
        later = DAY + timedelta(days=1)
        await work.rounds.begin(waiting.id, START + 1, START + 91, later)
        running = replace(
            waiting, state=State.RUNNING, starts_at=START + 1, deadline=START + 91, day=later
        )
        assert await work.rounds.active(ROOM) == running
    await finish(store, waiting.id)
    async with store.read() as work:
        assert await work.rounds.active(ROOM) is None


async def test_active_rounds_of_platforms_come_the_oldest_first(store: Store) -> None:
    await meet(store, ANA)
    first = await keep(store, room=TERRACE, state=State.WAITING, starts_at=START + 900)
    there = await keep(store, room=ELSEWHERE)
    over = await keep(store, room=Room(PARK))
    last = await keep(store, room=ROOM)
    await finish(store, over.id)
    async with store.read() as work:
        assert await work.rounds.active_on({"test"}) == [first, last]
        assert await work.rounds.active_on(["test", "elsewhere"]) == [first, there, last]
        assert await work.rounds.active_on({"nowhere"}) == []
        assert await work.rounds.active_on([]) == []


async def test_rounds_run_on_all_platforms(store: Store) -> None:
    await meet(store, ANA)
    first = await keep(store, room=TERRACE)
    await keep(store, room=Room(ROOM.chat, "waits"), state=State.WAITING)
    over = await keep(store, room=Room(ROOM.chat, "over"))
    there = await keep(store, room=ELSEWHERE)
    await finish(store, over.id)
    async with store.read() as work:
        assert await work.rounds.running() == [first, there]


async def test_the_latest_round_is_the_last_that_had_started(store: Store) -> None:
    await meet(store, ANA)
    first = await finish(store, (await keep(store)).id)
    second = await keep(store, starts_at=START + 200)
    await keep(store, room=TERRACE, starts_at=START + 100)
    await keep(store, room=ELSEWHERE, starts_at=START + 100)
    async with store.read() as work:
        assert await work.rounds.latest(ROOM, START - 0.001) is None
        assert await work.rounds.latest(ROOM, START) == first
        assert await work.rounds.latest(ROOM, START + 199.999) == first
        assert await work.rounds.latest(ROOM, START + 200) == second
        assert await work.rounds.latest(ROOM) == second


async def test_the_latest_round_does_not_wait_any_more(store: Store) -> None:
    await meet(store, ANA)
    first = await finish(store, (await keep(store)).id)
    waiting = await keep(store, state=State.WAITING, starts_at=START + 200)
    async with store.write() as work:
        assert await work.rounds.latest(ROOM, START + 300) == first
        await work.rounds.begin(waiting.id, START + 250, START + 370, DAY)
        assert await work.rounds.latest(ROOM, START + 249) == first
        latest = await work.rounds.latest(ROOM, START + 250)
    assert latest
    assert latest.id == waiting.id


async def test_rounds_of_a_match_come_first_to_last_by_the_id_of_the_first(store: Store) -> None:
    await meet(store, ANA)
    other = await keep(store, room=TERRACE)
    match: list[RoundRecord] = []
    for number in (1, 2, 3):
        match_id = match[0].id if match else 0
        kept = await keep(store, rounds=3, number=number, match_id=match_id)
        match.append(await finish(store, kept.id))
    async with store.read() as work:
        assert await work.rounds.of_match(match[0].id) == match
        assert await work.rounds.of_match(other.id) == [other]
        assert await work.rounds.of_match(match[2].id + 1) == []
