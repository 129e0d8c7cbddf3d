"""Bonuses in words, all from their factors; their names (DL, TW) are the same everywhere."""

from bot.presenters.wording import Wording
from core.errors import translatable
from core.grid import MULTIPLIERS, Bonus

# What a help says of `{bonuses}`: the code of each, and its name.
CODES = ", ".join(f"{bonus.code} {bonus.label}" for bonus in MULTIPLIERS)
_LETTER, _WORD = translatable("letter ×{factor}"), translatable("word ×{factor}")


def effect(bonus: Bonus, wording: Wording) -> str:
    """Return what a bonus multiplies: "letter ×2", "word ×3"; "" for none."""
    factors = ((_LETTER, bonus.letter_factor), (_WORD, bonus.word_factor))
    return ", ".join(wording.gettext(text, factor=by) for text, by in factors if by > 1)


def legend(wording: Wording) -> str:
    """Return all bonuses with what they multiply: "DL letter ×2, TL letter ×3, …"."""
    return ", ".join(f"{bonus.label} {effect(bonus, wording)}" for bonus in MULTIPLIERS)
