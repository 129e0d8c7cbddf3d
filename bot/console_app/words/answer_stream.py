"""One grid a line in, one JSON object a line out, counted many at a time."""

import json
import sys
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import BinaryIO, TextIO

import numpy as np

from bot.chat.grids import read_grid
from bot.console_app.words.answer_key import Query, to_json
from core.errors import SeizeError, translatable
from core.grid import MAX_SIDE, MIN_SIDE
from core.solver.solver import GridCounter

_CHUNK = 1 << 16
_SIDES = {side * side: side for side in range(MIN_SIDE, MAX_SIDE + 1)}


class AnswerStream:
    """Answers lines of grids in their order, in batches of what has arrived.

    Bare square grids in plain letters are counted many at a time; any other line is
    solved for itself. A line that is no grid gets {"error", "line"}, so that answers
    keep step with the lines; empty lines are passed over.
    """

    def __init__(self, query: Query, size: tuple[int, int] | None, *, full: bool) -> None:
        self.query = query
        self.size = size
        self.full = full
        self.bad_lines = 0
        self._counter = GridCounter(query.lexicon, query.rules)
        self._secrets = {sorted_letters(each.letters) for each in query.secrets}
        self._codes = np.zeros(128, np.uint8)
        for index, letter in enumerate(query.lexicon.alphabet.letters):
            if letter.isascii():
                self._codes[[ord(letter), ord(letter.upper())]] = index

    def run(self, source: BinaryIO, out: TextIO) -> None:
        """Answer until `source` ends."""
        number = 1
        for lines in _batches(source):
            answers = self._answer(lines, number)
            out.writelines(f"{answers[place]}\n" for place in sorted(answers))
            out.flush()
            number += len(lines)

    def _answer(self, lines: Sequence[str], number: int) -> Mapping[int, str]:
        answers: dict[int, str] = {}
        bare: dict[int, list[int]] = defaultdict(list)
        for place, line in enumerate(lines):
            if self._is_bare(line):
                bare[_SIDES[len(line)]].append(place)
            elif line.strip():
                answers[place] = self._solve(line, number + place)
        for side, places in bare.items():
            found = self._count(side, [lines[place] for place in places])
            answers.update(zip(places, found, strict=True))
        return answers

    def _is_bare(self, line: str) -> bool:
        return (
            not self.full
            and self.size is None
            and len(line) in _SIDES
            and line.isascii()
            and line.isalpha()
            and (line.islower() or line.isupper())
            and not any(letter in line.lower() for letter in self.query.rules.digraphs)
            and not (self._secrets and sorted_letters(line) in self._secrets)
        )

    def _solve(self, line: str, number: int) -> str:
        try:
            grid = read_grid(self.query.lexicon, self.query.rules, line, size=self.size)
            return to_json(self.query, self.query.solve(grid), words=self.full)
        except SeizeError as error:
            self.bad_lines += 1
            return json.dumps({"error": str(error), "line": number}, ensure_ascii=False)

    def _count(self, side: int, lines: Sequence[str]) -> Iterator[str]:
        letters = np.frombuffer("".join(lines).encode(), np.uint8)
        counts = self._counter.count_many(self._codes[letters].reshape(len(lines), -1), side, side)
        lexicon = json.dumps(self.query.lexicon_facts(), ensure_ascii=False)
        about = (
            f'"rows": {side}, "cols": {side}, "bonuses": "{"." * side * side}", '
            f'"rules": "{self.query.rules.name}", "lexicon": {lexicon}'
        )
        rows = zip(
            lines, counts.words.tolist(), counts.points.tolist(), counts.longest, strict=True
        )
        for line, words, points, longest in rows:
            yield (
                f'{{"grid": "{line.upper()}", {about}, "word_count": {words}, '
                f'"points": {points}, "longest": "{longest}"}}'
            )


def sorted_letters(letters: str) -> str:
    """Return what grids of the same letters have in common."""
    return "".join(sorted(letters.lower()))


def answer_lines(query: Query, size: tuple[int, int] | None, *, full: bool) -> None:
    """Answer standard input on standard output; raises SeizeError if a line was no grid."""
    answers = AnswerStream(query, size, full=full)
    if sys.stdin is not None:
        answers.run(sys.stdin.buffer, sys.stdout)
    if answers.bad_lines:
        raise SeizeError(
            translatable('lines that are no grids: {count}; see "error" in the answers'),
            count=answers.bad_lines,
        )


def _batches(source: BinaryIO) -> Iterator[list[str]]:
    """Yield the lines that are there, as soon as they are, without their ends."""
    rest = b""
    while chunk := source.read1(_CHUNK):  # type: ignore[attr-defined]
        *lines, rest = (rest + chunk).split(b"\n")
        rest = rest[:_CHUNK]  # a line without end is no grid, and need not be kept
        if lines:
            yield [line.decode("utf-8-sig", "replace").rstrip("\r") for line in lines]
    if rest:
        yield [rest.decode("utf-8-sig", "replace")]
