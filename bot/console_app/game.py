"""Playing alone: one round, or a match of three, at a terminal or by lines."""

from collections.abc import Callable
from typing import TextIO

from bot.console_app.lines import Lines, play_lines
from bot.console_app.seat import Seat, show
from bot.presenters.cards import match_lines, round_title
from core.grid import Bonus
from core.rounds.match import LADDER, Match
from core.rounds.result import Result
from core.rounds.round import Round

Deal = Callable[[tuple[Bonus, ...]], Round]
"""From the bonuses of a grid to a round on it that waits, with the player in it, from now on."""


def play(round_: Round, seat: Seat, stdin: TextIO | None, *, plain: bool = False) -> Result:
    """Play `round_`, waiting and with the seat's player in it; return its result.

    Live where both ends are a terminal that can draw, else (or if `plain`) by lines.
    """
    if stdin is not None and not plain and is_live(seat, stdin):
        from bot.console_app.live import play_live  # noqa: PLC0415 (imports what lines need not)

        return play_live(round_, seat, stdin)
    return play_lines(round_, seat, Lines(stdin))


def play_match(deal: Deal, seat: Seat, stdin: TextIO | None, *, plain: bool = False) -> Match:
    """Play the three rounds of a match; return it, unfinished if the player left before.

    Live, each further round waits for Enter, and Ctrl-C or Ctrl-D there ends the
    match. By lines, a round follows the other; the end of input ends the match.
    """
    if stdin is not None and not plain and is_live(seat, stdin):
        match = _live_match(deal, seat, stdin)
    else:
        match = _lines_match(deal, seat, Lines(stdin))
    show(seat.console, "", seat.wording.gettext("The match is over."))
    sums = match_lines(match, seat.player, seat.wording)
    show(seat.console, *(line.text(seat.wording) for line in sums))
    return match


def is_live(seat: Seat, stdin: TextIO) -> bool:
    """Return whether both ends are a terminal that can draw the tiles."""
    console = seat.console
    draws = console.is_terminal and not console.is_dumb_terminal
    return stdin.isatty() and draws and console.encoding.startswith("utf")


def _live_match(deal: Deal, seat: Seat, stdin: TextIO) -> Match:
    from bot.console_app.live import play_live  # noqa: PLC0415 (as above)

    match = Match()
    while not match.over:
        number = len(match.results) + 1
        if number > 1 and not _enter_pressed(number, seat, stdin):
            break
        title = round_title(number, seat.wording)
        match = match.with_result(play_live(deal(match.bonuses), seat, stdin, title))
    return match


def _lines_match(deal: Deal, seat: Seat, lines: Lines) -> Match:
    match = Match()
    while not match.over and not (match.results and lines.ended):
        show(seat.console, "", round_title(len(match.results) + 1, seat.wording))
        match = match.with_result(play_lines(deal(match.bonuses), seat, lines))
    return match


def _enter_pressed(number: int, seat: Seat, stdin: TextIO) -> bool:
    """Wait for Enter; return False if the player leaves instead."""
    hint = seat.wording.gettext(
        "Press Enter for round {number} of {count}, Ctrl-C to stop.",
        number=number,
        count=len(LADDER),
    )
    show(seat.console, "", hint)
    try:
        return stdin.readline() != ""
    except KeyboardInterrupt:
        return False
