"""Words as phones and people type them: one table for Python and for the page's script."""

# ruff: noqa: RUF001 (people type such signs)

import unicodedata
from collections.abc import Iterator

WORDS = [
    ("en", "house", "house"),
    ("en", "ice", "ice"),
    ("en", "Its", "its"),
    ("en", "naïve", "naive"),
    ("fr", "Œuvré", "oeuvre"),
    ("fr", "aujourd'hui", "aujourdhui"),
    ("de", "Straße", "strasse"),
    ("de", "Schön", "schön"),
    ("es", "Año", "año"),
    ("it", "perché", "perche"),
]

INVISIBLE = [
    *"\u00ad\u034f\u061c\u115f\u1160\u180e\u200b\u200c\u200d\u200e\u200f\u202a\u202b\u202d\u202e",
    *"\u2060\u2063\u2066\u2067\u2068\u2069\u3164\ufe0e\ufe0f\ufeff\uffa0\U000e0020\U000e0101",
]
MARKS = ["\u0307", "\u0308", "\u0326", "\u20dd"]  # which make no letter with the one before, here
INNER = [*"'’‘‛ʼʻ′`´＇-‐‑−"]
PAIRS = ["''", "‘’", "“”", "„“", "«»", "‹›", "()", "[]", "¡!", "¿?", "¿!", "**", "__", "||", "「」"]
BEFORE = [*"—–-•…#>~$\ufffc☞", "\u200f", "\u3000", "\u00a0", "→ ", "🎉", "❤️ "]
AFTER = [
    *("…", "!!", "?!", "—", "–", "-", ".", "·", "।", "。", "！", " ;)", "™", "℠", "®"),
    *("👍", " 👍🏽", "👨‍👩‍👧", "❤️", "🇫🇷", "🏴󠁧󠁢󠁥󠁮󠁧󠁿", "1️⃣", "#⃣", "ℹ️", "Ⓜ️", "🆗", "🅱️", "\u2800"),
]


def decorated(word: str) -> Iterator[str]:
    """Yield a word as phones and people may type it."""
    yield from (word.upper(), word.title(), unicodedata.normalize("NFD", word))
    for place in range(1, len(word)):
        yield from (word[:place] + sign + word[place:] for sign in INNER)
    for place in range(len(word) + 1):
        yield from (word[:place] + sign + word[place:] for sign in INVISIBLE)
    yield from (f"q{mark}"[1:] + word for mark in MARKS)
    yield from (f"{word}\u200b{mark}" for mark in MARKS if word[-1] not in "aeiouAEIOU")
    yield from (f"{pair[0]}{word}{pair[1]}" for pair in PAIRS)
    yield from (sign + word for sign in BEFORE)
    yield from (word + sign for sign in AFTER)
    if "i" in word:
        yield from (word.replace("i", each) for each in ("İ", "ı", "I\u0307", "i\u0307"))
    yield from (shaped(word, start) for start in (0xFF41, 0x24D0, 0x249C, 0x1D41A, 0x1D5EE))
    yield from (shaped(word.upper(), start, "A") for start in (0xFF21, 0x24B6, 0x1F130, 0x1D400))
    yield from (f"“{word[:1]}\u200d{word[1:]}’\ufe0f”…", f"— ‘{shaped(word, 0xFF41)}’ 👍")


def shaped(word: str, start: int, first: str = "a") -> str:
    """Return a word in letters of another shape; `start` is the number of the `first` of them."""
    last, shift = chr(ord(first) + 25), start - ord(first)
    return "".join(chr(ord(char) + shift) if first <= char <= last else char for char in word)


CASES = [(lang, typed, word) for lang, spelling, word in WORDS for typed in decorated(spelling)]
