"""Eleven weeks of dailies in two languages, on two platforms, across the end of a year."""

from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from datetime import UTC, date, datetime, timedelta
from functools import partial
from operator import itemgetter
from pathlib import Path

import numpy as np
import pytest

from core.daily import maker
from core.daily.puzzle import Puzzle, day_of, midnight
from core.daily.recipe import DISTANCE
from core.ids import PlayerRef
from core.lexicon import Lexicon
from core.optimizer.legs import Shelf
from core.optimizer.methods import Hybrid
from core.standings import Board, Period
from core.store.sql.store import open_store
from core.store.upkeep.operations import check
from tests.conftest import SETTINGS
from tests.helpers.fakes import FakeClock
from tests.year import recount
from tests.year.people import A_DAY, CHATS, PEOPLE, TWINS, moment_of
from tests.year.world import LANGUAGES, NIGHT, World, distance

pytestmark = pytest.mark.slow

FIRST = date(2026, 10, 20)  # clocks change on October 25 and November 1
DAYS = 77
FAILING = range(30, 36)  # nights in a row: more than the days that are ready
LINKED, OUTAGE = 20, 50
DOWN, UP = 8 * 3600, 20 * 3600  # seconds of the day of the outage
ACCEPTING = 12  # days between two words that are accepted afterwards


