"""The colours of what the doors draw: those of all boards, and the marks of a Wordle."""

from core.colours import (
    CHALK,
    INK,
    MIDDLE,
    START,
    Colour,
    Theme,
    blend,
    contrast,
    gradient,
    ink_on,
)
from core.wordle.marks import Mark

__all__ = [
    "CHALK",
    "INK",
    "MARKS",
    "START",
    "Colour",
    "Theme",
    "blend",
    "contrast",
    "gradient",
    "ink_on",
]

# By the name of a palette; grey ones are of the theme's colour.
MARKS = {
    "classic": {Mark.GREEN: START, Mark.YELLOW: MIDDLE},
    "contrast": {Mark.GREEN: (250, 140, 60), Mark.YELLOW: (124, 190, 252)},
}
