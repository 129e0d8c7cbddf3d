"""Duels in the three stores."""

from dataclasses import replace
from typing import Any

import pytest

from core.duels.duel import LIFETIME, REMINDED, Duel, DuelGrid, Ending, Run, Side, State
from core.duels.news import DuelNews, Topic
from core.grid import Grid
from core.ids import ChatRef, PlayerRef, Room
from core.ports import Conflict, Store
from core.scoring import Rules
from tests.contract.made import ANA, BEN, CLO, PARK, PINNED, ROOM, START, meet

COMPUTER = PlayerRef("computer", "5")
GRIDS = tuple(
    DuelGrid(Grid.parse(text), 6, 43 + at) for at, text in enumerate(["QuITESARTS", "ABCD", "EFGH"])
)
THEIRS = Run(1, 0, START, START, 42, 2, ((2.5, "quit"), (9.25, "ete")))


def a_duel(code: str = "ABCD2345", **knobs: Any) -> Duel:
    settings: dict[str, Any] = {
        "room": ROOM,
        "challenger": ANA,
        "lexicon": PINNED,
        "rules": Rules.RUZZLE,
        "min_length": 2,
        "seconds": 120,
        "grids": GRIDS,
        "salt": "salt",
        "made_at": START,
        "expires_at": START + LIFETIME,
    }
    return Duel(code=code, **(settings | knobs))


async def keep_duel(store: Store, duel: Duel) -> Duel:
    async with store.write() as work:
        return replace(duel, id=await work.duels.add(duel))


async def test_a_duel_is_kept_as_it_is_and_as_it_changes(store: Store) -> None:
    await meet(store, ANA, BEN)
    duel = await keep_duel(store, a_duel())
    async with store.read() as work:
        assert await work.duels.get(duel.id) == duel == await work.duels.coded("ABCD2345")
        assert await work.duels.get(duel.id + 1) is None
        assert await work.duels.coded("abcd2345") is None
    first = Run(1, 7, START + 5)
    second = replace(first, finished_at=START + 125, points=42, words=2)
    for changed in (
        replace(duel, opponent=BEN, state=State.RUNNING, runs=((first,), ())),
        replace(
            duel, opponent=BEN, state=State.RUNNING, runs=((second,), (replace(first, number=2),))
        ),
        replace(
            duel,
            opponent=BEN,
            reminded_at=START + 9,
            state=State.OVER,
            ending=Ending.RESIGNED,
            ended_at=START + 500,
            ended_by=Side.CHALLENGER,
            runs=((second, Run(2, 9, START + 200)), (replace(first, number=2),)),
        ),
    ):
        async with store.write() as work:
            await work.duels.put(changed)
        async with store.read() as work:
            assert await work.duels.get(duel.id) == changed


async def test_a_computer_player_has_its_words_kept(store: Store) -> None:
    await meet(store, ANA, COMPUTER)
    duel = a_duel(opponent=COMPUTER, ranked=True, state=State.RUNNING, runs=((), (THEIRS,)))
    duel = await keep_duel(store, duel)
    async with store.read() as work:
        assert await work.duels.get(duel.id) == duel
    assert duel.level == 5


async def test_codes_are_of_one_duel_and_players_must_have_been_seen(store: Store) -> None:
    await meet(store, ANA)
    await keep_duel(store, a_duel())
    for bad in (a_duel(), a_duel("OTHER", challenger=BEN), a_duel("OTHER", opponent=BEN)):
        with pytest.raises(Conflict):
            await keep_duel(store, bad)


async def test_duels_are_found_by_their_players(store: Store) -> None:
    await meet(store, ANA, BEN, CLO)
    over = {"state": State.OVER, "ending": Ending.PLAYED, "ended_at": START + 9}
    first = await keep_duel(store, a_duel("A1", opponent=BEN))
    second = await keep_duel(store, a_duel("A2", challenger=CLO, opponent=ANA))
    third = await keep_duel(store, a_duel("A3", opponent=BEN, **over))
    fourth = await keep_duel(store, a_duel("A4", challenger=BEN, opponent=ANA, ranked=True, **over))
    async with store.read() as work:
        assert await work.duels.open_of([ANA]) == [first, second]
        assert await work.duels.open_of([BEN, CLO]) == [first, second]
        assert await work.duels.open_of([PlayerRef("test", "nobody")]) == []
        assert await work.duels.last_of([ANA], 5) == [fourth, third]
        assert await work.duels.last_of([ANA], 1) == [fourth]
        assert await work.duels.last_of([CLO], 5) == []


async def test_duels_are_due_to_be_ended_or_for_a_reminder(store: Store) -> None:
    await meet(store, ANA)
    duel = await keep_duel(store, a_duel())
    reminded = await keep_duel(store, a_duel("B", reminded_at=START))
    await keep_duel(store, a_duel("C", state=State.OVER, ending=Ending.EXPIRED, ended_at=START))
    end = START + LIFETIME
    for at, due in (
        (end - REMINDED - 1, []),
        (end - REMINDED, [duel]),
        (end, [duel, reminded]),
    ):
        async with store.read() as work:
            assert await work.duels.due(at) == due


