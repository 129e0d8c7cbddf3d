from collections.abc import Callable
from itertools import pairwise
from statistics import fmean

import pytest

from core.generator import generator
from core.lexicon import Lexicon
from core.opponents.finds import Find, finds
from core.opponents.levels import LEVELS, opponent
from core.playable import playable_grids
from core.scoring import ruleset
from core.solver.solution import Solution
from core.solver.solver import solve

Lexicons = Callable[[str], Lexicon]
SECONDS = 120.0


@pytest.fixture(scope="module")
def solutions(lexicon: Lexicons) -> list[Solution]:
    """Return the words of some random grids."""
    rules = ruleset("ruzzle", "en")
    grids = playable_grids(lexicon("en"), rules, generator(1), (4, 4))
    return [solve(next(grids), lexicon("en"), rules) for _ in range(20)]


def played(solution: Solution, lexicon: Lexicons, level: int, seed: str = "a") -> list[Find]:
    return finds(solution, lexicon("en"), level, SECONDS, seed)


@pytest.mark.parametrize("level", LEVELS)
def test_each_find_is_a_word_of_the_grid_in_its_turn(
    solutions: list[Solution], lexicon: Lexicons, level: int
) -> None:
    for solution in solutions:
        found = played(solution, lexicon, level)
        assert all(solution.get(each.found.word) is each.found for each in found)
        assert len({each.found.word for each in found}) == len(found) > 0
        assert all(one.at < later.at for one, later in pairwise(found))
        assert found[0].at > 1
        assert found[-1].at < SECONDS


def test_the_same_seed_gives_the_same_finds(solutions: list[Solution], lexicon: Lexicons) -> None:
    once = [played(solutions[0], lexicon, 5, seed) for seed in "ab"]
    assert once == [played(solutions[0], lexicon, 5, seed) for seed in "ab"]
    assert once[0] != once[1]


@pytest.mark.slow
def test_the_better_find_more_rarer_and_longer_words(
    solutions: list[Solution], lexicon: Lexicons
) -> None:
    english = lexicon("en")
    points, ranks, lengths = [], [], []
    for level in LEVELS:
        found = [played(each, lexicon, level, str(seed)) for each in solutions for seed in range(5)]
        points.append(fmean(sum(each.found.points for each in one) for one in found))
        words = [each.found.word for one in found for each in one]
        ranks.append(fmean(english.rank(word) or 100_000 for word in words))
        lengths.append(fmean(map(len, words)))
    for grows in (points, ranks, lengths):
        assert grows == sorted(grows)


def test_an_empty_grid_has_nothing_to_find(lexicon: Lexicons) -> None:
    rules = ruleset("ruzzle", "en")
    nothing = Solution(next(playable_grids(lexicon("en"), rules, generator(1), (4, 4))), rules, ())
    assert played(nothing, lexicon, 9) == []


def test_they_are_called_computers() -> None:
    assert {opponent(level).name for level in LEVELS} == {f"Computer {level}" for level in LEVELS}
    assert all(opponent(level).ref.is_computer for level in LEVELS)
