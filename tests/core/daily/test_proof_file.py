"""The proof file of a daily: what is in it, and that nothing else is taken for one."""

import json
import subprocess
import sys
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.daily.proof_file import MOST_CHARACTERS, BadProofFile, ProofFile, proof_of
from core.daily.recipe import YEAR
from core.daily.themes import Theme
from core.errors import SeizeError
from core.grid import Grid
from core.lexicon import HouseWords
from tests.contract.dailies import a_puzzle
from tests.contract.made import PINNED
from tests.core.daily.helpers import made

FOUR = ["SNTSEIAEDMRPAEMI", "CAILRMLSEIAESNTR d..............T", "UOCSTRNIAIATPLSS"]
BEFORE = [a_puzzle(i, grid=Grid.parse(text)) for i, text in enumerate([*FOUR, "QuITESARTS"], 1)]


@pytest.fixture(scope="module")
def proof() -> ProofFile:
    daily = made(Theme.POINTS, number=5, earlier=tuple(FOUR[1:]))
    lexicon = replace(PINNED, house=HouseWords(frozenset({"zut", "snts"})))
    recipe = daily.recipe.to_json()
    puzzle = a_puzzle(5, grid=daily.grid, recipe=recipe, lexicon=lexicon)
    return proof_of(puzzle, BEFORE)


def changed(proof: ProofFile, **facts: Any) -> str:
    return json.dumps(json.loads(proof.to_json()) | facts)


def test_it_has_the_earlier_grids_that_the_recipe_asks_for(proof: ProofFile) -> None:
    assert proof.earlier == tuple(FOUR[1:])
    assert proof.accepted == ("snts", "zut")
    assert proof.house.added == {"snts", "zut"}


def test_where_the_recipe_does_not_say_it_has_all() -> None:
    every = tuple(str(each.grid) for each in BEFORE)
    assert proof_of(a_puzzle(5, recipe="none"), BEFORE).earlier == every
    assert len(proof_of(a_puzzle(999, recipe="none"), BEFORE * 100).earlier) == YEAR


@pytest.mark.parametrize(("after", "late"), [(-1.0, False), (0.0, True), (9.0, True)])
def test_it_says_whether_the_daily_was_made_on_its_own_day(after: float, *, late: bool) -> None:
    puzzle = a_puzzle()
    assert proof_of(replace(puzzle, made_at=puzzle.opens_at + after), []).late is late


def test_it_is_read_as_it_was_written(proof: ProofFile) -> None:
    text = proof.to_json()
    assert ProofFile.from_json(text) == proof
    assert ProofFile.from_json(json.dumps(json.loads(text))) == proof
    assert text.splitlines()[1:3] == ['  "number": 5,', '  "language": "fr",']
    assert text.endswith("}\n")


@pytest.mark.parametrize(
    "facts",
    [
        {"number": 0}, {"number": 1.0}, {"number": True}, {"number": "5"}, {"number": 2**31},
        {"language": "xx"}, {"language": None}, {"day": "tomorrow"}, {"day": "20261123"},
        {"grid": "ABC"}, {"grid": "abcd"}, {"grid": ["ABCD"]}, {"grid": " ABCD"},
        {"words": -1}, {"points": 1e3}, {"points": 10**30}, {"late": 0}, {"late": None},
        {"seal": "5E" * 32}, {"seal": "5e" * 31}, {"recipe": {}}, {"recipe": None},
        {"accepted": "zut"}, {"accepted": [1]}, {"accepted": ["été"]}, {"accepted": ["z"]},
        {"accepted": ["zut", "snts"]}, {"accepted": ["zut", "zut"]}, {"accepted": [["zut"]]},
        {"accepted": [f"a{'abcdefghij'[i % 10] * 3}" for i in range(2000)]},
        {"earlier": ["A"]}, {"earlier": [None]}, {"earlier": "ABCD"}, {"earlier": {}},
        {"earlier": ["ABCD"] * (YEAR + 1)}, {"other": 1},
    ],
)  # fmt: skip
def test_a_wrong_fact_is_refused(proof: ProofFile, facts: dict[str, Any]) -> None:
    with pytest.raises(BadProofFile, match="not the proof file of a daily"):
        ProofFile.from_json(changed(proof, **facts))


@pytest.mark.parametrize("name", ProofFile.__dataclass_fields__)
def test_a_missing_fact_is_refused(proof: ProofFile, name: str) -> None:
    facts = json.loads(proof.to_json())
    del facts[name]
    with pytest.raises(BadProofFile):
        ProofFile.from_json(json.dumps(facts))


@pytest.mark.parametrize(
    "text", ["", "null", "[]", "{}", '"x"', "1", "[" * 90_000, "9" * 90_000, '{"number": NaN}']
)
def test_other_texts_are_refused(text: str) -> None:
    with pytest.raises(BadProofFile):
        ProofFile.from_json(text)


def test_a_text_that_is_too_long_is_not_read(proof: ProofFile) -> None:
    text = proof.to_json()
    padded = text + " " * (MOST_CHARACTERS - len(text))
    assert ProofFile.from_json(padded) == proof
    with pytest.raises(BadProofFile):
        ProofFile.from_json(padded + " ")


def test_a_whole_year_of_the_longest_grids_is_short_enough(proof: ProofFile) -> None:
    grid = "QuABCDEFGHIJKLMNOPQRSTUVWX ........................T"
    year = replace(proof, earlier=(grid,) * YEAR)
    assert ProofFile.from_json(year.to_json()) == year


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=9),
    lambda inner: st.lists(inner, max_size=3),
    max_leaves=4,
)


@given(name=st.sampled_from(list(ProofFile.__dataclass_fields__)), value=JSON)
def test_whatever_stands_in_it_it_is_read_or_refused(
    proof: ProofFile, name: str, value: object
) -> None:
    try:
        read = ProofFile.from_json(changed(proof, **{name: value}))
    except SeizeError:
        return
    assert json.loads(read.to_json())[name] == value


@pytest.mark.slow
def test_its_module_imports_nothing_compiled() -> None:
    code = "import core.daily.proof_file, sys; assert 'numba' not in sys.modules"
    subprocess.run([sys.executable, "-c", code], check=True)
