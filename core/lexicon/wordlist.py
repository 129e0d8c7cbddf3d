"""Read a word list: one spelling a line, into words with their spellings."""

import errno
import hashlib
import os
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from warnings import warn

from core.errors import SeizeError, SeizeWarning, translatable
from core.lexicon.alphabet import MAX_LETTERS, MIN_LETTERS, Alphabet, BadSpelling

_MOST_BYTES = 100_000_000  # ten times the largest list that there is


class BadWordList(SeizeError):
    """Raised when a file gives no words, or a shipped list is not what it was."""


class WordListWarning(SeizeWarning):
    """Raised when lines of a word list are left out; `examples` names some."""

    template = translatable(
        "{path!r}: lines left out, as no words of 2 to 16 letters: {count} (by number: {examples})"
    )


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


def read_file(path: Path, alphabet: Alphabet) -> tuple[WordList, str]:
    """Read a file of one word a line; return its words and the SHA-256 of its text.

    Lines that are no word are left out, and WordListWarning says how many, and names some.
    Raises BadWordList where no word is left.
    """
    text = _read_text(path)
    words = parse_words(text.splitlines(), alphabet)
    if not len(words):
        template = translatable(
            "no line of {path!r} is a word; give a text file with one word a line"
        )
        raise BadWordList(template, path=str(path))
    if words.bad_lines:
        first = (f"{number} {line[:30]!r}" for number, line in words.bad_lines[:3])
        count, examples = len(words.bad_lines), ", ".join(first)
        warn(WordListWarning(path=str(path), count=count, examples=examples), stacklevel=3)
    return words, hashlib.sha256(text.encode()).hexdigest()


def _read_text(path: Path) -> str:
    try:
        with path.open("rb") as file:
            data = file.read(_MOST_BYTES + 1)
        if len(data) > _MOST_BYTES:
            raise OSError(errno.EFBIG, os.strerror(errno.EFBIG))  # noqa: TRY301 (as if too big to open)
        if b"\0" not in data:
            return data.decode("utf-8-sig")
    except OSError as error:
        raise BadWordList(
            translatable("cannot read {path!r}: {reason}; give a text file with one word a line"),
            path=str(path),
            reason=error.strerror or type(error).__name__,
        ) from None
    except UnicodeDecodeError:
        pass
    template = translatable("{path!r} is not UTF-8 text; give a text file with one word a line")
    raise BadWordList(template, path=str(path))


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
