"""A round without a terminal: words in by lines, plain text out."""

import io
import os
from collections.abc import Iterator
from contextlib import suppress
from queue import Empty, Queue
from threading import Thread
from typing import TextIO

from bot.console_app.board import plain_board
from bot.console_app.seat import Seat, end_title, show, time_left
from bot.presenters.cards import card_lines
from bot.presenters.verdicts import verdict_line
from core.rounds.events import RoundFinished
from core.rounds.result import Result
from core.rounds.round import Round

_END = None
_AHEAD, _LONGEST = 1000, 1000  # lines and characters read at once: input may have no end
_NAP = 1.0  # seconds: the longest wait for a line before the clock is asked again


class Lines:
    """The lines of a stream, never waited for beyond a given time (None: no stream, no lines).

    A thread reads them, for there is no other way everywhere to give up on a pipe that
    stays open and says nothing.
    """

    def __init__(self, stream: TextIO | None) -> None:
        self.ended = stream is None
        self._queue: Queue[str | None] = Queue(_AHEAD)
        if stream is not None:
            Thread(target=self._read, args=(_own(stream),), daemon=True).start()

    def next(self, seconds: float) -> str | None:
        """Return the next line, or None if none came in time or the input ended."""
        if not self.ended:
            with suppress(Empty):
                line = self._queue.get(timeout=max(seconds, 0))
                self.ended = line is _END
                return line
        return None

    def _read(self, source: TextIO) -> None:
        with suppress(OSError), source:  # a terminal that hung up has no more lines, either
            while line := source.readline(_LONGEST):
                self._queue.put(line)
                while line and not line.endswith("\n"):
                    line = source.readline(_LONGEST)
        self._queue.put(_END)


def _own(stream: TextIO) -> TextIO:
    """Return a second reader of the same file, with a descriptor of its own.

    At exit Python closes `stream`, and must not find it locked by a thread that still
    waits for a line. What is no file has all its text at hand.
    """
    try:
        number = os.dup(stream.fileno())
    except io.UnsupportedOperation:
        return io.StringIO(stream.read())
    return os.fdopen(number, encoding=stream.encoding, errors="replace")


def play_lines(round_: Round, seat: Seat, lines: Lines) -> Result:
    """Play `round_` (waiting, with the seat's player in it) until its deadline or the end of input.

    Prints the grid, a line for every word, and the card. Ctrl-C ends the round, too.
    """
    grid, gettext = round_.solution.grid, seat.wording.gettext
    started = round_.start()
    left = time_left(started.deadline - seat.clock())
    show(seat.console, *plain_board(grid), gettext("{time} left. One word a line.", time=left))
    try:
        finished = _play(round_, seat, lines)
    except KeyboardInterrupt:
        lines.ended = True
        finished = round_.stop(seat.clock(), seat.player)
    show(seat.console, "", *end_lines(finished, seat))
    return finished.result


def _play(round_: Round, seat: Seat, lines: Lines) -> RoundFinished:
    while not lines.ended:
        line = lines.next(min(round_.closes_at - seat.clock(), _NAP))
        now = seat.clock()
        if line and line.strip():
            verdict = round_.submit(seat.player, line, now).verdict
            show(seat.console, verdict_line(verdict, seat.wording, round_.solution))
        finished = round_.tick(now)
        if finished:
            return finished
    return round_.stop(seat.clock())


def end_lines(finished: RoundFinished, seat: Seat) -> Iterator[str]:
    """Yield the end of a round as lines: why it ended, the card, the best missed path."""
    result, gettext = finished.result, seat.wording.gettext
    yield end_title(finished.termination, seat)
    for line in card_lines(result, seat.player, seat.wording):
        yield line.text(seat.wording)
    if result.missed:
        yield ""
        yield gettext("The best missed word, step by step:")
        yield from plain_board(result.solution.grid, result.missed[0].path)
