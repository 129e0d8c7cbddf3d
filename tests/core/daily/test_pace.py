"""Words that come faster than anybody reads."""

from collections.abc import Callable, Sequence
from itertools import islice
from statistics import fmean

import numpy as np
import pytest

from core.daily.pace import BLIND, EVEN, FEWEST, RARE, Manner, hurry
from core.generator import generator
from core.ids import PlayerRef
from core.lexicon import Lexicon
from core.opponents.finds import finds
from core.playable import playable_grids
from core.rounds.events import WordAccepted, WordJudged, WordRefused
from core.rounds.verdict import Cause, Verdict
from core.scoring import ruleset
from core.solver.solution import FoundWord, Solution
from core.solver.solver import solve

ANA = PlayerRef("test", "ana")


def plays(times: Sequence[float], refused: Sequence[float] = ()) -> list[WordJudged]:
    found = FoundWord("mot", "mot", 5, (0, 1, 2))
    accepted = [WordAccepted(1, ANA, Verdict("mot", found), 1000 + at, None) for at in times]
    misses = Verdict("zut", cause=Cause.NOT_IN_DICTIONARY)
    return [*accepted, *(WordRefused(1, ANA, misses, 1000 + at, None) for at in refused)]


@pytest.mark.parametrize(
    ("times", "expected"),
    [
        ([], 0),
        ([0.0, 0.0, 0.0], 0),  # seen at a glance
        ([0.0, 0.0, 0.0, 0.0], 1),
        ([2.0 + n for n in range(100)], 0),  # a word a second, on and on
        ([n / 2 for n in range(100)], 22),  # two a second
        ([40.0] * 60, 0),  # a form, filled in meanwhile
        ([1.0] * 60, 55),
    ],
)
def test_hurry_is_what_exceeds_reading(times: list[float], expected: int) -> None:
    assert hurry(plays(times), 1000.0) == expected


def test_what_is_refused_is_no_hurry() -> None:
    assert hurry(plays([5.0], refused=[0.1] * 50), 1000.0) == 0


def test_the_order_of_arrival_is_no_matter() -> None:
    times = [30.0, 0.0, 0.0, 1.0, 0.0, 0.0, 12.0]
    assert hurry(plays(times), 1000.0) == hurry(plays(sorted(times)), 1000.0) == 1


def test_the_figures_of_a_manner() -> None:
    manner = Manner.of([10.0, 12.0, 16.0, 18.0, 22.0], rare=2, share=0.5)
    assert (manner.words, manner.rare, manner.blind) == (5, 2, 2.5)
    assert manner.pause == 3.0
    assert manner.spread == pytest.approx(1 / 3)
    assert Manner.of([], 0, 0.5) == Manner(0, 0, 0.0, 0.0, 0.0)
    assert Manner.of([7.0] * 30, 0, 0.5).spread == 0.0


@pytest.mark.parametrize("count", [FEWEST - 1, FEWEST])
def test_a_steady_beat_is_even_and_one_form_is_not(count: int) -> None:
    beat = [number + 0.2 * (number % 2) for number in range(count)]
    assert Manner.of(beat, 0, 0.5).is_even == (count == FEWEST)
    assert not Manner.of([50.0] * 40, 0, 0.5).is_even
    assert Manner(FEWEST, 0, 0.0, 1.0, EVEN).is_even
    assert not Manner(FEWEST, 0, 0.0, 1.0, EVEN + 0.001).is_even


@pytest.mark.parametrize(
    ("words", "rare", "blind", "told"),
    [
        (FEWEST, int(RARE * 20), 20.0, True),
        (FEWEST, int(RARE * 20) - 1, 20.0, False),
        (FEWEST - 1, 19, 15.0, False),
        (FEWEST, FEWEST, BLIND - 0.1, False),  # a grid of frequent words
    ],
)
def test_rare_words_tell_where_the_grid_has_enough(
    words: int, rare: int, blind: float, told: bool
) -> None:
    assert Manner(words, rare, blind, 2.0, 1.0).is_blind is told


Attempt = Sequence[tuple[str, float]]


def person(solution: Solution, lexicon: Lexicon, level: int, seed: int) -> Attempt:
    found = finds(solution, lexicon, level, 120.0, str(seed))
    return [(each.found.word, each.at) for each in found]


def program(solution: Solution, rate: float, jitter: float, *, longest: bool, seed: int) -> Attempt:
    rng, words = generator(seed), [each.word for each in solution]
    rng.shuffle(words)
    if longest:
        words.sort(key=len, reverse=True)
    times = 2 + np.cumsum(rng.uniform(1 - jitter, 1 + jitter, len(words)) / rate)
    return [(word, at) for word, at in zip(words, times.tolist(), strict=True) if at < 120]


def test_programs_are_told_and_people_are_not(lexicon: Callable[[str], Lexicon]) -> None:
    """A few of what benchmarks/manners.py counts by the thousand."""
    english, rules = lexicon("en"), ruleset("ruzzle", "en")
    grids = islice(playable_grids(english, rules, generator(1)), 6)
    solutions = [solve(grid, english, rules) for grid in grids]

    def told(solution: Solution, attempt: Attempt) -> tuple[bool, bool]:
        share = fmean(not english.rank(each.word) for each in solution)
        rare = sum(not english.rank(word) for word, _ in attempt)
        manner = Manner.of([at for _, at in attempt], rare, share)
        return manner.is_even, manner.is_blind

    for number, solution in enumerate(solutions):
        for level in (5, 7, 8, 9):
            for seed in range(10):
                attempt = person(solution, english, level, seed)
                assert told(solution, attempt) == (False, False), (number, level, seed)
        for longest in (True, False):
            fast = program(solution, 1.45, 0.3, longest=longest, seed=number)
            assert hurry(plays([at for _, at in fast]), 1000.0) == 0  # not faster than one reads
            assert told(solution, fast) == (True, True)
            rough = program(solution, 1.0, 0.9, longest=longest, seed=number)
            assert told(solution, rough) == (False, True)
