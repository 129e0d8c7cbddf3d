"""The beginning and the end of a daily's day."""

from datetime import date, timedelta
from typing import Any

from core.daily.puzzle import SETTLING, Puzzle, day_of, midnight
from core.daily.themes import Theme
from core.grid import Grid
from core.lexicon.house import HouseWords
from core.rounds.record import PinnedLexicon

DAY = date(2026, 11, 23)
GRID = Grid.parse("CRESAMINILATLSER d..............T")


def a_puzzle(**knobs: Any) -> Puzzle:
    facts: dict[str, Any] = {
        "language": "fr",
        "number": 1,
        "day": DAY,
        "theme": Theme.WORDS,
        "grid": GRID,
        "lexicon": PinnedLexicon("fr", "fr", "0" * 64, HouseWords()),
        **dict.fromkeys(("words", "points", "common", "difficulty"), 1),
        "recipe": "{}",
        "seal": "",
        "made_at": 0.0,
    }
    return Puzzle(**(facts | knobs))


def test_a_day_is_over_when_its_last_attempts_are() -> None:
    puzzle, end = a_puzzle(), midnight(DAY + timedelta(days=1))
    moments = (midnight(DAY) - 1, midnight(DAY), end - 1, end, end + SETTLING - 1, end + SETTLING)
    assert [puzzle.is_open(at) for at in moments] == [False, True, True, False, False, False]
    assert [puzzle.is_over(at) for at in moments] == [False] * 5 + [True]


def test_a_clock_set_back_opens_no_day_that_was_closed() -> None:
    puzzle = a_puzzle(closed_at=midnight(DAY) + 90_000)
    noon = midnight(DAY) + 43_200
    assert day_of(noon) == DAY
    assert (puzzle.is_open(noon), puzzle.is_over(noon)) == (False, True)
