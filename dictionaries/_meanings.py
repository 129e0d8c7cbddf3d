"""Short meanings out of the senses of a dictionary: cleaned, chosen, cut, packed."""

import io
import lzma
import re
import tomllib
import zipfile
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import groupby

from dictionaries import folders

MOST_LETTERS = 160  # of a meaning: two lines on a phone
_MOST_SENSES = 3
_BLOCK = 64_000  # characters that are unpacked for a word: under a millisecond
_EPOCH = (1980, 1, 1, 0, 0, 0)  # the same bytes whenever it is built


@dataclass(frozen=True, slots=True)
class Entry:
    """A headword as its dictionary prints it, the key of the glossary, its senses in order."""

    headword: str
    glossary: str
    senses: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Rules:
    """How the senses of one language are judged; each expression is searched for in a sense.

    `never`: inflection notices, names, and sentences that lost a part on their way here.
    `late`: senses shown only if there is no other: coarse, outdated, of one trade or region.
    `unfit`: normalised words that no meaning of another word may hold.
    """

    never: re.Pattern[str]
    late: re.Pattern[str]
    unfit: frozenset[str]


def meaning(senses: Sequence[str], rules: Rules, fit: bool) -> str | None:
    """Return the first senses that may be shown, in at most 160 characters; None without any.

    `fit` tells whether the word is one that the game shows unasked.
    """
    shown = [text for sense in senses if (text := " ".join(sense.split()))]
    shown = [text for text in shown if not rules.never.search(text)]
    if fit:
        shown = [text for text in shown if rules.unfit.isdisjoint(_words(text))]
    if usual := [text for text in shown if not rules.late.search(text)]:
        shown = usual
    if not shown:
        return None
    text = _bare(shown[0])
    if len(text) > MOST_LETTERS:
        return _cut(text)
    for sense in shown[1:_MOST_SENSES]:
        longer = f"{text}; {_bare(sense)}"
        if len(longer) > MOST_LETTERS:
            break
        text = longer
    return text


@cache
def accepted(language: str) -> frozenset[str]:
    """Return the spellings of all lists of a language."""
    spellings = set()
    for folder in folders().values():
        if tomllib.loads((folder / "source.toml").read_text("utf-8"))["language"] == language:
            text = lzma.decompress((folder / "words.txt.xz").read_bytes()).decode()
            spellings.update(text.splitlines())
    return frozenset(spellings)


def packed(lines: Iterable[str]) -> bytes:
    """Return a zip archive of sorted lines; a member is called by the first word that it has."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        for text in _blocks(lines):
            member = zipfile.ZipInfo(text.partition("\t")[0], _EPOCH)
            archive.writestr(member, text, zipfile.ZIP_DEFLATED, 9)
    return buffer.getvalue()


def _blocks(lines: Iterable[str]) -> Iterator[str]:
    """Yield the lines in texts of some 64,000 characters; a word has all of its own in one."""
    block: list[str] = []
    size = 0
    for _, same in groupby(lines, key=lambda line: line.partition("\t")[0]):
        text = "".join(f"{line}\n" for line in same)
        if size + len(text) > _BLOCK and block:
            yield "".join(block)
            block, size = [], 0
        block.append(text)
        size += len(text)
    if block:
        yield "".join(block)


def _words(text: str) -> set[str]:
    return set(re.findall(r"[^\W\d_]+", text.lower()))


def _bare(text: str) -> str:
    """Return a sense without the full stop at its end, which the next sense makes superfluous."""
    if text.endswith(("etc.", "...", "ff.", "usw.", " al.")):
        return text
    return text.rstrip(" .;,:—")


def _cut(text: str) -> str:
    """Return the beginning of a long sense: to the end of a sentence, a clause or a word."""
    head = text[: MOST_LETTERS - 2]
    for end in (r".*[^\W\d]{3}[.;](?= )", r".*,(?= )", r".*(?= )"):
        if (found := re.match(end, head)) and found.end() > MOST_LETTERS // 3:
            whole = end.startswith(r".*[^")
            begun = found[0].rstrip(" ,;.:")
            if begun.count("(") == begun.count(")"):
                return begun if whole else f"{begun} …"
    return f"{head.rpartition(' ')[0].rstrip(' ,;.:(')} …"
