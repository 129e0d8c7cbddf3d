from dataclasses import replace

import pytest

from core.chats.players import Visibility
from core.daily.puzzle import Attempt, DailyLine
from core.ids import ChatRef, PlayerRef
from core.ports import Store
from core.rounds.events import Termination
from core.rounds.purpose import ForDaily
from tests.contract.dailies import (
    END,
    LE_SET,
    add_attempt,
    attempt,
    begin,
    finish_attempt,
    keep_puzzle,
    see,
)
from tests.contract.made import (
    ANA,
    BEN,
    CLO,
    DAY,
    ENGLISH,
    ETE,
    PARK,
    QUIT,
    SQUARE,
    START,
    assert_conflict,
    meet,
)


async def of(store: Store, puzzle: int, player: PlayerRef) -> Attempt | None:
    async with store.read() as work:
        return await work.attempts.of(puzzle, player)


async def test_an_attempt_that_is_under_way_has_brought_nothing(store: Store) -> None:
    await meet(store, ANA, BEN)
    puzzle = await keep_puzzle(store)
    record = await begin(store, puzzle, ANA)
    assert record.purpose == ForDaily(puzzle.id, ranked=True)
    assert await of(store, puzzle.id, ANA) == Attempt(
        puzzle=puzzle.id,
        language="fr",
        number=1,
        day=DAY,
        player=ANA,
        round_id=record.id,
        started_at=START,
    )
    assert await of(store, puzzle.id, BEN) is None
    async with store.read() as work:
        assert await work.attempts.players(puzzle.id) == 0
        assert await work.attempts.points(puzzle.id) == []


async def test_a_finished_attempt_has_what_it_brought(store: Store) -> None:
    await meet(store, ANA)
    puzzle = await keep_puzzle(store)
    record = await attempt(store, puzzle, ANA, QUIT, ETE, hurry=3)
    assert await of(store, puzzle.id, ANA) == Attempt(
        puzzle=puzzle.id,
        language="fr",
        number=1,
        day=DAY,
        player=ANA,
        round_id=record.id,
        started_at=START,
        finished_at=END,
        points=42,
        words=2,
        share=420_000,
        best="été",
        best_points=30,
        hurry=3,
    )


async def test_an_attempt_without_a_word_is_finished_too(store: Store) -> None:
    await meet(store, ANA)
    puzzle = await keep_puzzle(store)
    await attempt(store, puzzle, ANA)
    found = await of(store, puzzle.id, ANA)
    assert found is not None
    assert (found.finished_at, found.points, found.words, found.best) == (END, 0, 0, "")
    async with store.read() as work:
        assert await work.attempts.points(puzzle.id) == [0]
        assert await work.attempts.finders(puzzle.id) == {}


async def test_there_is_no_second_attempt(store: Store) -> None:
    await meet(store, ANA)
    puzzle = await keep_puzzle(store)
    await attempt(store, puzzle, ANA, QUIT)
    await assert_conflict(store, lambda work: add_attempt(work, puzzle, ANA, START + 500))


@pytest.mark.parametrize("gone", ["player", "puzzle", "round"])
async def test_an_attempt_needs_a_player_a_puzzle_and_a_round(store: Store, gone: str) -> None:
    await meet(store, ANA)
    puzzle = await keep_puzzle(store)
    record = await begin(store, puzzle, ANA, ranked=False)
    other = await keep_puzzle(store, 2)
    unknown = replace(other, id=77)
    await assert_conflict(
        store,
        lambda work: work.attempts.begin(
            unknown if gone == "puzzle" else other,
            BEN if gone == "player" else ANA,
            77 if gone == "round" else record.id,
            START,
        ),
    )


async def test_a_round_is_one_attempt_at_most(store: Store) -> None:
    await meet(store, ANA, BEN)
    puzzle, other = await keep_puzzle(store), await keep_puzzle(store, 2)
    record = await begin(store, puzzle, ANA)
    await assert_conflict(store, lambda work: work.attempts.begin(other, BEN, record.id, START))


