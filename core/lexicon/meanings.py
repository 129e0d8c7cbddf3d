"""Short meanings of words, read one at a time out of the archive of their language."""

import re
import tomllib
from bisect import bisect_right
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from zipfile import ZipFile

from core.languages import languages
from core.lexicon.alphabet import BadSpelling, alphabet
from core.lexicon.lexicon import Lexicon
from core.lexicon.unfit import unfit
from dictionaries import folders


class Kind(StrEnum):
    """A kind of meaning: a definition, words of about the same, or a translation."""

    DEFINITION = "definition"
    SYNONYMS = "synonyms"
    TRANSLATION = "translation"


@dataclass(frozen=True, slots=True)
class Glossary:
    """Where meanings come from; `language` is the ISO 639 code of their texts."""

    key: str
    kind: Kind
    language: str
    title: str
    license: str


@dataclass(frozen=True, slots=True)
class Meaning:
    """The meaning of a base form, as its dictionary spells it, in at most 160 characters."""

    base: str
    text: str
    glossary: Glossary

    @property
    def kind(self) -> Kind:
        """Return the kind of the text."""
        return self.glossary.kind

    @property
    def is_fit(self) -> bool:
        """Return whether it may be shown unasked: no unfit word is in it."""
        return unfit(self.glossary.language).isdisjoint(words_of(self))

    @property
    def source(self) -> str:
        """Return the source and its licence ("Wiktionary, CC BY-SA 4.0")."""
        return f"{self.glossary.title}, {self.glossary.license}"


@dataclass(frozen=True, slots=True)
class Archive:
    """The meanings of the headwords of a language; `starts` are the first words of its members.

    A language whose meanings nobody has collected has an empty one.
    """

    file: ZipFile | None
    starts: tuple[str, ...]
    glossaries: Mapping[str, Glossary]

    def under(self, word: str) -> Iterator[Meaning]:
        """Yield the meanings of headwords of these letters, that of the most frequent first."""
        place = bisect_right(self.starts, word) - 1
        text = self.file.read(self.starts[place]) if self.file and place >= 0 else b""
        key = f"{word}\t".encode()
        at = 0 if text.startswith(key) else text.find(b"\n" + key) + 1
        while text.startswith(key, at):
            end = text.index(b"\n", at)
            _, base, glossary, meaning = text[at:end].decode().split("\t")
            yield Meaning(base, meaning, self.glossaries[glossary])
            at = end + 1


@dataclass(frozen=True, slots=True)
class Meanings:
    """The meanings of the words of a lexicon."""

    lexicon: Lexicon
    archive: Archive

    def of(self, word: str) -> Meaning | None:
        """Return the meaning of a normalised word, or None where nobody wrote one.

        Cost: about a millisecond.
        """
        return next(self.all_of(word), None)

    def all_of(self, word: str) -> Iterator[Meaning]:
        """Yield the meanings of a word's base forms, the most frequent first; then its own.

        Its own are those of headwords that are no known base form of it: "cotes" has "cote",
        "côte" and "coter", and "cote" itself "côté" as well.
        """
        told = set[Meaning]()
        for base in self.lexicon.bases.of(word):
            spelling = base.spelling
            key = word if spelling == word else self.lexicon.alphabet.normalise(spelling)
            for meaning in self.archive.under(key):
                if meaning.base.lower() == spelling and meaning not in told:
                    told.add(meaning)
                    yield meaning
        yield from (each for each in self.archive.under(word) if each not in told)


def meanings(lexicon: Lexicon) -> Meanings:
    """Return the meanings of the words of a lexicon; their archive is opened once."""
    return Meanings(lexicon, _archive(lexicon.language))


@cache
def _archive(language: str) -> Archive:
    folder = folders()[language]
    if not (folder / "meanings.toml").exists():
        return Archive(None, (), {})
    facts = tomllib.loads((folder / "meanings.toml").read_text("utf-8"))
    rows = [Glossary(**row | {"kind": Kind(row["kind"])}) for row in facts["glossaries"]]
    file = ZipFile(folder / "meanings.zip")
    return Archive(file, tuple(file.namelist()), {row.key: row for row in rows})


def languages_of(asked: str, language: str) -> dict[str, str]:
    """Return the languages, but for one, that have a text as a headword, with its word there."""
    found = {}
    for code in languages():
        with suppress(BadSpelling):
            word = alphabet(code).read(asked)
            if code != language and next(_archive(code).under(word), None):
                found[code] = word
    return found


def words_of(meaning: Meaning) -> frozenset[str]:
    """Return the normalised words that a meaning tells, its base form among them."""
    letters = alphabet(meaning.glossary.language)
    words = set()
    for text in re.findall(r"[^\W\d_]+", f"{meaning.base} {meaning.text}"):
        with suppress(BadSpelling):
            words.add(letters.normalise(text))
    return frozenset(words)
