"""The kernel against the obvious solver: the same words, points and paths."""

import random
import threading
from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.generator import Model, generator, random_boards
from core.grid import BadGrid, Grid, adjacency
from core.lexicon import HouseWords, Lexicon
from core.scoring import Rules, Ruleset, ruleset
from core.solver.reference import solve_slowly
from core.solver.solution import Sort
from core.solver.solver import GridCounter, solve
from tests.helpers.strategies import FEW_LETTERS, grids, is_path, lexicon_of, lexicons

rulesets = st.builds(
    lambda name, least: ruleset(name, "en").with_min_length(least),
    st.sampled_from(Rules),
    st.integers(1, 6),
)


Engine = Callable[[Grid, Lexicon, Ruleset], dict[str, object]]


def as_dict(grid: Grid, lexicon: Lexicon, rules: Ruleset) -> dict[str, object]:
    return {w.word: (w.points, w.path) for w in solve(grid, lexicon, rules)}


@settings(max_examples=100)
@given(grids(FEW_LETTERS, max_side=3), lexicons(), rulesets)
def test_small_grids_agree_with_the_reference(grid: Grid, lexicon: Lexicon, rules: Ruleset) -> None:
    assert as_dict(grid, lexicon, rules) == solve_slowly(lexicon, grid, rules)


@given(st.integers(2, 8), st.integers(2, 8), st.integers(0, 2**32), rulesets)
def test_grids_of_all_sizes_agree_with_the_reference(
    rows: int, cols: int, seed: int, rules: Ruleset
) -> None:
    rng = random.Random(seed)
    faces = [rng.choice([*"abcdefghijklmnop", "qu", "th"]).capitalize() for _ in range(rows * cols)]
    bonuses = "".join(rng.choices(".dtDT", k=rows * cols))
    grid = Grid.of("".join(faces), bonuses, (rows, cols))
    lexicon = lexicon_of(walks(grid, rng))
    assert as_dict(grid, lexicon, rules) == solve_slowly(lexicon, grid, rules)


def walks(grid: Grid, rng: random.Random) -> set[str]:
    """Return words spelt by random steps, some of which come back to a tile."""
    touching = adjacency(grid.rows, grid.cols)
    found = {"ab"}
    for _ in range(60):
        cell = rng.randrange(len(grid.tiles))
        word = grid.tiles[cell].letters
        while len(word) < rng.randrange(2, 12):
            cell = rng.choice(touching[cell])
            word += grid.tiles[cell].letters
        if 2 <= len(word) <= 16:
            found.add(word)
    return found


@settings(max_examples=50)
@given(grids(FEW_LETTERS, max_side=3), lexicons(), rulesets)
def test_counting_agrees_with_listing(grid: Grid, lexicon: Lexicon, rules: Ruleset) -> None:
    bare = grid.with_bonuses("." * len(grid.tiles))
    solution = solve(bare, lexicon, rules)
    count = GridCounter(lexicon, rules).count(grid)
    longest = solution.longest.word if solution.longest else ""
    assert count == (len(solution), solution.points, longest)


@settings(max_examples=50)
@given(grids(FEW_LETTERS, max_side=4), lexicons(), rulesets)
def test_every_path_is_legal_and_scores_what_the_rules_say(
    grid: Grid, lexicon: Lexicon, rules: Ruleset
) -> None:
    solution = solve(grid, lexicon, rules)
    for found in solution:
        assert is_path(grid, found.path)
        assert grid.spell(found.path) == found.word
        assert rules.points(grid, found.path) == found.points
        assert found.word in lexicon
        assert len(found.word) >= rules.min_length
        assert solution.get(found.word) is found
    assert len({found.word for found in solution}) == len(solution)
    assert list(solution) == solution.ordered(Sort.POINTS)


@given(grids(FEW_LETTERS, max_side=3), lexicons())
def test_symmetries_hold_the_same_words_for_the_same_points(grid: Grid, lexicon: Lexicon) -> None:
    rules = ruleset("ruzzle", "en")
    answers = [
        {w.word: w.points for w in solve(turned, lexicon, rules)} for turned in grid.symmetries()
    ]
    assert all(answer == answers[0] for answer in answers)


@pytest.mark.parametrize(
    "language",
    ["fr", "en", *(pytest.param(each, marks=pytest.mark.slow) for each in ("de", "es", "it"))],
)
def test_real_lists_agree_with_the_reference(
    language: str, lexicon: Callable[[str], Lexicon]
) -> None:
    real = lexicon(language)
    rng = random.Random(language)
    listed = rng.sample(list(real), 2000)
    letters = "".join(listed)
    some = lexicon_of(listed, language)
    rules = ruleset("ruzzle", language)
    bonuses = "".join(rng.choices(".dtDT", (12, 1, 1, 1, 1), k=16))
    grid = Grid.of("".join(rng.choices(letters, k=16)).upper(), bonuses)
    assert as_dict(grid, some, rules) == solve_slowly(some, grid, rules)


