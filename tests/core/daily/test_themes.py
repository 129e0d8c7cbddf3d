"""Which day asks for what, and that a bot can know it before its kernels are compiled."""

import subprocess
import sys
from datetime import date, timedelta

import pytest

from core.daily.themes import ASKED, Theme, theme_of
from core.grid import Bonus
from core.optimizer.objective import Objective
from core.rounds.match import LADDER
from tests.core.daily.helpers import MONDAY


def test_each_day_of_the_week_has_its_theme() -> None:
    week = [theme_of(MONDAY + timedelta(days=i)) for i in range(7)]
    assert week == list(Theme)
    assert theme_of(date(2026, 12, 25)) is Theme.POINTS
    assert all(theme_of(MONDAY + timedelta(days=7 * n)) is Theme.WORDS for n in range(60))


@pytest.mark.parametrize("theme", Theme)
def test_each_theme_asks_for_what_a_search_knows(theme: Theme) -> None:
    asked = ASKED[theme]
    assert str(Objective.parse(asked.objective)) == asked.objective
    assert len(asked.bonuses) in (0, asked.size[0] * asked.size[1])
    assert asked.hides == (theme is Theme.LONG_WORD)


def test_the_bonuses_are_those_of_the_last_round_of_a_match() -> None:
    laid = [bonus for bonus in map(Bonus, ASKED[Theme.POINTS].bonuses) if bonus is not Bonus.NONE]
    assert sorted(laid, key=str) == sorted(LADDER[-1], key=str)


@pytest.mark.slow
def test_nothing_compiled_is_imported_with_what_a_bot_needs_to_start() -> None:
    names = "core.daily.themes, core.daily.recipe, core.daily.quality"
    look = f"import sys, {names}; assert 'numba' not in sys.modules"
    subprocess.run([sys.executable, "-c", look], check=True)
