"""The answer key of a grid: as a table, as JSON, and for a stream of grids."""

import json
from dataclasses import dataclass
from typing import Any

from rich.console import Console
from rich.table import Table
from rich.text import Text

from bot.console_app.board import Board
from bot.console_app.daily.secrets import check_secret
from core.grid import Grid, Path
from core.lexicon import Lexicon
from core.scoring import Ruleset
from core.solver.solution import FoundWord, Solution, Sort
from core.solver.solver import solve


@dataclass(frozen=True, slots=True)
class Query:
    """What is asked of each grid; `limit` is how many words to list, None for all.

    `secrets` are grids that nobody solves, however they are turned.
    """

    lexicon: Lexicon
    rules: Ruleset
    sort: Sort = Sort.POINTS
    limit: int | None = None
    secrets: tuple[Grid, ...] = ()

    def solve(self, grid: Grid) -> Solution:
        """Return every word of the grid; raises BadGrid, StillOpen for a secret one."""
        check_secret(grid, self.secrets)
        return solve(grid, self.lexicon, self.rules)

    def listed(self, solution: Solution) -> list[FoundWord]:
        """Return the words to list, in their order."""
        return solution.ordered(self.sort)[: self.limit]

    def lexicon_facts(self) -> dict[str, Any]:
        """Return what JSON says of the lexicon."""
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


def show(query: Query, solution: Solution, console: Console) -> None:
    """Print the table of words, then the best one's path on the grid, then the totals."""
    if not console.is_terminal:
        console.width = max(console.width, 120)  # a row a line, whatever reads them
    listed = query.listed(solution)
    table = Table(box=None, header_style="bold", pad_edge=False)
    table.add_column("points", justify="right")
    table.add_column("word")
    table.add_column("letters", justify="right")
    table.add_column("path", overflow="fold")
    for found in listed:
        path = describe(found.path, solution.grid)
        table.add_row(str(found.points), Text(found.display), str(len(found.word)), path)
    if listed:
        console.print(table)
        console.print()
    best = solution.words[0] if solution.words else None
    console.print(Board(solution.grid, query.rules, best.path if best else ()))
    if best:
        console.print(f"best: {best.display}, {best.points} points", highlight=False)
    for line in _totals(query, solution, len(listed)):
        console.print(line, highlight=False)


def describe(path: Path, grid: Grid) -> str:
    """Return a path in words of one letter and one digit: columns A to H, rows 1 to 8."""
    return " ".join(f"{'ABCDEFGH'[cell % grid.cols]}{cell // grid.cols + 1}" for cell in path)


def _totals(query: Query, solution: Solution, listed: int) -> list[str]:
    longest = solution.longest
    lines = [f"words: {len(solution):,}, points: {solution.points:,}"]
    if listed < len(solution):
        lines[0] += f" ({listed:,} listed)"
    if longest:
        lines.append(f"longest: {longest.display}, {len(longest.word)} letters")
    lines.append(f"{query.rules.name} rules, lexicon {query.lexicon.name}")
    return lines
