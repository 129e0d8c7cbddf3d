"""A round of a duel as a picture: points over time, and who found what.

Nothing is told by colour alone: one's own line is plain, the other's has a dot at each word, and
the columns have their names above.
"""

from collections.abc import Sequence

from bot.messages import Image
from bot.presenters.pictures.canvas import Canvas, Point, Text
from bot.presenters.pictures.colours import Colour, Theme, blend
from bot.presenters.pictures.lettering import fitted
from bot.presenters.wording import Wording
from core.duels.comparison import Comparison, Trail
from core.duels.duel import Side
from core.solver.solution import FoundWord

_WIDTH, _HEIGHT, _MARGIN = 900, 860, 36
_CHART = (84.0, 130.0, 864.0, 400.0)  # left, top, right, bottom
_COLUMNS_TOP, _ROW = 452, 34
_ROWS = 8
_SIZES = (24, 22, 20, 18)
_OWN = {Theme.LIGHT: (24, 78, 168), Theme.DARK: (132, 194, 255)}
_OTHER = {Theme.LIGHT: (158, 52, 12), Theme.DARK: (250, 168, 92)}


def compared_picture(
    title: str,
    comparison: Comparison,
    side: Side,
    names: tuple[str, str],
    wording: Wording,
    theme: Theme,
) -> Image:
    """Draw a round for one side; `names` are those of who looks at it and of the other."""
    drawing = _Drawing(comparison, side, names, wording, theme)
    points = [f"{name} {trail.points}" for name, trail in zip(names, drawing.trails, strict=True)]
    alt = wording.gettext("{label}: {value}", label=title, value=", ".join(points))
    return Image(drawing.png(title), alt[:1000], "duel.png")


class _Drawing:
    """A comparison being drawn."""

    def __init__(
        self,
        comparison: Comparison,
        side: Side,
        names: tuple[str, str],
        wording: Wording,
        theme: Theme,
    ) -> None:
        self.trails = comparison.trails[side], comparison.trails[side.other]
        self._comparison, self._side, self._names = comparison, side, names
        self._wording, self._palette = wording, theme.value
        self._inks = _OWN[theme], _OTHER[theme]
        self._canvas = Canvas((_WIDTH, _HEIGHT), self._palette.page)

    def png(self, title: str) -> bytes:
        """Return the picture; to be called once."""
        wide = _WIDTH - 2 * _MARGIN
        text, size = fitted(title, wide, (28, 24, 20))
        self._canvas.write_row(Text(text, (_WIDTH / 2, 36), size, self._palette.text), (wide, 44))
        self._draw_names()
        self._draw_chart()
        self._draw_columns()
        return self._canvas.png()

    def _draw_names(self) -> None:
        half = _WIDTH / 2 - _MARGIN
        for number, (name, trail) in enumerate(zip(self._names, self.trails, strict=True)):
            middle = _MARGIN + half / 2 + number * half
            told, size = fitted(f"{name} · {trail.points}", half - 60, _SIZES)
            row = Text(told, (middle + 20, 88), size, self._inks[number])
            self._canvas.write_row(row, (round(half - 60), 36), left=True)
            start = middle - half / 2
            self._canvas.line((start, 88), (start + 36, 88), 5, self._inks[number])
            if number:
                self._canvas.disc((start + 18, 88), 8, self._inks[number])

    def _draw_chart(self) -> None:
        left, top, right, bottom = _CHART
        faint = blend(self._palette.page, self._palette.text, 0.22)
        most = max(*(trail.points for trail in self.trails), 1)
        step = _step(most)
        for value in range(0, most + 1, step):
            y = bottom - (bottom - top) * value / most
            self._canvas.line((left, y), (right, y), 1.5, faint)
            self._canvas.write(Text(str(value), (left - 28, y), 16, self._palette.text))
        seconds = self._comparison.seconds
        for at in range(0, seconds + 1, max(seconds // 4, 1)):
            x = left + (right - left) * at / seconds
            label = f"{at // 60}:{at % 60:02}"
            self._canvas.write(
                Text(label, (min(x, right - 16), bottom + 20), 16, self._palette.text)
            )
        for number, trail in enumerate(self.trails):
            self._draw_line(trail, most, number)

    def _draw_line(self, trail: Trail, most: int, number: int) -> None:
        left, top, right, bottom = _CHART
        seconds, ink = self._comparison.seconds, self._inks[number]

        def place(at: float, points: int) -> Point:
            share = min(max(at / seconds, 0.0), 1.0)
            return left + (right - left) * share, bottom - (bottom - top) * points / most

        last = place(0.0, 0)
        for at, points in trail.steps():
            x, y = place(at, points)
            self._canvas.line(last, (x, last[1]), 4, ink)
            self._canvas.line((x, last[1] + 2), (x, y - 2), 4, ink)
            if number:
                self._canvas.disc((x, y), 6, ink)
            last = x, y
        self._canvas.line(last, (right, last[1]), 4, ink)

    def _draw_columns(self) -> None:
        gettext, compared = self._wording.gettext, self._comparison
        columns = (
            (self._names[0], compared.only[self._side], self._inks[0]),
            (gettext("Both"), compared.both, self._palette.text),
            (self._names[1], compared.only[self._side.other], self._inks[1]),
        )
        wide = (_WIDTH - 2 * _MARGIN) / len(columns)
        for number, (label, words, ink) in enumerate(columns):
            self._draw_column(_MARGIN + number * wide, wide - 16, label, words, ink)
        if compared.missed:
            told = ", ".join(_word(found) for found in compared.missed)
            line = self._wording.gettext(
                "{label}: {value}", label=gettext("By neither"), value=told
            )
            room = _WIDTH - 2 * _MARGIN
            text, size = fitted(line, room, _SIZES)
            middle = _WIDTH / 2, _HEIGHT - 36
            self._canvas.write_row(Text(text, middle, size, self._palette.text), (room, 40))

    def _draw_column(
        self, left: float, wide: float, label: str, words: Sequence[FoundWord], ink: Colour
    ) -> None:
        middle = left + wide / 2
        shown = list(map(_word, words[:_ROWS]))
        if len(words) > _ROWS:
            shown.append(f"… +{len(words) - _ROWS}")
        head, size = fitted(label, wide - 50, (22, 20, 18, 16))
        self._canvas.write_row(
            Text(f"{head} · {len(words)}", (middle, _COLUMNS_TOP), size, ink),
            (round(wide), 34),
            left=True,
        )
        self._canvas.line((left, _COLUMNS_TOP + 20), (left + wide, _COLUMNS_TOP + 20), 2, ink)
        for row, word in enumerate(shown, 1):
            text, size = fitted(word, wide, (21, 19, 17))
            place = middle, _COLUMNS_TOP + 12 + row * _ROW
            self._canvas.write_row(
                Text(text, place, size, self._palette.text), (round(wide), 32), left=True
            )


def _word(found: FoundWord) -> str:
    return f"{found.display} +{found.points}"


def _step(most: int) -> int:
    """Return a round number of which four or five make up the most."""
    power = 1
    while True:
        for each in (1, 2, 5):
            if most // (each * power) <= 5:
                return each * power
        power *= 10
