"""Boggle's dice: sixteen a language, six letters each, for grids of 4x4.

A face that is printed "Qu" stands here as "q"; what its tile bears is for the rules to say.
"""

from core.errors import SeizeError, translatable
from core.languages import find_language, languages

SIDE = 4
FACES = 6


class NoDice(SeizeError):
    """Raised when no dice are known for a language, or for a size."""


def dice(language: str, size: tuple[int, int] = (SIDE, SIDE)) -> tuple[str, ...]:
    """Return the sixteen dice of an ISO 639 code, each as its six letters.

    Raises NoDice for a language without dice, and for a `size` (rows, cols) but 4x4;
    UnknownLanguage.
    """
    if not (known := find_language(language).dice):
        raise NoDice(
            translatable(
                "no dice are known for {language}: use another model, or a language with dice "
                "({known})"
            ),
            language=language,
            known=", ".join(with_dice()),
        )
    if size != (SIDE, SIDE):
        template = translatable("dice fill a 4x4 grid, not {rows}x{cols}: use another model")
        raise NoDice(template, rows=size[0], cols=size[1])
    return known


def with_dice() -> list[str]:
    """Return the codes of the languages whose dice are known."""
    return [code for code, each in languages().items() if each.dice]