async def test_an_attempt_is_finished_once(store: Store) -> None:
    await meet(store, ANA)
    puzzle = await keep_puzzle(store)
    record = await attempt(store, puzzle, ANA, QUIT)
    await assert_conflict(
        store, lambda work: work.attempts.finish(record.id, None, ["set"], 1, END + 1)
    )


async def test_a_round_that_is_no_ranked_attempt_is_left_alone(store: Store) -> None:
    await meet(store, ANA)
    puzzle = await keep_puzzle(store)
    record = await begin(store, puzzle, ANA, ranked=False)
    async with store.write() as work:
        await finish_attempt(work, record, [QUIT])
        await work.attempts.finish(77, None, ["set"], 1, END)
    async with store.read() as work:
        assert await work.attempts.of(puzzle.id, ANA) is None
        assert await work.attempts.finders(puzzle.id) == {}
        assert await work.attempts.players(puzzle.id) == 0


async def test_attempts_of_a_player_come_by_language_and_number(store: Store) -> None:
    await meet(store, ANA, BEN)
    french = [await keep_puzzle(store, number) for number in (1, 2)]
    english = await keep_puzzle(store, lexicon=ENGLISH)
    for puzzle in (french[1], english, french[0]):
        await attempt(store, puzzle, ANA, QUIT)
    await attempt(store, french[0], BEN)
    async with store.read() as work:
        every = await work.attempts.by(ANA)
        assert [(each.language, each.number) for each in every] == [
            ("en", 1),
            ("fr", 1),
            ("fr", 2),
        ]
        assert await work.attempts.by(ANA, "fr") == every[1:]
        assert await work.attempts.by(ANA, "de") == []
        assert await work.attempts.by(CLO) == []


async def test_finders_are_counted_by_word_and_points_of_hidden_players_too(store: Store) -> None:
    await meet(store, ANA, BEN, CLO)
    puzzle, other = await keep_puzzle(store), await keep_puzzle(store, 2)
    await attempt(store, puzzle, ANA, QUIT, ETE)
    await attempt(store, puzzle, BEN, QUIT, LE_SET)
    await attempt(store, other, ANA, ETE)
    await begin(store, puzzle, CLO)
    async with store.write() as work:
        await work.players.set_visibility(BEN, Visibility.NOBODY)
    async with store.read() as work:
        assert await work.attempts.finders(puzzle.id) == {"quit": 2, "ete": 1, "set": 1}
        assert await work.attempts.finders(other.id) == {"ete": 1}
        assert await work.attempts.finders(77) == {}
        assert sorted(await work.attempts.points(puzzle.id)) == [19, 42]
        assert await work.attempts.players(puzzle.id) == 2


async def test_who_was_in_a_hurry_is_told_to_those_who_see_them(store: Store) -> None:
    await meet(store, ANA, BEN, CLO, chat=SQUARE)
    puzzle = await keep_puzzle(store)
    for player, hurry in ((ANA, 2), (BEN, 0), (CLO, 9)):
        await attempt(store, puzzle, player, QUIT, hurry=hurry)
    await see(store, ANA, PARK)

    async def hurried(*chats: ChatRef | None) -> list[list[DailyLine]]:
        async with store.read() as work:
            return [await work.attempts.hurried(puzzle.id, chat) for chat in chats]

    ana = DailyLine(ANA, "Ana", 2, 1, 12, 1)
    clo = DailyLine(CLO, "Clo", 9, 1, 12, 1)
    assert await hurried(None, SQUARE, PARK) == [[clo, ana], [clo, ana], [ana]]
    async with store.write() as work:
        await work.players.set_visibility(CLO, Visibility.CHAT)
        await work.players.set_visibility(ANA, Visibility.NOBODY)
    assert await hurried(None, SQUARE, PARK) == [[], [clo], []]


async def test_a_round_at_a_puzzle_runs_until_its_attempt_is_finished(store: Store) -> None:
    await meet(store, ANA)
    puzzle = await keep_puzzle(store)
    record = await begin(store, puzzle, ANA)
    async with store.write() as work:
        assert await work.rounds.active(record.room) == record
        await work.rounds.finish(record.id, 0, Termination.STOPPED, END, ANA)
        await work.attempts.finish(record.id, None, (), 0, END)
    async with store.read() as work:
        assert await work.rounds.active(record.room) is None
