"""A round at a terminal: every key is answered at once."""

import unicodedata
from collections import deque
from collections.abc import Callable
from typing import TextIO

from prompt_toolkit.key_binding import KeyPress
from prompt_toolkit.keys import Keys
from rich.live import Live
from rich.padding import Padding
from rich.text import Text

from bot.console_app.play.keyboard import ReadKeys, keyboard
from bot.console_app.play.rivals import rival_lines
from bot.console_app.play.seat import Seat, end_title
from bot.console_app.play.table import HINT, Over, Table
from bot.console_app.play.view import Moment, Said, finished, running
from bot.presenters.hints import hint_lines
from bot.presenters.verdicts import verdict_line
from core.errors import SeizeError
from core.lexicon.alphabet import BadSpelling

_TICK = 0.25  # seconds between two looks at the clock
_LONGEST = 32  # characters of the input line: twice the longest word
_SETTLE = 1.0  # seconds after the deadline in which keys of a word cut short are swallowed


async def play_live(table: Table, seat: Seat, stdin: TextIO, title: str = "") -> Over:
    """Play the round that is on at `table` on a terminal; print the card.

    Ends at the deadline, or with Ctrl-C (the key or the signal) or Ctrl-D.
    """
    over = await type_live(table, seat, stdin, title)
    seat.console.print(Text(f"\n  {end_title(over.termination, seat)}", "bold"))
    if over.error:
        seat.console.print(Padding(Text(seat.wording.notice(over.error), "yellow"), (0, 0, 0, 2)))
    for line in rival_lines(over.result, seat):
        seat.console.print(Padding(Text(line), (0, 0, 0, 2)))
    card = finished(over.result, over.lessons, seat.player, seat.wording, seat.console.width)
    seat.console.print(card)
    return over


async def type_live(table: Table, seat: Seat, stdin: TextIO, title: str = "") -> Over:
    """Play the round that is on at `table` on a screen of its own, until it is over."""
    game, console = LiveRound(table, seat, title), seat.console
    with keyboard(stdin) as read, Live(console=console, screen=True, auto_refresh=False) as live:
        return await game.play(
            read,
            lambda: live.update(running(game.moment(), seat.wording, console.size), refresh=True),
        )


class LiveRound:
    """A round with what a terminal adds: the word being typed, and what was said lately."""

    def __init__(self, table: Table, seat: Seat, title: str = "") -> None:
        self.seat = seat
        self.typed = ""
        self.over: Over | None = None
        self._table = table
        self._title = title
        self._path: tuple[int, ...] = ()
        self._leaving = False
        self._said: deque[Said] = deque(maxlen=50)

    async def play(self, read: ReadKeys, draw: Callable[[], None]) -> Over:
        """Take keys until the round is over; `draw` before every wait."""
        while self.over is None:
            draw()
            left = self._table.round.closes_at - self.seat.clock()
            for key in await read(min(_TICK, left)):
                await self.press(key)
            if self.over is None and (over := await self._table.tick()):
                self.over, self.typed = over, ""
                draw()
                await self._settle(read)
        return self.over

    async def press(self, key: KeyPress) -> None:
        """Take one key: a letter, Backspace, Enter, Ctrl-U, Ctrl-L, Ctrl-C or Ctrl-D.

        What has one try only ends when Ctrl-C is pressed twice on end.
        """
        if self.over:
            return
        sure, self._leaving = self._leaving or not self._table.record.purpose.is_once, False
        match key.key:
            case Keys.Enter | Keys.ControlJ:
                await self._submit()
            case Keys.ControlC | Keys.ControlD if sure:
                self.over = await self._table.cut()
            case Keys.ControlC | Keys.ControlD:
                self._leaving = True
            case Keys.ControlL:
                self.seat.console.clear()
            case Keys.Backspace:
                self._type(self.typed[:-1])
            case Keys.ControlU:
                self._type("")
            case char if not isinstance(char, Keys) and char.isprintable() and char != " ":
                self._type(self.typed + char)

    def moment(self) -> Moment:
        """Return the round as it is to be drawn now."""
        round_ = self._table.round
        result = round_.result()
        card = result.of(self.seat.player)
        rivals = rival_lines(result, self.seat)
        return Moment(
            round_.solution,
            left=max(round_.deadline - self.seat.clock(), 0),
            length=round_.deadline - round_.starts_at,
            points=card.points,
            words=len(card.words),
            typed=self.typed,
            path=self._path,
            said=tuple(self._said),
            title=" · ".join(rivals) or self._title,
            leaving=self._leaving,
        )

    def _type(self, text: str) -> None:
        """Change what is typed, and trace it on the grid as far as it goes."""
        self.typed = unicodedata.normalize("NFC", text)[:_LONGEST]
        try:
            word = self._table.round.alphabet.read(self.typed)
        except BadSpelling:
            word = ""
        grid = self._table.round.solution.grid
        path, reached = grid.trace(word)
        self._path = path or grid.trace(word[:reached])[0] or ()

    async def _submit(self) -> None:
        if not self.typed:
            return
        typed, self.typed = self.typed, ""
        try:
            if typed == HINT:
                for line in reversed(hint_lines(await self._table.hint(), self.seat.wording)):
                    self._said.appendleft(Said(line, accepted=True))
                return
            verdict = await self._table.submit(typed)
        except SeizeError as error:
            self._said.appendleft(Said(self.seat.wording.notice(error), accepted=False))
            return
        line = verdict_line(verdict, self.seat.wording, self._table.round.solution, typed=typed)
        self._said.appendleft(Said(line, verdict.accepted))
        if verdict.found:
            self._path = verdict.found.path

    async def _settle(self, read: ReadKeys) -> None:
        """Swallow the rest of a word cut short: it must not reach what runs next."""
        until = self.seat.clock() + _SETTLE
        while (seconds := until - self.seat.clock()) > 0:
            await read(seconds)
