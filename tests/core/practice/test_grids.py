"""Grids of given words: each word that is said to lie on one can be traced."""

from collections.abc import Callable
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.generator import generator
from core.lexicon import Lexicon
from core.practice.grids import ENOUGH, MOST, grid_with
from core.scoring import ruleset
from core.solver.solver import solve


@pytest.fixture(scope="module")
def common(lexicon: Callable[[str], Lexicon]) -> list[str]:
    words = lexicon("en")
    return [word for word in words if words.rank(word) and 4 <= len(word) <= 8]


@given(seed=st.integers(0, 10_000), count=st.integers(1, 20))
@settings(max_examples=15, deadline=None)
def test_a_grid_has_the_words_that_it_is_said_to_have(
    lexicon: Callable[[str], Lexicon], common: list[str], seed: int, count: int
) -> None:
    words, rules = Random(seed).sample(common, count), ruleset("ruzzle", "en")
    layout = grid_with(words, lexicon("en"), rules, generator(seed))
    assert layout
    solution = solve(layout.grid, lexicon("en"), rules)
    assert all(solution.get(word) for word in layout.words)
    assert set(layout.words) <= set(words)
    assert len(set(layout.words)) == len(layout.words) <= MOST
    if count >= 15:
        assert len(layout.words) >= ENOUGH
    assert layout == grid_with(words, lexicon("en"), rules, generator(seed))


def test_of_no_words_there_is_no_grid(lexicon: Callable[[str], Lexicon]) -> None:
    assert grid_with([], lexicon("en"), ruleset("ruzzle", "en"), generator(1)) is None
    assert grid_with(["zzzzzzzzzzzz"], lexicon("en"), ruleset("ruzzle", "en"), generator(1)) is None
