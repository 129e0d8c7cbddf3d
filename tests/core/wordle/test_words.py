"""Targets and guesses, from the real lists."""

from collections.abc import Callable

import pytest

from core.languages import languages
from core.lexicon import Lexicon
from core.lexicon.slurs import slurs
from core.wordle.words import BadWordLength, wordle_words


@pytest.mark.parametrize("language", languages())
def test_targets_are_common_words_without_slurs(
    language: str, lexicon: Callable[[str], Lexicon]
) -> None:
    words = lexicon(language)
    five = wordle_words(words, 5)
    assert 2000 < len(five.targets) < 3000 < len(five.guesses)
    assert set(five.targets) <= set(five.guesses)
    assert all(map(words.rank, five.targets))
    shameful = {word for word in slurs(language) if len(word) == 5}
    assert shameful.isdisjoint(five.targets)
    assert shameful <= set(five.guesses)
    assert five.guesses == tuple(sorted(five.guesses))
    assert "zzzzz" not in five
    assert five.targets[0] in five


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
