"""A Wordle in the terminal: its rows of letters, and the keyboard.

    [C] (R)  A   N   E      a letter in place, one that is elsewhere, three that are not there

     Q   W   .  (R)  T      on the keyboard those are gone

Nothing is told by colour alone.
"""

from rich.style import Style
from rich.text import Text

from bot.console_app.board import written_on
from bot.presenters.pictures.colours import MARKS, Theme
from bot.presenters.wording import Wording
from bot.presenters.wordle.texts import SPOKEN
from core.chats.settings import Palette
from core.languages import find_language
from core.wordle.game import Game
from core.wordle.marks import Mark

_BRACKETS = {Mark.GREEN: "[{}]", Mark.YELLOW: "({})", Mark.GREY: " {} "}
_INDENT = "  "
_EMPTY, _MISSING = " _ ", " . "


def board_lines(game: Game, palette: Palette) -> list[Text]:
    """Draw a line for each try, made or not."""
    told = [
        [_tile(letter, mark, palette) for letter, mark in zip(turn.word, turn.marks, strict=True)]
        for turn in game.turns
    ]
    waiting = [Text(_EMPTY, "dim") for _ in game.answer]
    return [_line(row) for row in told + [waiting] * (game.tries - len(told))]


def keyboard_lines(game: Game, palette: Palette, language: str) -> list[Text]:
    """Draw the keyboard of the words' language, a line a row."""
    told = game.keyboard()
    return [
        Text(" " * 2 * row) + _line([_key(letter, told.get(letter), palette) for letter in letters])
        for row, letters in enumerate(find_language(language).keyboard)
    ]


def legend(wording: Wording) -> str:
    """Explain the brackets: "[A] in place, (A) elsewhere, A not there"."""
    return ", ".join(
        wording.gettext(spoken, letters=_BRACKETS[mark].format("A").strip())
        for mark, spoken in SPOKEN.items()
    )


def _line(tiles: list[Text]) -> Text:
    return Text(_INDENT) + Text(" ").join(tiles)


def _key(letter: str, mark: Mark | None, palette: Palette) -> Text:
    if mark is None:
        return Text(f" {letter.upper()} ")
    return Text(_MISSING, "dim") if mark is Mark.GREY else _tile(letter, mark, palette)


def _tile(letter: str, mark: Mark, palette: Palette) -> Text:
    back = MARKS[palette].get(mark, Theme.DARK.value.grey)
    return Text(_BRACKETS[mark].format(letter.upper()), written_on(back) + Style(bold=True))
