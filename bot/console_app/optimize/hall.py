"""The hall of fame as a table, and as programs read it."""

import json
from collections.abc import Iterable

from rich.console import Console
from rich.table import Table
from rich.text import Text

from bot.presenters.wording import Wording
from core.errors import translatable
from core.optimizer.constraints import Constraints
from core.optimizer.fame import Record
from core.optimizer.problem import NO_BONUS, Problem

_NARROW = 13  # columns, of what may take lines where 80 are all
_WIDE = 160  # columns, where no terminal says how many
_LETTERS = {
    "letters": translatable("letters {letters}"),
    "without": translatable("without {letters}"),
    "only_vowel": translatable("only vowel {letters}"),
    "needed": translatable("needed {letters}"),
    "fixed": translatable("fixed {letters}"),
    "word": translatable("word {letters}"),
}


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


def hall_table(records: Iterable[Record], console: Console, wording: Wording) -> Table:
    """Return the table of records for a console."""
    gettext = wording.gettext
    score, objective, lexicon = gettext("score"), gettext("objective"), gettext("lexicon")
    size, conditions, grid = gettext("size"), gettext("asked"), gettext("grid")
    table = table_for(
        console,
        ("id", score, objective, lexicon, size, conditions, grid),
        right=(score,),
        fold=(conditions, objective, grid),
        grid=grid,
        narrow=(conditions, objective),
    )
    for record in records:
        problem = record.problem
        rows, cols = problem.size
        table.add_row(
            record.key,
            wording.number(record.score),
            Text(str(problem.objective)),
            Text(problem.lexicon),
            f"{rows}x{cols}",
            Text(asked(problem, wording)),
            record.grid,
        )
    return table


def asked(problem: Problem, wording: Wording) -> str:
    """Return the rules, constraints and bonuses of a problem in short, without what is usual."""
    constraints, usual = problem.constraints, Constraints()
    gettext, parts = wording.gettext, [] if problem.rules == "ruzzle" else [str(problem.rules)]
    for name, template in _LETTERS.items():
        value = getattr(constraints, name)
        if value != getattr(usual, name):
            parts.append(gettext(template, letters=value))
    if constraints.earlier:
        grids = ", ".join(constraints.earlier)
        parts.append(gettext("{count} tiles from {grids}", count=constraints.distance, grids=grids))
    if problem.placed:
        bonuses = "".join(sorted(problem.bonuses.replace(NO_BONUS, "")))
        parts.append(gettext("{bonuses} placed", bonuses=bonuses))
    elif problem.bonuses:
        parts.append(gettext("bonuses {bonuses}", bonuses=problem.bonuses))
    return "; ".join(parts)


def table_for(
    console: Console,
    titles: Iterable[str],
    right: Iterable[str],
    fold: Iterable[str],
    *,
    grid: str = "",
    narrow: Iterable[str] = (),
) -> Table:
    """Return an empty table for a console.

    Columns of `right` are numbers, those of `fold` may take lines, those of `narrow` do so early;
    `grid` is that of the grids.
    """
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
            min_width=17 if title == grid else None,
            max_width=_NARROW if console.width <= 100 and title in narrow else None,
        )
    return table
