"""Streaks by number, with one freeze a week, against a recount by hand."""

from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.daily.streaks import Streak, streak

MONDAY = date(2026, 1, 5)


def days(count: int, first: int = 1, start: date = MONDAY) -> dict[int, date]:
    return {first + n: start + timedelta(days=n) for n in range(count)}


@pytest.mark.parametrize(
    ("played", "open_number", "expected"),
    [
        ({1, 2, 3}, 3, Streak(3, 3)),
        ({1, 2, 3}, 4, Streak(3, 3)),  # today may still be played
        ({1, 2, 4}, 4, Streak(3, 3, frozen=True)),  # Wednesday was missed: frozen
        ({1, 2, 5}, 5, Streak(1, 2, frozen=True)),  # Wednesday and Thursday: one is too many
        ({1, 2}, 4, Streak(2, 2, frozen=True)),
        ({1, 2}, 5, Streak(0, 2, frozen=True)),
        (set(range(1, 15)) - {3, 10}, 14, Streak(12, 12, frozen=True)),  # one in each week
        ({6, 9}, 9, Streak(2, 2, frozen=True)),  # Sunday takes one week's, Monday the next one's
        ({7, 9}, 9, Streak(2, 2, frozen=True)),
        ({7}, 8, Streak(1, 1)),
        (set(), 3, Streak()),
    ],
)
def test_a_streak_goes_by_numbers(played: set[int], open_number: int, expected: Streak) -> None:
    first = min(played, default=1)
    known = {n: day for n, day in days(20).items() if first <= n <= open_number}
    assert streak(played, known, open_number) == expected


def test_days_without_a_puzzle_break_nothing() -> None:
    known = {1: MONDAY, 2: MONDAY + timedelta(days=9), 3: MONDAY + timedelta(days=10)}
    assert streak({1, 2, 3}, known, 3) == Streak(3, 3)


@given(st.sets(st.integers(1, 60)), st.integers(1, 60), st.integers(0, 6))
def test_a_streak_is_what_a_recount_says(played: set[int], today: int, weekday: int) -> None:
    played = {number for number in played if number <= today}
    known = days(today, start=MONDAY + timedelta(days=weekday))
    assert streak(played, known, today) == recount(played, known, today)


def recount(played: set[int], known: dict[int, date], today: int) -> Streak:
    """Spell the calendar out: P played, F frozen, . missed; then look at its runs."""
    marks, spent = "", set[tuple[int, int]]()
    for number in sorted(known):
        year, week, _ = known[number].isocalendar()
        alive = marks and marks[-1] != "."
        if number in played:
            marks += "P"
        elif number == today:
            marks += "?"
        elif alive and (year, week) not in spent:
            spent.add((year, week))
            marks += "F"
        else:
            marks += "."
    runs = [run.count("P") for run in marks.split(".")]
    year, week, _ = known[today].isocalendar()
    return Streak(runs[-1], max(runs), (year, week) in spent)
