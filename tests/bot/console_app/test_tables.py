"""The tables that commands print in each language; what programs read is the same in all."""

from pathlib import Path

import pytest

from bot.presenters.wording import wording
from core.languages import languages
from tests.helpers.command import seize

SEARCH = "--lang en --size 2x2 --evaluations 300 --seed 1 --no-keep"
SAID = {
    "solve TEAR --lang en --limit 2": ["points", "letters", "path"],
    "words check tear qqqq --lang en": ["not in {lexicon}"],
    "lexicons": ["lexicon", "words", "common", "title"],
    "grid --histogram --raw --count 20 --seed 1 --lang en": [],
    f"optimize {SEARCH}": ["found by {method}, seed {seed}, run {run}", "score: {score}"],
    "optimize compare --lang en --size 2x2 --evaluations 200 --seed 1 --searches 1": [
        "spread", "best grid", "{count} search each, from seed {seed} on",
    ],
    "wordle solve --guess CRANE:-Y-G- --lang en --count 2": ["word", "words left", "at most"],
}  # fmt: skip
FACTS = {"lexicon": "en", "method": "hybrid", "seed": 1, "run": 1, "count": 1, "score": ""}


@pytest.mark.parametrize("command", SAID)
def test_a_table_speaks_the_language_of_the_locale(command: str, data_dir: Path) -> None:
    printed = {
        language: seize(*command.split(), data_dir=data_dir, LANG=f"{language}.UTF-8").out
        for language in languages()
    }
    assert len(set(printed.values())) == len(printed)
    for language, out in printed.items():
        for english in SAID[command]:
            told = wording(language).gettext(english, **FACTS)
            assert told in out
            assert told in english or language == "en" or english.format(**FACTS) not in out


@pytest.mark.parametrize("command", ["solve TEAR --lang en", "words check tear --lang en"])
def test_what_programs_read_is_the_same_in_all_languages(command: str, data_dir: Path) -> None:
    printed = {
        seize(*command.split(), "--json", data_dir=data_dir, LANG=f"{language}.UTF-8").out
        for language in languages()
    }
    assert len(printed) == 1


@pytest.mark.parametrize(
    ("language", "whole", "part"),
    [
        ("en", "1,234,567", "0.65"),
        ("fr", "1\N{NARROW NO-BREAK SPACE}234\N{NARROW NO-BREAK SPACE}567", "0,65"),
        ("de", "1.234.567", "0,65"),
        ("es", "1.234.567", "0,65"),
        ("it", "1.234.567", "0,65"),
    ],
)
def test_numbers_are_written_as_the_language_does(language: str, whole: str, part: str) -> None:
    assert wording(language).number(1234567) == whole
    assert wording(language).number(0.654, 2) == part
