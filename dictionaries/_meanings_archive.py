"""The meanings of a language, built from the packages that its meanings.toml names."""

import hashlib
import re
import tomllib
from collections.abc import Iterable, Iterator
from importlib import import_module
from itertools import chain
from pathlib import Path

from wordfreq import zipf_frequency

from core.lexicon.alphabet import MAX_LETTERS, MIN_LETTERS, BadSpelling, alphabet
from core.lexicon.unfit import unfit
from dictionaries import folders
from dictionaries._files import read_lines
from dictionaries._meanings import Entry, Rules, accepted, meaning, packed
from dictionaries._packages import Package

_OWN = "seize"  # the glossary of meanings that are not cleaned


def rebuild(language: str, downloads: Path, check: bool) -> bool:
    """Build the meanings of a play list and write them, or only compare; tell if they agree.

    Raises RebuildError where a package cannot be had.
    """
    folder = folders()[language]
    recorded = tomllib.loads((folder / "meanings.toml").read_text(encoding="utf-8"))
    packages = [Package(**package) for package in recorded["packages"]]
    unpacked = {package.name: package.fetch(downloads) for package in packages}
    source = import_module(f"dictionaries.{language}.meanings")
    rules = Rules(source.NEVER, source.LATE, unfit(language))
    entries = chain(_own(folder / "own_meanings.txt"), source.entries(unpacked))
    lines = _lines(entries, language, rules)
    text = "".join(f"{line}\n" for line in lines).encode()
    facts: dict[str, int | str] = {
        "meanings": len(lines),
        "sha256": hashlib.sha256(text).hexdigest(),
    }
    same = all(recorded.get(key) == value for key, value in facts.items())
    if not check:
        (folder / "meanings.zip").write_bytes(packed(lines))
        _record(folder / "meanings.toml", facts)
    print(
        f"{language}: {len(lines):,} meanings, {'as recorded' if same else 'differing'}", flush=True
    )
    return same


def _own(file: Path) -> Iterator[Entry]:
    """Yield the words whose meanings are our own, if there are any."""
    for line in read_lines(file) if file.exists() else ():
        if not line.startswith("#"):
            word, _, text = line.partition("\t")
            yield Entry(word, _OWN, (text,))


def _lines(entries: Iterable[Entry], language: str, rules: Rules) -> list[str]:
    """Return a line a headword: its word, spelling, glossary and meaning; the usual one first."""
    letters = alphabet(language)
    spellings = accepted(language)
    found: dict[str, tuple[str, str, str]] = {}
    text: str | None
    for entry in entries:
        if entry.headword in found or entry.headword.lower() not in spellings:
            continue
        try:
            word = letters.normalise(entry.headword)
        except BadSpelling:
            continue
        if entry.glossary == _OWN:
            (text,) = entry.senses
        else:
            text = meaning(entry.senses, rules, word not in rules.unfit)
        if text is not None and MIN_LETTERS <= len(word) <= MAX_LETTERS:
            found[entry.headword] = (word, entry.glossary, text)
    rows = [
        # German verbs and adjectives before the nouns made of them: swapcase.
        (row[0], -zipf_frequency(headword, language), headword.swapcase(), headword, *row[1:])
        for headword, row in found.items()
    ]
    return ["\t".join((word, *rest)) for word, _, _, *rest in sorted(rows)]


def _record(file: Path, facts: dict[str, int | str]) -> None:
    toml = file.read_text(encoding="utf-8")
    for key, value in facts.items():
        line = f'{key} = "{value}"' if isinstance(value, str) else f"{key} = {value}"
        toml = re.sub(rf"^{key} = .*$", line, toml, count=1, flags=re.MULTILINE)
    file.write_text(toml, encoding="utf-8")
