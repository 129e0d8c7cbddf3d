"""Boggle's dice: sixteen a language, six letters each, for grids of 4x4.

What the boxes of each language hold, and who wrote it down:

- English: the dice since 1987 ("new Boggle"); bananagrammer.com, October 2013, and
  had2know.org, "Play Boggle". The older ones differ.
- French: the games Tanglet (`data/fr/dice`) and BoggleConsole (B. Albert, `French4x4.cs`).
- German: BoggleConsole (`German4x4.cs`); the same as the French ones.
- Italian ("Il Paroliere"): twrh.noblogs.org, 4 January 2013, and the game
  Il-Paroliere-server (G. Pais, `DiceSetFaces_ITA.json`).

No Spanish ones: the game Boggux has the French ones for it, with a Y,
and garesys.com ("Boggle, juego familiar") found no Y in its box.
A face that is printed "Qu" stands here as "q"; what its tile bears is for the rules to say.
"""

from collections.abc import Mapping
from types import MappingProxyType

from core.errors import SeizeError, translatable

SIDE = 4
FACES = 6


class NoDice(SeizeError):
    """Dice that there are none of."""

    @classmethod
    def language(cls, language: str) -> "NoDice":
        """Refuse a language whose dice nobody has described."""
        template = translatable(
            "no dice are known for {language}: use another model, or a language with dice ({known})"
        )
        return cls(template, language=language, known=", ".join(DICE))

    @classmethod
    def size(cls, rows: int, cols: int) -> "NoDice":
        """Refuse a size that is not theirs."""
        template = translatable("dice fill a 4x4 grid, not {rows}x{cols}: use another model")
        return cls(template, rows=rows, cols=cols)


def dice(language: str, size: tuple[int, int] = (SIDE, SIDE)) -> tuple[str, ...]:
    """Return the sixteen dice of an ISO 639-1 code, each as its six letters.

    Raises NoDice for a language without dice, and for a `size` (rows, cols) but 4x4.
    """
    if language not in DICE:
        raise NoDice.language(language)
    if size != (SIDE, SIDE):
        raise NoDice.size(*size)
    return DICE[language]


_FRENCH = (
    "aaeiot", "abilrt", "abjmoq", "acdemp", "acelrs", "adenvz", "afiorx", "aimors",
    "denost", "eefhis", "eginvt", "eglnuy", "ehinrs", "eilruw", "eknotu", "elpstu",
)  # fmt: skip
_ENGLISH = (
    "aaeegn", "abbjoo", "achops", "affkps", "aoottw", "cimotu", "deilrx", "delrvy",
    "distty", "eeghnw", "eeinsu", "ehrtvw", "eiosst", "elrtty", "himnqu", "hlnnrz",
)  # fmt: skip
_ITALIAN = (
    "aaeiot", "abilrt", "abmooq", "acdemp", "acelrs", "acfior", "adenvz", "aimors",
    "cenotu", "denost", "eefhis", "eginvt", "eglnou", "ehinrs", "eiloru", "elpstu",
)  # fmt: skip

DICE: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {"fr": _FRENCH, "en": _ENGLISH, "de": _FRENCH, "it": _ITALIAN}
)
