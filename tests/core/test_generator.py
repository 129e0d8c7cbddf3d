"""Random grids: reproducible, distributed like the words, worth playing."""

import subprocess
import sys
from collections.abc import Callable
from itertools import islice

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.generator import (
    Model,
    generator,
    place_bonuses,
    random_boards,
    random_grids,
    uniforms,
)
from core.grid import Bonus, Grid
from core.languages import languages
from core.lexicon import Lexicon
from core.playable import NoPlayableGrid, playable_grids, playable_range
from core.scoring import ruleset
from core.solver.solver import solve
from tests.helpers.strategies import lexicon_of

# What these seeds gave on the machine that wrote the test: they must everywhere.
GOLDEN = {
    ("fr", Model.LETTERS): "EOLIHSTEOEUTORMS",
    ("fr", Model.PAIRS): "ENELEOLNBLGELIEE",
    ("fr", Model.DICE): "MEECEJOEININPFGT",
    ("en", Model.DICE): "LEEOKHNEBSLONEHU",
    ("it", Model.DICE): "MEECEMOEINHIPDGS",
}


@pytest.mark.parametrize(("language", "model"), GOLDEN)
def test_a_seed_gives_the_same_grid_on_every_machine(
    language: str, model: Model, lexicon: Callable[[str], Lexicon]
) -> None:
    rules = ruleset("ruzzle", language)
    grids = random_grids(lexicon(language), rules, generator(2026), model=model)
    assert next(grids).letters == GOLDEN[language, model]


@pytest.mark.slow
def test_a_seed_gives_the_same_numbers_in_another_process() -> None:
    code = "from core.generator import *; print(uniforms(generator(7), 3).tolist())"
    printed = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    )
    assert printed.stdout.strip() == str(uniforms(generator(7), 3).tolist())


def test_uniforms_are_uniform() -> None:
    drawn = uniforms(generator(1), 100_000)
    assert drawn.min() >= 0
    assert drawn.max() < 1
    counts = np.histogram(drawn, 20, (0, 1))[0]
    assert abs(counts - 5000).max() < 5 * np.sqrt(5000)


@pytest.mark.parametrize("language", languages())
def test_letters_come_as_often_as_in_the_words(
    language: str, lexicon: Callable[[str], Lexicon]
) -> None:
    opened = lexicon(language)
    boards = random_boards(opened, generator(3), 20_000)
    shares = np.bincount(boards.ravel(), minlength=len(opened.letter_counts)) / boards.size
    expected = opened.letter_counts / opened.letter_counts.sum()
    assert abs(shares - expected).max() < 0.005


def test_pairs_make_neighbours_resemble_words(lexicon: Callable[[str], Lexicon]) -> None:
    french = lexicon("fr")
    seen = french.pair_counts + french.pair_counts.T
    likely = seen / np.outer(french.letter_counts, french.letter_counts)

    def likeness(model: Model) -> float:
        boards = random_boards(french, generator(4), 2000, (4, 4), model)
        return float(likely[boards[:, :-1], boards[:, 1:]].mean())

    assert likeness(Model.PAIRS) > 1.1 * likeness(Model.LETTERS)


@given(
    st.integers(2, 8),
    st.integers(2, 8),
    st.sampled_from([Model.LETTERS, Model.PAIRS]),
    st.integers(0, 2**64),
)
def test_any_size_any_seed(rows: int, cols: int, model: Model, seed: int) -> None:
    lexicon = lexicon_of({"quiz", "quit", "zoo"})
    drawn = next(
        random_grids(lexicon, ruleset("boggle", "en"), generator(seed), (rows, cols), model)
    )
    assert (drawn.rows, drawn.cols) == (rows, cols)
    assert {tile.letters for tile in drawn.tiles} <= {"qu", "u", "i", "z", "t", "o"}


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("size", [(2, 2), (3, 3), (4, 4), (3, 5), (5, 5), (8, 8)])
def test_playable_grids_are(
    language: str, size: tuple[int, int], lexicon: Callable[[str], Lexicon]
) -> None:
    opened, rules = lexicon(language), ruleset("ruzzle", language)
    low, high = playable_range(language, size)
    for grid in islice(playable_grids(opened, rules, generator(5), size), 3):
        solution = solve(grid, opened, rules)
        assert low <= len(solution) <= high
        assert solution.longest
        if size[0] * size[1] >= 12:
            assert len(solution.longest.word) >= 7
        assert {cell for found in solution for cell in found.path} == set(range(len(grid.tiles)))


def test_the_stated_ranges() -> None:
    assert playable_range("fr", (4, 4)) == (200, 450)


def test_words_that_make_no_playable_grid() -> None:
    grids = playable_grids(lexicon_of({"ab", "cd"}), ruleset("ruzzle", "en"), generator(6))
    with pytest.raises(NoPlayableGrid, match="no playable 4x4 grid found with the words of drawn"):
        next(grids)


@given(st.lists(st.sampled_from(Bonus).filter(lambda b: b is not Bonus.NONE), max_size=5))
def test_bonuses_are_placed_on_tiles_of_their_own(bonuses: list[Bonus]) -> None:
    grid = Grid.parse("CRESAMINILATLSER TTTTTTTTTTTTTTTT")
    placed = place_bonuses(grid, bonuses, generator(8))
    assert placed.letters == grid.letters
    found = sorted(tile.bonus.code for tile in placed.tiles if tile.bonus is not Bonus.NONE)
    assert found == sorted(bonus.code for bonus in bonuses)
    assert placed == place_bonuses(grid, bonuses, generator(8))
