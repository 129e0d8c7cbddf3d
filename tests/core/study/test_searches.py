"""The searches of earlier works, against the reference solver."""

from collections.abc import Collection, Iterator
from itertools import permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.grid import Grid
from core.scoring import ruleset
from core.solver.reference import solve_slowly
from core.study import plan, searches
from core.study.dictionaries import HashSet, PrefixSets, SeizeLexicon
from tests.helpers.strategies import FEW_LETTERS, grids, lexicon_of, words

RULES = ruleset("ruzzle", "en")
GRIDS = grids(FEW_LETTERS, max_side=3)
SETS = st.sets(words(), min_size=1, max_size=60)
# Grids of 3x3 have 10,305 paths, each of which is followed.
few = settings(max_examples=20)


def found(answers: Iterator[Collection[str]]) -> list[str]:
    return [word for answer in answers for word in answer]


@pytest.mark.parametrize("search", [plan.BRUTE_FORCE, plan.MASK, plan.NEIGHBOURS])
@few
@given(grid=GRIDS, known=SETS)
def test_brute_force_finds_all_words(search: plan.Search, grid: Grid, known: set[str]) -> None:
    assert set(found(search.answer(grid, HashSet(known)))) == set(solve_slowly(known, grid, RULES))


@pytest.mark.parametrize(
    "structure",
    [each for each in plan.structures(lexicon_of({"abc"})) if plan.PRUNING in each.searches],
    ids=lambda structure: structure.name,
)
@few
@given(grid=GRIDS, known=SETS)
def test_pruning_finds_all_words(structure: plan.Structure, grid: Grid, known: set[str]) -> None:
    answers = searches.with_pruning(grid, structure.build(sorted(known)))
    assert set(found(answers)) == set(solve_slowly(known, grid, RULES))


@given(grid=GRIDS, known=SETS)
def test_compiled_search_finds_all_words(grid: Grid, known: set[str]) -> None:
    built = SeizeLexicon(sorted(known), lexicon_of(known), RULES)
    answers = list(searches.compiled(grid, built))
    assert len(answers) == 1
    assert sorted(answers[0]) == sorted(solve_slowly(known, grid, RULES))


@pytest.mark.parametrize("search", [plan.BRUTE_FORCE, plan.MASK, plan.NEIGHBOURS])
@pytest.mark.parametrize("size", [(2, 2), (2, 3), (3, 2), (3, 3)])
def test_every_path_is_one_answer(search: plan.Search, size: tuple[int, int]) -> None:
    grid = Grid.of("A" * (size[0] * size[1]), size=size)
    answers = list(search.answer(grid, HashSet(["aaaa"])))
    assert len(answers) == searches.count_paths(*size)
    # So a word comes as often as it has paths.
    assert answers.count(("aaaa",)) == sum(map(len, answers))


@given(grid=grids(FEW_LETTERS, max_side=2), known=SETS)
def test_pruning_answers_for_each_path_that_words_begin_with(grid: Grid, known: set[str]) -> None:
    beginnings = {word[:length] for word in known for length in range(1, len(word) + 1)}
    paths = [path for length in range(1, 5) for path in permutations(range(4), length)]
    answers = list(searches.with_pruning(grid, PrefixSets(known)))
    assert len(answers) == sum(grid.spell(path) in beginnings for path in paths)


def test_paths_as_published() -> None:
    # The numbers of paths of a king on a board, OEIS A236690.
    counts = [searches.count_paths(side, side) for side in (2, 3, 4)]
    assert counts == [64, 10_305, 12_029_640]
