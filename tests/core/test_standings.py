"""The scores of rounds, and their sums."""

from collections.abc import Iterable
from datetime import UTC, date, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.ids import ChatRef, PlayerRef
from core.rounds.laws import Law
from core.rounds.round import Round
from core.rounds.verdict import Cause, Trait
from core.solver.solution import Solution
from core.standings import (
    EPOCH,
    MILLION,
    Board,
    Day,
    Measure,
    Period,
    Played,
    Score,
    Standing,
    Statistics,
    boards,
    local_day,
    minimum_rounds,
    scores,
    statistics,
    world_day,
)
from tests.contract.made import A_DAY, DAY, PARK, SQUARE, a_record, a_score
from tests.core.rounds.boards import ANA, BEN, CLO, GRID, PLAYERS, SOLUTION, START, running

days = st.dates(date(1970, 1, 5), date(2100, 1, 1))
POSSIBLE = 43  # points on the grid


def scored(game: Round) -> dict[PlayerRef, Score]:
    return {score.player: score for score in scores(game.result(), game.plays)}


def play(game: Round, **words: str) -> Round:
    """Let each player send words, a second apart; BEN 30 s after ANA, CLO 60 s."""
    for player, offset in ((ANA, 1), (BEN, 31), (CLO, 61)):
        for seconds, word in enumerate(words.get(player.id, "").split()):
            game.submit(player, word, START + offset + seconds)
    return game


def a_past(offsets: Iterable[int], **knobs: Any) -> list[Played]:
    """Return one round on each day, by its distance from DAY."""
    return [
        Played(
            round_id=number,
            chat=SQUARE,
            language="fr",
            starts_at=START + offset * A_DAY,
            day=DAY + timedelta(days=offset),
            score=a_score(ANA, **knobs),
        )
        for number, offset in enumerate(offsets, 1)
    ]


@pytest.mark.parametrize(
    ("period", "day", "start", "before"),
    [
        (Period.DAY, date(2026, 3, 1), date(2026, 3, 1), date(2026, 2, 28)),
        (Period.DAY, date(2024, 3, 1), date(2024, 3, 1), date(2024, 2, 29)),
        (Period.DAY, date(2027, 1, 1), date(2027, 1, 1), date(2026, 12, 31)),
        (Period.WEEK, date(2026, 9, 21), date(2026, 9, 21), date(2026, 9, 14)),
        (Period.WEEK, date(2026, 9, 27), date(2026, 9, 21), date(2026, 9, 14)),
        (Period.WEEK, date(2027, 1, 1), date(2026, 12, 28), date(2026, 12, 21)),
        (Period.MONTH, date(2026, 3, 31), date(2026, 3, 1), date(2026, 2, 1)),
        (Period.MONTH, date(2027, 1, 1), date(2027, 1, 1), date(2026, 12, 1)),
        (Period.ALL, date(2026, 9, 21), EPOCH, EPOCH),
    ],
)
def test_periods_begin_where_calendars_have_them(
    period: Period, day: date, start: date, before: date
) -> None:
    assert period.start(day) == start
    assert period.before(day) == before


@given(days)
def test_periods_follow_one_another_without_gap_or_overlap(day: date) -> None:
    for period in (Period.DAY, Period.WEEK, Period.MONTH):
        start, before = period.start(day), period.before(day)
        assert before < start <= day
        assert period.start(start) == start
        assert period.start(before) == before
        assert period.start(start - timedelta(days=1)) == before


@pytest.mark.parametrize(
    ("zone", "day"),
    [("UTC", 21), ("Pacific/Kiritimati", 22), ("America/Los_Angeles", 21), ("Asia/Tokyo", 21)],
)
def test_a_round_counts_for_the_day_where_it_is_played(zone: str, day: int) -> None:
    at = datetime(2026, 9, 21, 14, 13, 20, tzinfo=UTC).timestamp()
    assert local_day(at, ZoneInfo(zone)) == date(2026, 9, day)
    assert world_day(at) == date(2026, 9, 21)


def test_the_day_changes_at_local_midnight_when_clocks_change_too() -> None:
    paris = ZoneInfo("Europe/Paris")
    for day in (date(2026, 3, 29), date(2026, 10, 25)):
        midnight = datetime(day.year, day.month, day.day, tzinfo=paris).timestamp()
        assert local_day(midnight, paris) == day
        assert local_day(midnight - 0.001, paris) == day - timedelta(days=1)


def test_a_round_counts_for_its_chat_and_the_world_by_their_own_days() -> None:
    # 23:30 UTC on the 30th, in a chat where October has begun.
    at = datetime(2026, 9, 30, 23, 30, tzinfo=UTC).timestamp()
    counted = boards(a_record(starts_at=at, day=date(2026, 10, 1)))
    assert set(counted) == {
        Board(SQUARE, "fr", Period.DAY, date(2026, 10, 1)),
        Board(SQUARE, "fr", Period.WEEK, date(2026, 9, 28)),
        Board(SQUARE, "fr", Period.MONTH, date(2026, 10, 1)),
        Board(SQUARE, "fr", Period.ALL, EPOCH),
        Board(None, "fr", Period.DAY, date(2026, 9, 30)),
        Board(None, "fr", Period.WEEK, date(2026, 9, 28)),
        Board(None, "fr", Period.MONTH, date(2026, 9, 1)),
        Board(None, "fr", Period.ALL, EPOCH),
    }
    assert len(counted) == 8


