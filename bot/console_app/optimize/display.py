"""A search for grids as it goes on: live in a terminal, else a line for each better grid."""

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np
from rich.columns import Columns
from rich.console import Console, ConsoleOptions, Group, RenderResult
from rich.live import Live
from rich.table import Table
from rich.text import Text

from bot.console_app.board import Board, board_size
from bot.presenters.wording import Wording
from core.errors import translatable
from core.grid import Grid
from core.optimizer.ledger import Found
from core.optimizer.methods import ENDLESS, name_of
from core.optimizer.problem import Problem
from core.optimizer.search import Search, Standing
from core.optimizer.task import to_grid

Show = Callable[[Standing], None]
_BETWEEN = 0.1  # seconds between two pictures
_BELOW = 2  # rows of the terminal that are left free: for the cursor, and a line above


def grid_of(problem: Problem, found: Found) -> Grid:
    """Return the grid of what a search found."""
    return to_grid(problem, np.frombuffer(found.board, np.uint8))


@contextmanager
def watching(search: Search, console: Console, words: Wording, *, as_json: bool) -> Iterator[Show]:
    """Give a function that shows the progress of a search.

    It prints JSON lines, or to `console` what is live where that is a terminal, else lines.
    """
    if as_json:
        yield Improvements(lambda standing: print(_json(search, standing), flush=True))
    elif console.is_terminal and not console.is_dumb_terminal:
        with Live(console=console, auto_refresh=False, transient=True) as live:
            yield Picture(search, live, words)
    else:
        yield Improvements(
            lambda standing: console.print(
                _line(search, standing, words), highlight=False, soft_wrap=True
            )
        )


class Improvements:
    """Tells of each standing whose grid is better than all before."""

    def __init__(self, tell: Show) -> None:
        self._tell = tell
        self._score = -1

    def __call__(self, standing: Standing) -> None:
        """Take a standing."""
        if standing.best and standing.best.score > self._score:
            self._score = standing.best.score
            self._tell(standing)


def _json(search: Search, standing: Standing) -> str:
    best = _best(standing)
    facts: dict[str, Any] = {
        "grid": str(grid_of(search.problem, best)),
        "score": best.score,
        "evaluations": standing.improved_at,
        "restart": best.restart,
        "seconds": round(standing.seconds, 3),
    }
    return json.dumps(facts)


def _line(search: Search, standing: Standing, words: Wording) -> str:
    best, number = _best(standing), words.number
    seconds, evaluations = number(standing.seconds, 1), number(standing.improved_at)
    grid = grid_of(search.problem, best)
    return f"{seconds:>8} s {evaluations:>13} {number(best.score):>9}  {grid}"


def _best(standing: Standing) -> Found:
    if standing.best is None:
        raise ValueError
    return standing.best


class Picture:
    """Draws each standing, but not more often than the eye can follow."""

    def __init__(self, search: Search, live: Live, words: Wording) -> None:
        self._search = search
        self._words = words
        self._live = live
        self._drawn = -_BETWEEN

    def __call__(self, standing: Standing) -> None:
        """Take a standing."""
        if standing.seconds - self._drawn >= _BETWEEN:
            self._drawn = standing.seconds
            self._live.update(View(self._search, standing, self._words), refresh=True)


class View:
    """A standing to print: the best grid, beside it, or below where there is no room, facts."""

    def __init__(self, search: Search, standing: Standing, words: Wording) -> None:
        self.search = search
        self.standing = standing
        self.words = words

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        facts = Table.grid(padding=(0, 2, 0, 0))
        for label, value in _facts(self.search, self.standing, self.words):
            facts.add_row(Text(self.words.gettext(label), "dim"), Text(value, "bold"))
        note = Text(self.words.gettext("Ctrl-C ends it with the best so far"), "dim")
        beside = Group(facts, Text(), note)
        if not self.standing.best:
            yield beside
            return
        grid = grid_of(self.search.problem, self.standing.best)
        compact = board_size(grid)[1] > console.height - _BELOW
        board = Board(grid, self.search.problem.ruleset, compact=compact)
        room = options.max_width - board_size(grid, compact)[0]
        if room < console.measure(beside).maximum + 3:
            yield board
            few = dict(_facts(self.search, self.standing, self.words))
            line = self.words.gettext("score: {score}", score=few["score"]) + f", {few['time']}"
            yield Text(line, "bold", no_wrap=True, overflow="ellipsis")
            return
        yield Columns([board, beside], padding=(0, 3))


def _facts(search: Search, standing: Standing, words: Wording) -> Iterator[tuple[str, str]]:
    stops, since = search.stops, standing.evaluations - standing.improved_at
    if standing.best:
        yield translatable("score"), _of(standing.best.score, stops.target, words)
    yield translatable("objective"), str(search.problem.objective)
    method = words.gettext("{method}, seed {seed}", method=name_of(search.method), seed=search.seed)
    yield translatable("method"), method
    yield translatable("evaluations"), _of(standing.evaluations, stops.evaluations, words)
    if standing.seconds > 0:
        yield translatable("a second"), words.number(standing.evaluations / standing.seconds)
    grids = words.gettext("{count} grids", count=_of(since, stops.stall, words))
    yield translatable("since the best"), grids
    yield translatable("runs"), _of(standing.restarts, stops.restarts, words)
    yield translatable("time"), _left(search, standing, words)


def _of(done: int, limit: int, words: Wording) -> str:
    if limit == ENDLESS:
        return words.number(done)
    return words.gettext("{part} of {whole}", part=words.number(done), whole=words.number(limit))


def _left(search: Search, standing: Standing, words: Wording) -> str:
    """Return the time left, if that is known, else the time taken."""
    left = search.stops.seconds - standing.seconds
    if standing.seconds > 0 and search.stops.evaluations < ENDLESS:
        rate = standing.evaluations / standing.seconds
        if rate:
            left = min(left, (search.stops.evaluations - standing.evaluations) / rate)
    if left == float("inf"):
        return f"{standing.seconds:.0f} s"
    done, rest = round(standing.seconds), round(max(left, 0))
    return words.gettext("{seconds} s, {left} s left", seconds=done, left=rest)
