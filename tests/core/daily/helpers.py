"""Dailies made in a moment, of real lists."""

from collections.abc import Callable
from dataclasses import replace
from datetime import date, timedelta
from typing import Any

from hypothesis import strategies as st

from core.daily.maker import make
from core.daily.order import Made, Order
from core.daily.recipe import SEEDS, YEAR, Recipe
from core.daily.themes import ASKED, Theme
from core.languages import languages
from core.lexicon import alphabet
from core.optimizer.legs import Shelf
from core.optimizer.methods import Annealing, Hybrid, Method, Random
from tests.conftest import SETTINGS
from tests.core.optimizer.helpers import Clock

SHELF = Shelf(SETTINGS.lexicons)
MONDAY = date(2026, 11, 23)
DAYS = {theme: MONDAY + timedelta(days=i) for i, theme in enumerate(Theme)}
QUICK: dict[tuple[int, int], Method] = {(4, 4): Hybrid(effort=2), (5, 5): Hybrid(effort=0.1)}


def order(theme: Theme = Theme.WORDS, **asked: object) -> Order:
    plain = Order(
        number=7, day=DAYS[theme], language="fr", lexicon="fr", earlier=(),
        used_words=frozenset(), known=(), seed=11, seconds=1e9, runs=1,
    )  # fmt: skip
    return replace(plain, **asked)  # type: ignore[arg-type]


def made(
    theme: Theme = Theme.WORDS, clock: Callable[[], float] | None = None, **asked: object
) -> Made:
    return make(order(theme, **asked), SHELF, clock or Clock())


def methods() -> st.SearchStrategy[Method]:
    share = st.floats(0, 1)
    return st.one_of(
        st.builds(Hybrid, effort=st.floats(0.1, 1e6), swapping=share, doubt=st.integers(0, 9)),
        st.builds(Annealing, start=st.floats(0, 1e6), plateau=st.integers(1, 10**9)),
        st.builds(Random, iterations=st.integers(1, 10**9)),
    )


@st.composite
def recipes(draw: st.DrawFn) -> Recipe:
    theme, language = draw(st.sampled_from(Theme)), draw(st.sampled_from([*languages()]))
    rows, cols = ASKED[theme].size
    letters = st.text(alphabet(language).letters, min_size=1, max_size=16)
    grid = st.text("ABC", min_size=rows * cols, max_size=rows * cols)
    later: dict[str, st.SearchStrategy[Any]] = {
        "needed": letters,
        "known": st.lists(grid, max_size=3).map(tuple),
        "apart": st.integers(1, rows * cols),
    }
    return Recipe(
        number=draw(st.integers(1, 10**6)),
        language=language,
        lexicon=draw(st.sampled_from(["fr", "fr-gutenberg", "mine_1.2", "été"])),
        digest=draw(st.text("0123456789abcdef", min_size=64, max_size=64)),
        theme=theme,
        word=draw(letters) if ASKED[theme].hides else "",
        distance=draw(st.integers(1, rows * cols)),
        earlier=draw(st.integers(0, YEAR)),
        method=draw(methods()),
        seed=draw(st.integers(0, SEEDS - 1)),
        restart=draw(st.integers(0, 10**6)),
        evaluations=draw(st.integers(1, 10**12)),
        **draw(st.just({}) | st.fixed_dictionaries(later)),
    )
