"""The dictionaries of earlier works, and what finds words in letters, against plain sets."""

from collections import Counter
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.lexicon import alphabet
from core.study import dictionaries, plan
from core.study.signatures import signature
from tests.helpers.strategies import FEW_LETTERS, lexicon_of, words

SETS = st.sets(words(), min_size=1, max_size=60)
ASKED = st.text(FEW_LETTERS, min_size=1, max_size=8)
STRUCTURES = {
    structure.name: structure.build for structure in plan.structures(lexicon_of({"abc"}))[:-1]
} | {f"hybrid trie, height {height}": plan.hybrid(height).build for height in plan.HEIGHTS}
Build = Callable[[list[str]], Any]


def test_all_are_compared() -> None:
    names = [structure.name for structure in plan.structures(lexicon_of({"abc"}))]
    assert names == [
        "list", "sorted list", "hash set", "two hash sets", "nested dicts", "pygtrie",
        "hybrid trie, height 4", "packed graph", "packed graph, compiled",
    ]  # fmt: skip
    assert list(plan.HEIGHTS) == list(range(16))


@pytest.mark.parametrize("build", STRUCTURES.values(), ids=STRUCTURES)
@given(known=SETS, asked=st.lists(ASKED, max_size=20))
def test_has_the_words_of_a_set(build: Build, known: set[str], asked: list[str]) -> None:
    built = build(sorted(known))
    questions = {*asked, *known, *(word + "a" for word in known), *(word[:-1] for word in known)}
    assert {word for word in questions if word in built} == questions & known


@pytest.mark.parametrize(
    "build",
    [build for name, build in STRUCTURES.items() if name != "hash set"],
    ids=[name for name in STRUCTURES if name != "hash set"],
)
@given(known=SETS, asked=st.lists(ASKED, max_size=20))
def test_knows_how_words_begin(build: Build, known: set[str], asked: list[str]) -> None:
    built = build(sorted(known))
    beginnings = {word[:length] for word in known for length in range(1, len(word) + 1)}
    questions = {*asked, *beginnings, *(word + "a" for word in known)}
    assert {prefix for prefix in questions if built.has_prefix(prefix)} == beginnings


@given(known=SETS, height=st.integers(0, 15))
def test_hybrid_trie_lists_what_is_longer_than_its_height(known: set[str], height: int) -> None:
    trie = dictionaries.HybridTrie(sorted(known), height)
    longer = Counter(word[:height] for word in known if len(word) > height)
    assert sorted(trie.list_sizes()) == sorted(longer.values())


@pytest.mark.parametrize("language", ["de", "es"])
def test_packed_graph_takes_the_letters_of_a_language(language: str) -> None:
    letters = alphabet(language)
    known = [letters.letters[-1] * 3, "aña" if language == "es" else "öde"]
    built = partial(dictionaries.PackedGraph, alphabet=letters)(known)
    assert all(word in built for word in known)
    assert built.has_prefix(known[1][:2])
    assert "abc" not in built


@pytest.mark.parametrize("name", plan.anagrams(lexicon_of({"abc"})))
@given(known=SETS, letters=st.text(FEW_LETTERS, min_size=1, max_size=9))
def test_finds_the_words_in_letters(name: str, known: set[str], letters: str) -> None:
    within = {word for word in known if Counter(word) <= Counter(letters)}
    build = plan.anagrams(lexicon_of(known))[name]
    assert build(sorted(known)).words(letters) == within


def test_anagrams_share_a_signature() -> None:
    assert {signature(word) for word in ("chien", "chine", "niche")} == {"cehin"}
