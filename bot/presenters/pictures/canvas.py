"""The canvas that pictures are painted on.

Shapes are drawn twice as large and halved, which smooths their edges; texts come after that.
At last the colours become 256, which halves the file and the time to write it.
"""

from io import BytesIO
from typing import NamedTuple

from PIL import Image, ImageDraw

from bot.presenters.pictures.colours import Colour
from bot.presenters.pictures.lettering import CAPITALS, font

Point = tuple[float, float]
Size = tuple[int, int]
_FINE = 2


class Text(NamedTuple):
    """A text, the middle of its capitals, its size and its ink."""

    text: str
    middle: Point
    size: int
    ink: Colour


class Canvas:
    """A page in one colour; lengths are in pixels of the picture that comes of it."""

    def __init__(self, size: Size, page: Colour) -> None:
        self._page = page
        self._image = Image.new("RGB", (size[0] * _FINE, size[1] * _FINE), page)
        self._shapes = ImageDraw.Draw(self._image)
        self._texts: list[Text] = []
        self._rows: list[tuple[Text, Size, bool, Colour]] = []

    def box(self, corner: Point, other: Point, radius: float, colour: Colour) -> None:
        """Draw a box with round corners."""
        self._shapes.rounded_rectangle(_fine(corner, other), radius * _FINE, colour)

    def chip(self, middle: Point, halves: Point, colour: Colour) -> None:
        """Draw a box whose ends are half circles, by half its width and height."""
        (x, y), (wide, high) = middle, halves
        self.box((x - wide, y - high), (x + wide, y + high), min(halves), colour)

    def disc(self, middle: Point, radius: float, colour: Colour) -> None:
        """Draw a filled circle."""
        self.chip(middle, (radius, radius), colour)

    def line(self, start: Point, end: Point, width: float, colour: Colour) -> None:
        """Draw a straight line with flat ends."""
        self._shapes.line(_fine(start, end), colour, round(width * _FINE))

    def write(self, text: Text) -> None:
        """Write a text over all shapes."""
        self._texts.append(text)

    def write_row(
        self, text: Text, room: Size, *, left: bool = False, ground: Colour | None = None
    ) -> None:
        """Write a text of any letters over all shapes; nothing of it leaves its room.

        The room lies around the text's middle and is filled with `ground`, if given, else
        the page's colour. With `left` the text begins at the room's left end.
        """
        self._rows.append((text, room, left, ground or self._page))

    def png(self) -> bytes:
        """Return the painting as a PNG file."""
        image = self._image.reduce(_FINE)
        draw = ImageDraw.Draw(image)
        for text in self._texts:
            draw.text(_baseline(text), text.text, text.ink, font(text.size), anchor="ms")
        for text, room, left, ground in self._rows:
            (x, y), (width, height) = text.middle, room
            strip = Image.new("RGB", room, ground)
            place = _baseline(text._replace(middle=(0 if left else width / 2, height / 2)))
            face, anchor = font(text.size, shaped=True), "ls" if left else "ms"
            ImageDraw.Draw(strip).text(place, text.text, text.ink, face, anchor=anchor)
            image.paste(strip, (round(x - width / 2), round(y - height / 2)))
        # The fastest method; no colour moves by more than a few levels.
        few = image.quantize(256, Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)
        file = BytesIO()
        few.save(file, "png", compress_level=6)
        return file.getvalue()


def _baseline(text: Text) -> Point:
    return text.middle[0], round(text.middle[1] + text.size * CAPITALS / 2)


def _fine(start: Point, end: Point) -> tuple[int, int, int, int]:
    (left, top), (right, bottom) = start, end
    return (
        round(left * _FINE),
        round(top * _FINE),
        round(right * _FINE),
        round(bottom * _FINE),
    )
