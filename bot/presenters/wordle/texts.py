"""Wordles in words: their titles, rows and keyboards as text, what is shared of them."""

from itertools import groupby

from bot.presenters.cards import CardLine
from bot.presenters.languages import language_label
from bot.presenters.pictures.colours import SQUARES
from bot.presenters.wording import Wording
from core.chats.settings import Palette
from core.errors import translatable
from core.wordle.game import End, Game, Turn
from core.wordle.marks import Mark, Marks
from core.wordle.record import WordleRecord

SPOKEN = {
    Mark.GREEN: translatable("{letters} in place"),
    Mark.YELLOW: translatable("{letters} elsewhere"),
    Mark.GREY: translatable("{letters} not there"),
}
_UNTRIED = translatable("{letters} not tried")


def wordle_title(record: WordleRecord, wording: Wording) -> str:
    """Return "Wordle 12 · English", or "Wordle · English · 6 letters · Hard mode"."""
    length = len(record.answer)
    parts = [
        f"Wordle {record.number}" if record.daily else "Wordle",
        language_label(record.language, wording),
        "" if record.daily else wording.ngettext("{count} letter", "{count} letters", length),
        wording.gettext("Hard mode") if record.hard else "",
    ]
    return " · ".join(part for part in parts if part)


def ending(record: WordleRecord, answer: str, wording: Wording) -> list[str]:
    """Return how a game has ended ("✅ Solved: 4/6"), and the answer, given as it is spelt."""
    gettext = wording.gettext
    how = "❌ " + gettext("Not found")
    if record.is_solved:
        used = f"{len(record.guesses)}/{record.tries}"
        how = CardLine("✅ " + gettext("Solved"), (used,)).text(wording)
    elif record.given_up:
        how = "🏳 " + gettext("Given up")
    return [how, CardLine(gettext("The word"), (answer.upper(),)).text(wording)]


def rows_text(game: Game, palette: Palette) -> str:
    """Return a line for each guess, such as "🟩🟨⬛⬛⬛ CRANE", fit for a block of code."""
    return "\n".join(f"{_squares(turn.marks, palette)} {turn.word.upper()}" for turn in game.turns)


def spoken_turn(turn: Turn, wording: Wording) -> str:
    """Return a guess as it is read aloud: "CRANE: C in place, R elsewhere, A N E not there"."""
    pairs = zip(turn.marks, turn.word, strict=True)
    runs = (
        (mark, [letter for _, letter in run])
        for mark, run in groupby(pairs, key=lambda pair: pair[0])
    )
    told = ", ".join(wording.gettext(SPOKEN[mark], letters=_spaced(run)) for mark, run in runs)
    return wording.gettext("{label}: {value}", label=turn.word.upper(), value=told)


def keyboard_text(game: Game, wording: Wording, letters: str) -> str:
    """Return a line for each mark, with the letters that have it: "A E in place".

    The last one has those of `letters`, an alphabet's, that no guess has tried.
    """
    told = game.keyboard()
    kinds: list[tuple[Mark | None, str]] = [*SPOKEN.items(), (None, _UNTRIED)]
    groups = (
        (spoken, [letter for letter in letters if told.get(letter) is mark])
        for mark, spoken in kinds
    )
    return "\n".join(
        wording.gettext(spoken, letters=_spaced(group)) for spoken, group in groups if group
    )


def share_text(record: WordleRecord, palette: Palette) -> str:
    """Return the text that a player may share: it gives no letter away.

    "Seize Wordle fr 12 4/6*", with X for a word that was not found and * for hard mode, and
    a row of squares for each guess.
    """
    game = record.game
    number = f" {record.number}" if record.daily else ""
    tries = len(game.turns) if game.end is End.SOLVED else "X"
    head = f"Seize Wordle {record.language}{number} {tries}/{record.tries}{'*' * record.hard}"
    return "\n".join([head, "", *(_squares(turn.marks, palette) for turn in game.turns)])


def _squares(told: Marks, palette: Palette) -> str:
    return "".join(SQUARES[palette][mark] for mark in told)


def _spaced(letters: list[str]) -> str:
    return " ".join(letters).upper()
