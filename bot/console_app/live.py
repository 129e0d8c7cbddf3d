"""A round at a terminal: every key is answered at once."""

import asyncio
import unicodedata
from collections import deque
from collections.abc import Callable
from typing import TextIO

from prompt_toolkit.key_binding import KeyPress
from prompt_toolkit.keys import Keys
from rich.live import Live
from rich.text import Text

from bot.console_app.keyboard import ReadKeys, keyboard
from bot.console_app.seat import Seat, end_title
from bot.console_app.view import Moment, Said, finished, running
from bot.presenters.verdicts import verdict_line
from core.errors import BadSpelling
from core.rounds.events import RoundFinished
from core.rounds.result import Result
from core.rounds.round import Round

_TICK = 0.25  # seconds between two looks at the clock
_LONGEST = 32  # characters of the input line: twice the longest word
_SETTLE = 1.0  # seconds after the deadline in which keys of a word cut short are swallowed


def play_live(round_: Round, seat: Seat, stdin: TextIO, title: str = "") -> Result:
    """Play `round_` (waiting, with the seat's player in it) on a terminal; print the card.

    Ends at the deadline, or with Ctrl-C or Ctrl-D.
    """
    game = LiveRound(round_, seat, title)
    try:
        over = asyncio.run(_play(game, stdin))
    except KeyboardInterrupt:  # a signal: the key itself is read as one
        over = game.over or round_.stop(seat.clock(), seat.player)
    seat.console.print(Text(f"\n  {end_title(over.termination, seat)}", "bold"))
    seat.console.print(finished(over.result, seat.player, seat.wording, seat.console.width))
    return over.result


async def _play(game: "LiveRound", stdin: TextIO) -> RoundFinished:
    console = game.seat.console
    with keyboard(stdin) as read, Live(console=console, screen=True, auto_refresh=False) as live:
        return await game.play(
            read,
            lambda: live.update(
                running(game.moment(), game.seat.wording, console.size), refresh=True
            ),
        )


class LiveRound:
    """A round with what a terminal adds: the word being typed, and what was said lately."""

    def __init__(self, round_: Round, seat: Seat, title: str = "") -> None:
        self.seat = seat
        self.typed = ""
        self._round = round_
        self._title = title
        self._path: tuple[int, ...] = ()
        self._said: deque[Said] = deque(maxlen=50)
        self.over: RoundFinished | None = None

    async def play(self, read: ReadKeys, draw: Callable[[], None]) -> RoundFinished:
        """Take keys until the round is over; `draw` before every wait."""
        self._round.start()
        while self.over is None:
            draw()
            for key in await read(min(_TICK, self._round.closes_at - self.seat.clock())):
                self.press(key)
            if self.over is None and (over := self._round.tick(self.seat.clock())):
                self.over, self.typed = over, ""
                draw()
                await self._settle(read)
        return self.over

    def press(self, key: KeyPress) -> None:
        """Take one key: a letter, Backspace, Enter, Ctrl-U, Ctrl-L, Ctrl-C or Ctrl-D."""
        if self.over:
            return
        match key.key:
            case Keys.Enter | Keys.ControlJ:
                self._submit()
            case Keys.ControlC | Keys.ControlD:
                self.over = self._round.stop(self.seat.clock(), self.seat.player)
            case Keys.ControlL:
                self.seat.console.clear()
            case Keys.Backspace:
                self._type(self.typed[:-1])
            case Keys.ControlU:
                self._type("")
            case char if not isinstance(char, Keys) and char.isprintable() and char != " ":
                self._type(self.typed + char)

    def moment(self) -> Moment:
        """Return how the round looks now."""
        card = self._round.result().of(self.seat.player)
        return Moment(
            self._round.solution,
            left=max(self._round.deadline - self.seat.clock(), 0),
            length=self._round.deadline - self._round.starts_at,
            points=card.points,
            words=len(card.words),
            typed=self.typed,
            path=self._path,
            said=tuple(self._said),
            title=self._title,
        )

    def _type(self, text: str) -> None:
        """Change what is typed, and trace it on the grid as far as it goes."""
        self.typed = unicodedata.normalize("NFC", text)[:_LONGEST]
        try:
            word = self._round.alphabet.normalise(self.typed)
        except BadSpelling:
            word = ""
        grid = self._round.solution.grid
        path, reached = grid.trace(word)
        self._path = path or grid.trace(word[:reached])[0] or ()

    def _submit(self) -> None:
        if not self.typed:
            return
        play = self._round.submit(self.seat.player, self.typed, self.seat.clock())
        verdict, self.typed = play.verdict, ""
        line = verdict_line(verdict, self.seat.wording, self._round.solution)
        self._said.appendleft(Said(line, verdict.accepted))
        if verdict.found:
            self._path = verdict.found.path

    async def _settle(self, read: ReadKeys) -> None:
        """Swallow the rest of a word cut short: it must not reach what runs next."""
        until = self.seat.clock() + _SETTLE
        while (seconds := until - self.seat.clock()) > 0:
            await read(seconds)
