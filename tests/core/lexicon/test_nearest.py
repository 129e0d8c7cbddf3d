from hypothesis import given
from hypothesis import strategies as st

from core.lexicon import HouseWords, Lexicon
from core.lexicon.alphabet import alphabet
from core.lexicon.nearest import nearest
from core.lexicon.wordlist import parse_words

ENGLISH = alphabet("en")
words = st.text("abc", min_size=2, max_size=5)


def small(spellings: list[str], common: tuple[str, ...] = ()) -> Lexicon:
    return Lexicon.build("test", ENGLISH, "0" * 64, parse_words(spellings, ENGLISH), common)


def levenshtein(one: str, other: str) -> int:
    if not one or not other:
        return len(one) + len(other)
    return min(
        levenshtein(one[1:], other) + 1,
        levenshtein(one, other[1:]) + 1,
        levenshtein(one[1:], other[1:]) + (one[0] != other[0]),
    )


@given(st.lists(words, min_size=1, max_size=12, unique=True), words)
def test_nearest_are_all_at_the_least_distance_up_to_two(listed: list[str], word: str) -> None:
    lexicon = small(listed)
    distances = {each: levenshtein(each, word) for each in listed if each != word}
    least = min((d for d in distances.values() if d <= 2), default=None)
    expected = sorted(each for each, d in distances.items() if d == least)
    found = nearest(lexicon, word, limit=100)
    # Words at distance 1 are looked for first; those at most so far are what is found.
    assert sorted(found) == expected


def test_common_words_come_first_and_house_words_count() -> None:
    lexicon = small(["bat", "cat", "rat"], ("rat",))
    assert nearest(lexicon, "zat") == ["rat", "bat", "cat"]
    assert nearest(lexicon, "zat", limit=1) == ["rat"]
    house = lexicon.with_house(HouseWords(frozenset({"zap"}), frozenset({"bat"})))
    assert nearest(house, "zat") == ["rat", "cat", "zap"]
    assert nearest(lexicon, "zzzzz") == []
