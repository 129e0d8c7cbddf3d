"""Playing alone: one round, or a match of three, at a terminal or by lines, and again."""

from collections.abc import Awaitable, Callable, Iterator
from contextlib import AbstractAsyncContextManager
from dataclasses import replace
from typing import TextIO

from bot.console_app.interrupts import interrupts, keyboard_interrupts
from bot.console_app.play.lines import Lines, play_lines
from bot.console_app.play.live import play_live
from bot.console_app.play.seat import Seat, show
from bot.console_app.play.session import Asked
from bot.console_app.play.table import Over, Table
from bot.presenters.cards import CardLine, match_lines, round_title
from bot.presenters.people import called
from bot.presenters.standings import number
from bot.presenters.titles import title_of
from core.errors import SeizeError
from core.opponents.levels import opponent
from core.rounds.match import LADDER, Match
from core.scoring import Rules

PlayOne = Callable[[], Awaitable[Over]]
"""Plays the round that is on, shows its card, and returns how it ended."""

SitDown = Callable[[Asked], AbstractAsyncContextManager[Table]]
"""Starts what was asked for, at the table that it gives."""


async def play_on(
    asked: Asked, seat: Seat, given: TextIO | Lines, sit_down: SitDown, seeds: Iterator[int]
) -> None:
    """Play what was asked for, then others of the kind, from `seeds`, as long as Enter is pressed.

    Only whoever sits at a terminal is asked, and not after a grid of their own.
    """
    while True:
        async with sit_down(asked) as table:
            await play(table, seat, given)
        if asked.grid:
            return
        show(seat.console, "", _again_hint(asked, seat))
        if not await goes_on(seat, given):
            return
        asked = replace(asked, seed=next(seeds))


async def play(table: Table, seat: Seat, given: TextIO | Lines) -> Match:
    """Play what was started at `table`; return the results, as those of a match.

    Live, each further round of a match waits for Enter, and Ctrl-C or Ctrl-D there ends
    the match. By lines, a round follows the other; the end of input ends the match.
    """
    if isinstance(given, Lines):
        match = await _by_lines(table, seat, given)
    else:
        match = await _live(table, seat, given)
    if table.record.rounds > 1:
        show(seat.console, "", seat.wording.gettext("The match is over."))
        sums = match_lines(match, seat.player, seat.wording)
        show(seat.console, *(line.text(seat.wording) for line in sums))
    return match


def keys_or_lines(seat: Seat, stdin: TextIO | None, *, plain: bool = False) -> TextIO | Lines:
    """Return a terminal whose keys are read where both ends can, else (or if `plain`) lines."""
    live = stdin is not None and not plain and is_live(seat, stdin)
    return stdin if live and stdin else Lines(stdin)


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
        show(seat.console, "", _total_so_far(match, seat).text(seat.wording))
        if not goes_on():
            await table.leave()
            return match
        try:
            await table.begin()
        except SeizeError as error:
            show(seat.console, "", seat.wording.notice(error))
            return match


def _title(table: Table, seat: Seat) -> str:
    record, parts = table.record, []
    if record.rounds > 1:
        parts.append(round_title(record.number, seat.wording))
    if record.opponent:
        name = called("", opponent(record.opponent).ref, seat.wording)
        parts.append(seat.wording.gettext("{name} plays along", name=name))
    if record.purpose.is_own:
        parts.append(title_of(record, seat.wording))
    return " · ".join(parts)


def _next_hint(round_: int, seat: Seat) -> str:
    return seat.wording.gettext(
        "Press Enter for round {number} of {count}, Ctrl-C to stop.",
        number=round_,
        count=len(LADDER),
    )


def _total_so_far(match: Match, seat: Seat) -> CardLine:
    points = sum(result.of(seat.player).points for result in match.results)
    return CardLine(seat.wording.gettext("Total so far"), (number(points, seat.wording),))


def _again_hint(asked: Asked, seat: Seat) -> str:
    """Return how to play the same again, or let somebody else."""
    parts = ["seize play", f"--lang {asked.terms.lexicon}", f"--seed {asked.seed}"]
    if asked.terms.rules is not Rules.RUZZLE:
        parts.append(f"--rules {asked.terms.rules}")
    if asked.rounds > 1:
        parts.append("--match")
    if asked.terms.opponent:
        parts.append(f"--with {asked.terms.opponent}")
    return seat.wording.gettext("The same once more: {command}", command=" ".join(parts))


async def goes_on(seat: Seat, given: TextIO | Lines) -> bool:
    """Ask who sits at a terminal whether to play again; return whether they do."""
    hint = seat.wording.gettext("Press Enter to play again, Ctrl-C to leave.")
    if not isinstance(given, Lines):
        return enter_pressed(hint, seat, given)
    if given.ended or not given.interactive:
        return False
    show(seat.console, "", hint)
    with interrupts(given.end):
        return await given.following() is not None


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
