"""Leaderboards and statistics as the terminal shows them, and as programs read them."""

import json
from collections.abc import Sequence
from dataclasses import asdict

from rich.cells import cell_len
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from bot.presenters.standings import (
    board_header,
    board_notes,
    board_rows,
    board_title,
    number,
    percent,
    progress_lines,
    short_day,
    statistics_lines,
    statistics_title,
)
from bot.presenters.wording import Wording
from core.ids import ChatRef, PlayerRef
from core.practice.cards import Progress
from core.services.standings import Leaderboard, Line
from core.standings import MILLION, Day, Statistics

DAYS_SHOWN = 14
_BAR = 24  # columns
_EIGHTHS = " ▏▎▍▌▋▊▉█"


def board_table(
    board: Leaderboard, wording: Wording, viewer: PlayerRef, *, previous: bool = False
) -> RenderableType:
    """Return a leaderboard; names are text, never markup."""
    table = Table(box=None, header_style="dim", pad_edge=False, padding=(0, 3, 0, 0))
    sides = ("right", "left", "right", "right")
    rows = board_rows(board, wording, viewer)
    lines = [(row.rank, row.name, row.value, row.rounds) for row in rows]
    titles = board_header(board, wording)
    for number_, (title, side) in enumerate(zip(titles, sides, strict=True)):
        # Only names are cut short: what a place is worth is what a board is for.
        widths = [cell_len(line[number_]) for line in [titles, *lines]]
        table.add_column(
            Text(title),
            justify=side,  # type: ignore[arg-type]
            no_wrap=True,
            overflow="ellipsis",
            min_width=None if side == "left" else max(widths),
        )
    for row, cells in zip(rows, lines, strict=True):
        table.add_row(*map(Text, cells), style="bold green" if row.own else "")
    notes = [Text(note, "dim") for note in board_notes(board, wording)]
    heading = Text(board_title(board, wording, previous=previous), "bold")
    return Group(heading, Text(), table, *([Text(), *notes] if notes else []))


def board_json(board: Leaderboard) -> str:
    """Return a leaderboard as JSON; shares are fractions of 1."""
    counts = board.board
    return json.dumps(
        {
            "chat": _ref(counts.chat),
            "language": counts.language,
            "period": counts.period,
            "start": counts.start.isoformat(),
            "measure": board.measure,
            "minimum_rounds": board.minimum,
            "ranked": board.count,
            "lines": [_line_facts(line) for line in board.lines],
            "viewer": _line_facts(board.viewer) if board.viewer else None,
        },
        ensure_ascii=False,
    )


def statistics_table(
    statistics: Statistics,
    player: PlayerRef,
    language: str,
    wording: Wording,
    viewer: PlayerRef,
    progress: Progress,
) -> RenderableType:
    """Return a player's past, the words learned, and the last days with a round."""
    table = Table.grid(padding=(0, 3, 0, 0))
    for line in (*statistics_lines(statistics, wording), *progress_lines(progress, wording)):
        table.add_row(Text(line.label, "dim"), Text("\n".join(line.values), "bold"))
    return Group(
        Text(statistics_title(player, language, wording, viewer), "bold"),
        Text(),
        table,
        Text(),
        _progress(statistics.progress[-DAYS_SHOWN:], wording),
    )


def statistics_json(statistics: Statistics, player: PlayerRef, language: str) -> str:
    """Return a player's past as JSON; shares are fractions of 1."""
    facts = asdict(statistics)
    facts["average"] = statistics.average / MILLION
    facts["accuracy"] = statistics.accuracy / MILLION
    facts["progress"] = [
        asdict(day) | {"day": day.day.isoformat(), "average": day.average / MILLION}
        for day in statistics.progress
    ]
    return json.dumps({"player": _ref(player), "language": language} | facts, ensure_ascii=False)


def bar(share: float, columns: int = _BAR) -> str:
    """Return a bar of 0 to `columns` columns, in eighths of one."""
    eighths = round(share * columns * 8)
    return "█" * (eighths // 8) + _EIGHTHS[eighths % 8].strip()


def _progress(days: Sequence[Day], wording: Wording) -> Table:
    table = Table(box=None, header_style="dim", pad_edge=False, padding=(0, 3, 0, 0))
    table.add_column("")
    for title in ("Rounds", "Points", "Average"):
        table.add_column(Text(wording.gettext(title)), justify="right", no_wrap=True)
    table.add_column("", no_wrap=True)
    most = max((day.average for day in days), default=0) or 1
    for day in days:
        cells = (
            short_day(day.day, wording),
            number(day.rounds, wording),
            number(day.points, wording),
            percent(day.average, wording),
        )
        table.add_row(*map(Text, cells), Text(bar(day.average / most), "green"))
    return table


def _line_facts(line: Line) -> dict[str, object]:
    standing = line.standing
    return {
        "rank": line.rank,
        "player": _ref(standing.player),
        "name": standing.name,
        "rounds": standing.rounds,
        "points": standing.points,
        "wins": standing.wins,
        "best": standing.best,
        "best_points": standing.best_points,
        "average": standing.average / MILLION,
    }


def _ref(ref: PlayerRef | ChatRef | None) -> str | None:
    return f"{ref.platform}:{ref.id}" if ref else None
