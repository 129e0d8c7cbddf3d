"""Words in random grids: the arithmetic, and the grids that the rules make."""

import statistics
from collections.abc import Callable
from itertools import islice

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.dice import NoDice
from core.generator import Model, generator, random_grids
from core.lexicon import Lexicon
from core.scoring import ruleset
from core.solver.solver import solve
from core.study.grids import USUAL, Spread, count_words

words_of_grids = st.lists(st.integers(0, 400), min_size=1, max_size=60)


def spread_of(words: list[int]) -> Spread:
    return Spread(Model.LETTERS, np.bincount(words), 1.0)


@given(words_of_grids)
def test_mean_median_most(words: list[int]) -> None:
    spread = spread_of(words)
    assert (spread.grids, spread.words, spread.most) == (len(words), sum(words), max(words))
    assert spread.mean == pytest.approx(statistics.mean(words))
    assert spread.quantile(0.5) == statistics.median_low(words)
    assert spread.quantile(1.0) == max(words)


@given(words_of_grids, st.integers(0, 450), st.integers(0, 450))
def test_shares_count_both_ends(words: list[int], low: int, high: int) -> None:
    inside = sum(low <= each <= high for each in words)
    assert spread_of(words).share(low, high) == inside / len(words)


@given(words_of_grids, st.integers(1, 70))
def test_classes(words: list[int], width: int) -> None:
    classes = spread_of(words).classes(width).tolist()
    assert len(classes) == max(words) // width + 1
    for index, grids in enumerate(classes):
        assert grids == sum(each // width == index for each in words)


@pytest.mark.parametrize("rules", ["ruzzle", "boggle"])
@pytest.mark.parametrize("model", [Model.LETTERS, Model.DICE])
def test_the_grids_counted_are_those_that_are_drawn(
    rules: str, model: Model, lexicon: Callable[[str], Lexicon]
) -> None:
    english, by = lexicon("en"), ruleset(rules, "en")
    drawn = islice(random_grids(english, by, generator(3), (4, 4), model), 200)
    words = [len(solve(grid, english, by)) for grid in drawn]
    spread = count_words(english, by, generator(3), 200, (4, 4), model)
    assert spread.holding.tolist() == np.bincount(words).tolist()


def test_batches_add_up(lexicon: Callable[[str], Lexicon]) -> None:
    french, rules = lexicon("fr-gutenberg"), ruleset("ruzzle", "fr")
    spread = count_words(french, rules, generator(1), 25_000, (4, 4), Model.LETTERS)
    assert spread.grids == 25_000
    # The published experiment: the great majority hold 50 to 200 words.
    assert spread.share(*USUAL) > 0.75


def test_a_language_without_dice_is_refused(lexicon: Callable[[str], Lexicon]) -> None:
    with pytest.raises(NoDice):
        count_words(lexicon("es"), ruleset("ruzzle", "es"), generator(1), 9, (4, 4), Model.DICE)