async def test_news_are_told_once(store: Store) -> None:
    await meet(store, ANA, PlayerRef("other", "ben"))
    duel = await keep_duel(store, a_duel(opponent=PlayerRef("other", "ben")))
    mine, theirs = DuelNews(Side.CHALLENGER, Topic.PLAYED, 2), DuelNews(Side.OPPONENT, Topic.OVER)
    async with store.write() as work:
        await work.duels.tell(duel.id, [mine, theirs])
    async with store.read() as work:
        found = await work.duels.untold(["test", "other"])
        assert [(each, replace(told, id=0)) for each, told in found] == [
            (duel, mine),
            (duel, theirs),
        ]
        assert [told for _, told in await work.duels.untold(["other"])] == [found[1][1]]
    async with store.write() as work:
        await work.duels.mark_told(found[0][1].id, START)
    async with store.read() as work:
        assert await work.duels.untold(["test", "other"]) == found[1:]


async def test_who_is_blocked_is_kept_until_it_is_taken_back(store: Store) -> None:
    await meet(store, ANA, BEN, CLO)
    async with store.write() as work:
        for other in (CLO, BEN, BEN):
            await work.duels.block(ANA, other)
    async with store.read() as work:
        assert sorted(await work.duels.blocked_by(ANA), key=str) == [BEN, CLO]
        assert await work.duels.blocked_by(BEN) == []
    async with store.write() as work:
        await work.duels.unblock(ANA, BEN)
        await work.duels.unblock(BEN, ANA)
    async with store.read() as work:
        assert await work.duels.blocked_by(ANA) == [CLO]


async def test_of_a_forgotten_player_duels_keep_a_number_and_whom_they_blocked_is_gone(
    store: Store,
) -> None:
    await meet(store, ANA, BEN, CLO)
    duel = await keep_duel(store, a_duel(opponent=BEN))
    async with store.write() as work:
        await work.duels.block(ANA, CLO)
        await work.duels.block(CLO, BEN)
        left = await work.players.forget(ANA, 1.0)
        other = await work.players.forget(BEN, 1.0)
    assert left
    assert other
    async with store.read() as work:
        assert await work.duels.get(duel.id) == replace(duel, challenger=left, opponent=other)
        assert await work.duels.blocked_by(left) == []
        assert await work.duels.blocked_by(CLO) == [other]


async def blocked(store: Store, *others: PlayerRef) -> list[bool]:
    """Return of each whether Ana has blocked them."""
    async with store.read() as work:
        return [await work.duels.has_blocked(ANA, each) for each in others]


async def test_who_is_blocked_is_so_after_they_were_forgotten(store: Store) -> None:
    await meet(store, ANA, BEN, CLO)
    async with store.write() as work:
        await work.duels.block(ANA, BEN)
    numbers = []
    for _ in range(2):
        async with store.write() as work:
            numbers.append(await work.players.forget(BEN, 1.0))
        assert await blocked(store, BEN) == [True]  # not seen again yet
        await meet(store, BEN)
        assert await blocked(store, BEN, CLO) == [True, False]
    first, _ = numbers
    assert first
    assert await blocked(store, first) == [True]
    async with store.write() as work:
        await work.duels.unblock(ANA, first)  # from the page of a duel of before
    assert await blocked(store, first, BEN) == [False, False]


@pytest.mark.parametrize("before", [True, False])
@pytest.mark.parametrize("leaving", [BEN, CLO])
@pytest.mark.parametrize("parts", [True, False])
async def test_all_accounts_of_who_is_blocked_are_so_whatever_they_do(
    store: Store, before: bool, leaving: PlayerRef, parts: bool
) -> None:
    await meet(store, ANA, BEN, CLO)
    async with store.write() as work:
        if before:
            await work.links.join(BEN, CLO)
        await work.duels.block(ANA, BEN)
        if not before:
            await work.players.forget(BEN, 1.0)
    await meet(store, BEN)
    async with store.write() as work:
        if not before:
            await work.links.join(BEN, CLO)
        await (work.links.part(leaving) if parts else work.players.forget(leaving, 1.0))
    assert await blocked(store, BEN, CLO) == [True, True]
    async with store.write() as work:
        await work.duels.unblock(ANA, CLO)
    assert await blocked(store, BEN, CLO) == [False, False]


async def test_a_block_is_of_all_accounts_of_who_said_it(store: Store) -> None:
    await meet(store, ANA, BEN, CLO)
    async with store.write() as work:
        await work.links.join(ANA, CLO)
        await work.duels.block(CLO, BEN)
    assert await blocked(store, BEN) == [True]
    async with store.write() as work:
        await work.duels.unblock(ANA, BEN)
    assert await blocked(store, BEN) == [False]


async def test_duels_move_with_their_chat_and_keep_others_from_moving_there(store: Store) -> None:
    await meet(store, ANA, chat=PARK)
    duel = await keep_duel(store, a_duel())
    new = ChatRef("test", "new")
    async with store.write() as work:
        assert not await work.chats.move(PARK, ROOM.chat)
        assert await work.chats.move(ROOM.chat, new)
    async with store.read() as work:
        assert await work.duels.get(duel.id) == replace(duel, room=Room(new))
