"""The bound of a class board against every grid in it, and against a slow tree."""

import random
from collections.abc import Callable, Iterable
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.grid import adjacency
from core.lexicon import Lexicon
from core.optimizer.proof import examine as examining
from core.optimizer.proof.boards import Board, read_set, volume
from core.optimizer.proof.examine import examine, examine_whole
from core.optimizer.proof.goal import Goal
from core.optimizer.proof.question import Question
from core.scoring import Ruleset, ruleset
from core.solver.reference import solve_slowly
from tests.core.optimizer.proof.asking import all_scores, asked

Asked = tuple[Question, Lexicon, Ruleset]
# A word, and the cells and letters of its path, in the order of the search.
Spot = tuple[tuple[tuple[int, int], ...], str]


def boards(question: Question) -> st.SearchStrategy[Board]:
    cells = st.integers(1, (1 << len(question.letters)) - 1)
    return st.tuples(*[cells] * question.cells)


@settings(max_examples=12)
@given(asked(), st.data())
def test_a_bound_is_the_slow_trees_and_no_grid_of_the_board_is_over_it(
    question: Asked, data: st.DataObject
) -> None:
    asked_, lexicon, rules = question
    board = data.draw(boards(asked_))
    found = examine_whole(asked_, board, 10**6)
    assert found is not None
    assert found.best is None
    assert found.bound == slow_bound(asked_, lexicon, rules, board)
    assert found.bound >= all_scores(asked_, lexicon, rules, board).max()


@settings(max_examples=50)
@given(asked(), st.data())
def test_a_search_finds_the_best_grid_of_the_board(question: Asked, data: st.DataObject) -> None:
    asked_, lexicon, rules = question
    board = data.draw(boards(asked_))
    most = int(all_scores(asked_, lexicon, rules, board).max())
    against = data.draw(st.integers(0, most + 1))
    found = examine_whole(asked_, board, against)
    assert found is not None
    if found.best is None:
        assert most <= found.bound <= against
        return
    assert found.best == max(most, against)
    assert bool(found.letters) == (most > against)
    if found.letters:
        grid = asked_.grid(found.letters)
        assert all(
            1 << asked_.letters.index(x) & c for x, c in zip(found.letters, board, strict=True)
        )
        slowly = solve_slowly(lexicon, grid, rules)
        points = sum(worth for worth, _ in slowly.values())
        assert (len(slowly) if asked_.goal is Goal.WORDS else points) == most


@given(asked(), st.data())
def test_a_board_too_large_for_memory_is_split_into_all_its_grids(
    question: Asked, data: st.DataObject
) -> None:
    asked_, lexicon, rules = question
    board = data.draw(boards(asked_))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(examining, "ITEMS", 200)
        patch.setattr(examining, "NODES", 200)
        patch.setattr(examining, "_memory", examining._Memory())
        found = examine(asked_, board, 0)
    grids = [grid for part in found for grid in product(*[one_letter_each(c) for c in part.board])]
    assert len(set(grids)) == len(grids) == volume(board)
    most = all_scores(asked_, lexicon, rules, board).max()
    assert max(part.best or 0 for part in found) == most


def one_letter_each(cell: int) -> list[int]:
    return [1 << i for i in range(cell.bit_length()) if cell >> i & 1]


@pytest.mark.parametrize(("name", "rules"), [("fr-gutenberg", "ruzzle"), ("en-enable", "boggle")])
@pytest.mark.parametrize("goal", Goal)
def test_boards_of_real_words_hide_no_grid(
    lexicon: Callable[[str], Lexicon], name: str, rules: str, goal: Goal
) -> None:
    words = lexicon(name)
    scoring = ruleset(rules, words.language)
    question = Question.of(words, scoring, goal, (3, 3))
    rng = random.Random(name)
    for few in ("aeiou", "lnrst", "qupiae", "aeinrstm"):
        cells = [rng.sample(few, 2) if rng.random() < 0.8 else rng.sample(few, 3) for _ in range(9)]
        board = tuple(read_set("".join(cell), question.letters) for cell in cells)
        scores = all_scores(question, words, scoring, board)
        most = int(scores.max())
        for against in (0, max(most - 1, 0), most):
            found = examine_whole(question, board, against)
            assert found is not None
            assert found.bound >= most
            assert (against if found.best is None else found.best) == most


def slow_bound(question: Question, lexicon: Lexicon, rules: Ruleset, board: Board) -> int:
    """Return the bound by a tree of dicts, from the words on each grid of the board."""
    spots: set[Spot] = set()
    place = {cell: i for i, cell in enumerate(question.order)}
    for grid in product(*[one_letter_each(cell) for cell in board]):
        letters = [question.letters[bit.bit_length() - 1] for bit in grid]
        tiles = question.grid("".join(letters))
        for path in every_path(question.rows, question.cols):
            word = tiles.spell(path)
            if len(word) >= rules.min_length and word in lexicon:
                spots.add((tuple(sorted((place[cell], grid[cell]) for cell in path)), word))

    def worth(word: str) -> int:
        if question.goal is Goal.WORDS:
            return 1
        return rules.tile_value(word) + rules.length_points[len(word)]

    def bound(group: Iterable[Spot]) -> int:
        total = 0
        below: dict[int, dict[int, list[Spot]]] = {}
        for steps, word in group:
            if steps:
                cell, letter = steps[0]
                below.setdefault(cell, {}).setdefault(letter, []).append((steps[1:], word))
            else:
                total += worth(word)
        return total + sum(max(map(bound, letters.values())) for letters in below.values())

    return bound(spots)


def every_path(rows: int, cols: int) -> list[tuple[int, ...]]:
    touching = adjacency(rows, cols)
    paths: list[tuple[int, ...]] = [(cell,) for cell in range(rows * cols)]
    for path in paths:
        paths += [(*path, cell) for cell in touching[path[-1]] if cell not in path]
    return paths
