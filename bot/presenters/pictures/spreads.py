"""The distribution of a daily's points among its players, as a picture."""

from collections.abc import Sequence

from bot.messages import Image
from bot.presenters.pictures.canvas import Canvas, Text
from bot.presenters.pictures.colours import Theme, blend, gradient
from bot.presenters.standings import number
from bot.presenters.wording import Wording

BARS = 10
_WIDTH, _HEIGHT, _MARGIN = 720, 400, 36
_TOP, _BOTTOM = 70, 340  # of the tallest bar
_GAP = 10
_STEPS = (1, 2, 5)


def spread_picture(points: Sequence[int], wording: Wording, theme: Theme) -> Image:
    """Draw how many players have how many points, at least one of whom is given."""
    step, counts = bars(points)
    palette = theme.value
    canvas = Canvas((_WIDTH, _HEIGHT), palette.page)
    title = wording.gettext("Players by points")
    canvas.write_row(Text(title, (_WIDTH / 2, 30), 24, palette.text), (_WIDTH - 2 * _MARGIN, 40))
    wide = (_WIDTH - 2 * _MARGIN + _GAP) / len(counts)
    faint = blend(palette.page, palette.text, 0.25)
    canvas.line((_MARGIN, _BOTTOM + 4), (_WIDTH - _MARGIN, _BOTTOM + 4), 2, faint)
    for place, count in enumerate(counts):
        left = _MARGIN + place * wide
        middle = left + (wide - _GAP) / 2
        if count:
            high = max((_BOTTOM - _TOP - 24) * count / max(counts), 8)
            colour = gradient(1 - place / max(len(counts) - 1, 1))
            canvas.box((left, _BOTTOM - high), (left + wide - _GAP, _BOTTOM), 5, colour)
            above = (middle, _BOTTOM - high - 14)
            canvas.write(Text(number(count, wording), above, 18, palette.text))
        canvas.write(Text(number(place * step, wording), (left, _BOTTOM + 26), 16, palette.text))
    told = "; ".join(
        f"{place * step}-{(place + 1) * step - 1}: {count}"
        for place, count in enumerate(counts)
        if count
    )
    alt = wording.gettext("{label}: {value}", label=title, value=told)
    return Image(canvas.png(), alt[:1000], "spread.png")


def bars(points: Sequence[int]) -> tuple[int, list[int]]:
    """Return the width of a bar in points, a round number, and how many players each holds."""
    step = 1
    for power in range(12):
        fitting = [n * 10**power for n in _STEPS if max(points) // (n * 10**power) < BARS]
        if fitting:
            step = fitting[0]
            break
    counts = [0] * (max(points) // step + 1)
    for each in points:
        counts[each // step] += 1
    return step, counts
