"""A Wordle at a terminal: a guess a line, without a clock, until the word is found or left."""

import secrets
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TextIO

from babel.numbers import format_decimal
from rich.table import Table
from rich.text import Text

from bot.console_app.interrupts import interrupts
from bot.console_app.play.lines import Lines
from bot.console_app.play.seat import Seat, show
from bot.console_app.wordle.board import board_lines, keyboard_lines, legend
from bot.messages import Reply
from bot.presenters.wording import Wording
from bot.presenters.wordle.coach import CoachView
from bot.presenters.wordle.scores import statistics_page
from bot.presenters.wordle.texts import ending, keyboard_text, share_text, spoken_turn, wordle_title
from core.chats.settings import Palette
from core.errors import SeizeError
from core.ids import Member
from core.lexicon import Lexicon
from core.lexicon.alphabet import alphabet
from core.ports import Store
from core.services.wordle_shelf import WordleShelf
from core.services.wordles import CoachShut, WordlesService
from core.wordle.coach import Review
from core.wordle.game import CLASSIC, GameOver, Turn
from core.wordle.record import WordleRecord

_HELP = ("", "?")


@dataclass(frozen=True, slots=True)
class Look:
    """The look of a game: `plain` for screen readers, `count` with the number of words left."""

    palette: Palette = Palette.CLASSIC
    plain: bool = False
    count: bool = False


@dataclass(frozen=True, slots=True)
class WordleTable:
    """One player's seat, how games look there, and who keeps them."""

    seat: Seat
    look: Look
    shelf: WordleShelf
    wordles: WordlesService

    @classmethod
    def at(
        cls, store: Store, lexicon: Callable[[str], Lexicon], seat: Seat, look: Look
    ) -> "WordleTable":
        """Return a table whose games, with the words of `lexicon`, a store keeps."""
        shelf = WordleShelf(lexicon)
        wordles = WordlesService(store, seat.clock, shelf.words, secrets.randbelow)
        return cls(seat, look, shelf, wordles)

    @property
    def you(self) -> Member:
        """The player, in a chat of their own."""
        return Member(self.seat.player, self.seat.player.id)

    async def begin(
        self, language: str, length: int, *, free: bool = False, hard: bool = False
    ) -> WordleRecord:
        """Return today's game or, if it is to be free or of another length, one at a random word.

        Raises LateForHard for a game in the middle that is not in hard mode.
        """
        if free or length != CLASSIC:
            return await self.wordles.free(self.you, language, length, hard=hard)
        return await self.wordles.daily(self.you, language, hard=hard)


class _Guesses(Lines):
    """Lines that Ctrl-C ends, which is noted."""

    interrupted = False

    def interrupt(self) -> None:
        """Take no more lines, at once."""
        self.interrupted = True
        self.end()


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
            record = await _answered(table, record, line.strip())
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
        show(seat.console, await _count(table, record))
    return record


async def _count(table: WordleTable, record: WordleRecord) -> str:
    """Return how many words are left, or why that is not told."""
    wording, turns = table.seat.wording, record.game.turns
    if not record.daily:  # of that, anybody is told how many
        try:
            await table.wordles.check_coached(table.seat.player, record.language, [turns])
        except CoachShut as error:
            return wording.notice(error)
    coach = await table.shelf.coach(record.language, len(record.answer))
    fitting = len(await table.shelf.workers.run(coach.remaining, turns))
    return wording.ngettext("{count} word is left", "{count} words are left", fitting)


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


async def show_end(table: WordleTable, record: WordleRecord) -> None:
    """Show how a game ended, how the player does, and what the coach would have guessed."""
    seat, language = table.seat, record.language
    display = table.shelf.lexicon(language).display
    told = ending(record, display(record.answer), seat.wording)
    show(seat.console, *told, "", share_text(record, table.look.palette))
    stats = await table.wordles.stats(seat.player, language)
    _show_page(table, statistics_page(stats, language, seat.wording))
    try:
        await table.wordles.check_coached(seat.player, language, record.game.positions)
    except CoachShut as error:
        show(seat.console, "", seat.wording.notice(error))
        return
    coach = await table.shelf.coach(language, len(record.answer), hard=record.hard)
    reviews = await table.shelf.workers.run(coach.review, record.game.turns)
    page = CoachView(language, seat.wording, display).review(reviews)
    if table.look.plain:
        _show_page(table, page)
    else:
        seat.console.print("", review_table(reviews, seat.wording))


def _show_page(table: WordleTable, page: Reply) -> None:
    show(table.seat.console, "", page.title, page.text)


def review_table(reviews: Sequence[Review], wording: Wording) -> Table:
    """Return each guess beside the best one there was, with the bits that both gave."""
    gettext = wording.gettext
    table = Table(box=None, header_style="dim", pad_edge=False, padding=(0, 3, 0, 0))
    table.add_column(gettext("Guess"))
    table.add_column(gettext("Bits"), justify="right")
    table.add_column(gettext("Best word"))
    table.add_column(gettext("Bits"), justify="right")
    table.add_column(gettext("Cost"), justify="right")
    for each in reviews:
        bits = (each.own.bits, each.best.bits, each.cost)
        own, best, cost = (format_decimal(one, "0.00", wording.language) for one in bits)
        cost = gettext("a try") if each.wasted else cost
        table.add_row(each.turn.word.upper(), own, each.best.word.upper(), best, cost)
    return table
