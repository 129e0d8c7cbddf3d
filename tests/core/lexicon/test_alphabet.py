"""From spellings to words."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.languages import UnknownLanguage, languages
from core.lexicon import alphabet
from core.lexicon.alphabet import BadSpelling


@pytest.mark.parametrize(
    ("language", "spelling", "word"),
    [
        ("fr", "Été", "ete"),
        ("fr", "œuvré", "oeuvre"),
        ("fr", "ex æquo".replace(" ", ""), "exaequo"),
        ("fr", "ambiguë", "ambigue"),
        ("fr", "garçon", "garcon"),
        ("fr", "cañon", "canon"),
        ("en", "naïve", "naive"),
        ("en", "  Words\n", "words"),
        ("de", "Straße", "strasse"),
        ("de", "Schön", "schön"),
        ("de", "café", "cafe"),
        ("es", "Año", "año"),
        ("es", "agüero", "aguero"),
        ("es", "camión", "camion"),
        ("it", "perché", "perche"),
    ],
)
def test_normalising(language: str, spelling: str, word: str) -> None:
    assert alphabet(language).normalise(spelling) == word
    assert alphabet(language).normalise(unicodedata.normalize("NFD", spelling)) == word


@pytest.mark.parametrize(
    ("spelling", "char"),
    [("arc-en-ciel", "-"), ("l'ami", "'"), ("a1", "1"), ("", ""), ("  ", ""), ("złoty", "ł")],
)
def test_what_is_no_letter_is_named(spelling: str, char: str) -> None:
    with pytest.raises(BadSpelling) as refused:
        alphabet("fr").normalise(spelling)
    assert refused.value.char == char


@given(st.sampled_from([*languages()]), st.text(max_size=20))
def test_any_text_gives_letters_or_an_error_and_normalising_twice_is_once(
    language: str, text: str
) -> None:
    letters = alphabet(language)
    try:
        word = letters.normalise(text)
    except BadSpelling:
        return
    assert word
    assert set(word) <= set(letters.letters)
    assert letters.normalise(word) == word


def test_unknown_language() -> None:
    with pytest.raises(UnknownLanguage, match=f"'xx': use one of {', '.join(languages())}"):
        alphabet("xx")
