"""Targets and guesses, from the real lists."""

from collections.abc import Callable

import pytest

from core.languages import languages
from core.lexicon import Lexicon
from core.lexicon.fair import never_asked
from core.lexicon.unfit import unfit
from core.wordle.words import BadWordLength, wordle_words


@pytest.mark.parametrize("language", languages())
def test_answers_are_common_words_that_are_fit_to_be_shown(
    language: str, lexicon: Callable[[str], Lexicon]
) -> None:
    words = lexicon(language)
    five = wordle_words(words, 5)
    assert 1000 < len(five.answers) < 2000 < len(five.guesses)
    assert set(five.answers) < set(five.targets) < set(five.guesses)
    assert all(map(words.rank, five.targets))
    assert never_asked(language).isdisjoint(five.answers)
    shameful = {word for word in unfit(language) if len(word) == 5}
    assert shameful.isdisjoint(five.answers)
    assert shameful <= set(five.guesses)
    assert five.guesses == tuple(sorted(five.guesses))
    assert "zzzzz" not in five
    assert five.answers[0] in five


@pytest.mark.parametrize(
    ("language", "unasked"),
    [
        ("fr", "chats coups aimes allez avait jules"),
        ("en", "beads wings given found lewis paris"),
        ("de", "hunde ganze getan waren horst"),
        ("es", "gatos daban buena maria tenia pedro"),
        ("it", "gatti amano rossa oscar dette presi"),
    ],
)
def test_no_inflected_form_or_name_is_asked_for(
    language: str, unasked: str, lexicon: Callable[[str], Lexicon]
) -> None:
    words = lexicon(language)
    five = wordle_words(words, 5)
    assert set(unasked.split()) <= set(five.targets)
    assert set(unasked.split()).isdisjoint(five.answers)
    bases = {base for word in five.answers for base in words.bases.of(word) if base.zipf >= 3}
    assert set(five.answers) <= {words.alphabet.normalise(base.spelling) for base in bases}


def test_they_are_all_words_of_the_list(lexicon: Callable[[str], Lexicon]) -> None:
    words = lexicon("en")
    known = list(words)
    for length in (4, 10):
        assert list(wordle_words(words, length).guesses) == [
            word for word in known if len(word) == length
        ]


@pytest.mark.parametrize("length", [-1, 0, 3, 11])
def test_other_lengths_are_named(length: int, lexicon: Callable[[str], Lexicon]) -> None:
    with pytest.raises(BadWordLength, match=f"words of {length} letters: use 4 to 10"):
        wordle_words(lexicon("en"), length)
