"""Limits that no act of a player undoes: forgetting, linking, parting."""

from collections.abc import Awaitable, Callable
from datetime import timedelta

import pytest

from core.ids import PlayerRef
from core.limits import daily_limit, pair_limit, word_limit
from core.ports import Conflict, Store
from core.store.sql.pseudonyms import code_of
from tests.contract.dailies import a_daily_board, attempt, begin, close, join, keep_puzzle, lines
from tests.contract.made import ANA, BEN, CLO, DAY, QUIT, meet
from tests.contract.wordles import a_game, keep_game, keep_word

Try = Callable[[PlayerRef], Awaitable[object]]


async def forget(store: Store, *players: PlayerRef) -> None:
    async with store.write() as work:
        for player in players:
            assert await work.players.forget(player, 1.0)
    await meet(store, *players)


async def used(store: Store, player: PlayerRef) -> set[str]:
    async with store.read() as work:
        return {*await work.limits.used(player)}


@pytest.fixture(params=["daily", "wordle"])
async def once(request: pytest.FixtureRequest, store: Store) -> Try:
    """Return a function that begins what each player may begin once; raises Conflict."""
    if request.param == "daily":
        puzzle = await keep_puzzle(store)
        return lambda player: begin(store, puzzle, player)
    word = await keep_word(store)
    return lambda player: keep_game(store, a_game(player, word))


async def assert_spent(once: Try, *players: PlayerRef) -> None:
    for player in players:
        with pytest.raises(Conflict):
            await once(player)


async def test_an_account_that_comes_back_has_had_its_try(store: Store, once: Try) -> None:
    await meet(store, ANA, BEN)
    await once(ANA)
    for _ in range(2):
        await forget(store, ANA)
        await assert_spent(once, ANA)
    await once(BEN)


@pytest.mark.parametrize(("playing", "leaving"), [(ANA, ANA), (ANA, BEN), (BEN, ANA), (BEN, BEN)])
async def test_linked_accounts_have_had_the_try_of_each(
    store: Store, once: Try, playing: PlayerRef, leaving: PlayerRef
) -> None:
    await meet(store, ANA, BEN)
    await join(store, ANA, BEN)
    await once(playing)
    await forget(store, leaving)
    await assert_spent(once, ANA, BEN)
    await forget(store, ANA, BEN)
    await assert_spent(once, ANA, BEN)


async def test_to_be_linked_with_who_was_forgotten_is_no_new_try(store: Store, once: Try) -> None:
    await meet(store, ANA, BEN, CLO)
    await once(ANA)
    await forget(store, ANA)
    await join(store, ANA, BEN)
    await assert_spent(once, ANA, BEN)
    async with store.write() as work:
        assert await work.links.part(BEN)
    await assert_spent(once, ANA, BEN)
    await join(store, BEN, CLO)
    await forget(store, BEN)
    await assert_spent(once, ANA, BEN, CLO)


async def test_who_parts_has_had_the_word_of_the_day(store: Store) -> None:
    await meet(store, ANA, BEN)
    word = await keep_word(store)
    await join(store, ANA, BEN)
    await keep_game(store, a_game(ANA, word))
    async with store.write() as work:
        assert await work.links.part(BEN)
    with pytest.raises(Conflict):
        await keep_game(store, a_game(BEN, word))


async def test_a_try_is_of_one_daily_and_gone_when_its_day_is_closed(store: Store) -> None:
    await meet(store, ANA)
    puzzles = [await keep_puzzle(store, number) for number in (1, 2)]
    await attempt(store, puzzles[0], ANA, QUIT)
    await forget(store, ANA)
    await attempt(store, puzzles[1], ANA, QUIT)
    assert await used(store, ANA) == {daily_limit(each.id).name for each in puzzles}
    await close(store, puzzles[0])
    assert await used(store, ANA) == {daily_limit(puzzles[1].id).name}
    assert await used(store, BEN) == set()
    await close(store, puzzles[1])
    assert await used(store, ANA) == set()


async def test_a_try_at_a_word_is_gone_with_the_day(store: Store) -> None:
    await meet(store, ANA)
    word = await keep_word(store)
    await keep_game(store, a_game(ANA, word))
    assert await used(store, ANA) == {word_limit(word.id, word.day).name}
    await keep_word(store, 2)
    assert await used(store, ANA) == set()
    await keep_game(store, a_game(ANA, await keep_word(store, language="de"), language="de"))
    late = await keep_puzzle(store, 1, day=DAY + timedelta(days=1))
    await close(store, late)
    assert await used(store, ANA) == set()


async def test_a_forgotten_attempt_that_ends_later_counts_for_nobody(store: Store) -> None:
    await meet(store, ANA)
    puzzle = await keep_puzzle(store)
    await begin(store, puzzle, ANA)
    await forget(store, ANA)
    async with store.write() as work:
        await work.attempts.finish(1, None, (), 0, puzzle.closes_at)
    assert await lines(store, a_daily_board(day=puzzle.day)) == []
    with pytest.raises(Conflict):
        await begin(store, puzzle, ANA)


def test_codes_tell_limits_accounts_and_databases_apart_and_hold_neither_name_nor_id() -> None:
    codes = [
        code_of("key", "daily 1", [ANA]),
        code_of("key", "daily 2", [ANA]),
        code_of("key", "daily 1", [BEN]),
        code_of("other key", "daily 1", [ANA]),
        code_of("key", "daily 1", [ANA, BEN]),
    ]
    assert len({*codes}) == len(codes)
    assert all(len(code) == 32 and "ana" not in code for code in codes)
    assert code_of("key", "x", [ANA, BEN]) == code_of("key", "x", [BEN, ANA])


@pytest.mark.parametrize(
    ("week", "until"), [("2026-W39", 1_790_553_600.0), ("2026-W53", 1_799_020_800.0)]
)
def test_the_week_of_a_pair_ends_on_monday(week: str, until: float) -> None:
    assert pair_limit("fr", week).until == until
