"""Words that are fair to be asked for: common base forms, and first of all that."""

import pytest

from core.lexicon.fair import fair, never_asked
from tests.helpers.platforms import Lexicons


@pytest.mark.parametrize(
    ("language", "word", "is_fair"),
    [
        ("fr", "célèbre", True),
        ("fr", "amis", False),
        ("fr", "alterne", False),
        ("en", "annoying", True),
        ("en", "coming", False),
        ("de", "bekannt", True),
        ("de", "akzeptiert", False),
        ("de", "jahres", False),
        ("es", "agua", True),
        ("es", "agradecida", False),
        ("it", "casa", True),
        ("it", "negato", False),
    ],
)
def test_a_form_of_a_more_frequent_base_is_not_fair(
    language: str, word: str, is_fair: bool, lexicon: Lexicons
) -> None:
    listed = lexicon(language)
    number = listed.graph.number(listed.alphabet.normalise(word))
    assert number is not None
    assert fair(listed)[number] == is_fair


@pytest.mark.parametrize("language", ["fr", "en", "de", "es", "it"])
def test_of_five_letters_a_reader_has_judged_each(language: str, lexicon: Lexicons) -> None:
    listed = lexicon(language)
    numbers, words = listed.graph.of_length(5)
    tenths, is_fair = listed.bases.own_tenths, fair(listed)
    left_out = {
        word
        for number, word in zip(numbers, words, strict=True)
        if listed.ranks[number] and tenths[number] >= 30 and not is_fair[number]
    }
    assert left_out == set()
    assert never_asked(language) & set(words)