def test_a_house_word_is_found_and_a_removed_one_is_not(
    lexicon: Callable[[str], Lexicon],
) -> None:
    grid, rules = Grid.of("CRESAMINILATLSER"), ruleset("ruzzle", "fr")
    plain = lexicon("fr")
    house = plain.with_house(HouseWords().add("cram").add("lait").remove("mine"))
    words = {found.word for found in solve(grid, plain, rules)}
    assert "mine" in words
    assert {found.word for found in solve(grid, house, rules)} == words - {"mine"} | {"cram"}
    counted = GridCounter(house, rules).count(grid)
    assert counted[:2] == (len(solve(grid, house, rules)), solve(grid, house, rules).points)


def by_reference(grid: Grid, lexicon: Lexicon, rules: Ruleset) -> dict[str, object]:
    return dict(solve_slowly(lexicon, grid, rules))


both_engines = pytest.mark.parametrize("engine", [as_dict, by_reference])


@both_engines
def test_digraph_tiles_are_followed_by_both_letters(engine: Engine) -> None:
    lexicon = lexicon_of({"quit", "quite", "qi", "it", "uit", "tie"})
    rules = ruleset("boggle", "en").with_min_length(2)
    assert engine(Grid.parse("QuITE"), lexicon, rules).keys() == {"quit", "quite", "it", "tie"}


@both_engines
def test_the_best_path_has_the_bonuses_and_ties_go_to_the_lowest_cells(engine: Engine) -> None:
    lexicon = lexicon_of({"ab"})
    rules = ruleset("ruzzle", "en")
    assert engine(Grid.parse("ABAB ..t. 2x2"), lexicon, rules) == {"ab": (6, (2, 1))}
    assert engine(Grid.parse("BABA"), lexicon, rules) == {"ab": (4, (1, 0))}


@both_engines
def test_points_beyond_32_bits_are_right(engine: Engine) -> None:
    lexicon, rules = lexicon_of({"gorgheggerebbero"}, "it"), ruleset("ruzzle", "it")
    (answer,) = engine(Grid.of("GORGGGEHEREBOREB", "T" * 16), lexicon, rules).values()
    assert answer == (2_668_896_727, (0, 1, 2, 3, 7, 6, 5, 4, 8, 9, 10, 11, 15, 14, 13, 12))


def test_a_letter_that_the_language_lacks() -> None:
    with pytest.raises(BadGrid, match="'ñ' in the grid cannot be used: the letters are a–z"):
        solve(Grid.of("ñabc"), lexicon_of({"abc"}), ruleset("ruzzle", "en"))


def test_grids_with_more_words_than_there_is_room_for_at_first(
    lexicon: Callable[[str], Lexicon],
) -> None:
    spanish, rules = lexicon("es"), ruleset("ruzzle", "es")
    board = random_boards(spanish, generator(1), 1, (8, 8), Model.PAIRS)[0].tolist()
    grid = Grid.of("".join(spanish.alphabet.letters[index] for index in board))
    solution = solve(grid, spanish, rules)
    assert len(solution) > 2048
    assert GridCounter(spanish, rules).count(grid)[:2] == (len(solution), solution.points)


def test_many_boards_at_once_and_one_by_one(lexicon: Callable[[str], Lexicon]) -> None:
    counter = GridCounter(lexicon("de"), ruleset("ruzzle", "de"))
    boards = np.random.default_rng(5).integers(0, 29, (50, 12), np.uint8)
    together = counter.count_many(boards, 3, 4)
    apart = [counter.count_many(board[None], 3, 4) for board in boards]
    assert [int(count.words[0]) for count in apart] == together.words.tolist()
    assert [count.longest[0] for count in apart] == together.longest


def test_threads_share_a_lexicon(lexicon: Callable[[str], Lexicon]) -> None:
    shared, rules = lexicon("fr"), ruleset("ruzzle", "fr")
    grid = Grid.of("CRESAMINILATLSER")
    results: list[int] = []
    threads = [
        threading.Thread(
            target=lambda: results.extend(len(solve(grid, shared, rules)) for _ in range(5))
        )
        for _ in range(4)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert results == [1790] * 20


def test_orders(lexicon: Callable[[str], Lexicon]) -> None:
    solution = solve(Grid.of("CRESAMINILATLSER"), lexicon("fr"), ruleset("ruzzle", "fr"))
    by_length = [len(found.word) for found in solution.ordered(Sort.LENGTH)]
    by_word = [found.word for found in solution.ordered(Sort.ALPHA)]
    assert by_length == sorted(by_length, reverse=True)
    assert by_word == sorted(by_word)
