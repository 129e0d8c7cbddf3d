"""The hall of fame as a table, and as programs read it."""

import json
from collections.abc import Iterable

from rich.console import Console
from rich.table import Table
from rich.text import Text

from core.optimizer.constraints import Constraints
from core.optimizer.fame import Record
from core.optimizer.problem import NO_BONUS, Problem

_NARROW = 13  # columns, of what may take lines where 80 are all
_WIDE = 160  # columns, where no terminal says how many
_COLUMNS = ("id", "score", "objective", "lexicon", "size", "asked", "grid")
_LETTERS = ("letters", "without", "only_vowel", "needed", "fixed", "word")


def in_order(records: Iterable[Record]) -> list[Record]:
    """Return records by lexicon, then by objective and size, of each the best first."""
    return sorted(
        records,
        key=lambda r: (
            r.problem.lexicon, str(r.problem.objective), r.problem.size, -r.score, r.key
        ),
    )  # fmt: skip


def record_json(record: Record) -> str:
    """Return a record as one line of JSON."""
    return json.dumps({"id": record.key} | record.as_dict(), ensure_ascii=False)


def hall_table(records: Iterable[Record], console: Console) -> Table:
    """Return the table of records for a console."""
    table = table_for(console, _COLUMNS, right=("score",), fold=("asked", "objective", "grid"))
    for record in records:
        problem = record.problem
        rows, cols = problem.size
        table.add_row(
            record.key,
            f"{record.score:,}",
            Text(str(problem.objective)),
            Text(problem.lexicon),
            f"{rows}x{cols}",
            Text(asked(problem)),
            record.grid,
        )
    return table


def asked(problem: Problem) -> str:
    """Return the rules, constraints and bonuses of a problem in short, without what is usual."""
    constraints, usual = problem.constraints, Constraints()
    parts = [] if problem.rules == "ruzzle" else [problem.rules]
    for name in _LETTERS:
        value = getattr(constraints, name)
        if value != getattr(usual, name):
            parts.append(f"{name.replace('_', ' ')} {value}")
    if constraints.earlier:
        parts.append(f"{constraints.distance} tiles from {', '.join(constraints.earlier)}")
    if problem.placed:
        parts.append(f"{''.join(sorted(problem.bonuses.replace(NO_BONUS, '')))} placed")
    elif problem.bonuses:
        parts.append(f"bonuses {problem.bonuses}")
    return "; ".join(parts)


def table_for(
    console: Console, titles: Iterable[str], right: Iterable[str], fold: Iterable[str]
) -> Table:
    """Return an empty table; columns of `right` are numbers, those of `fold` may take lines."""
    if not console.is_terminal:
        console.width = max(console.width, _WIDE)  # a row a line, whatever reads them
    table = Table(box=None, header_style="bold", pad_edge=False, padding=(0, 1, 0, 0))
    for title in titles:
        table.add_column(
            title,
            justify="right" if title in right else "left",
            no_wrap=title not in fold,
            overflow="fold" if title in fold else "ellipsis",
            # With its padding: 4x4 in a piece. Others give way, before anything is cut off.
            min_width=17 if title in ("grid", "best grid") else None,
            max_width=_NARROW if console.width <= 100 and title in ("asked", "objective") else None,
        )
    return table
