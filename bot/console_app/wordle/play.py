"""A Wordle at a terminal: a guess a line, without a clock, until the word is found or left."""

from collections.abc import Iterable, Iterator
from typing import TextIO

from rich.text import Text

from bot.console_app.interrupts import interrupts
from bot.console_app.play.lines import Lines
from bot.console_app.play.seat import show
from bot.console_app.wordle.board import board_lines, keyboard_lines, legend
from bot.console_app.wordle.end import show_end
from bot.console_app.wordle.table import WordleTable
from bot.presenters.wording import Wording
from bot.presenters.wordle.texts import keyboard_text, spoken_turn, wordle_title
from core.errors import SeizeError
from core.lexicon.alphabet import alphabet
from core.wordle.game import GameOver, Turn
from core.wordle.record import WordleRecord

_NAP = 1.0  # seconds: the longest wait for a line before it is waited for again
_HELP = ("", "?")


class _Guesses(Lines):
    """Lines that Ctrl-C ends, which is noted."""

    interrupted = False

    def interrupt(self) -> None:
        """Take no more lines, at once."""
        self.interrupted = True
        self.end()

    async def following(self) -> str | None:
        """Return the next line, None at the end of the input or once it is interrupted."""
        while not self.ended:
            line = await self.next(_NAP)
            if line is not None:
                return line.strip()
        return None


async def play_wordle(table: WordleTable, record: WordleRecord, stdin: TextIO | None) -> bool:
    """Play a game to its end, or until the player leaves it; return whether that was by Ctrl-C.

    What is refused is told in a line and costs no try. A guess is kept once its marks are shown.
    """
    guesses = _Guesses(stdin)
    _show_opening(table, record)
    with interrupts(guesses.interrupt):
        while record.finished_at is None:
            if stdin and stdin.isatty():
                _show_prompt(table, record)
            line = await guesses.following()
            if line is None:
                _show_leaving(table, record)
                return guesses.interrupted
            record = await _answered(table, record, line)
        await show_end(table, record)
    return guesses.interrupted


async def _answered(table: WordleTable, record: WordleRecord, line: str) -> WordleRecord:
    """Show what a line brings; return the game after it."""
    seat = table.seat
    if line in _HELP:
        show(seat.console, *_help(table, record))
        return record
    try:
        record = await table.wordles.guess(record.id, table.you, line, seat.clock())
    except GameOver:  # at another terminal
        record = await table.wordles.record(record.id)
    except SeizeError as error:
        show(seat.console, seat.wording.notice(error))
        return record
    _show_game(table, record, record.game.turns[-1:])
    if table.look.count and record.finished_at is None:
        coach = await table.shelf.coach(record.language, len(record.answer))
        fitting = len(await table.shelf.workers.run_in_turn(coach.remaining, record.game.turns))
        told = seat.wording.ngettext("{count} word is left", "{count} words are left", fitting)
        show(seat.console, told)
    return record


def _show_opening(table: WordleTable, record: WordleRecord) -> None:
    seat = table.seat
    title = wordle_title(record, seat.wording)
    seat.console.print(title, style="bold", markup=False, highlight=False)
    if record.finished_at is None:
        show(seat.console, _how(record, seat.wording))
    _show_game(table, record, record.game.turns)


def _show_game(table: WordleTable, record: WordleRecord, news: Iterable[Turn]) -> None:
    """Show the whole game or, to screen readers, the news."""
    seat, look = table.seat, table.look
    if look.plain:
        show(seat.console, *(spoken_turn(turn, seat.wording) for turn in news))
        return
    lines = board_lines(record.game, look.palette)
    if record.finished_at is None:
        lines += [Text(), *keyboard_lines(record.game, look.palette, record.language)]
    seat.console.print(Text(), *lines, Text(), sep="\n", soft_wrap=True)


def _show_prompt(table: WordleTable, record: WordleRecord) -> None:
    prompt = table.seat.wording.gettext(
        "Guess {number} of {count}:", number=len(record.guesses) + 1, count=record.tries
    )
    table.seat.console.print(Text(f"{prompt} "), end="", soft_wrap=True)


def _show_leaving(table: WordleTable, record: WordleRecord) -> None:
    asked = "" if record.daily else f" --free --length {len(record.answer)}"
    command = f"seize wordle play --lang {record.language}{asked}"
    told = table.seat.wording.gettext("Your game goes on with: {command}", command=command)
    show(table.seat.console, "", told)


def _help(table: WordleTable, record: WordleRecord) -> Iterator[str]:
    wording = table.seat.wording
    yield _how(record, wording)
    if table.look.plain:
        yield keyboard_text(record.game, wording, alphabet(record.language).letters)
    else:
        yield legend(wording)


def _how(record: WordleRecord, wording: Wording) -> str:
    asked = wording.gettext("Type a word of {count} letters.", count=len(record.answer))
    hint = wording.gettext("? is for help, Ctrl-C leaves.")
    return f"{asked} {hint}"
