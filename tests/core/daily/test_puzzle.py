"""The end of a daily's day, and the secrecy of its grid until then."""

from datetime import date, timedelta
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.daily.puzzle import SETTLING, Puzzle, day_of, gives_away, midnight, secret_among
from core.daily.themes import Theme
from core.grid import Grid
from core.lexicon.house import HouseWords
from core.rounds.record import PinnedLexicon

DAY = date(2026, 11, 23)
SECRET = Grid.parse("CRESAMINILATLSER d..............T")


def a_puzzle(**knobs: Any) -> Puzzle:
    facts: dict[str, Any] = {
        "language": "fr",
        "number": 1,
        "day": DAY,
        "theme": Theme.WORDS,
        "grid": SECRET,
        "lexicon": PinnedLexicon("fr", "fr", "0" * 64, HouseWords()),
        **dict.fromkeys(("words", "points", "common", "difficulty"), 1),
        "recipe": "{}",
        "seal": "",
        "made_at": 0.0,
    }
    return Puzzle(**(facts | knobs))


@given(st.integers(0, 7), st.lists(st.integers(0, 15), unique=True, max_size=16))
def test_half_of_the_tiles_must_be_others(turn: int, changed: list[int]) -> None:
    tiles = list(SECRET.tiles)
    letters = "".join("z" if n in changed else tile.letters for n, tile in enumerate(tiles))
    asked = list(Grid.of(letters).symmetries())[turn]
    # The grid has no z: each changed tile is another one, under any symmetry.
    assert gives_away(asked, SECRET) is (len(changed) < 8)


@pytest.mark.parametrize(
    ("asked", "secret", "given_away"),
    [
        ("CRESWAMINWILATWLSERWWWWWW", "CRESAMINILATLSER", True),  # in a larger one
        ("WWWWWCRESWAMINWILATWLSERW", "CRESAMINILATLSER", True),
        ("CRESAMINILAT 3x4", "CRESAMINILATLSER", False),  # a part tells a part
        ("QITESARTS 3x3", "QuITESARTS 3x3", True),
        ("CAILRMLSEIAESNTR", "CRESAMINILATLSER", True),  # the same, turned
        ("PESCLAROMITUNESA", "CRESAMINILATLSER", False),
        ("PERSLATESIND 3x4", "PERSLATESIND 3x4", True),
        ("PLSEAIRTNSED 4x3", "PERSLATESIND 3x4", True),
    ],
)
def test_what_gives_a_grid_away(asked: str, secret: str, given_away: bool) -> None:
    assert gives_away(Grid.parse(asked), Grid.parse(secret)) is given_away


def test_a_day_is_over_when_its_last_attempts_are() -> None:
    puzzle, end = a_puzzle(), midnight(DAY + timedelta(days=1))
    moments = (midnight(DAY) - 1, midnight(DAY), end - 1, end, end + SETTLING - 1, end + SETTLING)
    assert [puzzle.is_open(at) for at in moments] == [False, True, True, False, False, False]
    assert [puzzle.is_over(at) for at in moments] == [False] * 5 + [True]
    assert secret_among(SECRET, [puzzle], moments[4]) is puzzle
    assert secret_among(SECRET, [puzzle], moments[5]) is None


def test_a_clock_set_back_opens_no_day_that_was_closed() -> None:
    puzzle = a_puzzle(closed_at=midnight(DAY) + 90_000)
    noon = midnight(DAY) + 43_200
    assert day_of(noon) == DAY
    assert (puzzle.is_open(noon), puzzle.is_over(noon)) == (False, True)
