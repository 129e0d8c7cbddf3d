"""The meanings of words: found as a reading of the whole archive finds them."""

import random
from collections import defaultdict
from zipfile import ZipFile

import pytest

from core.languages import languages
from core.lexicon.meanings import Kind, meanings
from dictionaries import folders
from tests.helpers.platforms import Lexicons

each_language = pytest.mark.parametrize("language", languages())


def read_all(language: str) -> dict[str, list[str]]:
    """Return the texts of each headword, by the slow way."""
    found = defaultdict[str, list[str]](list)
    with ZipFile(folders()[language] / "meanings.zip") as archive:
        for name in archive.namelist():
            for line in archive.read(name).decode().splitlines():
                word, _, _, text = line.split("\t")
                found[word].append(text)
    return found


@each_language
def test_each_headword_has_what_its_line_says(language: str, lexicon: Lexicons) -> None:
    found, expected = meanings(lexicon(language)), read_all(language)
    words = sorted(expected)
    for word in [words[0], words[-1], *random.Random(1).sample(words, 200)]:
        told = list(found.all_of(word))
        assert set(expected[word]) <= {meaning.text for meaning in told}
        assert len(set(told)) == len(told)
        assert all(meaning.source.endswith(meaning.glossary.license) for meaning in told)


@pytest.mark.parametrize(
    ("language", "word", "bases"),
    [
        ("fr", "chevaux", ["cheval"]),
        ("fr", "belles", ["beau"]),
        ("en", "mice", ["mouse"]),
        ("en", "stopped", ["stop", "stopped"]),
        ("de", "häuser", ["Haus"]),
        ("es", "cantaba", ["cantar"]),
        ("it", "uomini", ["uomo"]),
    ],
)
def test_an_inflected_form_has_the_meaning_of_its_base_first(
    language: str, word: str, bases: list[str], lexicon: Lexicons
) -> None:
    assert [each.base for each in meanings(lexicon(language)).all_of(word)] == bases


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
