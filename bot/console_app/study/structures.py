"""Structures compared, as tables and as JSON: `seize study structures`."""

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from decimal import Decimal
from pathlib import Path
from typing import Any

from rich.console import Console

from bot.console_app.durations import duration
from bot.console_app.optimize.hall import table_for
from core.study import published
from core.study.comparison import HeightRow, LettersRow, SearchRow, Study
from core.study.runner import Run


def run(study: Study, plot: Path | None, *, json_: bool) -> None:
    """Print the tables or, instead, the JSON; draw the charts in the folder `plot`.

    Raises SeizeError where a chart cannot be written.
    """
    if json_:
        print(to_json(study))
    else:
        for table in (_structures(study), _searches(study), _heights(study), _letters(study)):
            table.print(Console())
        print(_agreement(study))
    if plot:
        from bot.console_app.study.structures_plot import plot_study  # noqa: PLC0415 (an extra)

        plot_study(study, plot)


@dataclass(frozen=True, slots=True)
class _Table:
    title: str
    columns: str  # the titles, with commas between; those of numbers begin with >
    rows: Sequence[Sequence[str]]

    def print(self, console: Console) -> None:
        titles = [each.strip() for each in self.columns.split(",")]
        right = [title[1:] for title in titles if title[0] == ">"]
        fold = [title for title in titles if title.startswith(("a ", "published"))]
        table = table_for(console, [title.lstrip(">") for title in titles], right, fold)
        for row in self.rows:
            table.add_row(*row)
        console.print(self.title, style="bold", highlight=False)
        console.print(table)
        console.print()


def _structures(study: Study) -> _Table:
    title = (
        f"Structures: {len(study.lexicon):,} words of {study.lexicon.name}, {study.grids} random "
        f"4x4 grids (seed {study.seed}) with {study.found['4x4'] / study.grids:.0f} words each. "
        "Published: by others, on French lists of their own."
    )
    rows = []
    for row in study.structures:
        best, known = row.searches[-1], published.CONSTRUCTIONS.get(row.structure, ())
        cells = (row.structure, duration(row.construction), f"{row.memory / 1e6:,.1f} MB")
        rows.append((*cells, best.search, taken(best.run), _published(known)))
    return _Table(title, "structure, >built in, >memory, search, a grid, published: built in", rows)


def _searches(study: Study) -> _Table:
    rows = []
    for row in study.searches:
        known = published.SEARCHES.get((row.search, row.structure, row.size), ())
        cells = (row.size, row.search, row.structure, taken(row.run), _published(known))
        rows.append(cells)
    title = f"Searches: {study.grids} random grids of each size"
    return _Table(title, "size, search, structure, a grid, published: a grid", rows)


def _heights(study: Study) -> _Table:
    rows = []
    for row in study.heights:
        lists = (f"{row.lists:,}", f"{row.mean:,.1f}", f"{row.largest:,}")
        known = [f"{count:,}" for count in published.LISTS[row.height]]
        both = _total(row)
        cells = (*lists, *known, duration(row.construction), both, taken(row.run))
        rows.append((str(row.height), *cells))
    title = (
        f"Hybrid trie: words in its lists, and the same 4x4 grids; published: {published.REPORT}"
    )
    columns = (
        ">height, >lists, >mean, >largest, >published mean, >and largest, >built in, >sum, a grid"
    )
    return _Table(title, columns, rows)


def _letters(study: Study) -> _Table:
    rows = []
    for row in study.letters:
        total = _total(row)
        known = _published(published.LETTERS.get(row.structure, ()))
        rows.append((row.structure, duration(row.construction), total, taken(row.run), known))
    title = "Words from the letters of each 4x4 grid, in any order"
    columns = "structure, >built in, >sum, a search, published: sum"
    return _Table(title, columns, rows)


def _agreement(study: Study) -> str:
    runs = [row.run for rows in (study.searches, study.heights, study.letters) for row in rows]
    finished, tasks = sum(run.finished for run in runs), sum(run.tasks for run in runs)
    return (
        f"All {len(runs)} searches found the same words wherever they came to the end: "
        f"{finished:,} of {tasks:,} times."
    )


def _published(known: published.Known) -> str:
    return "; ".join(f"{told} ({source})" for told, source in known)


def taken(run: Run) -> str:
    """Say how long a grid takes, or about how long, if only some of the work was done."""
    if run.share == 1:
        return duration(run.each)
    per_cent = 100 * run.share
    share = int(per_cent) if per_cent >= 1 else f"{Decimal(f'{per_cent:.1g}'):f}"
    return f"about {duration(run.each)}: {share} % of it ran in {duration(run.seconds)}"


def _total(row: HeightRow | LettersRow) -> str:
    about = "" if row.run.share == 1 else "about "
    return about + duration(row.construction + row.run.each)


def to_json(study: Study) -> str:
    """Return a study as one line of JSON, an object.

    - lexicon, language; words (how many), grids (of each size), seed, limit (s)
    - found: {"3x3": words in all grids of the size, "4x4": …}
    - structures: [{structure, construction (s), memory (bytes), published}]
    - searches: [{size, search, structure, run, published}]; the last of a structure is its best
    - heights: [{height, lists, mean, largest (words of a list), construction (s), run,
      published: {mean, largest, source}}], the hybrid tries, and how they search the 4x4 grids
    - letters: [{structure, construction (s), run, published}], words of the letters of each
      4x4 grid in any order; published is construction and one search together

    run: {each (s a grid), tasks (grids), finished (of them), answers (to be given), answered,
    seconds (of all that ran)}. If answered < answers, each is extrapolated: seconds * answers /
    answered / tasks. published: [{told, source}], empty where no one told.
    """
    facts = {
        "lexicon": study.lexicon.name,
        "language": study.lexicon.language,
        "words": len(study.lexicon),
        "grids": study.grids,
        "seed": study.seed,
        "limit": study.limit,
        "found": study.found,
        "structures": [
            {
                "structure": row.structure,
                "construction": row.construction,
                "memory": row.memory,
                "published": _known(published.CONSTRUCTIONS.get(row.structure, ())),
            }
            for row in study.structures
        ],
        "searches": [
            _row(row, published.SEARCHES.get((row.search, row.structure, row.size), ()))
            for row in study.searches
        ],
        "heights": [_height(row) for row in study.heights],
        "letters": [_row(row, published.LETTERS.get(row.structure, ())) for row in study.letters],
    }
    return json.dumps(facts, ensure_ascii=False)


def _row(row: SearchRow | HeightRow | LettersRow, known: published.Known = ()) -> dict[str, Any]:
    run = {"each": row.run.each} | asdict(row.run)
    return asdict(row) | {"run": run, "published": _known(known)}


def _height(row: HeightRow) -> dict[str, Any]:
    mean, largest = published.LISTS[row.height]
    known = {"mean": mean, "largest": largest, "source": published.REPORT}
    return _row(row) | {"published": known}


def _known(known: published.Known) -> list[dict[str, str]]:
    return [{"told": told, "source": source} for told, source in known]
