"""The themes of the days of the week, and the grids that they ask for."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from types import MappingProxyType

from core.scoring import Rules

RULES = Rules.RUZZLE


class Theme(StrEnum):
    """The themes, from Monday to Sunday."""

    WORDS = "words"
    NO_E = "no-e"
    FOURS = "fours"
    ONLY_E = "only-e"
    POINTS = "points"
    LONG_WORD = "long-word"
    BIG = "big"


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """The grid that a theme asks for: the most of `objective`, of size (rows, columns).

    `without` and `only_vowel` are constraints of the search. `bonuses`, one character a tile
    or "", are those that the search places. `hides`: a common word must be on the grid.
    """

    objective: str = "words"
    size: tuple[int, int] = (4, 4)
    without: str = ""
    only_vowel: str = ""
    bonuses: str = ""
    hides: bool = False


ASKED: Mapping[Theme, Asked] = MappingProxyType(
    {
        Theme.WORDS: Asked(),
        Theme.NO_E: Asked(without="e"),
        Theme.FOURS: Asked(objective="length:4"),
        Theme.ONLY_E: Asked(only_vowel="e"),
        # The bonuses of the last round of a match: DL, TL, twice DW, TW.
        Theme.POINTS: Asked(objective="points", bonuses="dtDDT" + 11 * "."),
        Theme.LONG_WORD: Asked(hides=True),
        Theme.BIG: Asked(size=(5, 5)),
    }
)


def theme_of(day: date) -> Theme:
    """Return the theme of a day, by its day of the week: the same in every language."""
    return tuple(Theme)[day.weekday()]
