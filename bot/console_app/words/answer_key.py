"""The answer key of a grid as a table or JSON; and of a stream of grids, one a line."""

import json
import sys
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, BinaryIO, TextIO

import numpy as np
from rich.console import Console
from rich.table import Table
from rich.text import Text

from bot.chat.grids import read_grid
from bot.console_app.board import Board
from bot.console_app.words.keeper import Keeper
from bot.presenters.wording import Wording
from core.errors import SeizeError, translatable
from core.grid import MAX_SIDE, MIN_SIDE, Grid, Path
from core.lexicon import Lexicon
from core.scoring import Ruleset
from core.solver.solution import FoundWord, Solution, Sort
from core.solver.solver import GridCounter, solve

_CHUNK = 1 << 16
_SIDES = {side * side: side for side in range(MIN_SIDE, MAX_SIDE + 1)}


@dataclass(frozen=True, slots=True)
class Query:
    """The question asked of each grid; `limit` words are listed, None: all."""

    lexicon: Lexicon
    rules: Ruleset
    sort: Sort = Sort.POINTS
    limit: int | None = None
    keeper: Keeper = field(default_factory=Keeper)

    def solve(self, grid: Grid) -> Solution:
        """Return every word of the grid that is not secret; raises BadGrid, SecretWords."""
        return self.keeper.rest(solve(grid, self.lexicon, self.rules))

    def listed(self, solution: Solution) -> list[FoundWord]:
        """Return the words to list, in their order."""
        return solution.ordered(self.sort)[: self.limit]

    def lexicon_facts(self) -> dict[str, Any]:
        """Return the facts that JSON gives of the lexicon."""
        return {
            "name": self.lexicon.name,
            "language": self.lexicon.language,
            "digest": self.lexicon.digest,
            "words": len(self.lexicon),
        }


def to_json(query: Query, solution: Solution, *, words: bool = True) -> str:
    """Return the answer key as one line of JSON."""
    grid = solution.grid
    facts = {
        "grid": grid.letters,
        "rows": grid.rows,
        "cols": grid.cols,
        "bonuses": grid.bonuses,
        "rules": query.rules.name,
        "lexicon": query.lexicon_facts(),
        "word_count": len(solution),
        "points": solution.points,
        "longest": solution.longest.word if solution.longest else "",
    }
    if words:
        facts["words"] = [
            {"word": w.word, "display": w.display, "points": w.points, "path": w.path}
            for w in query.listed(solution)
        ]
    return json.dumps(facts, ensure_ascii=False)


def show(query: Query, solution: Solution, console: Console, wording: Wording) -> None:
    """Print the table of words, then the best one's path on the grid, then the totals."""
    if not console.is_terminal:
        console.width = max(console.width, 120)  # a row a line, whatever reads them
    listed = query.listed(solution)
    table = Table(box=None, header_style="bold", pad_edge=False)
    table.add_column(wording.gettext("points"), justify="right")
    table.add_column(wording.gettext("word"))
    table.add_column(wording.gettext("letters"), justify="right")
    table.add_column(wording.gettext("path"), overflow="fold")
    for found in listed:
        path = describe(found.path, solution.grid)
        table.add_row(str(found.points), Text(found.display), str(len(found.word)), path)
    if listed:
        console.print(table)
        console.print()
    best = solution.words[0] if solution.words else None
    console.print(Board(solution.grid, query.rules, best.path if best else ()))
    if best:
        told = wording.gettext(
            "best: {word}, {points} points", word=best.display, points=wording.number(best.points)
        )
        console.print(Text(told))
    for line in _totals(query, solution, len(listed), wording):
        console.print(Text(line))


def describe(path: Path, grid: Grid) -> str:
    """Return a path in words of one letter and one digit: columns A to H, rows 1 to 8."""
    return " ".join(f"{'ABCDEFGH'[cell % grid.cols]}{cell // grid.cols + 1}" for cell in path)


def _totals(query: Query, solution: Solution, listed: int, wording: Wording) -> Iterator[str]:
    gettext, number, longest = wording.gettext, wording.number, solution.longest
    words, points = number(len(solution)), number(solution.points)
    line = gettext("words: {words}, points: {points}", words=words, points=points)
    if listed < len(solution):
        some = gettext("{count} listed", count=number(listed))
        line = f"{line} ({some})"
    yield line
    if longest:
        told = {"word": longest.display, "count": len(longest.word)}
        yield gettext("longest: {word}, {count} letters", **told)
    rules, lexicon = query.rules.name, query.lexicon.name
    yield gettext("{rules} rules, lexicon {lexicon}", rules=rules, lexicon=lexicon)


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
        self._secrets = {sorted_letters(each.grid.letters) for each, _ in query.keeper.solutions}
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
    """Return the letters in their order: the same for grids made of the same letters."""
    return "".join(sorted(letters.lower()))


def answer_lines(query: Query, size: tuple[int, int] | None, *, full: bool) -> None:
    """Answer standard input on standard output; raises SeizeError if a line was no grid."""
    answers = AnswerStream(query, size, full=full)
    if sys.stdin is not None:
        answers.run(sys.stdin.buffer, sys.stdout)
    if answers.bad_lines:
        raise SeizeError(
            translatable("lines that are not grids: {count}; see “error” in the answers"),
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
