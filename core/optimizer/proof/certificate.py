"""The file of a proof: what is claimed, then what is known of every board.

Lines of JSON, each one or several together compressed with gzip on their own, so that a
file that was cut off while it was written can be read up to there, and gone on with:

    {"format": 1, "lexicon": …, "score": …}                         what is claimed: Header
    [board, bound, against]                                         a board cut at its bound
    [board, bound, against, best, visits, leaves, letters]          one that was searched
    {"record": …, "score": …, "boards": …}                          the end: what was found

See Finding for what the numbers say, and boards for the text form of a board.
"""

import gzip
import json
import zlib
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, NamedTuple

from core.errors import SeizeError, translatable
from core.grid import MAX_SIDE, MIN_SIDE
from core.optimizer.proof.boards import Board, from_text, read_set, set_text, to_text
from core.optimizer.proof.examine import Finding
from core.optimizer.proof.goal import Goal
from core.optimizer.proof.question import Question, Scored

FORMAT = 1
_MAX_BOARDS = 1 << 24
_MAX_NUMBER = (1 << 31) - 1  # far more than any score, and no trouble for the kernels
_GZIP = 31  # for zlib: with gzip's header and checksum


class BadCertificate(SeizeError):
    """Raised when a file is no certificate, is damaged, or is that of another proof."""

    @classmethod
    def unreadable(cls, path: Path, error: OSError) -> "BadCertificate":
        """Refuse a file that the system does not open."""
        return cls(
            translatable("cannot read or write {path!r}: {reason}"),
            path=str(path),
            reason=error.strerror or type(error).__name__,
        )

    @classmethod
    def damaged(cls, path: Path) -> "BadCertificate":
        """Refuse a file that cannot be read as a certificate of this format."""
        return cls(
            translatable("{path!r} is no certificate of a proof, or a damaged one"), path=str(path)
        )


@dataclass(frozen=True, slots=True)
class Header:
    """The claim: no grid has more than `record`, or than what is found after it.

    `digest` is that of the lexicon; `classes` are the letters of each; `record` is the text
    form of a grid known before.
    """

    format: int
    lexicon: str
    digest: str
    letters: str
    rules: str
    min_length: int
    objective: str
    rows: int
    cols: int
    classes: tuple[str, ...]
    record: str
    score: int

    @classmethod
    def of(cls, question: Question, classes: Board, start: Scored) -> "Header":
        """Return the header of the proof that begins now."""
        return cls(
            format=FORMAT,
            lexicon=question.lexicon,
            digest=question.digest,
            letters=question.letters,
            rules=question.rules,
            min_length=question.min_length,
            objective=question.goal.value,
            rows=question.rows,
            cols=question.cols,
            classes=tuple(set_text(letters, question.letters) for letters in classes),
            record=str(start.grid),
            score=start.score,
        )

    def verify(self) -> None:
        """Raise ValueError or TypeError for values of the wrong kind."""
        _verify_kinds(self)
        Goal(self.objective)
        if self.min_length < 0:
            raise ValueError
        # No proof has as many class boards: to list them would take too long.
        if not (MIN_SIDE <= min(self.rows, self.cols) <= max(self.rows, self.cols) <= MAX_SIDE):
            raise ValueError
        sets = self.sets()
        if not sets or not all(sets) or len(sets) ** (self.rows * self.cols) > _MAX_BOARDS:
            raise ValueError

    def sets(self) -> Board:
        """Return the classes as sets of letters; raises ValueError for other characters."""
        return tuple(read_set(letters, self.letters) for letters in self.classes)


class End(NamedTuple):
    """The end of a proof: the best grid, its score, how many boards were examined."""

    record: str
    score: int
    boards: int