@pytest.fixture
async def world(
    tmp_path: Path, lexicon: Callable[[str], Lexicon], monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[World]:
    # Runs that end in a moment: what is searched for is the same, less is found.
    quick = {(4, 4): Hybrid(effort=0.3), (5, 5): Hybrid(effort=0.1)}
    monkeypatch.setattr(maker, "METHODS", quick)
    opened = {language: lexicon(language) for language in LANGUAGES}
    store = await open_store(tmp_path / "seize.db")
    clock = FakeClock(midnight(FIRST))
    yield World(
        store, opened.__getitem__, Shelf(SETTINGS.lexicons), np.random.default_rng(6), clock
    )
    await store.close()


async def test_the_end_of_a_year(world: World, tmp_path: Path) -> None:
    await world.begin()
    for number in range(DAYS):
        await live(world, number)
    await world.pass_to(midnight(FIRST) + DAYS * A_DAY + 3600)
    puzzles = await archive(world)
    numbers_go_on_without_a_gap(puzzles)
    no_grid_comes_back(puzzles)
    days_were_closed_once(world, puzzles)
    chats_were_told_once(world)
    assert world.made_at_once > 0
    assert world.restarts > 10
    assert world.refused > 10
    assert len(world.accepted) > 3
    await boards_are_what_a_recount_says(world, puzzles)
    assert await check(tmp_path / "seize.db") == []


Act = Callable[[], Awaitable[None]]


async def live(world: World, number: int) -> None:
    """Let one day go by."""
    start = midnight(FIRST) + number * A_DAY
    world.failing = number in FAILING
    if number == LINKED:
        await world.link()
    if number and number % ACCEPTING == 0:
        for language in LANGUAGES:
            await world.accept(language, number - 3)
    for at, act in sorted(events(world, start), key=itemgetter(0)):
        if number == OUTAGE and DOWN < at - start < UP:
            continue  # nothing runs: nobody can play, nobody is told
        if number == OUTAGE and world.clock.now < start + UP <= at:
            world.clock.now = start + UP
            await world.restart()
        await world.pass_to(at)
        if day_of(world.clock()) == day_of(start):
            await act()


def events(world: World, start: float) -> Iterator[tuple[float, Act]]:
    """Yield the events of the day that begins at a time."""
    rng = world.rng
    yield start + NIGHT, world.night
    if rng.random() < 0.2:
        yield start + float(rng.integers(0, 86_000)), world.restart
    for someone in PEOPLE:
        for language in someone.languages:
            if rng.random() < someone.chance:
                at = moment_of(someone, start, rng)
                yield at, partial(world.plays, someone, language)
                if rng.random() < 0.05:  # once more, which is refused
                    yield at + 200, partial(world.plays, someone, language)


async def archive(world: World) -> dict[tuple[str, int], Puzzle]:
    async with world.store.read() as work:
        puzzles = await work.puzzles.since(FIRST)
    return {(each.language, each.number): each for each in puzzles}


def numbers_go_on_without_a_gap(puzzles: dict[tuple[str, int], Puzzle]) -> None:
    for language in LANGUAGES:
        own = sorted(
            (each for each in puzzles.values() if each.language == language),
            key=lambda each: each.number,
        )
        assert [each.number for each in own] == list(range(1, len(own) + 1))
        assert [each.day for each in own] == [FIRST + timedelta(days=n) for n in range(len(own))]
        assert len(own) > DAYS


def no_grid_comes_back(puzzles: dict[tuple[str, int], Puzzle]) -> None:
    plain = {
        key: each.grid.with_bonuses("." * len(each.grid.tiles)) for key, each in puzzles.items()
    }
    for language in LANGUAGES:
        own = [grid for (lang, _), grid in sorted(plain.items()) if lang == language]
        assert len({grid.canonical() for grid in own}) == len(own)
        codes: dict[tuple[int, int], list[list[int]]] = {}
        for grid in own:
            size = grid.rows, grid.cols
            before = np.array(codes.setdefault(size, []))
            for turned in grid.symmetries():
                letters = [ord(tile.letters[0]) for tile in turned.tiles]
                if len(before):
                    assert (before != np.array(letters)).sum(axis=1).min() >= DISTANCE[size]
            codes[size].append([ord(tile.letters[0]) for tile in grid.tiles])
    first = next(iter(plain.values()))
    assert distance(first, first.transposed()) == 0  # what the above counts as near


def days_were_closed_once(world: World, puzzles: dict[tuple[str, int], Puzzle]) -> None:
    over = [each for each in puzzles.values() if each.day < FIRST + timedelta(days=DAYS)]
    assert {each.id for each in over} == {each.id for each in puzzles.values() if each.closed_at}
    assert Counter(each.id for each in over) == world.closed


def chats_were_told_once(world: World) -> None:
    told = Counter((chat, number) for chat, _, number, _ in world.told)
    assert set(told.values()) == {1}
    for chat in CHATS:
        own = [(number, at) for who, _, number, at in world.told if who == chat.ref]
        assert [number for number, _ in own] == sorted(number for number, _ in own)
        assert len(own) >= DAYS - 3
        for number, at in own:
            local = datetime.fromtimestamp(at, chat.zone)
            strikes = local.replace(hour=chat.hour, minute=0, second=0, microsecond=0)
            late = (at - strikes.timestamp()) % A_DAY
            # Not before the day is closed; after the outage as soon as can be.
            assert late < 900 or number in range(OUTAGE, OUTAGE + 2), (chat, local)
            assert datetime.fromtimestamp(at, UTC).date() >= FIRST + timedelta(days=number)


async def boards_are_what_a_recount_says(
    world: World, puzzles: dict[tuple[str, int], Puzzle]
) -> None:
    dailies = world.platforms["discord"].dailies
    played = {(each.language, each.number) for each in world.log}
    solutions = {key: await dailies.solution(puzzles[key]) for key in played}
    one, other = (each.ref for each in TWINS)

    def person(player: PlayerRef) -> PlayerRef:
        return one if player == other else player

    counted = recount.ranked(world.log, puzzles, solutions, person)
    assert len(counted) > 200
    members = {
        chat.ref: {person(each.ref) for each in PEOPLE if chat in each.chats} for chat in CHATS
    }
    starts = {
        (period, period.start(FIRST + timedelta(days=n))) for period in Period for n in range(DAYS)
    }
    for language in LANGUAGES:
        for period, start in sorted(starts, key=str):
            if period is Period.DAY:
                right = recount.day_board(counted, language, start)
            else:
                right = recount.sums(counted, language, period, start)
            await _compare(world, Board(None, language, period, start), right, person)
            if period is not Period.DAY or start.day == 7:
                for chat, those in members.items():
                    own = {who: value for who, value in right.items() if who in those}
                    await _compare(world, Board(chat, language, period, start), own, person)
        await _compare_streaks(world, language, counted, person)


async def _compare(
    world: World,
    board: Board,
    right: recount.Values,
    person: Callable[[PlayerRef], PlayerRef],
) -> None:
    async with world.store.read() as work:
        lines = await work.attempts.top(board, 100)
        # In a chat a player goes by the account that is there.
        assert {person(line.player): line.value for line in lines} == right, board
        here = {each.ref for each in PEOPLE if board.chat in [chat.ref for chat in each.chats]}
        assert board.chat is None or {line.player for line in lines} <= here
        values = [line.value for line in lines]
        assert values == sorted(values, reverse=True)
        assert await work.attempts.count(board) == len(right)
        for line in lines[:3]:
            assert await work.attempts.ahead(board, line.value) == sum(
                value > line.value for value in values
            )


async def _compare_streaks(
    world: World,
    language: str,
    counted: list[recount.Ranked],
    person: Callable[[PlayerRef], PlayerRef],
) -> None:
    dailies = world.platforms["telegram"].dailies
    today = await dailies.today(language)
    async with world.store.read() as work:
        days = await work.puzzles.days(language, 1, today.number)
    for someone in PEOPLE:
        played = {
            each.puzzle.number
            for each in counted
            if each.person == person(someone.ref)
            and each.puzzle.language == language
            and each.points
        }
        page = await dailies.page(today, someone.ref)
        # A streak has no days before the first: there is nothing to freeze yet.
        right = recount.streak(played, [days[n] for n in sorted(days)], today.number)
        assert (page.streak.length, page.streak.longest) == right, someone