def test_only_an_average_asks_for_more_than_one_round() -> None:
    asked = [minimum_rounds(Measure.AVERAGE, period) for period in Period]
    assert asked == [1, 3, 5, 10]
    for measure in set(Measure) - {Measure.AVERAGE}:
        assert [minimum_rounds(measure, period) for period in Period] == [1, 1, 1, 1]


def test_a_score_says_what_the_card_says() -> None:
    game = play(running(), ana="rest tis zoo rest tist", ben="tas")
    assert scored(game)[ANA] == Score(
        player=ANA,
        rank=1,
        won=True,
        points=8,
        words=2,
        misses=2,
        best="rest",
        best_points=7,
        longest="rest",
        share=MILLION * 8 // POSSIBLE,
    )
    assert [score.player for score in scores(game.result(), game.plays)] == [ANA, BEN]


def test_words_stand_as_they_are_spelt() -> None:
    score = scored(play(running(), ana="est"))[ANA]
    assert (score.best, score.longest) == ("èst", "èst")


def test_only_what_was_tried_on_the_grid_is_a_miss() -> None:
    game = running(patience=0)
    for text in ("est", "est", "é5", "ab", "a" * 99, "zoo", "quats", "sert"):
        game.submit(ANA, text, START + 1)
    game.submit(ANA, "tas", START + 200)
    causes = {play.verdict.cause for play in game.plays}
    assert {Cause.ALREADY_FOUND, Cause.NOT_LETTERS, Cause.TOO_SHORT, Cause.TOO_LONG} <= causes
    assert scored(game)[ANA].misses == 3
    assert sum(play.verdict.has(Trait.MISS) for play in game.plays) == 3


def test_who_found_nothing_has_no_score() -> None:
    game = play(running(players=[CLO]), ana="rest", ben="zoo")
    assert list(scored(game)) == [ANA]
    assert scored(play(running(players=[CLO]), ana="zoo")) == {}


def test_nobody_wins_alone() -> None:
    assert not scored(play(running(), ana="rest"))[ANA].won
    # Who is there and finds nothing is no opponent.
    assert not scored(play(running(players=[CLO]), ana="rest", ben="zoo"))[ANA].won


def test_who_ties_for_the_first_place_wins_too() -> None:
    found = scored(play(running(), ana="rest", ben="tas", clo="tis"))
    assert [(found[each].rank, found[each].won) for each in PLAYERS] == [
        (1, True),
        (1, True),
        (3, False),
    ]


def test_first_finder_a_late_word_brings_no_score() -> None:
    game = play(running(law=Law.FIRST_FINDER), ana="rest", ben="rest")
    assert list(scored(game)) == [ANA]


def test_unique_only_shared_words_win_nothing_but_are_found() -> None:
    found = scored(play(running(law=Law.UNIQUE_ONLY), ana="rest", ben="rest"))
    for player in (ANA, BEN):
        score = found[player]
        assert (score.rank, score.won, score.points, score.words) == (1, False, 0, 1)
        assert (score.best, score.longest, score.share) == ("", "rest", 0)


def test_split_points_are_those_that_are_left() -> None:
    found = scored(play(running(law=Law.SPLIT), ana="rest tas", ben="rest"))
    assert {player: score.points for player, score in found.items()} == {ANA: 10, BEN: 3}
    assert found[ANA].won
    assert not found[BEN].won


def test_a_grid_worth_nothing_has_shares_of_nothing() -> None:
    worthless = tuple(found._replace(points=0) for found in SOLUTION)
    game = play(running(solution=Solution(GRID, SOLUTION.rules, worthless)), ana="rest", ben="tas")
    for score in scored(game).values():
        assert (score.points, score.share, score.won, score.words) == (0, 0, False, 1)


@given(
    st.sampled_from(Law),
    st.lists(
        st.tuples(
            st.sampled_from(PLAYERS),
            st.sampled_from(["quits", "quit", "rest", "tas", "est", "tis", "zoo", "sert"]),
            st.integers(0, 100),
        ),
        max_size=40,
    ),
)
def test_scores_are_the_cards_of_who_found_words(
    law: Law, sent: list[tuple[PlayerRef, str, int]]
) -> None:
    game = running(law=law, patience=0)
    for player, text, seconds in sent:
        game.submit(player, text, START + seconds)
    result = game.result()
    found = scores(result, game.plays)
    accepted = [play.player for play in game.plays if play.verdict.accepted]
    assert {score.player for score in found} == set(accepted)
    assert [score.rank for score in found] == sorted(score.rank for score in found)
    top = max((score.points for score in found), default=0)
    for score in found:
        assert score.points == result.of(score.player).points
        assert score.words == accepted.count(score.player)
        assert score.won == (len(found) > 1 and score.points == top > 0)
        assert 0 <= score.share <= MILLION
        assert score.share * POSSIBLE <= MILLION * score.points < (score.share + 1) * POSSIBLE


