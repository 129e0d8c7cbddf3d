"""Texts that people write, made fit to be stored and to be shown in one line."""

import re
import unicodedata
from functools import lru_cache

# Bidi overrides and their like (Cf) change what stands around them where it is shown, but
# for the joiner, of which emoji are made; NUL (Cc) and halves of pairs (Cs) no database takes.
_INSTEAD = {"Cc": " ", "Cf": "", "Cs": "", "Zl": " ", "Zp": " "}
_JOINER = "\u200d"
# Unicode's Default_Ignorable_Code_Point, from DerivedCoreProperties.txt: fillers, variation
# selectors, soft hyphens and the like. Nothing is drawn for them.
_IGNORABLE = re.compile(
    "[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f"
    "\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufff8\U0001bca0-\U0001bca3\U0001d173-\U0001d17a"
    "\U000e0000-\U000e0fff]"
)

# Letters and symbols that are drawn as nothing: in Braille, music and hieroglyphs.
_BLANK = "\u2800\U0001d159\U00013441\U00013442"
_PICTURES = re.compile("[0-9#*]\ufe0f?\u20e3|[Ⓜℹ]\ufe0f")  # emoji made of digits and letters
_ENCLOSED = (("⒜", "ⓩ"), ("🄐", "🅉"))  # in parentheses, circles and squares
# Apostrophes and hyphens within a word.
_WITHIN = dict.fromkeys(map(ord, "'‘’‛′‵ʹʻʼʽˈ`´＇՚ꞌ-‐‑−﹣－"), "")  # noqa: RUF001 (people type them)
_TURKISH = {0x130: "I", 0x131: "i"}  # with and without its dot


def is_ignorable(char: str) -> bool:
    """Return whether a character only tells how others are to be shown, or nothing at all."""
    return unicodedata.category(char) == "Cf" or _IGNORABLE.match(char) is not None


def is_visible(text: str) -> bool:
    """Return whether anything is drawn for a text: marks without a base, fillers, blanks are not.

    Characters that this version of Unicode does not know may be visible.
    """
    return any(
        unicodedata.category(char)[0] not in "MZ"
        and unicodedata.category(char) not in ("Cc", "Cs")
        and not is_ignorable(char)
        and char not in _BLANK
        for char in text
    )


def plain(typed: str) -> str:
    """Return what a person sees in a text that was typed, of plain letters, composed (NFC).

    Invisible characters go, and emoji that are made of letters and digits; letters of another
    shape (full-width, enclosed, ligatures, the i's of Turkish) become the plain ones.
    """
    shown = (_plain(char) for char in _PICTURES.sub("", typed) if not is_ignorable(char))
    return unicodedata.normalize("NFC", "".join(shown)).translate(_TURKISH)


def bare(typed: str) -> str:
    """Return the word in what a person typed, without all that phones add; "" for none.

    It is plain; marks that make no letter with the one before go, and apostrophes and hyphens
    within ("we’re" is "were"); at both ends goes whatever is neither letter nor digit: quotes,
    dashes, ¿, emoji. What is left within stays, to be refused by its name. The page's script does
    the same (bot/web_app/static/spell.js).
    """
    if typed.isascii() and typed.isalpha():
        return typed
    unmarked = (char for char in plain(typed) if not unicodedata.category(char).startswith("M"))
    text = "".join(unmarked).translate(_WITHIN)
    kept = [at for at, char in enumerate(text) if char.isalnum() or _is_no_text(char)]
    return text[kept[0] : kept[-1] + 1] if kept else ""


@lru_cache(maxsize=4096)
def _plain(char: str) -> str:
    """Return the letters that a letter of another shape stands for; all else as it is."""
    if not char.isalpha() and not any(first <= char <= last for first, last in _ENCLOSED):
        return char
    return "".join(filter(str.isalpha, unicodedata.normalize("NFKC", char))) or char


def _is_no_text(char: str) -> bool:
    """Return whether a character is a control, half a pair, or what stands for unreadable bytes."""
    return char == "\ufffd" or (unicodedata.category(char) in ("Cc", "Cs") and not char.isspace())


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
