"""Read a word list: one spelling a line, into words with their spellings."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from core.errors import BadSpelling, BadWordList
from core.lexicon.alphabet import MAX_LETTERS, MIN_LETTERS, Alphabet


@dataclass(frozen=True, slots=True)
class BadLine:
    """A line that gave no word: its number from 1, its text, and why."""

    number: int
    text: str
    reason: str


@dataclass(frozen=True, slots=True)
class WordList:
    """Words with their spellings, in the order of the list, and the lines left out.

    `first` has the first spelling of every word, `others` what further ones it has.
    """

    first: dict[str, str]
    others: dict[str, list[str]]
    bad_lines: tuple[BadLine, ...] = ()

    def __len__(self) -> int:
        return len(self.first)

    def complaint(self) -> str:
        """Say in one line how many lines were left out and why, or nothing."""
        if not self.bad_lines:
            return ""
        reasons = Counter(line.reason for line in self.bad_lines)
        first = {line.reason: line for line in reversed(self.bad_lines)}
        parts = (
            f"{count} {reason} (line {first[reason].number}: {first[reason].text[:30]!r})"
            for reason, count in reasons.most_common()
        )
        return f"left out {len(self.bad_lines)} lines: {'; '.join(parts)}"


def read_text(path: Path) -> str:
    """Return the text of a UTF-8 file; raises BadWordList where there is none."""
    try:
        data = path.read_bytes()
    except OSError as error:
        reason = error.strerror or "cannot be read"
        raise BadWordList(path, f"{reason[0].lower()}{reason[1:]}") from None
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        text = "\0"
    if "\0" in text:
        raise BadWordList(path, "it is not UTF-8 text")
    return text


def parse_words(lines: Iterable[str], alphabet: Alphabet) -> WordList:
    """Normalise each line; lines that are no word of 2 to 16 letters are named, not fatal.

    Empty lines do not count. Cost: about 1 µs a line.
    """
    first: dict[str, str] = {}
    others: dict[str, list[str]] = {}
    bad: list[BadLine] = []
    for number, line in enumerate(lines, 1):
        spelling = line.strip()
        if not spelling:
            continue
        try:
            word = alphabet.normalise(spelling)
        except BadSpelling:
            bad.append(BadLine(number, spelling, "not of letters only"))
            continue
        if not MIN_LETTERS <= len(word) <= MAX_LETTERS:
            reason = f"not of {MIN_LETTERS} to {MAX_LETTERS} letters"
            bad.append(BadLine(number, spelling, reason))
        elif first.setdefault(word, spelling) != spelling:
            others.setdefault(word, []).append(spelling)
    return WordList(first, others, tuple(bad))
