"""Playing alone: one round, or a match of three, at a terminal or by lines."""

from collections.abc import Awaitable, Callable
from typing import TextIO

from bot.console_app.interrupts import keyboard_interrupts
from bot.console_app.play.lines import Lines, play_lines
from bot.console_app.play.live import play_live
from bot.console_app.play.seat import Seat, show
from bot.console_app.play.table import Over, Table
from bot.presenters.cards import match_lines, round_title
from core.errors import SeizeError
from core.rounds.match import LADDER, Match

PlayOne = Callable[[], Awaitable[Over]]
"""Plays the round that is on, shows its card, and returns how it ended."""


async def play(table: Table, seat: Seat, stdin: TextIO | None, *, plain: bool = False) -> Match:
    """Play what was started at `table`; return the results, as those of a match.

    Live where both ends are a terminal that can draw, else (or if `plain`) by lines.
    Live, each further round of a match waits for Enter, and Ctrl-C or Ctrl-D there ends
    the match. By lines, a round follows the other; the end of input ends the match.
    """
    if stdin is not None and not plain and is_live(seat, stdin):
        match = await _live(table, seat, stdin)
    else:
        match = await _by_lines(table, seat, Lines(stdin))
    if table.record.rounds > 1:
        show(seat.console, "", seat.wording.gettext("The match is over."))
        sums = match_lines(match, seat.player, seat.wording)
        show(seat.console, *(line.text(seat.wording) for line in sums))
    return match


def is_live(seat: Seat, stdin: TextIO) -> bool:
    """Return whether both ends are a terminal that can draw the tiles."""
    console = seat.console
    draws = console.is_terminal and not console.is_dumb_terminal
    return stdin.isatty() and draws and console.encoding.startswith("utf")


async def _live(table: Table, seat: Seat, stdin: TextIO) -> Match:
    return await _play_all(
        table,
        seat,
        lambda: play_live(table, seat, stdin, _title(table, seat)),
        lambda: enter_pressed(_next_hint(table.record.number + 1, seat), seat, stdin),
    )


async def _by_lines(table: Table, seat: Seat, lines: Lines) -> Match:
    async def play_one() -> Over:
        if title := _title(table, seat):
            show(seat.console, "", title)
        return await play_lines(table, seat, lines)

    return await _play_all(table, seat, play_one, lambda: not lines.ended)


async def _play_all(
    table: Table, seat: Seat, play_one: PlayOne, goes_on: Callable[[], bool]
) -> Match:
    match = Match()
    while True:
        over = await play_one()
        match = match.with_result(over.result)
        if over.error is None:
            await table.told()
        if not over.more:
            return match
        if not goes_on():
            await table.leave()
            return match
        try:
            await table.begin()
        except SeizeError as error:
            show(seat.console, "", seat.wording.notice(error))
            return match


def _title(table: Table, seat: Seat) -> str:
    record = table.record
    return round_title(record.number, seat.wording) if record.rounds > 1 else ""


def _next_hint(number: int, seat: Seat) -> str:
    return seat.wording.gettext(
        "Press Enter for round {number} of {count}, Ctrl-C to stop.",
        number=number,
        count=len(LADDER),
    )


def enter_pressed(hint: str, seat: Seat, stdin: TextIO) -> bool:
    """Print a hint and wait for Enter; return False if the player leaves instead.

    This keeps the event loop waiting, too: between rounds it has nothing to do.
    """
    try:
        with keyboard_interrupts():
            show(seat.console, "", hint)
            return stdin.readline() != ""
    except KeyboardInterrupt:
        return False
