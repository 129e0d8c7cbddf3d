"""The text of a recipe: one way to write it, nothing else is read, and its seal."""

import hashlib
import json
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from core.daily.recipe import DISTANCE, MOST_KNOWN, BadRecipe, Recipe, of_size
from core.daily.themes import ASKED, Theme
from core.grid import BadGrid
from core.optimizer.methods import Hybrid, name_of, parameters
from tests.core.daily.helpers import recipes

RECIPE = Recipe(
    number=12,
    language="es",
    lexicon="es",
    digest="0f" * 32,
    theme=Theme.LONG_WORD,
    word="montañas",
    distance=6,
    earlier=2,
    method=Hybrid(),
    seed=2**63 - 1,
    restart=3,
    evaluations=5000,
    needed="bdñ",
    known=("CAILRMLSEIAESNTR",),
    apart=12,
)
# Of the version that knew no grids.
OLD = (
    '{"digest":"e2fff64d1f80f9f8f822098cbc9c96e386978085ce0d78e0b27122a7941df4f4","distance":8,'
    '"earlier":1,"evaluations":2758,"language":"fr","lexicon":"fr","method":"hybrid","number":7,'
    '"parameters":{"again":0.15,"doubt":8.0,"effort":2.0,"end":0.28,"start":0.4,"swapping":0.5},'
    '"restart":0,"seed":11,"theme":"words","word":""}'
)
OLD_SEAL = "e5ed62804ce64c9d0bc9b66c6488043e0a591da164bb76faa33ff7a63f0b403a"


@given(recipes())
def test_what_is_written_is_read_again(recipe: Recipe) -> None:
    text = recipe.to_json()
    again = Recipe.from_json(text)
    assert again == recipe
    assert again.to_json() == text
    assert again.seal == recipe.seal


@given(recipes())
def test_the_text_is_canonical(recipe: Recipe) -> None:
    text = recipe.to_json()
    assert text.isascii()
    assert text == json.dumps(json.loads(text), sort_keys=True, separators=(",", ":"))
    assert json.loads(text)["method"] == name_of(recipe.method)
    assert json.loads(text)["parameters"] == parameters(recipe.method)


@given(recipes(), recipes())
def test_another_recipe_has_another_seal(one: Recipe, other: Recipe) -> None:
    assert (one.seal == other.seal) == (one.to_json() == other.to_json())
    assert one.seal == hashlib.sha256(one.to_json().encode()).hexdigest()


@given(recipes(), st.integers(0), st.characters())
def test_a_changed_character_is_refused_or_another_recipe(
    recipe: Recipe, place: int, char: str
) -> None:
    text = recipe.to_json()
    place %= len(text)
    changed = text[:place] + char + text[place + 1 :]
    assume(changed != text)
    try:
        again = Recipe.from_json(changed)
    except BadRecipe:
        return
    assert again.to_json() == changed
    assert again.seal != recipe.seal


@given(st.text())
def test_any_other_text_is_refused(text: str) -> None:
    with pytest.raises(BadRecipe, match="not the recipe of a daily"):
        Recipe.from_json(text)


@pytest.mark.parametrize("text", ["", "[]", "null", "1", '"x"', "{}", "[" * 100_000, "9" * 5000])
def test_json_that_is_no_recipe_is_refused(text: str) -> None:
    with pytest.raises(BadRecipe):
        Recipe.from_json(text)


