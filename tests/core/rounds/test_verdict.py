"""Every cause of refusal that the grid and the dictionary can give, and its facts."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.grid import Grid
from core.lexicon.alphabet import alphabet
from core.rounds.verdict import Cause, Verdict, judge
from core.solver.solution import Solution
from tests.core.rounds.boards import FOUND, FRENCH, SOLUTION
from tests.helpers.strategies import is_path


def test_the_grid_of_these_tests_spells_its_words() -> None:
    for found in SOLUTION:
        assert is_path(SOLUTION.grid, found.path)
        assert SOLUTION.grid.spell(found.path) == found.word


@pytest.mark.parametrize("text", ["est", "EST", "  Èst\n", "e\u0300st"])
def test_any_spelling_of_a_word_is_accepted(text: str) -> None:
    verdict = judge(SOLUTION, FRENCH, text)
    assert verdict == Verdict("est", FOUND["est"])
    assert verdict.accepted


REFUSED = [
    ("l'est", Verdict("lest", cause=Cause.LETTER_NOT_ON_GRID, letters="l")),
    ("tas tis", Verdict("", cause=Cause.NOT_LETTERS, letters=" ")),
    ("t4s", Verdict("", cause=Cause.NOT_LETTERS, letters="4")),
    ("\x1b[31m", Verdict("", cause=Cause.NOT_LETTERS, letters="\x1b")),
    ("слово", Verdict("", cause=Cause.NOT_LETTERS, letters="с")),  # noqa: RUF001 (Cyrillic)
    ("", Verdict("", cause=Cause.TOO_SHORT, limit=3)),
    (" \n", Verdict("", cause=Cause.TOO_SHORT, limit=3)),
    ("Zé", Verdict("ze", cause=Cause.TOO_SHORT, limit=3)),
    ("tasé" * 4 + "z", Verdict("tase" * 4, cause=Cause.TOO_LONG, limit=16)),
    ("tasse!" * 2, Verdict("", cause=Cause.NOT_LETTERS, letters="!")),
    ("tôle", Verdict("tole", cause=Cause.LETTER_NOT_ON_GRID, letters="o")),
    ("zoo", Verdict("zoo", cause=Cause.LETTER_NOT_ON_GRID, letters="z")),
    ("ratas", Verdict("ratas", cause=Cause.PATH_BREAKS, letters="r")),
    ("tisse", Verdict("tisse", cause=Cause.PATH_BREAKS, letters="tiss")),
    ("eee", Verdict("eee", cause=Cause.PATH_BREAKS, letters="e")),
    ("sat", Verdict("sat", cause=Cause.NOT_IN_DICTIONARY)),
]


@pytest.mark.parametrize(("text", "verdict"), REFUSED)
def test_the_first_cause_that_applies_is_given(text: str, verdict: Verdict) -> None:
    assert judge(SOLUTION, FRENCH, text) == verdict
    assert not verdict.accepted


DIGRAPHS = [
    ("quie", Verdict("quie", cause=Cause.NOT_IN_DICTIONARY)),
    ("quise", Verdict("quise", cause=Cause.NOT_IN_DICTIONARY)),
    ("quart", Verdict("quart", cause=Cause.PATH_BREAKS, letters="qu")),
    ("quique", Verdict("quique", cause=Cause.PATH_BREAKS, letters="qui")),
    ("risque", Verdict("risque", cause=Cause.PATH_BREAKS, letters="r")),
    ("quai", Verdict("quai", cause=Cause.PATH_BREAKS, letters="qu")),
    ("qat", Verdict("qat", cause=Cause.LETTER_NOT_ON_GRID, letters="q")),
    ("tuas", Verdict("tuas", cause=Cause.LETTER_NOT_ON_GRID, letters="u")),
    ("uquit", Verdict("uquit", cause=Cause.LETTER_NOT_ON_GRID, letters="u")),
]


@pytest.mark.parametrize(("text", "verdict"), DIGRAPHS)
def test_a_digraph_tile_counts_as_a_whole(text: str, verdict: Verdict) -> None:
    assert judge(SOLUTION, FRENCH, text) == verdict


def test_a_letter_counts_alone_where_a_tile_bears_it_alone() -> None:
    grid = Grid.parse("QuUAT")
    verdict = judge(Solution(grid, SOLUTION.rules, ()), FRENCH, "tau")
    assert verdict.cause is Cause.NOT_IN_DICTIONARY


def test_letters_are_those_of_the_language() -> None:
    umlauts = replace(SOLUTION, grid=Grid.parse("äöta"), words=())
    assert judge(umlauts, alphabet("de"), "Tät").letters == "tä"
    assert judge(umlauts, alphabet("de"), "tüt").letters == "ü"


@pytest.mark.parametrize("text", ["est" * 100_000, "e\u0301" * 100_000, "ﬃ" * 100_000])
def test_a_huge_text_is_refused_at_once(text: str) -> None:
    verdict = judge(SOLUTION, FRENCH, text)
    assert verdict.cause is Cause.TOO_LONG
    assert len(verdict.word) == verdict.limit == 16


def test_no_word_is_read_out_of_a_longer_text() -> None:
    assert judge(SOLUTION, FRENCH, "est" + " " * 200 + "ou").cause is Cause.TOO_LONG


def test_the_longest_spelling_of_a_word_is_not_too_long() -> None:
    marked = "".join(f"{letter}\u0302\u0301" for letter in "est")  # only ế is one character
    assert judge(SOLUTION, FRENCH, marked).found == FOUND["est"]


@given(st.text(max_size=90) | st.text("quitesar", max_size=9) | st.text("qu", max_size=4))
def test_any_text_gets_a_verdict_with_its_facts(text: str) -> None:
    verdict = judge(SOLUTION, FRENCH, text)
    assert verdict.accepted == (verdict.cause is None)
    assert verdict.found == (None if verdict.cause else FOUND[verdict.word])
    named = {Cause.NOT_LETTERS, Cause.LETTER_NOT_ON_GRID, Cause.PATH_BREAKS}
    assert bool(verdict.letters) == (verdict.cause in named)
    assert bool(verdict.limit) == (verdict.cause in {Cause.TOO_SHORT, Cause.TOO_LONG})
    if verdict.cause is Cause.PATH_BREAKS:
        assert verdict.word.startswith(verdict.letters)
        assert verdict.word != verdict.letters
