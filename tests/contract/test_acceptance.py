from dataclasses import replace

import pytest

from core.daily.puzzle import Gained, Puzzle
from core.lexicon.house import HouseWords
from core.ports import Store
from core.rounds.events import WordJudged
from core.rounds.verdict import Cause, Trait, Verdict
from core.solver.solution import FoundWord
from core.standings import Period
from tests.contract.dailies import (
    END,
    SOLA,
    TIRA,
    a_daily_board,
    attempt,
    begin,
    close,
    finish_attempt,
    keep_puzzle,
    lines,
    plays_of,
    score_of,
    with_word,
)
from tests.contract.made import (
    ANA,
    BEN,
    CLO,
    ENGLISH,
    ETE,
    PINNED,
    QUIT,
    a_find,
    assert_conflict,
    meet,
)

LONG = (Period.WEEK, Period.MONTH, Period.ALL)


async def accept(store: Store, puzzle: Puzzle, found: FoundWord = TIRA) -> list[Gained]:
    async with store.write() as work:
        kept = await work.puzzles.get(puzzle.id)
        assert kept
        return await work.puzzles.accept(with_word(kept, found), found)


async def journal(store: Store, round_id: int) -> list[WordJudged]:
    async with store.read() as work:
        return await work.plays.of(round_id)


async def test_who_was_refused_a_word_gains_by_it_now(store: Store) -> None:
    await meet(store, ANA, BEN, CLO)
    puzzle = await keep_puzzle(store)
    ana = await attempt(store, puzzle, ANA, QUIT, refused=[TIRA])
    ben = await attempt(store, puzzle, BEN, QUIT, ETE, refused=[SOLA, TIRA])
    clo = await attempt(store, puzzle, CLO, QUIT, refused=[SOLA])
    await close(store, puzzle)
    assert await accept(store, puzzle) == [Gained(BEN, "Ben", 42, 50), Gained(ANA, "Ana", 12, 20)]
    for record, words, before in ((ana, [QUIT], []), (ben, [QUIT, ETE], [SOLA])):
        *others, sent = plays_of(record, words, [*before, TIRA])
        counted = a_find(record.id, record.started_by, found=TIRA, at=sent.at)
        assert await journal(store, record.id) == [*others, counted]
    assert await journal(store, clo.id) == plays_of(clo, [QUIT], [SOLA])
    async with store.read() as work:
        assert await work.attempts.finders(puzzle.id) == {"quit": 3, "ete": 1, "tira": 2}
        found = await work.attempts.of(puzzle.id, ANA)
        assert found
        assert (found.points, found.words, found.best, found.best_points) == (20, 2, "quit", 12)
    assert await lines(store, a_daily_board()) == [(BEN, 50), (ANA, 20), (CLO, 12)]


async def test_the_puzzle_and_its_rounds_hold_the_word_ranked_or_not(store: Store) -> None:
    await meet(store, ANA, BEN)
    puzzle, other = await keep_puzzle(store), await keep_puzzle(store, 2)
    ranked = await attempt(store, puzzle, ANA)
    unranked = await begin(store, puzzle, BEN, ranked=False)
    async with store.write() as work:
        await finish_attempt(work, unranked, [], [TIRA])
    elsewhere = await begin(store, other, BEN)
    await close(store, puzzle)
    assert await accept(store, puzzle) == []
    after = replace(with_word(puzzle, TIRA), closed_at=puzzle.closes_at)
    async with store.read() as work:
        assert await work.puzzles.get(puzzle.id) == after
        assert await work.puzzles.get(other.id) == other
        for key in (ranked.id, unranked.id):
            record = await work.rounds.get(key)
            assert record
            held = record.lexicon, record.words, record.points
            assert held == (after.lexicon, after.words, after.points)
        assert await work.rounds.get(elsewhere.id) == elsewhere
        assert await work.attempts.finders(puzzle.id) == {}
    assert [each.verdict.accepted for each in await journal(store, unranked.id)] == [True]


