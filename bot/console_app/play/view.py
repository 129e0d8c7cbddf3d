"""The screen of a round: while it runs, and at its end."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product
from typing import NamedTuple

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.progress_bar import ProgressBar
from rich.table import Table
from rich.text import Text

from bot.console_app.board import Board, board_size
from bot.presenters.cards import card_lines
from bot.presenters.texts import time_left
from bot.presenters.verdicts import word_points
from bot.presenters.wording import Wording
from core.grid import Path
from core.ids import PlayerRef
from core.rounds.lessons import Lessons
from core.rounds.result import Result
from core.solver.solution import FoundWord, Solution

_PANEL, _GAP = 26, 2  # columns: the least for what is beside a board; between the two
_HURRY = 10  # seconds


class Said(NamedTuple):
    """A verdict as a line, and whether it was good news."""

    line: str
    accepted: bool


@dataclass(frozen=True, slots=True)
class Moment:
    """A running round as it looks now; `said` has the latest verdict first; times in seconds.

    `leaving`: the player is asked whether to end it.
    """

    solution: Solution
    left: float
    length: float
    points: int
    words: int
    typed: str = ""
    path: Path = ()
    said: Sequence[Said] = ()
    title: str = ""
    leaving: bool = False


def running(moment: Moment, wording: Wording, size: tuple[int, int]) -> RenderableType:
    """Return the whole screen of (columns, rows): the board, the clock, what is typed and said."""
    grid = moment.solution.grid
    beside, compact = _arrange(board_size(grid), board_size(grid, compact=True), size)
    tiles = Board(grid, moment.solution.rules, moment.path, compact=compact)
    width, height = board_size(grid, compact)
    columns, rows = size
    room = rows - 8 if beside else rows - height - 8
    panel = _panel(moment, wording, columns - 2 - (width + _GAP) * beside, max(room, 1))
    screen = _beside(tiles, width, panel) if beside else Group(tiles, Text(), panel)
    return Padding(screen, (1, 0, 0, 2))


def finished(
    result: Result, lessons: Lessons, player: PlayerRef, wording: Wording, columns: int
) -> RenderableType:
    """Return the card and the board, with each word within reach from green to red."""
    missed = _paths(result.solution, lessons.known, columns - 2)
    card = Table.grid(padding=(0, 2))
    for line in card_lines(result, lessons, player, wording):
        card.add_row(Text(line.label, "dim"), Text("\n".join(line.values), "bold"))
    return Padding(Group(missed, Text(), card), (1, 0, 0, 2))


def _paths(solution: Solution, words: Sequence[FoundWord], columns: int) -> RenderableType:
    """Return a board for each word, as many abreast as there is room for, compact if it must be."""
    grid, rules = solution.grid, solution.rules
    if not words:
        return Board(grid, rules)
    big, small = board_size(grid)[0], board_size(grid, compact=True)[0]
    compact = len(words) * (big + _GAP) - _GAP > columns
    abreast = max((columns + _GAP) // ((small if compact else big) + _GAP), 1)
    table = Table.grid(padding=(0, _GAP, 0, 0))
    for start in range(0, len(words), abreast):
        row = words[start : start + abreast]
        table.add_row(
            *(
                Group(Board(grid, rules, each.path, compact=compact), Text(word_points(each)))
                for each in row
            )
        )
    return table


def _arrange(
    big: tuple[int, int], compact: tuple[int, int], size: tuple[int, int]
) -> tuple[bool, bool]:
    """Return whether the panel goes beside the board, and whether tiles must be compact."""
    columns, rows = size
    for small, beside in product((False, True), (True, False)):
        width, height = compact if small else big
        if beside and width + _GAP + _PANEL + 2 <= columns and height + 1 <= rows:
            return True, small
        if not beside and width + 2 <= columns and height + 9 <= rows:
            return False, small
    return False, True


def _panel(moment: Moment, wording: Wording, width: int, room: int) -> RenderableType:
    """Return clock, score, what is typed and `room` lines of what was said."""
    hurry = "bold red" if moment.left < _HURRY else "bold"
    words = wording.ngettext("{count} word", "{count} words", moment.words)
    points = wording.ngettext("{count} point", "{count} points", moment.points)
    clock = Text.assemble((time_left(moment.left), hurry), f" · {points} · {words}")
    said = [tone(each, age) for age, each in enumerate(moment.said[:room])]
    if moment.leaving:
        question = wording.gettext("End the attempt? Press Ctrl-C again, or any key to go on.")
        said = [Text(question, "bold red"), *said[: max(room - 2, 0)]]
    hint = wording.gettext("Type a word, then Enter. Ctrl-C ends the round.")
    return Group(
        *([Text(moment.title, "dim")] if moment.title else []),
        clock,
        ProgressBar(moment.length, moment.left, width=min(width, 40), complete_style="green"),
        Text(),
        Text.assemble(("> ", "bold cyan"), (moment.typed.upper(), "bold"), (" ", "reverse")),
        Text(),
        *(said or [Text(hint, "dim")]),
    )


def tone(said: Said, age: int = 0) -> Text:
    """Return a verdict in the colour of its kind, the latest (age 0) in bold."""
    colour = "green" if said.accepted else "yellow"
    return Text(said.line, f"bold {colour}" if age == 0 else colour)


def _beside(left: RenderableType, width: int, right: RenderableType) -> Table:
    table = Table.grid(padding=(0, _GAP, 0, 0))
    table.add_column(width=width)  # what is said must not squeeze the board
    table.add_row(left, right)
    return table
