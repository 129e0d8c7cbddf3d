"""The words that a round leaves to learn."""

from collections.abc import Callable, Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.daily.missed import while_open
from core.grid import Grid
from core.lexicon import Lexicon, alphabet
from core.lexicon.wordlist import parse_words
from core.rounds.lessons import KNOWN, Lessons, lessons
from core.scoring import ruleset
from core.solver.solution import FoundWord
from core.solver.solver import solve

Open = Callable[[str], Lexicon]

FRENCH = alphabet("fr")
BASES = {
    "chanter": (4.1, "chante chantes chantons"),
    "chat": (4.9, "chats"),
    "porte": (5.0, "portes"),
    "porter": (5.1, "porte portes"),
    "table": (4.8, "tables"),
    "fonda": (2.9, ""),
    "crustacé": (2.4, "crustacés"),
    "épanner": (0.9, "épanna"),
    "zzyx": (2.2, ""),
    "zidane": (3.9, ""),
}
COMMON = (
    "porte",
    "chante",
    "table",
    "chat",
    "fonda",
    "chats",
    "portes",
    "chantes",
    "tables",
    "zidane",
)


def packed() -> Lexicon:
    lines = [f"{base}\t{zipf}\t{forms}" for base, (zipf, forms) in BASES.items()]
    spelt = {*BASES, *(form for _, forms in BASES.values() for form in forms.split())}
    return Lexicon.build(
        "drawn", FRENCH, "0" * 64, parse_words(sorted(spelt), FRENCH), COMMON, lines
    )


LEXICON = packed()


def told(*spellings: str, found: Sequence[str] = ()) -> Lessons:
    """Return the lessons of words that score more the earlier they stand."""
    words = [
        FoundWord(FRENCH.normalise(each), each, 99 - place, (place,))
        for place, each in enumerate(spellings)
    ]
    return lessons(words, {FRENCH.normalise(each) for each in found}, LEXICON)


def names(words: Sequence[FoundWord]) -> list[str]:
    return [each.display for each in words]


def test_words_within_reach_are_common_and_of_different_base_forms() -> None:
    left = told("épanna", "chantes", "chante", "fonda", "portes", "porte", "tables", "chat")
    assert names(left.known) == ["chantes", "portes", "tables"]
    assert left.best is not None
    assert left.best.display == "épanna"


def test_a_common_word_without_meaning_is_told_where_too_few_have_one() -> None:
    left = told("zidane", "chantes", "portes", "tables", "zzyx")
    assert names(left.known) == ["chantes", "portes", "tables"]
    assert names(told("zzyx", "zidane", "chantes", "portes").known)[0] == "zidane"


def test_what_was_found_is_not_told_but_for_the_best_of_the_grid() -> None:
    left = told("chantes", "portes", "tables", "chat", "crustacés", found=["chantes", "tables"])
    assert names(left.known) == ["portes", "chat", "crustacés"]
    assert left.best is not None
    assert left.best.display == "chantes"


def test_one_to_learn_is_rarer_and_told_by_its_base_form() -> None:
    left = told("épanna", "chante", "porte", "table", "zzyx", "crustacés")
    assert left.rare is not None
    assert (left.rare.display, left.base) == ("crustacés", "crustacé")
    assert left.meaning is not None
    assert left.meaning.base == "crustacé"
    bare = told("épanna", "chante", "porte", "table", "zzyx")
    assert (bare.rare and bare.rare.display, bare.base, bare.meaning) == ("zzyx", "zzyx", None)


def test_where_few_are_common_the_most_frequent_follow_by_points() -> None:
    left = told("épanna", "crustacés", "zzyx", "chats")
    assert names(left.known) == ["crustacés", "zzyx", "chats"]
    assert (left.rare, left.base) == (None, "")
    assert told("épanna").known == (FoundWord("epanna", "épanna", 99, (0,)),)
    assert told() == Lessons()


def test_of_an_open_daily_one_is_told_for_each_five_found() -> None:
    left = told("chantes", "portes", "tables", "crustacés")
    assert [len(while_open(left, found).known) for found in (0, 4, 5, 14, 15, 500)] == [
        0, 0, 1, 2, 3, 3,
    ]  # fmt: skip
    assert while_open(left, 500) == Lessons(left.known)


@given(st.lists(st.sampled_from(sorted({*BASES, *COMMON})), unique=True), st.data())
def test_all_that_is_told_was_missed(spellings: list[str], data: st.DataObject) -> None:
    found = data.draw(st.sets(st.sampled_from(spellings))) if spellings else set[str]()
    left = told(*spellings, found=sorted(found))
    missed = [each for each in spellings if each not in found]
    assert set(names(left.known)) <= set(missed)
    taken = [base.spelling for each in left.known for base in LEXICON.bases.of(each.word)]
    assert len(taken) == len(set(taken))
    assert [each.points for each in left.known] == sorted(
        (each.points for each in left.known), reverse=True
    )
    if left.rare:
        assert left.rare.display in missed
        assert left.rare not in left.known


@pytest.mark.parametrize(
    ("language", "letters"), [("fr", "CAILRMLSEIAESNTR"), ("en", "SMATORGVTREIADPS")]
)
def test_a_real_grid_leaves_three_and_one(language: str, letters: str, lexicon: Open) -> None:
    words = lexicon(language)
    solution = solve(Grid.parse(letters), words, ruleset("ruzzle", language))
    left = lessons(tuple(solution), (), words)
    assert len(left.known) == KNOWN
    assert all(words.rank(each.word) for each in left.known)
    assert left.rare
    assert left.base
    assert left.meaning