@dataclass(frozen=True, slots=True)
class Certificate:
    """A certificate as far as it was written.

    `groups`: what was found in each class board; `size`: bytes that can be read; `end` is
    None in the certificate of a proof that did not end.
    """

    header: Header
    groups: tuple[tuple[Finding, ...], ...]
    end: End | None
    size: int

    @property
    def findings(self) -> tuple[Finding, ...]:
        """Return the findings of all boards."""
        return tuple(finding for group in self.groups for finding in group)


def write_header(path: Path, header: Header) -> None:
    """Begin a certificate, over whatever the file holds; raises BadCertificate."""
    _write(path, "wb", [asdict(header)])


def append(path: Path, header: Header, group: Iterable[Finding]) -> None:
    """Append what was found in a class board; raises BadCertificate."""
    classes = header.sets()
    _write(path, "ab", [_to_line(header, classes, finding) for finding in group])


def append_end(path: Path, end: End) -> None:
    """Append the end; raises BadCertificate."""
    _write(path, "ab", [end._asdict()])


def read(path: Path) -> Certificate:
    """Read a certificate, up to where it was cut off; raises BadCertificate."""
    try:
        data = path.read_bytes()
    except OSError as error:
        raise BadCertificate.unreadable(path, error) from None
    members, size = [], 0
    try:
        while size < len(data):
            member = zlib.decompressobj(_GZIP)
            text = member.decompress(data[size:])
            if not member.eof:
                break
            members.append([json.loads(line) for line in text.splitlines()])
            size = len(data) - len(member.unused_data)
        facts = members.pop(0)[0]
        if facts["format"] != FORMAT:
            raise BadCertificate.damaged(path)
        header = Header(**facts | {"classes": tuple(facts["classes"])})
        header.verify()
        end = End(**members.pop()[0]) if members and isinstance(members[-1][0], dict) else None
        if end:
            _verify_kinds(end)
        classes = header.sets()
        groups = tuple(
            tuple(_from_line(header, classes, line) for line in lines) for lines in members
        )
    except (ValueError, TypeError, LookupError, zlib.error):
        raise BadCertificate.damaged(path) from None
    return Certificate(header, groups, end, size)


def cut_off(path: Path, size: int) -> None:
    """Shorten a file to what can be read; raises BadCertificate."""
    try:
        with path.open("r+b") as file:
            file.truncate(size)
    except OSError as error:
        raise BadCertificate.unreadable(path, error) from None


def _write(path: Path, mode: str, lines: list[Any]) -> None:
    text = "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines)
    try:
        with path.open(mode) as file:
            file.write(gzip.compress(text.encode(), mtime=0))
    except OSError as error:
        raise BadCertificate.unreadable(path, error) from None


def _verify_kinds(facts: Header | End) -> None:
    for name, kind in type(facts).__annotations__.items():
        value = getattr(facts, name)
        if kind in (int, str) and type(value) is not kind:
            raise TypeError(name)
        if kind is int and abs(value) > _MAX_NUMBER:
            raise ValueError(name)
        if kind is str:
            value.encode()  # JSON may hold half a character, which cannot be printed


def _to_line(header: Header, classes: Board, finding: Finding) -> list[Any]:
    line = [to_text(finding.board, classes, header.letters), finding.bound, finding.against]
    if finding.best is None:
        return line
    return [*line, finding.best, finding.visits, finding.leaves, finding.letters]


def _from_line(header: Header, classes: Board, line: list[Any]) -> Finding:
    kinds = [str, int, int, int, int, int, str][: len(line)]
    if len(line) not in (3, 7) or [type(value) for value in line] != kinds:
        raise ValueError(line)
    if any(abs(number) > _MAX_NUMBER for number in line[1:6]):
        raise ValueError(line)
    board = from_text(line[0], classes, header.letters)
    cells = header.rows * header.cols
    letters = line[6] if len(line) == 7 else ""
    if len(board) != cells or (letters and len(letters) != cells):
        raise ValueError(line)
    for letter in letters:
        read_set(letter, header.letters)
    return Finding(board, *line[1:])
