from collections.abc import Callable, Iterable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.anagrams import Anagrams, BadRack, Rack, words_of
from core.lexicon import HouseWords, Lexicon, alphabet
from core.lexicon.alphabet import BadSpelling
from tests.helpers.strategies import FEW_LETTERS, lexicon_of, lexicons

Lexicons = Callable[[str], Lexicon]
MOST_WORDS_GRID = "CRESAMINILATLSER"


@st.composite
def racks(draw: st.DrawFn) -> Rack:
    letters = draw(st.text(FEW_LETTERS, max_size=9))
    return Rack(letters, draw(st.integers(0 if letters else 1, 4)))


def can_be_made(word: str, rack: Rack) -> bool:
    """Take letters away one by one, then wildcards: the slow way."""
    left = [*rack.letters, *"?" * rack.wildcards]
    for letter in word:
        if letter not in left and "?" not in left:
            return False
        left.remove(letter if letter in left else "?")
    return True


def filtered(words: Iterable[str], rack: Rack, least: int) -> list[tuple[str, ...]]:
    """Try every word, and put together those of the same letters."""
    made = sorted(word for word in words if len(word) >= least and can_be_made(word, rack))
    classes = {tuple(each for each in made if sorted(each) == sorted(word)) for word in made}
    return sorted(classes, key=lambda alike: (-len(alike[0]), alike[0]))


def words_in(classes: Iterable[Anagrams]) -> list[tuple[str, ...]]:
    return [each.words for each in classes]


@settings(max_examples=100)
@given(lexicons(), racks(), st.data())
def test_all_words_that_letters_allow_are_found(
    lexicon: Lexicon, rack: Rack, data: st.DataObject
) -> None:
    least = data.draw(st.integers(1, max(len(rack), 2)))
    found = words_of(lexicon, rack, least)
    assert words_in(found) == filtered(lexicon, rack, least)


@given(lexicons(FEW_LETTERS + "ñ", "es"), racks())
def test_both_ways_find_the_same(lexicon: Lexicon, rack: Rack) -> None:
    longest = [each for each in words_of(lexicon, rack, 1) if each.length == len(rack)]
    assert words_of(lexicon, rack, len(rack)) == longest


@pytest.mark.parametrize(
    "letters", [MOST_WORDS_GRID, pytest.param("ZEPHYRWAGONQU??", marks=pytest.mark.slow)]
)
def test_no_word_of_the_french_list_is_missing(lexicon: Lexicons, letters: str) -> None:
    french = lexicon("fr")
    rack = Rack.parse(french.alphabet, letters)
    found = {word for each in words_of(french, rack) for word in each.words}
    few = set(rack.letters)
    other = rack.wildcards  # letters that a word may have beside: most words have more
    every = (word for word in french if len(set(word) - few) <= other)
    assert found == {word for word in every if can_be_made(word, rack)}
    assert len(found) > 100


def test_the_letters_of_the_french_record_make_8917_words(lexicon: Lexicons) -> None:
    french = lexicon("fr")
    classes = words_of(french, Rack(MOST_WORDS_GRID.lower()))
    assert sum(len(each.words) for each in classes) == 8917
    assert [str(each) for each in classes[:4]] == [
        "mercantiliseras",
        "centraliserais = interclasserai",
        "mercantilisera",
        "réinstallerais",
    ]
    assert classes == sorted(classes, key=lambda each: (-each.length, each.words[0]))


@pytest.mark.parametrize("least", [2, 5])
def test_chien_chine_and_niche_stand_together(lexicon: Lexicons, least: int) -> None:
    classes = words_of(lexicon("fr"), Rack("nihec"), least)
    assert classes[0].words == ("chien", "chine", "niche")
    assert all(each.length >= least for each in classes)
    assert len(classes) == (1 if least == 5 else 13)


@pytest.mark.parametrize("least", [2, 4])
def test_usual_spellings_are_shown_and_house_words_count(least: int) -> None:
    plain = lexicon_of(["été", "tété", "jeté", "tete"], "fr")
    lexicon = plain.with_house(HouseWords(frozenset({"ettj", "tete"}), frozenset({"jete"})))
    classes = words_of(lexicon, Rack("teet"), least)
    assert [str(each) for each in classes] == ["tété", *["été"] * (least == 2)]
    assert [str(each) for each in words_of(lexicon, Rack("tetj"), least)] == ["ettj"]
    assert words_of(plain, Rack("tetj"), least) == []


@pytest.mark.parametrize(
    ("text", "more", "letters", "wildcards"),
    [
        ("Chien", 0, "chien", 0),
        ("CHI?N", 1, "chin", 2),
        ("cres amin/ilat|lser", 0, MOST_WORDS_GRID.lower(), 0),
        ("Œuvré", 0, "oeuvre", 0),
        ("e\u0301" * 16, 0, "e" * 16, 0),
        ("????", 0, "", 4),
        ("", 4, "", 4),
        ("a" * 12, 4, "a" * 12, 4),
    ],
)
def test_letters_are_read_as_they_are_typed(
    text: str, more: int, letters: str, wildcards: int
) -> None:
    assert Rack.parse(alphabet("fr"), text, more) == Rack(letters, wildcards)


@pytest.mark.parametrize(
    ("text", "more", "said"),
    [
        ("", 0, "0 letters: give 1 to 16"),
        (" / ", 0, "0 letters: give 1 to 16"),
        ("A" * 40, 0, "40 letters: give 1 to 16"),
        ("7" * 10_000, 0, "10000 letters: give 1 to 16"),
        ("A" * 13 + "??", 2, "17 letters: give 1 to 16"),
        ("œ" * 9, 0, "18 letters: give 1 to 16"),
        ("CHI?????", 0, "5 wildcards: use 0 to 4"),
        ("CHI??", 3, "5 wildcards: use 0 to 4"),
        ("CHIEN", -1, "-1 wildcards: use 0 to 4"),
    ],
)
def test_other_numbers_of_letters_are_refused(text: str, more: int, said: str) -> None:
    with pytest.raises(BadRack, match=said):
        Rack.parse(alphabet("fr"), text, more)


@pytest.mark.parametrize("text", ["CH1EN", "CHI*N", "łab", "chi-en", "ch\x00en", "\ud800"])
def test_what_is_no_letter_is_refused(text: str) -> None:
    with pytest.raises(BadSpelling, match="cannot be used: the letters are a–z"):
        Rack.parse(alphabet("fr"), text)


def test_longer_words_than_there_are_letters_are_refused() -> None:
    lexicon = lexicon_of(["ab"])
    with pytest.raises(BadRack, match="words of 4 letters cannot be made of 3: give more"):
        words_of(lexicon, Rack("ab", 1), 4)
    assert words_of(lexicon, Rack("a"), 2) == words_of(lexicon, Rack("a"), 1) == []


def test_some_words_of_a_class_can_be_left_out() -> None:
    (chien,) = words_of(lexicon_of(["chien", "niche", "chine"]), Rack("cehin"))
    assert chien.without({"niche", "x"}).words == ("chien", "chine")
    assert chien.without({"niche"}).displays == ("chien", "chine")
    assert not chien.without({*chien.words}).words
