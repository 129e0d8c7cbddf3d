"""Thesauri of LibreOffice, dictionaries of FreeDict and the WordNets of MultiWordNet."""

import gzip
import re
from collections.abc import Iterator
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from pathlib import Path

_MOST_SYNONYMS = 5


@dataclass(frozen=True, slots=True)
class Sense:
    """One meaning in a thesaurus: what stands in brackets before it, and its synonyms."""

    note: str
    synonyms: tuple[str, ...]


def thesaurus(file: Path) -> Iterator[tuple[str, list[Sense]]]:
    """Yield the headwords of a MyThes file with their meanings."""
    data = file.read_bytes()
    encoding, _, text = data.partition(b"\n")
    lines = iter(text.decode(encoding.decode()).splitlines())
    for line in lines:
        headword, _, count = line.rpartition("|")
        senses = []
        for _ in range(int(count)):
            note, *synonyms = next(lines).split("|")
            bare = (re.sub(r" *\(.*?\) *", "", synonym).strip() for synonym in synonyms)
            kept = dict.fromkeys(word for word in bare if word and word != headword)
            senses.append(Sense(note.strip("()-"), tuple(kept)))
        yield headword, senses


def listed(synonyms: tuple[str, ...]) -> str:
    """Return the first synonyms as one text."""
    return ", ".join(synonyms[:_MOST_SYNONYMS])


def translations(file: Path, known: AbstractSet[str]) -> Iterator[tuple[str, list[str]]]:
    """Yield the headwords of a FreeDict dictionary with their translations, a text a sense.

    Those with a word that is not `known` are left out: many lost a space ("toomuch").
    """
    headwords: list[str] = []
    senses: list[str] = []
    for line in gzip.decompress(file.read_bytes()).decode().splitlines():
        if " /" in line:
            yield from ((headword, senses) for headword in headwords if senses)
            headwords = [part.strip() for part in re.findall(r"(?:^|, )([^/,]+?) /", line)]
            senses = []
        elif headwords:
            text = re.sub(r"^\d+\. | *<[^>]*>", "", line).replace("\u2010", "-")
            words = (part.strip() for part in text.split(","))
            if kept := [part for part in words if part and set(part.lower().split()) <= known]:
                senses.append(", ".join(kept))
    yield from ((headword, senses) for headword in headwords if senses)


@dataclass(frozen=True, slots=True)
class WordNet:
    """A WordNet of MultiWordNet: the synsets of each lemma, and the texts of the synsets."""

    synsets: dict[str, list[str]]
    own: dict[str, str]
    english: dict[str, str]

    @classmethod
    def read(cls, folder: Path, language: str) -> "WordNet":
        """Read the tables of a language ("spanish") and the glosses in English."""
        synsets = {
            row[0]: [synset for column in row[1:] for synset in column.split()]
            for row in _rows(folder / language / f"{language}_index.sql")
        }
        return cls(
            synsets,
            _glosses(folder / language / f"{language}_synset.sql"),
            _glosses(folder / "english/english_synset.sql"),
        )


def _glosses(file: Path) -> dict[str, str]:
    """Return the definition of each synset, without its examples."""
    texts = {
        row[0]: re.split(r";? *['\"]", row[3], maxsplit=1)[0].strip(" ;:") for row in _rows(file)
    }
    return {
        synset: re.sub(r"\bones (?=\w)", "one's ", text) for synset, text in texts.items() if text
    }


def _rows(file: Path) -> Iterator[list[str]]:
    """Yield the values of each INSERT; NULL is ""."""
    for line in file.read_text(encoding="utf-8").splitlines():
        if line.startswith("INSERT"):
            values = line.partition("VALUES (")[2].removesuffix(");")
            quote = values[0]
            split = re.findall(
                rf"NULL|{quote}((?:[^{quote}]|{quote}{quote}|\\{quote})*?){quote}(?=,|$)", values
            )
            yield [value.replace(quote * 2, quote).replace("\\", "") for value in split]
