"""The lexicons that Seize ships, and how to open them or any file of words."""

import hashlib
import lzma
import re
import tomllib
from collections.abc import Callable
from dataclasses import dataclass, fields
from functools import cache
from pathlib import Path

from core.errors import SeizeError, translatable
from core.lexicon.alphabet import Alphabet, alphabet
from core.lexicon.cache import cached
from core.lexicon.lexicon import Lexicon
from core.lexicon.wordlist import BadWordList, parse_words, read_file
from dictionaries import folders


class UnknownLexicon(SeizeError):
    """Raised when a lexicon is not installed."""

    template = translatable("unknown language or lexicon {name!r}: use one of {known}")


@dataclass(frozen=True, slots=True)
class Listing:
    """A shipped list as its source.toml describes it; digests are of the text, uncompressed.

    Only the play list of a language has base forms, for all lists of the language.
    """

    name: str
    language: str
    title: str
    license: str
    words: int
    spellings: int
    common: int
    sha256: str
    common_sha256: str
    bases_sha256: str = ""

    @property
    def extras(self) -> str:
        """Return a digest of the common tier and of the base forms."""
        return self.common_sha256 + listing(self.language).bases_sha256

    def text(self, part: str) -> str:
        """Return the uncompressed text of "words", "common" or "bases"."""
        data = (folders()[self.name] / f"{part}.txt.xz").read_bytes()
        return lzma.decompress(data).decode()

    def build(self) -> Lexicon:
        """Pack the list; raises BadWordList if its text is not what source.toml promises."""
        text = self.text("words")
        if hashlib.sha256(text.encode()).hexdigest() != self.sha256:
            raise BadWordList(
                translatable(
                    "the word list {name} does not match its SHA-256: install Seize again"
                ),
                name=self.name,
            )
        letters = alphabet(self.language)
        words = parse_words(text.splitlines(), letters)
        common = self.text("common").splitlines()
        play = listing(self.language)
        bases = play.text("bases").splitlines() if play.bases_sha256 else []
        return Lexicon.build(self.name, letters, self.sha256, words, common, bases)


@cache
def listings() -> dict[str, Listing]:
    """Return the shipped lists by name: play lists are named after their language."""
    found, known = {}, {field.name for field in fields(Listing)}
    for name, folder in folders().items():
        facts = tomllib.loads((folder / "source.toml").read_text("utf-8"))
        found[name] = Listing(**{key: facts[key] for key in known & facts.keys()})
    return found


def listing(name: str) -> Listing:
    """Return the shipped list called `name`; raises UnknownLexicon."""
    try:
        return listings()[name]
    except KeyError:
        raise UnknownLexicon(name=name, known=", ".join(listings())) from None


def open_lexicon(name: str, folder: Path, on_pack: Callable[[str], None]) -> Lexicon:
    """Return a shipped lexicon, packed in `folder` the first time.

    `on_pack` is told the name before packing, which takes a second or two.
    Raises UnknownLexicon, BadWordList.
    """
    listed = listing(name)

    def build() -> Lexicon:
        on_pack(name)
        return listed.build()

    return cached(folder, name, alphabet(listed.language), listed.sha256, build, listed.extras)


def open_file(path: Path, letters: Alphabet, folder: Path) -> Lexicon:
    """Return the lexicon of a file, one word a line, packed in `folder` the first time.

    Lines that are no word are left out, and WordListWarning says how many, and names some.
    Raises BadWordList where no word is left.
    """
    words, digest = read_file(path, letters)
    name = re.sub(r"[^\w.-]", "_", path.stem)[:40]
    return cached(
        folder / "files", name, letters, digest, lambda: Lexicon.build(name, letters, digest, words)
    )