async def test_all_shares_change_and_the_boards_with_them(store: Store) -> None:
    await meet(store, ANA, BEN, CLO)
    puzzle, other = await keep_puzzle(store), await keep_puzzle(store, 2)
    await attempt(store, puzzle, ANA, QUIT, refused=[TIRA])
    await attempt(store, puzzle, BEN, ETE)
    await attempt(store, other, BEN, QUIT)
    late = await begin(store, puzzle, CLO)
    await close(store, puzzle, other)
    await accept(store, puzzle)
    ana, ben = 1_000_000 * 20 // 108, 1_000_000 * 30 // 108
    for period in LONG:
        board = a_daily_board(period)
        assert await lines(store, board) == [(BEN, ben + 120_000), (ANA, ana)]
        async with store.read() as work:
            line = await work.attempts.get(board, ANA)
            assert line
            assert (line.days, line.points, line.words) == (1, 20, 2)
    async with store.write() as work:
        record = await work.rounds.get(late.id)
        assert record
        await finish_attempt(work, record, [TIRA])
    ((_, first), (_, second), (player, third)) = await lines(store, a_daily_board(Period.ALL))
    assert (first, second, third) == (ben + 120_000, ana, 1_000_000 * 8 // 108)
    assert player == CLO


async def test_a_word_that_was_sent_twice_counts_once(store: Store) -> None:
    await meet(store, ANA)
    puzzle = await keep_puzzle(store)
    record = await attempt(store, puzzle, ANA, refused=[SOLA, TIRA, TIRA, TIRA])
    await close(store, puzzle)
    assert await accept(store, puzzle) == [Gained(ANA, "Ana", 0, 8)]
    again = Verdict("tira", cause=Cause.ALREADY_FOUND, taken_by=ANA)
    after = await journal(store, record.id)
    assert [each.verdict for each in after][1:] == [Verdict("tira", TIRA), again, again]


@pytest.mark.parametrize("cause", Cause)
async def test_a_word_gains_if_its_cause_lets_it_be_accepted(store: Store, cause: Cause) -> None:
    await meet(store, ANA)
    puzzle = await keep_puzzle(store)
    sent = Verdict("tira", cause=cause, letters="ti", limit=3)
    record = await attempt(store, puzzle, ANA, refused=[sent, sent])
    await close(store, puzzle)
    acceptable = Trait.ACCEPTABLE in cause.traits
    async with store.read() as work:
        assert await work.attempts.refused(puzzle.id) == ({"tira": 1} if acceptable else {})
    assert len(await accept(store, puzzle)) == acceptable
    again = Verdict("tira", cause=Cause.ALREADY_FOUND, taken_by=ANA)
    after = [Verdict("tira", TIRA), again] if acceptable else [sent, sent]
    assert [each.verdict for each in await journal(store, record.id)] == after


async def test_an_attempt_under_way_gains_nothing_yet(store: Store) -> None:
    await meet(store, ANA)
    puzzle = await keep_puzzle(store)
    record = await begin(store, puzzle, ANA)
    (sent,) = plays_of(record, [], [TIRA])
    async with store.write() as work:
        await work.plays.add([sent], 0)
    await close(store, puzzle)
    assert await accept(store, puzzle) == []
    counted = a_find(record.id, ANA, found=TIRA, at=sent.at)
    assert await journal(store, record.id) == [counted]
    async with store.write() as work:
        changed = await work.rounds.get(record.id)
        assert changed
        assert await work.attempts.finders(puzzle.id) == {}
        await work.attempts.finish(record.id, score_of(changed, [TIRA]), ["tira"], 0, END)
        assert await work.attempts.finders(puzzle.id) == {"tira": 1}
    assert await lines(store, a_daily_board()) == [(ANA, 8)]
    assert await lines(store, a_daily_board(Period.ALL)) == [(ANA, 1_000_000 * 8 // 108)]


async def test_a_better_word_becomes_the_best_as_it_is_spelt(store: Store) -> None:
    await meet(store, ANA)
    puzzle = await keep_puzzle(store)
    await attempt(store, puzzle, ANA, ETE, refused=[SOLA])
    await close(store, puzzle)
    await accept(store, puzzle, SOLA)
    async with store.read() as work:
        found = await work.attempts.of(puzzle.id, ANA)
        assert found
        assert (found.best, found.best_points, found.share) == ("sôla", 40, 500_000)
        plays = await work.plays.of(found.round_id)
    assert plays[-1].verdict == Verdict("sola", SOLA)


async def test_to_accept_a_word_again_changes_nothing(store: Store) -> None:
    await meet(store, ANA, BEN)
    puzzle = await keep_puzzle(store)
    await attempt(store, puzzle, ANA, ETE, refused=[TIRA])
    await close(store, puzzle)
    assert await accept(store, puzzle)
    before = await lines(store, a_daily_board(Period.ALL))
    assert await accept(store, puzzle) == []
    assert await lines(store, a_daily_board(Period.ALL)) == before
    async with store.read() as work:
        assert await work.attempts.finders(puzzle.id) == {"ete": 1, "tira": 1}


async def test_equal_gains_come_in_the_order_of_first_being_seen(store: Store) -> None:
    await meet(store, CLO, ANA, BEN)
    puzzle = await keep_puzzle(store)
    for player in (ANA, BEN, CLO):
        await attempt(store, puzzle, player, refused=[TIRA])
    await close(store, puzzle)
    assert [each.player for each in await accept(store, puzzle)] == [CLO, ANA, BEN]


async def test_a_puzzle_that_holds_nothing_has_no_shares(store: Store) -> None:
    await meet(store, ANA)
    puzzle = await keep_puzzle(store, words=0, points=0)
    await attempt(store, puzzle, ANA)
    await close(store, puzzle)
    nothing = TIRA._replace(points=0)
    assert await accept(store, puzzle, nothing) == []
    assert await lines(store, a_daily_board(Period.ALL)) == [(ANA, 0)]


async def test_words_are_accepted_once_the_day_is_closed(store: Store) -> None:
    await meet(store, ANA)
    puzzle = await keep_puzzle(store)
    await attempt(store, puzzle, ANA, refused=[TIRA])
    changed = with_word(puzzle, TIRA)
    await assert_conflict(store, lambda work: work.puzzles.accept(changed, TIRA))
    unknown = replace(changed, id=77)
    await assert_conflict(store, lambda work: work.puzzles.accept(unknown, TIRA))


async def test_of_two_words_accepted_from_one_reading_the_second_is_a_conflict(
    store: Store,
) -> None:
    await meet(store, ANA)
    puzzle = await keep_puzzle(store)
    await attempt(store, puzzle, ANA, refused=[TIRA, SOLA])
    await close(store, puzzle)
    assert len(await accept(store, puzzle, TIRA)) == 1
    stale = with_word(puzzle, SOLA)
    await assert_conflict(store, lambda work: work.puzzles.accept(stale, SOLA))
    async with store.read() as work:
        kept = await work.puzzles.get(puzzle.id)
        assert kept
        assert (kept.lexicon.house.added, kept.points) == (frozenset({"tira"}), 108)
    assert len(await accept(store, puzzle, SOLA)) == 1
    async with store.read() as work:
        assert await work.attempts.finders(puzzle.id) == {"sola": 1, "tira": 1}


async def test_words_taken_away_meanwhile_are_a_conflict_too(store: Store) -> None:
    await meet(store, ANA)
    lexicon = replace(PINNED, digest="cd" * 32, house=HouseWords(removed=frozenset({"quit"})))
    puzzle = await keep_puzzle(store, lexicon=lexicon)
    await close(store, puzzle)
    stale = replace(puzzle, lexicon=PINNED)
    await assert_conflict(store, lambda work: work.puzzles.accept(with_word(stale, TIRA), TIRA))


async def test_the_same_word_in_another_puzzle_stays_refused(store: Store) -> None:
    await meet(store, ANA)
    puzzle, english = await keep_puzzle(store), await keep_puzzle(store, lexicon=ENGLISH)
    record = await attempt(store, english, ANA, QUIT, refused=[TIRA])
    await attempt(store, puzzle, ANA, refused=[TIRA])
    await close(store, puzzle, english)
    assert len(await accept(store, puzzle)) == 1
    assert await journal(store, record.id) == plays_of(record, [QUIT], [TIRA])
    board = a_daily_board(Period.ALL, language="en")
    assert await lines(store, board) == [(ANA, 120_000)]
