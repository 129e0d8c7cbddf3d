"""Base forms: the packed table against the plain one, and samples of each language."""

from collections import defaultdict
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.lexicon import Lexicon, alphabet
from core.lexicon.bases import Base
from core.lexicon.cache import cached
from core.lexicon.catalogue import listing
from core.lexicon.wordlist import parse_words

FRENCH = alphabet("fr")

SPELLINGS = st.lists(st.text("aeé", min_size=2, max_size=4), min_size=1, unique=True)


def packed(spellings: Sequence[str], lines: Sequence[str]) -> Lexicon:
    words = parse_words(spellings, FRENCH)
    return Lexicon.build("drawn", FRENCH, "0" * 64, words, (), lines)


@given(st.data(), SPELLINGS)
def test_the_base_forms_of_a_word_are_those_of_its_spellings(
    data: st.DataObject, spellings: Sequence[str]
) -> None:
    families = data.draw(
        st.dictionaries(
            st.sampled_from(spellings),
            st.tuples(st.integers(0, 80), st.sets(st.sampled_from(spellings))),
        )
    )
    lines = [f"{base}\t{n / 10:.1f}\t{' '.join(fs)}" for base, (n, fs) in families.items()]
    bases = packed(spellings, lines).bases
    for spelling in spellings:
        word = FRENCH.normalise(spelling)
        known = [
            Base(base, tenths / 10)
            for base, (tenths, forms) in families.items()
            if word in map(FRENCH.normalise, {base, *forms})
        ]
        known.sort(key=lambda base: (-base.zipf, base.spelling))
        assert bases.of(word) == tuple(known) or (
            not known and bases.of(word) == (Base(word, 0.0),)
        )


@pytest.mark.parametrize(
    ("language", "word", "expected"),
    [
        ("fr", "chantions", ["chanter"]),
        ("fr", "chevaux", ["cheval"]),
        ("fr", "porte", ["porte", "porter"]),
        ("en", "mice", ["mouse"]),
        ("en", "stopped", ["stop"]),
        ("en", "saw", ["see", "saw"]),
        ("de", "häuser", ["haus"]),
        ("de", "gegangen", ["gehen", "gegangen"]),
        ("de", "weihnachtsbäume", ["weihnachtsbaum"]),
        ("de", "jahres", ["jahr"]),
        ("de", "banken", ["bank"]),
        ("de", "musste", ["müssen"]),
        ("de", "komm", ["kommen"]),
        ("de", "archiviert", ["archivieren"]),
        ("de", "wichtigsten", ["wichtig"]),
        ("de", "längerer", ["lang"]),
        ("de", "leuchtenden", ["leuchten", "leuchtend"]),
        ("de", "jedem", ["jeder"]),
        ("es", "cantaba", ["cantar"]),
        ("es", "luces", ["luz", "lucir"]),
        ("es", "vino", ["vino", "venir"]),
        ("it", "mangiano", ["mangiare"]),
        ("it", "uomini", ["uomo"]),
        ("it", "buona", ["buono"]),
    ],
)
def test_samples(
    language: str, word: str, expected: list[str], lexicon: Callable[[str], Lexicon]
) -> None:
    found = [base.spelling for base in lexicon(language).bases.of(word)]
    assert [spelling for spelling in found if spelling in expected] == expected


@pytest.mark.parametrize(
    "name",
    [
        "fr", "en", "es", "fr-gutenberg", "en-enable",
        pytest.param("de", marks=pytest.mark.slow), pytest.param("it", marks=pytest.mark.slow),
    ],
)  # fmt: skip
def test_a_lexicon_has_the_table_of_its_language(
    name: str, lexicon: Callable[[str], Lexicon]
) -> None:
    words = lexicon(name)
    table = defaultdict(set)
    lines = listing(words.language).text("bases").splitlines()
    for line in lines:
        base, _, forms = line.split("\t")
        for form in (base, *forms.split()):
            table[words.alphabet.normalise(form)].add(base)
    for word in sorted(table)[::997]:
        if word in words:
            known = {base.spelling for base in words.bases.of(word)}
            assert known <= table[word]
            assert known


def test_what_has_no_base_form_is_its_own(lexicon: Callable[[str], Lexicon]) -> None:
    words = lexicon("fr")
    assert words.bases.of("qqqq") == (Base("qqqq", 0.0),)
    assert packed(["chat"], []).bases.of("chat") == (Base("chat", 0.0),)


def test_other_base_forms_are_packed_anew(tmp_path: Path) -> None:
    def opened(lines: Sequence[str], extras: str) -> Lexicon:
        return cached(
            tmp_path, "x", FRENCH, "0" * 64, lambda: packed(["chat", "chats"], lines), extras
        )

    assert opened(["chat\t4.7\t"], "a").bases.of("chats") == (Base("chats", 0.0),)
    assert opened(["chat\t4.7\tchats"], "b").bases.of("chats") == (Base("chat", 4.7),)
    assert opened([], "b").bases.of("chats") == (Base("chat", 4.7),)
