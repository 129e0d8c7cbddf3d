"""The archive of dailies as a table, and as programs read it."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from rich.console import Console
from rich.table import Table
from rich.text import Text

from bot.console_app.play.seat import show
from bot.presenters.daily.texts import SEAL_SHOWN, THEMES
from bot.presenters.standings import number, percent
from bot.presenters.wording import Wording
from core.daily.puzzle import Attempt, Puzzle
from core.ids import PlayerRef
from core.ports import Store
from core.standings import MILLION

_WIDE = 120  # columns, where no terminal says how many
_MOST = 2**31


@dataclass(frozen=True, slots=True)
class Entry:
    """A daily of the archive: how many played it, their mean share in millionths, your attempt."""

    puzzle: Puzzle
    players: int
    average: int
    attempt: Attempt | None


async def entries_of(store: Store, language: str, player: PlayerRef, limit: int) -> list[Entry]:
    """Return the last dailies of a language, those of days ahead too, newest first."""
    async with store.read() as work:
        puzzles = await work.puzzles.before(language, _MOST, limit)
        own = {each.number: each for each in await work.attempts.by(player, language)}
        entries = []
        for puzzle in reversed(puzzles):
            points = await work.attempts.points(puzzle.id)
            most = len(points) * puzzle.points
            average = MILLION * sum(points) // most if most else 0
            entries.append(Entry(puzzle, len(points), average, own.get(puzzle.number)))
        return entries


def show_list(entries: Sequence[Entry], wording: Wording, console: Console, now: float) -> None:
    """Print the archive: of days ahead no more than that their dailies are sealed."""
    if not console.is_terminal:
        console.width = max(console.width, _WIDE)
    for entry in entries:
        if entry.puzzle.opens_at > now:
            show(console, _ahead(entry.puzzle, wording))
    come = [entry for entry in entries if entry.puzzle.opens_at <= now]
    if len(come) < len(entries):
        show(console, "")
    console.print(_table(come, wording, now))


def _ahead(puzzle: Puzzle, wording: Wording) -> str:
    return wording.gettext(
        "{number} of {day}: made, sealed {seal}",
        number=puzzle.number,
        day=puzzle.day.isoformat(),
        seal=puzzle.seal[:SEAL_SHOWN],
    )


def _table(entries: Sequence[Entry], wording: Wording, now: float) -> Table:
    gettext = wording.gettext
    table = Table(box=None, header_style="dim", pad_edge=False, padding=(0, 2, 0, 0))
    table.add_column("#", justify="right", no_wrap=True)
    table.add_column(Text(gettext("Day")), no_wrap=True)
    table.add_column(Text(gettext("Theme")), no_wrap=True, overflow="ellipsis", ratio=1)
    table.add_column("", no_wrap=True)
    table.add_column("", no_wrap=True)
    for title in ("Words", "Players", "Average", "you"):
        table.add_column(Text(gettext(title)), justify="right", no_wrap=True)
    for entry in entries:
        is_open = entry.puzzle.is_open(now)
        table.add_row(*map(Text, _cells(entry, wording)), style="bold green" if is_open else "")
    return table


def _cells(entry: Entry, wording: Wording) -> Iterator[str]:
    puzzle, attempt = entry.puzzle, entry.attempt
    yield str(puzzle.number)
    yield puzzle.day.isoformat()
    yield wording.gettext(THEMES[puzzle.theme])
    yield f"{puzzle.grid.rows}x{puzzle.grid.cols}"
    yield "★" * puzzle.difficulty
    yield number(puzzle.words, wording)
    yield number(entry.players, wording)
    yield percent(entry.average, wording) if entry.players else ""
    yield number(attempt.points, wording) if attempt and attempt.finished_at is not None else ""


def entry_json(entry: Entry, now: float) -> str:
    """Return a daily of the archive as one line of JSON; shares are fractions of 1."""
    puzzle, attempt = entry.puzzle, entry.attempt
    if puzzle.opens_at > now:
        facts = {
            "number": puzzle.number,
            "language": puzzle.language,
            "day": puzzle.day.isoformat(),
            "open": False,
            "closed": False,
            "seal": puzzle.seal,
        }
        return json.dumps(facts, ensure_ascii=False)
    done = attempt is not None and attempt.finished_at is not None
    facts = puzzle_facts(puzzle, now) | {
        "words": puzzle.words,
        "points": puzzle.points,
        "players": entry.players,
        "average": entry.average / MILLION,
        "yours": attempt.points if attempt and done else None,
    }
    return json.dumps(facts, ensure_ascii=False)


def puzzle_facts(puzzle: Puzzle, now: float) -> dict[str, Any]:
    """Return the facts that JSON gives of any daily whose day has come."""
    return {
        "number": puzzle.number,
        "language": puzzle.language,
        "day": puzzle.day.isoformat(),
        "open": puzzle.is_open(now),
        "closed": puzzle.closed_at is not None,
        "theme": puzzle.theme,
        "rows": puzzle.grid.rows,
        "cols": puzzle.grid.cols,
        "difficulty": puzzle.difficulty,
        "seal": puzzle.seal,
    }
