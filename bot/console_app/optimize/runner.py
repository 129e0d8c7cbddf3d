"""Searches for grids as commands run them; imports the compiled search."""

import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path

from rich.console import Console
from rich.live import Live
from rich.text import Text

from bot.app import say
from bot.console_app.interrupts import interruptible
from bot.console_app.optimize.display import grid_of, watching
from bot.console_app.optimize.report import Replay, compared, compared_json, found_json, print_found
from bot.console_app.optimize.workers import cluster, processes, threads
from bot.presenters.wording import Wording
from core.errors import SeizeError
from core.optimizer.compare import Comparison, Row
from core.optimizer.constraints import Constraints
from core.optimizer.fame import Record, keep
from core.optimizer.legs import Shelf
from core.optimizer.legs import replay as find_again
from core.optimizer.methods import Name, name_of
from core.optimizer.problem import Problem
from core.optimizer.search import Search, Standing
from core.optimizer.task import to_grid
from core.optimizer.team import Team, WorkersLost


@dataclass(frozen=True, slots=True)
class Output:
    """The form of the answer: JSON instead of text, and a picture."""

    as_json: bool
    plot: Path | None
    words: Wording


def team(
    workers: int | None, kernels: Path | None, address: str | None
) -> AbstractContextManager[Team]:
    """Give threads, or processes that load `kernels`, or the workers of a Dask cluster."""
    if address is not None:
        return cluster(address, workers)
    return threads(workers or 1) if kernels is None else processes(workers or 1, kernels)


def find(
    search: Search, hired: AbstractContextManager[Team], fame: Path | None, output: Output
) -> bool:
    """Search and print, until a stop or Ctrl-C; return whether there is a grid.

    It is added to the file `fame`, or where that cannot be written a warning is said. Raises
    WorkersLost, but first prints what was found until then; SeizeError where a picture or a
    team cannot be had.
    """
    standing: Standing | None = None
    lost: WorkersLost | None = None
    console = Console(stderr=True)
    with (
        hired as hands,
        interruptible() as cancelled,
        watching(search, console, output.words, as_json=output.as_json) as show,
    ):
        try:
            for standing in search.run(hands, time.monotonic, cancelled):
                show(standing)
        except WorkersLost as error:
            if standing is None or standing.best is None:
                raise
            lost = error
    if standing is None or standing.best is None:
        return False
    best = standing.best
    grid = grid_of(search.problem, best)
    record = Record(
        problem=search.problem,
        method=search.method,
        seed=search.seed,
        restart=best.restart,
        evaluations=best.evaluations,
        grid=str(grid),
        score=best.score,
        total=standing.evaluations,
        seconds=round(standing.seconds, 3),
    )
    kept = fame is not None and _kept(fame, record, output.words)
    if output.as_json:
        print(found_json(record, reached=standing.reached, kept=kept), flush=True)
    else:
        print_found(record, grid, Console(), output.words, kept=kept)
    if output.plot:
        from bot.console_app.optimize.plot import plot_search  # noqa: PLC0415 (an extra)

        curve = (*standing.curve, (standing.evaluations, best.score))
        plot_search(curve, name_of(search.method), search.problem, output.plot, output.words)
    if lost:
        raise lost
    return True


def _kept(fame: Path, record: Record, words: Wording) -> bool:
    """Add a record to the hall of fame; say what prevents it."""
    try:
        keep(fame, record)
    except OSError as error:
        reason = error.strerror or str(error)
    except SeizeError as error:
        reason = words.reason(error)
    else:
        return True
    say(words.gettext("the grid is not kept in {path}: {reason}", path=fame, reason=reason))
    return False


def compare(comparison: Comparison, hired: AbstractContextManager[Team], output: Output) -> bool:
    """Search with each method and print the table; return whether there is a line in it."""
    rows: dict[Name, Row] = {}
    with hired as hands, interruptible() as cancelled, _table(comparison, output.words) as show:
        for row in comparison.run(hands, time.monotonic, cancelled):
            rows[row.method] = row
            show(list(rows.values()))
    if output.as_json:
        for name, row in rows.items():
            method = comparison.methods[name]
            print(compared_json(row, method, comparison.problem, comparison.seed))
    elif rows:
        console = Console()
        console.print(compared(rows.values(), comparison.problem, console, output.words))
        told = output.words.ngettext(
            "{count} search each, from seed {seed} on",
            "{count} searches each, from seed {seed} on",
            comparison.searches,
            seed=comparison.seed,
        )
        console.print(Text(told))
    if output.plot and rows:
        from bot.console_app.optimize.plot import plot_comparison  # noqa: PLC0415 (an extra)

        plot_comparison(rows.values(), comparison.problem, output.plot, output.words)
    return bool(rows)


@contextmanager
def _table(comparison: Comparison, words: Wording) -> Iterator[Callable[[list[Row]], None]]:
    """Show the rows so far on stderr: live in a terminal, else a line for each search."""
    console = Console(stderr=True)
    if console.is_terminal and not console.is_dumb_terminal:
        with Live(console=console, auto_refresh=False, transient=True) as live:
            waiting = words.gettext("searching, Ctrl-C ends it with the methods so far…")
            live.update(waiting, refresh=True)
            yield lambda rows: live.update(
                compared(rows, comparison.problem, console, words), refresh=True
            )
    else:
        yield lambda rows: _print_last(rows[-1], comparison, console, words)


def _print_last(row: Row, comparison: Comparison, console: Console, words: Wording) -> None:
    """Print what the last search of a row came to."""
    last = row.outcomes[-1]
    part = f"{len(row.outcomes):>3}"
    done = words.gettext("{part} of {whole}", part=part, whole=comparison.searches)
    grid = grid_of(comparison.problem, last.best)
    console.print(
        f"{row.method:<9} {done} "
        f"{words.number(last.seconds, 1):>8} s {words.number(last.evaluations):>13} "
        f"{words.number(last.best.score):>9}  {grid}",
        highlight=False,
        soft_wrap=True,
    )


def replay(record: Record, shelf: Shelf) -> Replay:
    """Find a record's grid again, by the run that found it.

    Raises what Shelf.open raises, and what Problem.of raises where the record is none.
    """
    given = record.problem
    lexicon = shelf.open(given)
    # A record is read from a file: what is not possible is to be refused, not run.
    problem = Problem.of(
        lexicon,
        given.rules,
        given.objective,
        given.size,
        Constraints.read(lexicon.alphabet, **asdict(given.constraints)),
        given.bonuses,
        placed=given.placed,
    )
    found = find_again(
        problem, record.method, shelf, record.seed, record.restart, record.evaluations
    )
    return Replay(record, to_grid(problem, found.board), found.score, lexicon)
