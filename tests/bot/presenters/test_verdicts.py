"""Verdicts in one line, in every language, whatever was typed."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.presenters.verdicts import REFUSALS, verdict_line
from bot.presenters.wording import wording
from core.languages import languages
from core.rounds.laws import Law
from core.rounds.verdict import Cause, Verdict, judge
from tests.core.rounds.boards import ANA, BEN, FOUND, FRENCH, SOLUTION, START, running

CAUSES = [
    (Verdict("est", FOUND["est"]), "+3 èst"),
    (Verdict("", cause=Cause.NOT_STARTED), "Too early: the round has not started"),
    (Verdict("", cause=Cause.TOO_LATE), "Too late: the round is over"),
    (
        Verdict("", cause=Cause.PAUSED, limit=5),
        "5 misses in a row: wait a second, then go on",
    ),
    (judge(SOLUTION, FRENCH, "re5t"), "“5” is not a letter"),
    (judge(SOLUTION, FRENCH, "ré"), "re: too short, at least 3 letters"),
    (judge(SOLUTION, FRENCH, "a" * 20), "aaaaaaaaaaaaaaaa…: too long, at most 16 letters"),
    (judge(SOLUTION, FRENCH, "zoo"), "zoo: no Z on the grid"),
    (judge(SOLUTION, FRENCH, "quart"), "quart: traces as far as QU, then breaks"),
    (judge(SOLUTION, FRENCH, "tase"), "tase: not in the dictionary"),
    (Verdict("est", cause=Cause.ALREADY_FOUND, taken_by=ANA), "èst: already found"),
]


@pytest.mark.parametrize(("verdict", "line"), CAUSES)
def test_each_verdict_says_its_points_or_its_exact_cause(verdict: Verdict, line: str) -> None:
    assert verdict_line(verdict, wording("en"), SOLUTION) == line


def test_every_cause_has_its_line() -> None:
    assert set(REFUSALS) == set(Cause)


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("verdict", [verdict for verdict, _ in CAUSES])
def test_every_language_keeps_the_facts(verdict: Verdict, language: str) -> None:
    line = verdict_line(verdict, wording(language), SOLUTION)
    assert "{" not in line
    for fact in (verdict.letters.upper(), str(verdict.limit or "")):
        assert fact in line


def test_a_word_that_another_took_is_put_otherwise() -> None:
    game = running(law=Law.FIRST_FINDER)
    game.submit(BEN, "quit", START + 1)
    verdict = game.submit(ANA, "quit", START + 5).verdict
    line = verdict_line(verdict, wording("fr"), SOLUTION, ANA)
    assert line == "quit\u202f: quelqu\u2019un a été plus rapide"


@pytest.mark.parametrize(
    ("typed", "line"),
    [
        ("ab\x1b[2J", "“U+001B” is not a letter"),
        ("\x07", "“U+0007” is not a letter"),
        ("a\u202eb", "ab: too short, at least 3 letters"),
        ("\u0301", "“U+0301” is not a letter"),
        ("[red]quit[/red]", "“]” is not a letter"),
        (":smile:", "smile: no M on the grid"),
        ("{word}", "word: no W on the grid"),
    ],
)
def test_what_was_typed_commands_nothing(typed: str, line: str) -> None:
    assert verdict_line(judge(SOLUTION, FRENCH, typed), wording("en"), SOLUTION) == line


@pytest.mark.parametrize(
    ("typed", "line"),
    [
        (" TÂSE\n", "tâse: not in the dictionary"),
        ("ta\u0302se", "tâse: not in the dictionary"),
        ("quàrt", "quàrt: traces as far as QU, then breaks"),
        ("ré", "ré: too short, at least 3 letters"),
        ("zôo", "zôo: no Z on the grid"),
        ("é" * 20, "eeeeeeeeeeeeeeee…: too long, at most 16 letters"),
        ("qui\u0323t", "+12 quit"),
    ],
)
def test_a_refused_word_keeps_its_accents(typed: str, line: str) -> None:
    verdict = judge(SOLUTION, FRENCH, typed)
    assert verdict_line(verdict, wording("en"), SOLUTION, typed=typed) == line


@given(st.text(), st.sampled_from([*languages()]))
def test_lines_are_visible_whatever_is_typed(typed: str, language: str) -> None:
    verdict = judge(SOLUTION, FRENCH, typed)
    line = verdict_line(verdict, wording(language), SOLUTION, typed=typed)
    hidden = [char for char in line if unicodedata.category(char) in ("Cc", "Cf", "Cs", "Cn", "Co")]
    assert not hidden
    assert len(line) < 100