def test_a_standing_has_a_value_by_each_measure() -> None:
    standing = Standing(ANA, "Ana", 3, 50, 2, "quits", 13, 1_000_000)
    assert {measure: standing.value(measure) for measure in Measure} == {
        Measure.POINTS: 50,
        Measure.WINS: 2,
        Measure.BEST: 13,
        Measure.AVERAGE: 333_333,
    }


def test_statistics_of_no_round_are_nothing() -> None:
    nothing = statistics([], DAY)
    assert nothing == Statistics(0, 0, 0, 0, 0, "", 0, "", 0, 0, 0, ())
    assert nothing.accuracy == 0


def test_statistics_add_up_and_name_the_best_word() -> None:
    first, second, third = a_past([-1, 0, 0])
    tried = [
        (first, a_score(ANA, 10, won=True, words=3, misses=1, longest="trois", share=100_001)),
        (second, a_score(ANA, 30, best="été", words=1, misses=4, longest="quatorze", share=5)),
        (third, a_score(ANA, 0, best="", words=0, misses=0, longest="", share=0)),
    ]
    past = [Played(p.round_id, PARK, "fr", p.starts_at, p.day, score) for p, score in tried]
    assert statistics(past, DAY) == Statistics(
        rounds=3,
        wins=1,
        points=40,
        words=4,
        misses=5,
        best="été",
        best_points=30,
        longest="quatorze",
        average=33_335,
        streak=2,
        longest_streak=2,
        progress=(Day(DAY - timedelta(days=1), 1, 10, 100_001), Day(DAY, 2, 30, 2)),
    )
    assert statistics(past, DAY).accuracy == 444_444


def test_the_first_of_equal_best_words_is_named() -> None:
    past = [
        Played(number, SQUARE, "fr", START - number, DAY, a_score(ANA, 7, best=best, longest=best))
        for number, best in enumerate(["later", "first"])
    ]
    assert statistics(past, DAY).best == "first"
    assert statistics(past, DAY).longest == "first"


@pytest.mark.parametrize(
    ("offsets", "streak", "longest"),
    [
        ([], 0, 0),
        ([0], 1, 1),
        ([-1], 1, 1),  # today is not over
        ([-2], 0, 1),
        ([0, 0, 0], 1, 1),
        ([-2, -1, 0], 3, 3),
        ([-3, -2, -1], 3, 3),
        ([-4, -3, -2], 0, 3),
        ([-9, -8, -7, -6, -2, -1, 0], 3, 4),
        ([-2, 0], 1, 1),
        ([0, -1, -30, -31, -32], 2, 3),  # in any order
    ],
)
def test_streaks_are_days_on_end_up_to_today_or_yesterday(
    offsets: list[int], streak: int, longest: int
) -> None:
    found = statistics(a_past(offsets), DAY)
    assert (found.streak, found.longest_streak) == (streak, longest)


def test_a_streak_goes_on_where_the_day_is_a_later_one_than_here() -> None:
    # Played in a chat where tomorrow has begun, looked up in one where it has not.
    found = statistics(a_past([-1, 0, 1]), DAY)
    assert (found.streak, found.longest_streak) == (3, 3)


@given(st.lists(st.integers(-20, 0), max_size=30))
def test_streaks_are_those_that_counting_day_by_day_finds(offsets: list[int]) -> None:
    def run(end: int) -> int:
        return 0 if end not in offsets else 1 + run(end - 1)

    found = statistics(a_past(offsets), DAY)
    assert found.longest_streak == max((run(end) for end in range(-20, 1)), default=0)
    assert found.streak == (run(0) or run(-1))
    assert [each.day for each in found.progress] == sorted(
        {DAY + timedelta(days=offset) for offset in offsets}
    )
    assert sum(each.rounds for each in found.progress) == found.rounds == len(offsets)


@given(st.lists(st.integers(-20, 0), min_size=2, max_size=20), st.randoms())
def test_statistics_do_not_depend_on_the_order_of_rounds(offsets: list[int], rng: Any) -> None:
    past = a_past(offsets)
    shuffled = list(past)
    rng.shuffle(shuffled)
    assert statistics(shuffled, DAY) == statistics(past, DAY)


def test_boards_of_chats_are_not_the_worlds() -> None:
    elsewhere = ChatRef("elsewhere", SQUARE.id)
    chats = {Board(chat, "fr", Period.ALL, EPOCH) for chat in (SQUARE, PARK, elsewhere, None)}
    assert len(chats) == 4
