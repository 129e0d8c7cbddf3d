from dataclasses import replace
from datetime import timedelta

import pytest

from core.daily.themes import Theme
from core.grid import Grid
from core.lexicon.house import HouseWords
from core.ports import Store
from core.rounds.record import PinnedLexicon
from tests.contract.dailies import a_puzzle, begin, close, keep_puzzle
from tests.contract.made import ANA, DAY, ENGLISH, START, assert_conflict, meet


async def test_a_puzzle_is_kept_as_it_is(store: Store) -> None:
    lexicon = PinnedLexicon("fr-x", "fr", "ab" * 32, HouseWords(frozenset({"tira", "yolo"})))
    puzzle = a_puzzle(theme=Theme.BIG, grid=Grid.parse("QuITESARTS"), lexicon=lexicon)
    async with store.write() as work:
        key = await work.puzzles.add(puzzle)
        assert key > 0
    expected = replace(puzzle, id=key)
    async with store.read() as work:
        assert await work.puzzles.get(key) == expected
        assert await work.puzzles.numbered("fr", 1) == expected
        assert await work.puzzles.on("fr", DAY) == expected
        assert await work.puzzles.last("fr") == expected


async def test_there_is_no_puzzle_that_was_not_stored(store: Store) -> None:
    await keep_puzzle(store)
    async with store.read() as work:
        assert await work.puzzles.get(77) is None
        assert await work.puzzles.numbered("fr", 2) is None
        assert await work.puzzles.numbered("en", 1) is None
        assert await work.puzzles.on("fr", DAY - timedelta(days=1)) is None
        assert await work.puzzles.on("en", DAY) is None
        assert await work.puzzles.last("en") is None
        assert await work.puzzles.before("en", 5, 5) == []
        assert await work.puzzles.days("en", 1, 5) == {}


@pytest.mark.parametrize("number", [0, 1, 3])
async def test_numbers_go_up_by_one(store: Store, number: int) -> None:
    await keep_puzzle(store)
    other = a_puzzle(number, day=DAY + timedelta(days=1))
    await assert_conflict(store, lambda work: work.puzzles.add(other))


async def test_the_first_number_of_each_language_is_one(store: Store) -> None:
    await keep_puzzle(store)
    await assert_conflict(store, lambda work: work.puzzles.add(a_puzzle(2, lexicon=ENGLISH)))
    assert (await keep_puzzle(store, lexicon=ENGLISH)).number == 1


@pytest.mark.parametrize("later", [-1, 0])
async def test_days_go_up_too(store: Store, later: int) -> None:
    await keep_puzzle(store)
    other = a_puzzle(2, day=DAY + timedelta(days=later))
    await assert_conflict(store, lambda work: work.puzzles.add(other))


async def test_a_day_may_be_left_out_but_no_number(store: Store) -> None:
    await keep_puzzle(store)
    second = await keep_puzzle(store, 2, day=DAY + timedelta(days=5))
    async with store.read() as work:
        assert await work.puzzles.last("fr") == second
        assert await work.puzzles.days("fr", 1, 2) == {1: DAY, 2: second.day}


async def test_puzzles_are_found_by_numbers_and_days(store: Store) -> None:
    one, two, three, four = [await keep_puzzle(store, number) for number in (1, 2, 3, 4)]
    english = await keep_puzzle(store, lexicon=ENGLISH, day=three.day)
    async with store.read() as work:
        assert await work.puzzles.before("fr", 4, 2) == [two, three]
        assert await work.puzzles.before("fr", 3, 9) == [one, two]
        assert await work.puzzles.before("fr", 1, 9) == []
        assert await work.puzzles.before("fr", 9, 0) == []
        assert await work.puzzles.since(three.day) == [english, three, four]
        assert await work.puzzles.since(four.day + timedelta(days=1)) == []
        assert await work.puzzles.days("fr", 2, 3) == {2: two.day, 3: three.day}
        assert list(await work.puzzles.days("fr", 0, 9)) == [1, 2, 3, 4]
        assert await work.puzzles.last("fr") == four


async def test_what_is_not_closed_comes_in_order_of_days(store: Store) -> None:
    one, two, three = [await keep_puzzle(store, number) for number in (1, 2, 3)]
    english = await keep_puzzle(store, lexicon=ENGLISH)
    await close(store, two)
    async with store.read() as work:
        assert await work.puzzles.unclosed(three.day) == [english, one]
        assert await work.puzzles.unclosed(three.day + timedelta(days=1)) == [english, one, three]
        assert await work.puzzles.unclosed(DAY) == []


async def test_a_puzzle_that_nobody_has_begun_is_made_anew(store: Store) -> None:
    puzzle = await keep_puzzle(store)
    other = replace(
        puzzle, grid=Grid.parse("ABCDEFGHI d.......T"), words=7, points=70, common=3, difficulty=5,
        recipe="{}", seal="1" * 64, made_at=START + 5,
    )  # fmt: skip
    async with store.write() as work:
        await work.puzzles.remake(other)
    async with store.read() as work:
        assert await work.puzzles.get(puzzle.id) == other
        assert await work.puzzles.on("fr", DAY) == other
    await assert_conflict(store, lambda work: work.puzzles.remake(replace(other, id=77)))
    await meet(store, ANA)
    await begin(store, puzzle, ANA)
    await assert_conflict(store, lambda work: work.puzzles.remake(puzzle))


async def test_a_closed_puzzle_is_not_made_anew(store: Store) -> None:
    puzzle = await keep_puzzle(store)
    await close(store, puzzle)
    await assert_conflict(store, lambda work: work.puzzles.remake(puzzle))


async def test_a_day_is_closed_once(store: Store) -> None:
    puzzle = await keep_puzzle(store)
    await close(store, puzzle)
    async with store.read() as work:
        assert await work.puzzles.get(puzzle.id) == replace(puzzle, closed_at=puzzle.closes_at)
    await assert_conflict(store, lambda work: work.puzzles.close(puzzle.id, START))
    await assert_conflict(store, lambda work: work.puzzles.close(77, START))
