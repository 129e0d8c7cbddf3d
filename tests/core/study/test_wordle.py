"""Ways to the entropy of a guess: one sum, three roads."""

from math import log2

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.languages import LATIN
from core.study.runner import Disagreement
from core.study.wordle import Timed, by_all_marks, by_columns, by_counting, check, compare
from core.wordle.words import WordleWords

some_words = st.lists(st.text("abc", min_size=4, max_size=4), min_size=1, max_size=8, unique=True)


def of(targets: list[str], others: list[str]) -> WordleWords:
    every = tuple(sorted({*targets, *others}))
    return WordleWords("en", 4, LATIN, tuple(sorted(targets)), every)


@settings(max_examples=25)
@given(some_words, some_words)
def test_all_ways_come_to_the_same(targets: list[str], others: list[str]) -> None:
    words = of(targets, others)
    bits = list(by_columns(words))
    assert bits == pytest.approx([by_counting(guess, words.targets) for guess in words.guesses])
    assert bits == pytest.approx([by_all_marks(guess, words.targets) for guess in words.guesses])
    ways, best, most = compare(words, 60)
    assert most == max(bits) == bits[words.guesses.index(best)]
    assert [way.done for way in ways] == [len(words.guesses)] * 3


def test_a_guess_that_tells_all_apart_has_their_bits() -> None:
    assert by_counting("abcd", ["abcd", "zzzz", "azzz", "zbzz"]) == log2(4)
    assert by_all_marks("zzzz", ["abcd", "efgh"]) == 0


def test_a_way_that_takes_too_long_is_extrapolated() -> None:
    words = of(["aabb", "abab"], ["bbbb", "aaaa", "abba"])
    ways, _, _ = compare(words, 0)
    assert [(way.done, way.guesses) for way in ways] == [(1, 5), (1, 5), (5, 5)]
    assert Timed("one", 50, 10, 2.0).whole == 10.0


def test_ways_that_differ_are_no_figures() -> None:
    check("one", [1.0, 2.0], [1.0, 2.0, 0.5])
    with pytest.raises(Disagreement, match="one and columns of marks"):
        check("one", [1.0, 2.1], [1.0, 2.0, 0.5])
