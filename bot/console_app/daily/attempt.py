"""An attempt at a daily at a terminal: what is said before, the two minutes, the card."""

from collections.abc import Awaitable, Callable
from shlex import quote
from typing import TextIO

from bot.console_app.daily.table import DailyTable
from bot.console_app.interrupts import interrupts
from bot.console_app.play.game import enter_pressed, is_live
from bot.console_app.play.lines import Lines, answer_all
from bot.console_app.play.live import type_live
from bot.console_app.play.seat import Seat, end_title, show
from bot.console_app.play.table import HINT, Over
from bot.presenters.daily.pages import SPENT, DailyView
from bot.presenters.daily.texts import daily_title, share_text, theme_line
from bot.presenters.standings import words_and_points
from core.daily.puzzle import Puzzle
from core.errors import SeizeError, translatable
from core.services.dailies import AlreadyPlayed, Outcome

Asked = Callable[[], Awaitable[Puzzle]]
"""Looks up the daily that is to be played, at the time it is called."""


class NoInput(SeizeError):
    """Raised when an attempt has nothing to read words from."""

    template = translatable("there is no input to read words from: nothing has begun or ended")


class _Words(Lines):
    """Lines of which there is one at least, else NoInput; the first ones may be held back."""

    def __init__(self, stream: TextIO) -> None:
        super().__init__(stream)
        self._held: list[str] = []
        self._left = self._any = False

    async def next(self, seconds: float) -> str | None:
        """Return the next line as Lines do; raises NoInput at the end of an empty input."""
        return self._held.pop(0) if self._held else await self._read_on(seconds)

    async def wait(self) -> bool:
        """Wait for a further line, and hold it back; return False if the player leaves instead.

        Raises NoInput.
        """
        with interrupts(self.end):
            line = await self.following()
        if line is None:
            return False
        self._held.append(line)
        return True

    def end(self) -> None:
        """Take no more lines, at once, for the player says so."""
        self._left = True
        super().end()

    async def _read_on(self, seconds: float) -> str | None:
        line = await super().next(seconds)
        self._any = self._any or line is not None
        if self.ended and not (self._any or self._left):
            raise NoInput
        return line


async def play_daily(
    table: DailyTable, asked: Asked, seat: Seat, stdin: TextIO | None, *, plain: bool = False
) -> None:
    """Play the daily that is asked for, or go on with the attempt that is on; show the card.

    Live where both ends are a terminal that can draw, else (or if `plain`) by lines. The clock
    starts when Enter is pressed, or the first line is there, which may be a word. Raises
    AlreadyPlayed, NoDaily, NoInput, StoreError.
    """
    if stdin is None:
        raise NoInput
    given = stdin if not plain and is_live(seat, stdin) else _Words(stdin)
    puzzle, over = await table.go_on(), None
    if puzzle is None:
        puzzle = await _begin(table, asked, seat, given)
        if puzzle is None:
            return
    else:
        over = await table.tick()  # it is over by now, perhaps
        if over is None:
            _show_going_on(table, puzzle, seat)
    if over is None:
        over = await _play(table, puzzle, seat, given)
    await _show_end(table, puzzle, over, seat)


async def _play(table: DailyTable, puzzle: Puzzle, seat: Seat, given: TextIO | _Words) -> Over:
    if isinstance(given, _Words):
        return await answer_all(table, seat, given)
    return await type_live(table, seat, given, daily_title(puzzle, seat.wording))


async def _begin(
    table: DailyTable, asked: Asked, seat: Seat, given: TextIO | _Words
) -> Puzzle | None:
    """Start the clock of an attempt; None if the player leaves instead."""
    while True:
        puzzle = await asked()
        is_open = puzzle.is_open(seat.clock())
        if is_open:
            await _refuse_second(table, puzzle, seat)
        spent = await table.dailies.is_spent(puzzle, seat.player)
        _show_start(puzzle, seat, is_open=is_open, spent=spent)
        if not await _started(seat, given):
            return None
        if puzzle.is_open(seat.clock()) is is_open:
            await table.open(puzzle)
            return puzzle
        # Its day began or ended while they waited, and with it what there is to play.


async def _started(seat: Seat, given: TextIO | _Words) -> bool:
    """Wait until the player starts; return False if they leave instead."""
    hint = seat.wording.gettext("Press Enter to start the clock, Ctrl-C to leave.")
    if not isinstance(given, _Words):
        return enter_pressed(hint, seat, given)
    show(seat.console, hint, "")
    return await given.wait()


async def _refuse_second(table: DailyTable, puzzle: Puzzle, seat: Seat) -> None:
    if await table.dailies.attempt(puzzle, seat.player) is None:
        return
    if outcome := await table.dailies.outcome(puzzle, seat.player):
        _show_card(puzzle, outcome, seat)
    raise AlreadyPlayed(number=puzzle.number)


def _show_start(puzzle: Puzzle, seat: Seat, *, is_open: bool, spent: bool) -> None:
    gettext = seat.wording.gettext
    how = [gettext("You have one attempt of two minutes.")]
    if spent:
        how = [gettext(SPENT)]
    elif not is_open:
        how = [
            gettext("For fun: this one does not count."),
            gettext("Type {sign} instead of a word for a hint.", sign=HINT),
        ]
    _show_title(puzzle, seat)
    show(seat.console, theme_line(puzzle, seat.wording), *how, "")


def _show_going_on(table: DailyTable, puzzle: Puzzle, seat: Seat) -> None:
    card = table.round.result().of(seat.player)
    _show_title(puzzle, seat)
    show(
        seat.console,
        seat.wording.gettext("You are in the middle of it: go on typing words."),
        words_and_points(len(card.words), card.points, seat.wording),
        "",
    )


async def _show_end(table: DailyTable, puzzle: Puzzle, over: Over, seat: Seat) -> None:
    show(seat.console, "", end_title(over.termination, seat))
    if over.error:  # it is finished by whoever sits down next, with the words that were kept
        card = over.result.of(seat.player)
        kept = words_and_points(len(card.words), card.points, seat.wording)
        show(seat.console, seat.wording.notice(over.error), kept)
        return
    await table.told()
    outcome = None
    if table.record.purpose.is_once:
        outcome = await table.dailies.outcome(puzzle, seat.player)
    if outcome:
        _show_card(puzzle, outcome, seat)
    else:
        card = over.result.of(seat.player)
        view = DailyView(puzzle, seat.wording, seat.clock())
        show(seat.console, view.unranked(card.points, len(card.words), over.lessons).text)
    show(seat.console, "", _key_hint(puzzle, seat))


def _show_card(puzzle: Puzzle, outcome: Outcome, seat: Seat) -> None:
    """Print how an attempt went, and what may be shown of it to anybody."""
    reply = DailyView(puzzle, seat.wording, seat.clock()).card(outcome)
    _show_title(puzzle, seat)
    show(seat.console, reply.text, "", share_text(puzzle, outcome, seat.wording))


def _show_title(puzzle: Puzzle, seat: Seat) -> None:
    seat.console.print(
        daily_title(puzzle, seat.wording), style="bold", markup=False, highlight=False
    )


def _key_hint(puzzle: Puzzle, seat: Seat) -> str:
    code = puzzle.language
    if puzzle.is_over(seat.clock()):
        return seat.wording.gettext(
            "all its words: seize solve {grid} --lang {code}",
            grid=quote(str(puzzle.grid)),
            code=code,
        )
    return seat.wording.gettext(
        "its grid, when the day is over: seize daily show {number} --lang {code}",
        number=puzzle.number,
        code=code,
    )
