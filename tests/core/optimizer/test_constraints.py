"""Constraints that are refused at once, and the reasons."""

from itertools import product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.grid import BadGrid, Grid, Tile
from core.lexicon import alphabet
from core.lexicon.alphabet import BadSpelling
from core.optimizer.constraints import FREE, Constraints, Impossible
from core.scoring import Rules, ruleset

ENGLISH, RUZZLE, BOGGLE = alphabet("en"), ruleset("ruzzle", "en"), ruleset("boggle", "en")
SQUARE = (2, 2)


@pytest.mark.parametrize(
    ("asked", "reason"),
    [
        ({"letters": "ab", "without": "ab"}, "no letter is left"),
        ({"letters": "ae", "only_vowel": "i"}, "no letter is left"),
        ({"fixed": "ab"}, "fixed tiles are 2, the grid has 4"),
        ({"fixed": "a...", "without": "a"}, "fixed as 'a'"),
        ({"needed": "e", "without": "e"}, "'e' must appear"),
        ({"needed": "abcde"}, "must appear"),
        ({"needed": "e", "fixed": "abcd"}, "'e' must appear"),
        ({"word": "abcde"}, "the word 'abcde'"),
        ({"word": "ab" * 40}, "the word 'abab"),
        ({"word": "abc", "without": "b"}, "the word 'abc'"),
        ({"word": "abba", "fixed": "a..."[:3] + "c"}, "the word 'abba'"),
        ({"earlier": ("ABCD",)}, "differ in 0"),
        ({"earlier": ("ABCD",), "distance": 5}, "differ in 5"),
        ({"earlier": ("ABCDEFGHI",), "distance": 1}, "another size"),
    ],
)
def test_the_impossible_is_refused_with_its_reason(asked: dict[str, Any], reason: str) -> None:
    constraints = Constraints(**asked)
    with pytest.raises(Impossible, match=reason):
        _refuse(constraints)


def _refuse(constraints: Constraints) -> None:
    constraints.check(ENGLISH, RUZZLE, SQUARE)
    constraints.boards(ENGLISH, SQUARE)


def test_a_word_with_q_needs_its_u_only_where_tiles_say_qu() -> None:
    Constraints(word="faqir").check(ENGLISH, RUZZLE, (3, 3))
    Constraints(word="quiet").check(ENGLISH, BOGGLE, SQUARE)
    with pytest.raises(Impossible):
        Constraints(word="faqir").check(ENGLISH, BOGGLE, (3, 3))
    with pytest.raises(Impossible):
        Constraints(word="quiet").check(ENGLISH, RUZZLE, SQUARE)


def test_an_earlier_grid_that_is_none_is_refused() -> None:
    with pytest.raises(BadGrid):
        Constraints(earlier=("AB1D",), distance=1).boards(ENGLISH, SQUARE)


def test_what_a_person_types_is_read_in_any_case_with_accents() -> None:
    read = Constraints.read(alphabet("fr"), without="É", only_vowel="A", fixed="E.ç.", word="Été")
    assert read == Constraints(without="e", only_vowel="a", fixed="e.c.", word="ete")
    with pytest.raises(BadSpelling):
        Constraints.read(ENGLISH, without="1")


@pytest.mark.parametrize("language", ["fr", "en", "de", "es", "it"])
def test_the_only_vowel_leaves_the_consonants(language: str) -> None:
    letters = Constraints(only_vowel="e").allowed(alphabet(language), RUZZLE)
    assert "e" in letters
    assert not set(letters) & set("aiouyäöü")
    assert set("bcdfghjklmnpqrstvwxz") <= set(letters)


def faces() -> st.SearchStrategy[str]:
    return st.text("abq" + FREE, min_size=4, max_size=4)


@settings(max_examples=80)
@given(faces(), st.text("abq", max_size=4), st.text("abqu", max_size=5), st.sampled_from(Rules))
def test_alone_what_is_refused_is_what_no_grid_satisfies(
    fixed: str, needed: str, word: str, name: Rules
) -> None:
    rules = ruleset(name, "en")
    grids = [
        Grid(2, 2, tuple(Tile(rules.tile_letters(letter)) for letter in letters))
        for letters in product("abqu", repeat=4)
        if all(f in (FREE, letter) for f, letter in zip(fixed, letters, strict=True))
    ]
    few = Constraints(letters="abqu", fixed=fixed)
    assert _possible(Constraints(letters="abqu", fixed=fixed, needed=needed), rules) == any(
        all(_count(grid, x) >= needed.count(x) for x in needed) for grid in grids
    )
    if word:
        holding = any(grid.trace(word)[0] is not None for grid in grids)
        assert _possible(Constraints(letters="abqu", fixed=fixed, word=word), rules) == holding
    assert few.tiles(ENGLISH, rules, SQUARE)


def _possible(constraints: Constraints, rules: Any) -> bool:
    try:
        constraints.check(ENGLISH, rules, SQUARE)
    except Impossible:
        return False
    return True


def _count(grid: Grid, letter: str) -> int:
    return sum(tile.letters[0] == letter for tile in grid.tiles)
