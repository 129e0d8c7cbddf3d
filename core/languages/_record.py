"""The record of a language: all that the games need besides its words and sentences."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

LATIN = "abcdefghijklmnopqrstuvwxyz"


@dataclass(frozen=True, slots=True, kw_only=True)
class Language:
    """A language.

    code      its ISO 639 code, known to Babel; the name of its file, play list and catalogue
    letters   the letters that tiles bear, in code-point order: at most 31, of Latin-1; any
              others lose their marks (core/lexicon/alphabet.py)
    vowels    those of them that are vowels, if only at times
    values    what each letter is worth: the tiles of its Scrabble set
    dice      the sixteen dice of its Boggle box, six letters each, "q" for a face that shows
              Qu; () where nobody has described them
    playable  the least and the most words (2 letters and more) of a 4x4 grid worth playing:
              from above the median of random grids to above their 99th percentile (see
              `seize grid --histogram`)
    keyboard  the letters, in the rows of the keyboards that its speakers have
    ordinal   what follows a number that is a place: "st" after 1, "nd" after 2
    quotes    the marks before and after what is quoted, with the spaces that belong to them
    """

    code: str
    letters: str
    vowels: str
    values: Mapping[str, int]
    dice: tuple[str, ...]
    playable: tuple[int, int]
    keyboard: tuple[str, ...]
    ordinal: Callable[[int], str]
    quotes: tuple[str, str]


def values(groups: Mapping[int, str]) -> Mapping[str, int]:
    """Return the value of each letter, from the letters of each value."""
    return MappingProxyType({letter: n for n, letters in groups.items() for letter in letters})