@pytest.mark.parametrize(
    "change",
    [
        {"number": 0},
        {"number": 1.0},
        {"number": True},
        {"language": "xx"},
        {"language": ["fr"]},
        {"lexicon": ""},
        {"lexicon": "a/b"},
        {"lexicon": "\ud800"},
        {"digest": "0F" * 32},
        {"digest": "0f" * 31},
        {"theme": "none"},
        {"theme": "words"},
        {"word": ""},
        {"word": "MONTE"},
        {"word": "été"},
        {"distance": 0},
        {"distance": 17},
        {"earlier": 366},
        {"earlier": -1},
        {"method": "luck"},
        {"method": "random"},
        {"parameters": {}},
        {"parameters": {"effort": 1}},
        {"parameters": []},
        {"seed": 2**63},
        {"seed": -1},
        {"seed": None},
        {"restart": -1},
        {"evaluations": 0},
        {"needed": "é"},
        {"needed": ["b"]},
        {"known": "CAILRMLSEIAESNTR"},
        {"known": ["CAIL"]},
        {"known": ["CAILRMLSEIAESNT!"]},
        {"known": [7]},
        {"known": ["CAILRMLSEIAESNTR"] * (MOST_KNOWN + 1)},
        {"apart": 0},
        {"apart": 17},
        {"apart": True},
        {"more": 1},
    ],
)
def test_a_fact_that_cannot_be_is_refused(change: dict[str, Any]) -> None:
    facts = json.loads(RECIPE.to_json()) | change
    with pytest.raises(BadRecipe):
        Recipe.from_json(json.dumps(facts, sort_keys=True, separators=(",", ":")))


def test_a_recipe_of_before_the_known_grids_is_read() -> None:
    recipe = Recipe.from_json(OLD)
    assert (recipe.known, recipe.apart, recipe.seal) == ((), 0, OLD_SEAL)
    with pytest.raises(BadRecipe):
        replace(recipe, needed="b")


def test_another_order_or_a_space_is_refused() -> None:
    facts = json.loads(RECIPE.to_json())
    assert Recipe.from_json(RECIPE.to_json()) == RECIPE
    for text in (
        json.dumps(facts, sort_keys=True),
        json.dumps(dict(reversed(facts.items())), separators=(",", ":")),
        json.dumps(facts, sort_keys=True, separators=(",", ":"), ensure_ascii=False),
        RECIPE.to_json() + "\n",
        RECIPE.to_json().replace('"number":12', '"number":12,"number":12'),
    ):
        with pytest.raises(BadRecipe):
            Recipe.from_json(text)


def test_a_recipe_out_of_range_cannot_be_made() -> None:
    with pytest.raises(BadRecipe):
        replace(RECIPE, seed=2**63)


FOURS, FIVES = ("A" * 16, "B" * 16 + " d..............T", "C" * 16), ("A" * 25, "B" * 25)


def test_the_problem_has_the_last_grids_of_its_size() -> None:
    mixed = (FOURS[0], FIVES[0], FOURS[1], FOURS[2], FIVES[1])
    assert of_size(mixed, (4, 4)) == FOURS
    assert of_size(mixed, (5, 5)) == FIVES
    problem = RECIPE.problem(mixed)
    assert problem.constraints.earlier == FOURS[1:]
    assert problem == RECIPE.problem(FOURS[1:])
    assert problem.constraints.word == "montañas"
    assert problem.constraints.distance == 6
    assert (problem.constraints.known, problem.constraints.apart) == (RECIPE.known, 12)
    assert problem.constraints.needed == "bdñ"
    assert replace(RECIPE, earlier=0).problem(mixed).constraints.earlier == ()
    with pytest.raises(BadRecipe, match="asks for 4 earlier grids, the archive has 3"):
        replace(RECIPE, earlier=4).problem(mixed)
    with pytest.raises(BadGrid):
        RECIPE.problem(("AB1D", *mixed))


@pytest.mark.parametrize("theme", Theme)
def test_each_theme_becomes_a_problem(theme: Theme) -> None:
    asked = ASKED[theme]
    word = "montañas" if asked.hides else ""
    recipe = replace(RECIPE, theme=theme, word=word, earlier=0, known=())
    problem = recipe.problem(())
    assert (problem.size, str(problem.objective)) == (asked.size, asked.objective)
    assert (problem.constraints.without, problem.constraints.only_vowel) == (
        asked.without,
        asked.only_vowel,
    )
    assert (problem.bonuses, problem.placed) == (asked.bonuses, bool(asked.bonuses))
    assert (problem.rules, problem.lexicon, problem.digest) == ("ruzzle", "es", "0f" * 32)
    assert asked.size in DISTANCE
