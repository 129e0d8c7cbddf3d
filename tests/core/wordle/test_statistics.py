"""Statistics against counting by hand."""

from datetime import date, timedelta

from hypothesis import given
from hypothesis import strategies as st

from core.ids import PlayerRef
from core.wordle.record import Guess, WordleRecord, wordle_room
from core.wordle.statistics import wordle_stats

ANA = PlayerRef("discord", "1")
DAY = date(2026, 2, 25)  # before the first word


def played(number: int, guesses: int, *, solved: bool = True) -> WordleRecord:
    """Return a finished game at the word of the day of a number, 0 for a free one."""
    words = ["eerie"] * (guesses - solved) + ["abbey"] * solved
    return WordleRecord(
        room=wordle_room(ANA),
        started_by=ANA,
        language="en",
        answer="abbey",
        daily=number,
        number=number,
        day=DAY + timedelta(days=number) if number else None,
        guesses=tuple(Guess(word, ANA, 0.0) for word in words),
        started_at=0.0,
        touched_at=0.0,
        finished_at=1.0,
    )


def test_who_has_not_played_has_nothing() -> None:
    stats = wordle_stats([], DAY)
    assert (stats.played, stats.streak, stats.longest) == (0, 0, 0)
    assert stats.distribution == (0, 0, 0, 0, 0, 0)


def test_games_of_a_week() -> None:
    games = [played(1, 3), played(2, 6), played(3, 6, solved=False), played(5, 1), played(6, 3)]
    games += [played(0, 2), played(0, 2, solved=False)]
    stats = wordle_stats(games, DAY + timedelta(days=7))
    assert (stats.played, stats.solved) == (5, 4)
    assert (stats.streak, stats.longest) == (2, 2)
    assert stats.distribution == (1, 0, 2, 0, 0, 1)
    assert (stats.free, stats.free_solved) == (2, 1)


@given(st.dictionaries(st.integers(1, 12), st.booleans()), st.integers(12, 14))
def test_streaks_are_those_counted_day_by_day(games: dict[int, bool], today: int) -> None:
    length = longest = 0
    for number in range(1, today + 1):
        if games.get(number):
            length += 1
        elif number < today or number in games:
            length = 0
        longest = max(longest, length)
    records = [played(each, 6, solved=won) for each, won in games.items()]
    stats = wordle_stats(records, DAY + timedelta(days=today))
    assert (stats.streak, stats.longest) == (length, longest)
