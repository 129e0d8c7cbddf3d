"""The colours of pictures, notebooks and the terminal; all writing has WCAG AA contrast."""

from dataclasses import dataclass
from enum import Enum

from core.chats.settings import Palette
from core.grid import Bonus
from core.wordle.marks import Mark

Colour = tuple[int, int, int]

INK, CHALK = (33, 30, 27), (255, 255, 255)
# The path: bright enough for dark letters in both themes.
START, MIDDLE, END = (63, 198, 108), (250, 205, 64), (247, 105, 88)


@dataclass(frozen=True, slots=True)
class Colours:
    """The colours of one theme; those of bonuses come nowhere near the path's."""

    page: Colour
    text: Colour
    tile: Colour
    shade: Colour  # what the lower edge of a tile is darkened with
    badge: Colour  # of the path's numbers: unlike a tile's, on which its value stands
    bonuses: dict[Bonus, Colour]  # of each that multiplies
    grey: Colour  # of a letter that the word does not have

    def tile_colour(self, bonus: Bonus) -> Colour:
        """Choose the colour of a tile with this bonus."""
        return self.tile if bonus is Bonus.NONE else self.bonuses[bonus]

    @property
    def faint(self) -> Colour:
        """The ink on the page of what is not to catch the eye."""
        return blend(self.page, self.text, 0.7)


class Theme(Enum):
    """Dark letters on ivory tiles, or light letters on slate ones."""

    LIGHT = Colours(
        page=(226, 214, 189),
        text=INK,
        tile=(255, 250, 238),
        shade=(104, 72, 24),
        badge=INK,
        bonuses={
            Bonus.DL: (160, 207, 250),
            Bonus.TL: (38, 96, 184),
            Bonus.DW: (250, 176, 212),
            Bonus.TW: (135, 48, 152),
        },
        grey=(112, 105, 97),
    )
    DARK = Colours(
        page=(17, 20, 27),
        text=(240, 236, 228),
        tile=(46, 53, 69),
        shade=(0, 0, 0),
        badge=CHALK,
        bonuses={
            Bonus.DL: (34, 84, 148),
            Bonus.TL: (132, 194, 255),
            Bonus.DW: (134, 44, 102),
            Bonus.TW: (240, 160, 236),
        },
        grey=(78, 84, 97),
    )


# Grey letters have the theme's colour.
MARKS = {
    Palette.CLASSIC: {Mark.GREEN: START, Mark.YELLOW: MIDDLE},
    Palette.CONTRAST: {Mark.GREEN: (250, 140, 60), Mark.YELLOW: (124, 190, 252)},
}
SQUARES = {Palette.CLASSIC: "⬛🟨🟩", Palette.CONTRAST: "⬛🟦🟧"}  # by the value of the mark


def gradient(share: float) -> Colour:
    """Choose the colour at `share` (0 to 1) of a path: green at 0, yellow, red at 1."""
    if share < 0.5:
        return blend(START, MIDDLE, share * 2)
    return blend(MIDDLE, END, share * 2 - 1)


def blend(one: Colour, other: Colour, share: float) -> Colour:
    """Mix `one` with `share` (0 to 1) of `other`."""
    red, green, blue = (round(a + (b - a) * share) for a, b in zip(one, other, strict=True))
    return red, green, blue


def ink_on(back: Colour) -> Colour:
    """Choose what to write in on a colour: dark or white, whichever has more contrast."""
    return max(INK, CHALK, key=lambda ink: contrast(ink, back))


def css(colour: Colour) -> str:
    """Write a colour as style sheets do: "#3fc66c"."""
    return "#" + bytes(colour).hex()


def contrast(one: Colour, other: Colour) -> float:
    """Compute the contrast ratio of WCAG 2, 1 to 21."""
    low, high = sorted((_luminance(one), _luminance(other)))
    return (high + 0.05) / (low + 0.05)


def _luminance(colour: Colour) -> float:
    linear = [
        share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4
        for share in (channel / 255 for channel in colour)
    ]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
