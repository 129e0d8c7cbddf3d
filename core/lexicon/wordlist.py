"""Read a word list: one spelling a line, into words with their spellings."""

import errno
import os
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from core.errors import BadSpelling, BadWordList
from core.lexicon.alphabet import MAX_LETTERS, MIN_LETTERS, Alphabet

_MOST_BYTES = 100_000_000  # ten times the largest list that there is


@dataclass(frozen=True, slots=True)
class WordList:
    """Words with their spellings, in the order of the list, and the lines left out.

    `first` has the first spelling of every word, `others` what further ones it has;
    `bad_lines` are (number from 1, text) of lines that gave no word.
    """

    first: dict[str, str]
    others: dict[str, list[str]]
    bad_lines: tuple[tuple[int, str], ...] = ()

    def __len__(self) -> int:
        return len(self.first)


def read_text(path: Path) -> str:
    """Return the text of a UTF-8 file; raises BadWordList where there is none."""
    try:
        with path.open("rb") as file:
            data = file.read(_MOST_BYTES + 1)
    except OSError as error:
        raise BadWordList.unreadable(path, error) from None
    if len(data) > _MOST_BYTES:
        raise BadWordList.unreadable(path, OSError(errno.EFBIG, os.strerror(errno.EFBIG)))
    if b"\0" in data:
        raise BadWordList.binary(path)
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise BadWordList.binary(path) from None


def parse_words(lines: Iterable[str], alphabet: Alphabet) -> WordList:
    """Normalise each line; lines that are no word of 2 to 16 letters are named, not fatal.

    Empty lines do not count. Cost: about 1 µs a line.
    """
    first: dict[str, str] = {}
    others: dict[str, list[str]] = {}
    bad: list[tuple[int, str]] = []
    for number, line in enumerate(lines, 1):
        spelling = line.strip()
        try:
            word = alphabet.normalise(spelling)
        except BadSpelling:
            word = ""
        if not MIN_LETTERS <= len(word) <= MAX_LETTERS:
            if spelling:
                bad.append((number, spelling))
        elif first.setdefault(word, spelling) != spelling:
            others.setdefault(word, []).append(spelling)
    return WordList(first, others, tuple(bad))
