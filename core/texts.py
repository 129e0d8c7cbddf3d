"""Texts that people write, made fit to be stored and to be shown in one line."""

import unicodedata

# Bidi overrides and their like (Cf) change what stands around them where it is shown, but
# for the joiner, of which emoji are made; NUL (Cc) and halves of pairs (Cs) no database takes.
_INSTEAD = {"Cc": " ", "Cf": "", "Cs": "", "Zl": " ", "Zp": " "}
_JOINER = "\u200d"


def one_line(text: str) -> str:
    """Return a text without control and formatting characters, each run of space as one."""
    kept = (
        char if char == _JOINER else _INSTEAD.get(unicodedata.category(char), char) for char in text
    )
    return " ".join("".join(kept).split()).strip(_JOINER)


def shortened(text: str, most: int = 40) -> str:
    """Return a text of so many characters at most, with an ellipsis for the rest."""
    return text if len(text) <= most else f"{text[: most - 1]}…"


def whole_number(text: str, digits: int = 9) -> int | None:
    """Return the number that a text is, None for any other text or one of more digits.

    `int` also takes signs, underscores and digits of other scripts, and hours for a long text.
    """
    return int(text) if text.isascii() and text.isdigit() and len(text) <= digits else None
