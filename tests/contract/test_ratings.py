"""Ratings in the three stores."""

import pytest

from core.chats.players import Visibility
from core.ids import Member, PlayerRef
from core.ports import Store
from core.ratings import KEPT, Rating, RatingLine
from tests.contract.dailies import join, keep_puzzle
from tests.contract.made import ANA, BEN, CLO, PARK, SQUARE, START, meet

SURE, BETTER, VAGUE = Rating(25, 4, 12), Rating(30, 4, 20), Rating(40, 8, 1)


async def put(store: Store, **ratings: Rating) -> None:
    async with store.write() as work:
        for name, rating in ratings.items():
            await work.ratings.put(PlayerRef("test", name), "fr", rating)


async def test_a_rating_is_kept_by_language_and_replaced(store: Store) -> None:
    await meet(store, ANA)
    await put(store, ana=VAGUE)
    await put(store, ana=SURE)
    async with store.write() as work:
        await work.ratings.put(ANA, "en", BETTER)
    async with store.read() as work:
        assert await work.ratings.of(ANA, "fr") == SURE
        assert await work.ratings.of(ANA, "de") == Rating()
        assert await work.ratings.by(ANA) == {"en": BETTER, "fr": SURE}
        assert await work.ratings.by(BEN) == {}


async def test_a_board_has_the_sure_who_are_shown(store: Store) -> None:
    await meet(store, ANA, BEN, chat=SQUARE)
    await meet(store, CLO, chat=PARK)
    await put(store, ana=SURE, ben=VAGUE, clo=BETTER)
    async with store.read() as work:
        lines = [RatingLine(CLO, "Clo", BETTER), RatingLine(ANA, "Ana", SURE)]
        assert await work.ratings.top(None, "fr", 10) == lines
        assert await work.ratings.top(None, "fr", 1) == lines[:1]
        assert await work.ratings.top(SQUARE, "fr", 10) == lines[1:]
        assert await work.ratings.top(SQUARE, "en", 10) == []
    async with store.write() as work:
        await work.players.set_visibility(CLO, Visibility.CHAT)
    async with store.read() as work:
        assert await work.ratings.top(None, "fr", 10) == lines[1:]
        assert await work.ratings.top(PARK, "fr", 10) == lines[:1]


async def test_a_chat_sees_the_account_that_it_knows(store: Store) -> None:
    await meet(store, ANA, chat=PARK)
    await meet(store, BEN, chat=SQUARE)
    await join(store, ANA, BEN)
    await put(store, ana=SURE)
    async with store.read() as work:
        assert await work.ratings.top(SQUARE, "fr", 10) == [RatingLine(BEN, "Ben", SURE)]
        assert await work.ratings.top(None, "fr", 10) == [RatingLine(ANA, "Ana", SURE)]


async def test_meetings_are_counted_by_pair_language_and_week(store: Store) -> None:
    await meet(store, ANA, BEN, CLO)
    async with store.write() as work:
        counts = [
            await work.ratings.meet(one, other, language, week)
            for one, other, language, week in (
                (ANA, BEN, "fr", "2026-W39"),
                (BEN, ANA, "fr", "2026-W39"),
                (ANA, BEN, "en", "2026-W39"),
                (ANA, BEN, "fr", "2026-W40"),
                (ANA, CLO, "fr", "2026-W39"),
            )
        ]
    assert counts == [1, 2, 1, 1, 1]


async def test_of_a_forgotten_player_no_rating_is_left(store: Store) -> None:
    await meet(store, ANA, BEN)
    await put(store, ana=SURE, ben=BETTER)
    async with store.write() as work:
        await work.ratings.meet(ANA, BEN, "fr", "2026-W39")
        left = await work.players.forget(ANA, 1.0)
    assert left
    async with store.read() as work:
        assert await work.ratings.by(left) == {}
        assert len(await work.ratings.top(None, "fr", 10)) == 1
    async with store.write() as work:
        await work.players.see(Member(ANA, "Ana"), None, START)
        assert await work.ratings.meet(ANA, BEN, "fr", "2026-W39") == 2


async def come_back(store: Store, player: PlayerRef, at: float = START) -> None:
    async with store.write() as work:
        assert await work.players.forget(player, at)
        await work.players.see(Member(player, ""), None, at)


async def rating(store: Store, player: PlayerRef, language: str = "fr") -> Rating:
    async with store.read() as work:
        first, *_ = await work.links.accounts(player)
        return await work.ratings.of(first, language)


async def test_who_comes_back_goes_on_from_the_rating_they_had(store: Store) -> None:
    await meet(store, ANA, BEN)
    await put(store, ana=SURE)
    for _ in range(2):
        await come_back(store, ANA)
        assert await rating(store, ANA) == SURE
        assert await rating(store, ANA, "en") == await rating(store, BEN) == Rating()
        async with store.read() as work:
            assert await work.ratings.by(ANA) == {}
            assert await work.ratings.top(None, "fr", 10) == []
    await put(store, ana=BETTER)
    assert await rating(store, ANA) == BETTER
    await come_back(store, ANA)
    assert await rating(store, ANA) == BETTER


async def test_a_rating_waits_a_year_for_who_was_forgotten(store: Store) -> None:
    await meet(store, ANA)
    await put(store, ana=SURE)
    await come_back(store, ANA)
    for number, at, kept in ((1, START + KEPT - 1, SURE), (2, START + KEPT, Rating())):
        puzzle = await keep_puzzle(store, number)
        async with store.write() as work:
            await work.puzzles.close(puzzle.id, at)
        assert await rating(store, ANA) == kept


@pytest.mark.parametrize("leaving", [ANA, BEN])
async def test_linked_accounts_are_rated_alike_and_stay_so_apart(
    store: Store, leaving: PlayerRef
) -> None:
    await meet(store, ANA, BEN)
    await put(store, ana=SURE, ben=BETTER)
    await join(store, ANA, BEN)
    assert await rating(store, ANA) == await rating(store, BEN) == BETTER
    async with store.read() as work:
        assert len(await work.ratings.top(None, "fr", 10)) == 1
    async with store.write() as work:
        assert await work.links.part(leaving)
    assert await rating(store, ANA) == await rating(store, BEN) == BETTER


@pytest.mark.parametrize("leaving", [ANA, BEN])
async def test_neither_of_linked_accounts_forgets_a_rating(
    store: Store, leaving: PlayerRef
) -> None:
    await meet(store, ANA, BEN)
    await join(store, ANA, BEN)
    await put(store, ana=SURE)
    await come_back(store, leaving)
    assert await rating(store, ANA) == await rating(store, BEN) == SURE


async def test_two_meet_by_all_their_accounts(store: Store) -> None:
    await meet(store, ANA, BEN, CLO)
    week = "fr", "2026-W39"
    async with store.write() as work:
        assert await work.ratings.meet(BEN, CLO, *week) == 1
        assert await work.links.join(ANA, BEN)
        assert await work.ratings.meet(ANA, CLO, *week) == 2
        assert await work.links.part(BEN)
        assert await work.ratings.meet(BEN, CLO, *week) == 3
        assert await work.ratings.meet(CLO, ANA, *week) == 3
    for player in (BEN, CLO, BEN):
        await come_back(store, player)
    async with store.write() as work:
        assert await work.ratings.meet(BEN, CLO, *week) == 4
        assert await work.ratings.meet(BEN, CLO, "fr", "2026-W40") == 1
