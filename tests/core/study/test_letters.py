"""Letters of words and of the best grids, against plain counting and the published table."""

from collections import Counter
from collections.abc import Callable
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.grid import Grid
from core.lexicon import Lexicon
from core.lexicon.catalogue import listings
from core.scoring import ruleset
from core.solver.solver import GridCounter
from core.study.letters import (
    PUBLISHED_GRIDS,
    PUBLISHED_PERCENT,
    best_grids,
    percent,
    spelling_counts,
    study_letters,
)
from tests.helpers.strategies import lexicon_of
from tests.oracles.test_published import FREQUENCIES

spelt = st.sets(st.text("aàâcçeéèt", min_size=2, max_size=6), min_size=1, max_size=40)


@given(spelt)
def test_counts_are_those_of_plain_counting(spellings: set[str]) -> None:
    lexicon = lexicon_of(spellings, "fr")
    study = study_letters(lexicon)
    in_words = Counter("".join(lexicon))
    in_spellings = Counter("".join(map(lexicon.alphabet.normalise, spellings)))
    assert (study.word_total, study.spelling_total) == (len(lexicon), len(spellings))
    assert study.words.tolist() == [in_words[letter] for letter in study.letters]
    assert study.spellings.tolist() == [in_spellings[letter] for letter in study.letters]
    pairs = Counter(a + b for word in lexicon for a, b in pairwise(word))
    found = study.top_pairs(700)
    assert {pair.letters: pair.times for pair in found if pair.times} == dict(pairs)
    assert sum(pair.percent for pair in found) == pytest.approx(100)
    assert [pair.times for pair in found] == sorted((p.times for p in found), reverse=True)


@given(spelt)
def test_spellings_of_each_word(spellings: set[str]) -> None:
    lexicon = lexicon_of(spellings, "fr")
    counts = spelling_counts(lexicon).tolist()
    for word in lexicon:
        assert counts[lexicon.graph.number(word) or 0] == len(lexicon.spellings(word))


def test_letters_and_pairs_of_real_words(lexicon: Callable[[str], Lexicon]) -> None:
    enable = lexicon("en-enable")
    study, words = study_letters(enable), list(enable)
    letters = Counter("".join(words))
    assert {x: letters[x] for x in study.letters} == dict(
        zip(study.letters, study.words.tolist(), strict=True)
    )
    assert study.order() == sorted(
        range(26), key=lambda index: (-letters[study.letters[index]], index)
    )
    pairs = Counter(a + b for word in words for a, b in pairwise(word))
    assert [(p.letters, p.times) for p in study.top_pairs(10)] == pairs.most_common(10)


# Where our list, of 5 spellings fewer, rounds to another figure than the published one.
ELSEWHERE = {"c": 3.393, "b": 1.395, "h": 1.154}


def test_the_published_table(lexicon: Callable[[str], Lexicon]) -> None:
    study = study_letters(lexicon("fr-gutenberg"))
    assert (study.word_total, study.spelling_total) == (315_575, 328_460)
    parts = FREQUENCIES.lower().split()
    published = {letter: float(x) for letter, x in zip(parts[::2], parts[1::2], strict=True)}
    assert published == PUBLISHED_PERCENT["fr-gutenberg"]
    ours = dict(zip(study.letters, percent(study.spellings).tolist(), strict=True))
    for letter, figure in published.items():
        if letter in ELSEWHERE:
            assert round(ours[letter], 3) == ELSEWHERE[letter]
            assert abs(ours[letter] - figure) < 0.0075
        else:
            assert round(ours[letter], 2) == figure


def test_per_cent_of_nothing_is_none() -> None:
    study = study_letters(lexicon_of({"abc"}))  # a list without best grids
    assert study.best == ()
    assert not percent(study.tiles).any()
    assert percent(study.words).sum() == pytest.approx(100)


@pytest.mark.parametrize("name", listings())
def test_letters_of_the_best_grids(name: str, lexicon: Callable[[str], Lexicon]) -> None:
    study = study_letters(lexicon(name))
    letters = [grid.letters.lower() for grid in study.best]
    assert letters
    borne = Counter("".join(letters))
    assert study.tiles.tolist() == [borne[letter] for letter in study.letters]
    assert study.tiles.sum() == 16 * len(letters)
    for letter, grids in zip(study.letters, study.grids.tolist(), strict=True):
        assert grids == sum(letter in each for each in letters)
    assert set(study.used()) == set(borne)
    assert not set(study.used()) & set(study.avoided())


def test_the_best_french_grids_have_neither_o_nor_u(lexicon: Callable[[str], Lexicon]) -> None:
    study = study_letters(lexicon("fr-gutenberg"))
    assert study.avoided()[:2] == "ou"
    assert sorted(study.used()) == sorted("acdeilmnprst")


def test_the_published_grids_hold_the_words_published(
    lexicon: Callable[[str], Lexicon],
) -> None:
    counter = GridCounter(lexicon("fr-gutenberg"), ruleset("ruzzle", "fr"))
    for letters, words in PUBLISHED_GRIDS["fr-gutenberg"].items():
        assert counter.count(Grid.of(letters)).words == words


def test_no_two_best_grids_are_of_the_same_letters() -> None:
    grids = list(best_grids("fr-gutenberg"))
    assert len({"".join(sorted(grid.letters)) for grid in grids}) == len(grids)
    assert [grid.published for grid in grids] == [True] * 4 + [False]
    assert all(grid.objective in ("words", "points") for grid in grids)
