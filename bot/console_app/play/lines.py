"""A round without a terminal: words in by lines, plain text out."""

import asyncio
import io
import os
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from queue import Empty, Queue
from threading import Thread
from typing import TextIO

from bot.console_app.board import plain_board
from bot.console_app.interrupts import interrupts
from bot.console_app.play.rivals import rival_lines
from bot.console_app.play.seat import Seat, end_title, show
from bot.console_app.play.table import HINT, Over, Table
from bot.presenters.cards import card_lines
from bot.presenters.hints import hint_lines
from bot.presenters.texts import time_left
from bot.presenters.verdicts import verdict_line
from core.errors import SeizeError
from core.services.sleeper import wait_for

_END = None
_AHEAD, _LONGEST = 1000, 1000  # lines and characters read at once: input may have no end
_NAP = 1.0  # seconds: the longest wait for a line before the clock is asked again


class Lines:
    """The lines of a stream (None: none), as they come, or waited for no longer than a given time.

    A thread reads them, for there is no other way everywhere to give up on a pipe that
    stays open and says nothing. To be made inside a running event loop.
    """

    def __init__(self, stream: TextIO | None) -> None:
        self.ended = stream is None
        self.interactive = stream is not None and stream.isatty()
        self._queue: Queue[str | None] = Queue(_AHEAD)
        self._arrived = asyncio.Event()
        self._loop = asyncio.get_running_loop()
        if stream is not None:
            Thread(target=self._read, args=(_own(stream),), daemon=True).start()

    async def next(self, seconds: float) -> str | None:
        """Return the next line, or None if none came in time or the input ended."""
        await asyncio.sleep(0)  # lines that are all there must not keep Ctrl-C waiting
        self._arrived.clear()
        if self._queue.empty() and not self.ended:
            await wait_for(self._arrived, seconds)
        if not self.ended:
            with suppress(Empty):
                line = self._queue.get_nowait()
                self.ended = line is _END
                return line
        return None

    async def following(self) -> str | None:
        """Return the next line whenever it comes, None at the end of the input."""
        while not self.ended:
            if (line := await self.next(_NAP)) is not None:
                return line
        return None

    def end(self) -> None:
        """Take no more lines, at once."""
        self.ended = True
        self._arrived.set()

    def _read(self, source: TextIO) -> None:
        with suppress(OSError), source:  # a terminal that hung up has no more lines, either
            while line := source.readline(_LONGEST):
                self._put(line)
                while line and not line.endswith("\n"):
                    line = source.readline(_LONGEST)
        self._put(_END)

    def _put(self, line: str | None) -> None:
        self._queue.put(line)
        with suppress(RuntimeError):  # the loop is closed: nobody waits for lines any more
            self._loop.call_soon_threadsafe(self._arrived.set)


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


async def play_lines(table: Table, seat: Seat, lines: Lines) -> Over:
    """Play the round that is on at `table` until its deadline or the end of input; print the card.

    Ctrl-C ends the input.
    """
    over = await answer_all(table, seat, lines)
    show(seat.console, "", *end_lines(over, seat))
    return over


async def answer_all(table: Table, seat: Seat, lines: Lines) -> Over:
    """Print the grid, and a line for every word until the deadline or the end of input."""
    round_, gettext = table.round, seat.wording.gettext
    left = time_left(round_.deadline - seat.clock())
    show(
        seat.console,
        *plain_board(round_.solution.grid),
        gettext("{time} left. One word a line.", time=left),
    )
    door = _Door(lines, seat, once=table.record.purpose.is_once)
    with interrupts(door.knock):
        return await _play(table, seat, lines, door)


@dataclass(slots=True)
class _Door:
    """Ctrl-C: it ends the input, of what is played `once` the second time without a line since."""

    lines: Lines
    seat: Seat
    once: bool
    asked: bool = False

    def knock(self) -> None:
        """End the input, or ask whether to."""
        if self.asked or not self.once:
            self.lines.end()
            return
        self.asked = True
        gettext = self.seat.wording.gettext
        show(
            self.seat.console,
            gettext("End the attempt? Press Ctrl-C again, or Enter to go on."),
        )


async def _play(table: Table, seat: Seat, lines: Lines, door: _Door) -> Over:
    while not lines.ended:
        line = await lines.next(min(table.round.closes_at - seat.clock(), _NAP))
        if line is not None:
            door.asked = False
        if line and line.strip():
            show(seat.console, *await _answer(table, seat, line))
        if over := await table.tick():
            return over
    return await table.stop()


async def _answer(table: Table, seat: Seat, line: str) -> list[str]:
    try:
        if line.strip() == HINT:
            return hint_lines(await table.hint(), seat.wording)
        verdict = await table.submit(line)
    except SeizeError as error:
        return [seat.wording.notice(error)]
    return [verdict_line(verdict, seat.wording, table.round.solution, typed=line)]


def end_lines(over: Over, seat: Seat) -> Iterator[str]:
    """Yield the end of a round as lines: why it ended, the card, the path of a missed word."""
    result, gettext = over.result, seat.wording.gettext
    yield end_title(over.termination, seat)
    if over.error:
        yield seat.wording.notice(over.error)
    yield from rival_lines(result, seat)
    for line in card_lines(result, over.lessons, seat.player, seat.wording):
        yield line.text(seat.wording)
    for found in over.lessons.known[:1]:
        yield ""
        yield gettext("{word}, step by step:", word=found.display)
        yield from plain_board(result.solution.grid, found.path)
