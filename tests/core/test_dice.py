"""Dice: sets as published, and grids of which each die gives one tile."""

from collections import Counter
from collections.abc import Callable, Sequence
from itertools import islice

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.dice import NoDice, dice, with_dice
from core.generator import Model, generator, random_boards, random_grids
from core.languages import languages
from core.lexicon import Lexicon, alphabet
from core.scoring import ruleset
from tests.helpers.strategies import lexicon_of

LEXICONS = {language: lexicon_of({"abc"}, language) for language in languages()}

seeds = st.integers(0, 2**64)
with_boxes = st.sampled_from(with_dice())


@pytest.mark.parametrize("language", with_dice())
def test_one_face_shows_qu(language: str) -> None:
    assert "".join(dice(language)).count("q") == 1


def test_the_italian_faces_come_as_often_as_their_owner_counted() -> None:
    # Of 97 letters, as he counted Qu for two.
    published = "e13 a9 o9 i8 n6 r6 t6 s6 l5 u5 c4 d3 m3 p2 v2 g2 h2 f2 b2 q1 z1"
    counts = Counter("".join(dice("it")).replace("q", "qu"))
    assert counts == {part[0]: int(part[1:]) for part in published.split()}
    assert counts.total() == 97


def test_the_english_vowels_come_as_often_as_published() -> None:
    counts = Counter("".join(dice("en")))
    assert [counts[vowel] for vowel in "eaio"] == [11, 6, 6, 7]


def test_french_and_german_boxes_hold_the_same_dice() -> None:
    assert dice("fr") == dice("de") != dice("en")


def tiles_for_dice(board: str, faces: Sequence[str]) -> int:
    """Return how many dice can be told apart, each lying on a tile of its own (Kuhn's way)."""
    die_on: dict[int, int] = {}

    def lies(die: int, tried: set[int]) -> bool:
        for tile, letter in enumerate(board):
            if letter in faces[die] and tile not in tried:
                tried.add(tile)
                if tile not in die_on or lies(die_on[tile], tried):
                    die_on[tile] = die
                    return True
        return False

    return sum(lies(die, set()) for die in range(len(faces)))


def test_what_no_dice_show_is_told() -> None:
    assert tiles_for_dice("ab", ["ab", "ac"]) == 2
    assert tiles_for_dice("bb", ["ab", "ac"]) == 1


@given(with_boxes, seeds)
def test_every_die_lies_on_a_tile_of_its_own(language: str, seed: int) -> None:
    lexicon = LEXICONS[language]
    letters = lexicon.alphabet.letters
    for board in random_boards(lexicon, generator(seed), 5, model=Model.DICE).tolist():
        shown = "".join(letters[index] for index in board)
        assert tiles_for_dice(shown, dice(language)) == 16


@given(with_boxes, seeds)
def test_many_boards_are_those_drawn_one_by_one(language: str, seed: int) -> None:
    lexicon, rng = LEXICONS[language], generator(seed)
    many = random_boards(lexicon, generator(seed), 7, model=Model.DICE)
    ones = [random_boards(lexicon, rng, 1, model=Model.DICE)[0] for _ in range(7)]
    assert np.array_equal(many, ones)


@pytest.mark.parametrize("language", with_dice())
def test_every_die_comes_on_every_tile_and_on_every_face_as_often(language: str) -> None:
    count = 20_000
    letters = alphabet(language).letters
    boards = random_boards(LEXICONS[language], generator(5), count, model=Model.DICE)
    faces = "".join(dice(language))
    for index, letter in enumerate(letters):
        expected = count * faces.count(letter) / 96  # on each tile
        on_each = (boards == index).sum(axis=0)
        assert abs(on_each - expected).max() <= 5 * np.sqrt(expected)


def test_the_rules_say_what_a_q_is(lexicon: Callable[[str], Lexicon]) -> None:
    english = lexicon("en")

    def faces(rules: str) -> set[str]:
        drawn = random_grids(english, ruleset(rules, "en"), generator(1), model=Model.DICE)
        return {tile.letters for grid in islice(drawn, 100) for tile in grid.tiles}

    assert "qu" in faces("boggle")
    assert "q" not in faces("boggle")
    assert "q" in faces("ruzzle")


def test_a_language_without_dice_names_those_with() -> None:
    known = ", ".join(with_dice())
    with pytest.raises(NoDice, match=rf"no dice are known for es: .* \({known}\)$"):
        random_boards(LEXICONS["es"], generator(1), 1, model=Model.DICE)


@pytest.mark.parametrize("size", [(5, 5), (4, 3), (2, 8)])
def test_dice_fill_no_other_size(size: tuple[int, int]) -> None:
    with pytest.raises(NoDice, match=f"a 4x4 grid, not {size[0]}x{size[1]}"):
        random_boards(LEXICONS["en"], generator(1), 1, size, Model.DICE)
