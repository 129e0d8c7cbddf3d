"""Packed lexicons against plain sets of words."""

from collections import Counter
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.lexicon import HouseWords, Lexicon, alphabet
from core.lexicon.house import BadLength
from core.lexicon.wordlist import parse_words
from tests.helpers.strategies import lexicon_of, words

some_words = st.sets(words("abz"), min_size=1)


@given(some_words, words("abz"))
def test_a_lexicon_is_the_set_of_its_words(listed: set[str], other: str) -> None:
    lexicon = lexicon_of(listed)
    assert list(lexicon) == sorted(listed)
    assert len(lexicon) == len(listed)
    assert (other in lexicon) == (other in listed)
    assert all(word in lexicon for word in listed)


@given(some_words, st.text("abz", max_size=3), st.integers(0, 5))
def test_completion(listed: set[str], prefix: str, limit: int) -> None:
    expected = sorted(word for word in listed if word.startswith(prefix))
    assert list(lexicon_of(listed).complete(prefix)) == expected
    assert list(lexicon_of(listed).complete(prefix, limit)) == expected[:limit]


@given(some_words, st.sets(words("abz"), max_size=5), st.sets(words("abz"), max_size=5))
def test_house_words_lie_over_the_list(
    listed: set[str], added: set[str], removed: set[str]
) -> None:
    house = HouseWords(frozenset(added), frozenset(removed - added))
    lexicon = lexicon_of(listed).with_house(house)
    expected = (listed - removed) | added
    assert list(lexicon) == sorted(expected)
    assert len(lexicon) == len(expected)
    assert all((word in lexicon) == (word in expected) for word in listed | added | removed)
    for prefix in ("", "a", "zb"):
        beginning = sorted(word for word in expected if word.startswith(prefix))
        assert list(lexicon.complete(prefix)) == beginning


def test_house_words_change_the_digest_and_only_they() -> None:
    plain = lexicon_of({"chat", "chien"})
    grown = plain.with_house(HouseWords().add("miaou"))
    assert plain.with_house(HouseWords()).digest == plain.digest
    assert grown.digest != plain.digest
    assert grown.digest == plain.with_house(HouseWords(frozenset({"miaou"}))).digest


def test_house_words_replace_those_before() -> None:
    plain = lexicon_of({"chat", "chien"})
    once = plain.with_house(HouseWords().add("miaou"))
    assert once.with_house(HouseWords()).digest == plain.digest
    assert list(once.with_house(HouseWords())) == list(plain)
    assert once.with_house(once.house).digest == once.digest


def test_house_words_that_cannot_be() -> None:
    with pytest.raises(ValueError, match="added and removed"):
        HouseWords(frozenset({"ab"}), frozenset({"ab"}))
    with pytest.raises(ValueError, match="not of 2 to 16 letters"):
        HouseWords().add("a" * 17)
    with pytest.raises(ValueError, match="other letters than the alphabet"):
        lexicon_of({"ab"}).with_house(HouseWords().add("añb"))
    with pytest.raises(BadLength, match="is not a word of 2 to 16 letters"):
        HouseWords.parse(alphabet("fr"), ["a"])
    assert HouseWords.parse(alphabet("fr"), ["été"], ["Été", "non"]) == HouseWords(
        frozenset({"ete"}), frozenset({"non"})
    )


def test_house_words_are_asked_for_as_players_write() -> None:
    house = HouseWords.parse(alphabet("fr"), ["Éléphanteau"], ["Œuf"])
    assert house.added == {"elephanteau"}
    assert house.removed == {"oeuf"}
    assert HouseWords().add("chat").remove("chat") == HouseWords(removed=frozenset({"chat"}))


@given(st.sets(words("abz"), min_size=1))
def test_letter_and_pair_counts(listed: set[str]) -> None:
    lexicon = lexicon_of(listed)
    letters = Counter("".join(listed))
    pairs = Counter(pair for word in listed for pair in pairwise(word))
    for i, a in enumerate(lexicon.alphabet.letters):
        assert lexicon.letter_counts[i] == letters[a]
        for j, b in enumerate(lexicon.alphabet.letters):
            assert lexicon.pair_counts[i, j] == pairs[a, b]


def french(*spellings: str, common: tuple[str, ...] = ()) -> Lexicon:
    letters = alphabet("fr")
    return Lexicon.build("drawn", letters, "0" * 64, parse_words(spellings, letters), common)


def test_spellings_the_most_frequent_first() -> None:
    lexicon = french("cote", "coté", "côte", "côté", "zoé", "zoo", common=("côté", "côte", "zoo"))
    assert lexicon.spellings("cote") == ("côté", "côte", "cote", "coté")
    assert lexicon.display("cote") == "côté"
    assert lexicon.display("zoe") == "zoé"
    assert lexicon.display("zoo") == "zoo"
    assert lexicon.display("inconnu") == "inconnu"
    assert [lexicon.rank(word) for word in ("cote", "zoo", "zoe", "inconnu")] == [1, 3, None, None]


def test_the_longest_words_and_the_last_letters_fit() -> None:
    listed = {"z" * 16, "a" * 16, "za"}
    assert list(lexicon_of(listed)) == sorted(listed)
    assert list(lexicon_of({"üüüü", "öä", "zz"}, "de")) == ["zz", "öä", "üüüü"]
