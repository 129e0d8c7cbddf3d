"""A Wordle as a picture: a row of tiles for each try, and the keyboard below.

Nothing is told by colour alone: green tiles have a dot, yellow ones a ring, and the keyboard
has no key for a letter that the word does not have.
"""

from bot.messages import Image
from bot.presenters.pictures.canvas import Canvas, Point, Text
from bot.presenters.pictures.colours import MARKS, Theme, blend, ink_on
from bot.presenters.spoken import MOST_ALT
from bot.presenters.wording import Wording
from bot.presenters.wordle.texts import spoken_turn
from core.chats.settings import Palette
from core.languages import find_language
from core.wordle.game import Game
from core.wordle.marks import Mark

_WIDTH, _MARGIN = 720, 24
_LARGEST = 100  # a tile
_KEY = 52, 58  # width and height
_GAP, _BETWEEN = 8, 20  # between two tiles or keys; between tiles and keys
# In sides of a tile, or heights of a key:
_ROUND, _DEPTH, _FRAME = 0.16, 0.05, 0.03
_SIGN, _HOLE, _SIGN_IN = 0.075, 0.042, 0.16  # radii; from the sign's middle to the edges
_LETTER, _KEY_LETTER = 0.56, 0.47
_EDGE = 0.35  # the share of what edges are drawn with, in the colour beside


def wordle_picture(
    game: Game, wording: Wording, theme: Theme, palette: Palette, language: str
) -> Image:
    """Draw a game; `language` is that of the words, for the keys."""
    alt = ". ".join(spoken_turn(turn, wording) for turn in game.turns)
    return Image(
        _Drawing(game, theme, palette, find_language(language).keyboard).png(),
        (alt or wording.gettext("No guess so far."))[:MOST_ALT],
        "wordle.png",
    )


class _Drawing:
    """A game being drawn, with rows of keys."""

    def __init__(self, game: Game, theme: Theme, palette: Palette, keys: tuple[str, ...]) -> None:
        self._game, self._keys = game, keys
        self._colours = theme.value
        self._told = {Mark.GREY: theme.value.grey, **MARKS[palette]}
        self._side = min(_LARGEST, (_WIDTH - 2 * _MARGIN + _GAP) // len(game.answer) - _GAP)
        self._keys_top = _MARGIN + game.tries * (self._side + _GAP) - _GAP + _BETWEEN
        height = self._keys_top + len(keys) * (_KEY[1] + _GAP) - _GAP + _MARGIN
        self._canvas = Canvas((_WIDTH, height), theme.value.page)

    def png(self) -> bytes:
        """Return the picture; to be called once."""
        for row in range(self._game.tries):
            self._draw_row(row)
        for row in range(len(self._keys)):
            self._draw_keys(row)
        return self._canvas.png()

    def _draw_row(self, row: int) -> None:
        turns, length, side = self._game.turns, len(self._game.answer), self._side
        for place, x in enumerate(_lefts(length, side)):
            corner = x, _MARGIN + row * (side + _GAP)
            if row < len(turns):
                turn = turns[row]
                size = round(_LETTER * side)
                self._draw_tile(corner, (side, side), turn.word[place], turn.marks[place], size)
            else:
                self._draw_frame(corner)

    def _draw_keys(self, row: int) -> None:
        (width, height), told = _KEY, self._game.keyboard()
        y, size = self._keys_top + row * (height + _GAP), round(_KEY_LETTER * height)
        for letter, x in zip(self._keys[row], _lefts(len(self._keys[row]), width), strict=True):
            if told.get(letter) is Mark.GREY:
                middle = x + width / 2, y + height / 2
                self._canvas.write(Text(letter.upper(), middle, size, self._colours.faint))
            else:
                self._draw_tile((x, y), _KEY, letter, told.get(letter), size)

    def _draw_tile(
        self, corner: Point, sides: Point, letter: str, mark: Mark | None, size: int
    ) -> None:
        """Draw a letter on a box with a darker lower edge, and the sign of its mark."""
        (x, y), (width, height) = corner, sides
        colour = self._colours.tile if mark is None else self._told[mark]
        radius, ink = _ROUND * height, ink_on(colour)
        edge = blend(colour, self._colours.shade, _EDGE)
        self._canvas.box(corner, (x + width, y + height), radius, edge)
        self._canvas.box(corner, (x + width, y + (1 - _DEPTH) * height), radius, colour)
        sign = x + width - _SIGN_IN * height, y + _SIGN_IN * height
        if mark:
            self._canvas.disc(sign, _SIGN * height, ink)
        if mark is Mark.YELLOW:
            self._canvas.disc(sign, _HOLE * height, colour)
        self._canvas.write(Text(letter.upper(), (x + width / 2, y + height / 2), size, ink))

    def _draw_frame(self, corner: Point) -> None:
        """Draw a tile that waits for its letter."""
        (x, y), side, thin = corner, self._side, _FRAME * self._side
        edge = blend(self._colours.page, self._colours.text, _EDGE)
        self._canvas.box(corner, (x + side, y + side), _ROUND * side, edge)
        inner = (x + thin, y + thin), (x + side - thin, y + side - thin)
        self._canvas.box(*inner, (_ROUND - _FRAME) * side, self._colours.page)


def _lefts(count: int, width: int) -> list[float]:
    """Return where each of so many boxes in a row begins."""
    left = (_WIDTH - count * (width + _GAP) + _GAP) / 2
    return [left + place * (width + _GAP) for place in range(count)]
