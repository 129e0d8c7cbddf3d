"""Reports of searches, for the terminal and as JSON."""

import json
from collections.abc import Iterable
from dataclasses import asdict
from typing import Any

from rich.console import Console
from rich.table import Table
from rich.text import Text

from bot.console_app.board import Board
from bot.console_app.optimize.display import grid_of
from bot.console_app.optimize.hall import table_for
from bot.presenters.wording import Wording
from core.errors import translatable
from core.grid import Grid
from core.lexicon import Lexicon
from core.optimizer.compare import Row
from core.optimizer.fame import Record
from core.optimizer.methods import Method, name_of
from core.optimizer.objective import Kind, Objective
from core.optimizer.problem import Problem
from core.solver.solution import Solution
from core.solver.solver import solve

_NUMBERS = (
    translatable("best"),
    translatable("mean"),
    translatable("median"),
    translatable("spread"),
    translatable("evals"),
    translatable("seconds"),
    translatable("evals/s"),
)


def print_found(
    record: Record, grid: Grid, console: Console, wording: Wording, *, kept: bool
) -> None:
    """Print the grid that a search found, and what found it."""
    rate = record.total / record.seconds if record.seconds else 0
    speed = wording.gettext(
        "{evaluations} evaluations in {seconds} s, {rate} a second",
        evaluations=wording.number(record.total),
        seconds=wording.number(record.seconds, 1),
        rate=wording.number(rate),
    )
    again = wording.gettext("again: {command}", command=f"seize optimize replay {record.key}")
    lines = [*_lines(record, grid, wording), speed, *([again] if kept else [])]
    _print(grid, record.problem, lines, console)


def found_json(record: Record, *, reached: bool, kept: bool) -> str:
    """Return the result of a search as one line of JSON."""
    facts: dict[str, Any] = {
        "grid": record.grid,
        "score": record.score,
        "objective": str(record.problem.objective),
        "method": name_of(record.method),
        "seed": record.seed,
        "evaluations": record.total,
        "seconds": record.seconds,
        "reached_target": reached,
        "lexicon": record.problem.lexicon,
    }
    return json.dumps(facts | ({"id": record.key} if kept else {}), ensure_ascii=False)


class Replay:
    """The result of a replay: a grid and its score, which the solver counts again."""

    def __init__(self, record: Record, grid: Grid, score: int, lexicon: Lexicon) -> None:
        self.record = record
        self.grid = grid
        self.score = score
        solution = solve(grid, lexicon, record.problem.ruleset)
        self.counted = count(record.problem.objective, solution, lexicon)

    @property
    def same(self) -> bool:
        """Return whether it is the grid and the score of the record, and the solver agrees."""
        score = self.record.score
        return str(self.grid) == self.record.grid and score == self.score == self.counted

    def print(self, console: Console, wording: Wording) -> None:
        """Print the grid, and whether it is the same."""
        if self.same:
            verdict = wording.gettext("the same grid and score; checked with the solver")
        else:
            verdict = wording.gettext(
                "NOT the same: the record is {grid} with {score}, the solver counts {counted}",
                grid=self.record.grid,
                score=wording.number(self.record.score),
                counted=wording.number(self.counted),
            )
        score = wording.gettext("score: {score}", score=wording.number(self.score))
        lines = [score, *_lines(self.record, self.grid, wording)[1:], verdict]
        _print(self.grid, self.record.problem, lines, console)

    def json(self) -> str:
        """Return it as one line of JSON."""
        return json.dumps(
            {
                "id": self.record.key,
                "grid": str(self.grid),
                "score": self.score,
                "counted": self.counted,
                "same": self.same,
            }
        )


def count(objective: Objective, solution: Solution, lexicon: Lexicon) -> int:
    """Return the score of a solved grid, by its list of words."""
    total = 0
    for term in objective.terms:
        lengths = [len(found.word) for found in solution]
        worth = {
            Kind.WORDS: len(solution),
            Kind.POINTS: solution.points,
            Kind.LENGTH: lengths.count(term.letters),
            Kind.LONG: sum(length >= term.letters for length in lengths),
            Kind.LONGEST: max(lengths, default=0),
            Kind.COMMON: sum(lexicon.rank(found.word) is not None for found in solution),
        }
        total += term.weight * worth[term.kind]
    return total


def compared(rows: Iterable[Row], problem: Problem, console: Console, wording: Wording) -> Table:
    """Return the table of a comparison for a console."""
    numbers = [wording.gettext(title) for title in _NUMBERS]
    method, grid = wording.gettext("method"), wording.gettext("best grid")
    table = table_for(console, (method, *numbers, grid), right=numbers, fold=(grid,), grid=grid)
    number = wording.number
    for row in rows:
        table.add_row(
            row.method,
            number(row.best.best.score),
            number(row.mean, 1),
            number(row.median, 1),
            number(row.spread, 1),
            number(row.evaluations),
            number(row.seconds, 1),
            number(_rate(row)),
            str(grid_of(problem, row.best.best)),
        )
    return table


def compared_json(row: Row, method: Method, problem: Problem, seed: int) -> str:
    """Return a method's row as one line of JSON."""
    facts: dict[str, Any] = {
        "method": row.method,
        "parameters": asdict(method),
        "seed": seed,
        "best": row.best.best.score,
        "mean": row.mean,
        "median": row.median,
        "spread": row.spread,
        "scores": row.scores,
        "evaluations": row.evaluations,
        "seconds": round(row.seconds, 3),
        "evaluations_per_second": round(_rate(row)),
        "grid": str(grid_of(problem, row.best.best)),
    }
    return json.dumps(facts)


def _rate(row: Row) -> float:
    return row.evaluations / row.seconds if row.seconds else 0.0


def _lines(record: Record, grid: Grid, wording: Wording) -> list[str]:
    problem, gettext, number = record.problem, wording.gettext, wording.number
    return [
        gettext(
            "score: {score} ({objective})",
            score=number(record.score),
            objective=problem.objective,
        ),
        gettext("grid: {grid}", grid=grid),
        gettext("{rules} rules, lexicon {lexicon}", rules=problem.rules, lexicon=problem.lexicon),
        gettext(
            "found by {method}, seed {seed}, run {run}",
            method=name_of(record.method),
            seed=record.seed,
            run=number(record.restart + 1),
        ),
        gettext("after {count} evaluations of the run", count=number(record.evaluations)),
    ]


def _print(grid: Grid, problem: Problem, lines: list[str], console: Console) -> None:
    console.print(Board(grid, problem.ruleset))
    for line in lines:
        console.print(Text(line), soft_wrap=True)
