"""The meanings of words: found as a reading of the whole archive finds them."""

import random
from zipfile import ZipFile

import pytest

from core.languages import languages
from core.lexicon.meanings import Kind, meanings
from dictionaries import folders
from tests.helpers.platforms import Lexicons

each_language = pytest.mark.parametrize("language", languages())


def read_all(language: str) -> dict[str, str]:
    """Return the first text of each word, by the slow way."""
    found: dict[str, str] = {}
    with ZipFile(folders()[language] / "meanings.zip") as archive:
        for name in archive.namelist():
            for line in archive.read(name).decode().splitlines():
                word, _, _, text = line.split("\t")
                found.setdefault(word, text)
    return found


@each_language
def test_each_headword_has_what_its_line_says(language: str, lexicon: Lexicons) -> None:
    found, expected = meanings(lexicon(language)), read_all(language)
    words = sorted(expected)
    for word in [words[0], words[-1], *random.Random(1).sample(words, 200)]:
        meaning = found.of(word)
        assert meaning is not None
        assert meaning.text == expected[word]
        assert meaning.source.endswith(meaning.glossary.license)


@pytest.mark.parametrize("word", ["", "a", "zzzzzzzz", "q" * 1000, "ñ", "\t", "été"])
def test_what_is_no_headword_has_none(word: str, lexicon: Lexicons) -> None:
    assert meanings(lexicon("en")).of(word) is None


def test_each_kind_is_told(lexicon: Lexicons) -> None:
    house = meanings(lexicon("en")).of("house")
    assert house is not None
    assert (house.base, house.kind, house.source) == (
        "house",
        Kind.DEFINITION,
        "Princeton WordNet, WordNet License",
    )
    near = meanings(lexicon("es")).of("cuchillo")
    assert near is not None
    assert (near.kind, near.glossary.language) == (Kind.SYNONYMS, "es")
    english = meanings(lexicon("it")).of("birra")
    assert english is not None
    assert (english.kind, english.text, english.glossary.language) == (
        Kind.TRANSLATION,
        "ale, beer",
        "en",
    )
