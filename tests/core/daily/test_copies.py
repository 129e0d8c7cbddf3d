"""Attempts that repeat another's are told, and honest ones are not."""

from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.daily.copies import FEWEST, LEAST, Hand, copies, same_order
from core.daily.quality import common_words
from core.grid import Grid
from core.lexicon import Lexicon
from core.scoring import ruleset
from core.solver.solution import FoundWord
from core.solver.solver import solve
from tests.contract.made import ANA, BEN, CLO

GRIDS = {
    "fr": ("BIRGSANEETIMERAP", "YRAISENSPITELARF", "BRCHDEAUNIRSTASE"),
    "en": ("SMATORGVTREIADPS", "LENTISARODECTPAN"),
}
WORDS = tuple(f"word{number}" for number in range(40))


def slow(one: tuple[str, ...], other: tuple[str, ...]) -> int:
    """Return the length of the longest common subsequence, as it is defined."""
    if not (one and other):
        return 0
    if one[0] == other[0]:
        return 1 + slow(one[1:], other[1:])
    return max(slow(one[1:], other), slow(one, other[1:]))


hands = st.lists(st.sampled_from("abcdefgh"), unique=True).map(tuple)


@given(hands, hands)
def test_the_longest_common_order_is_that_of_the_definition(
    one: tuple[str, ...], other: tuple[str, ...]
) -> None:
    assert same_order(one, other) == same_order(other, one) == slow(one, other)


def hand(words: tuple[str, ...], at: float = 0.0) -> Hand:
    return Hand(ANA, "Ana", at, words)


def test_who_types_anothers_words_again_is_told() -> None:
    first = hand(WORDS[:34])
    second = Hand(BEN, "Ben", 720.0, (*WORDS[2:20], "new", *WORDS[20:34], WORDS[0], "last"))
    third = Hand(CLO, "Clo", 300.0, WORDS[33::-1])
    (copy,) = copies([second, third, first])
    assert (copy.earlier, copy.later) == (first, second)
    assert (copy.same, copy.words, copy.seconds) == (32, 34, 720.0)


@pytest.mark.parametrize("count", [FEWEST - 1, FEWEST])
def test_few_words_prove_nothing(count: int) -> None:
    assert bool(copies([hand(WORDS[:count]), hand(WORDS[:count], 1)])) == (count == FEWEST)


def test_so_many_are_to_be_in_the_same_order() -> None:
    least = int(LEAST * 40)
    for same in (least - 1, least):
        others = tuple(f"other{number}" for number in range(40 - same))
        pair = [hand(WORDS), hand((*others, *WORDS[:same]), 1)]
        assert len(copies(pair)) == (same == least)


def find(
    rng: np.random.Generator, words: list[FoundWord], ranks: np.ndarray, *, reads: bool
) -> tuple[str, ...]:
    """Draw the words of an honest player: the commoner, the sooner.

    Who `reads` row by row finds, of what they notice, first what begins in the first rows.
    """
    skill = rng.uniform(0.3, 1.0)
    times = rng.exponential(size=len(words)) * ranks**skill
    count = int(rng.integers(FEWEST, 61))
    noticed = [words[number] for number in np.argsort(times)[:count]]
    if reads:
        noticed.sort(key=lambda found: found.path[0] + rng.normal(0, 1))
    return tuple(found.word for found in noticed)


def alike(rng: np.random.Generator, lexicon: Lexicon, grid: str, players: int) -> list[float]:
    """Return for each two honest attempts which part of their words is in the same order."""
    solution = solve(Grid.of(grid), lexicon, ruleset("ruzzle", lexicon.language))
    words = common_words(solution, lexicon)
    ranks = np.array([lexicon.rank(each.word) for each in words], np.float64)
    attempts = [find(rng, words, ranks, reads=bool(number % 2)) for number in range(players)]
    return [
        same_order(one, other) / min(len(one), len(other))
        for number, one in enumerate(attempts)
        for other in attempts[:number]
    ]


def test_honest_players_are_not_told(lexicon: Callable[[str], Lexicon]) -> None:
    rng = np.random.default_rng(1)
    parts = [
        part
        for language, grids in GRIDS.items()
        for grid in grids
        for part in alike(rng, lexicon(language), grid, 40)
    ]
    assert len(parts) == 5 * 780
    assert max(parts) < LEAST
