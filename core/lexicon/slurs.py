"""Words that the game accepts from players, and never shows by itself."""

from functools import cache
from importlib.resources import files

from core.lexicon.alphabet import alphabet

_COMMENT = "#"


@cache
def slurs(language: str) -> frozenset[str]:
    """Return the normalised slurs and grossly offensive words of an ISO 639-1 code.

    None of them is fit for a target, a title or a shared picture. All are in the play
    list of the language. Raises UnknownLanguage.
    """
    folder = files("dictionaries") / alphabet(language).language
    lines = (folder / "slurs.txt").read_text("utf-8").splitlines()
    return frozenset(line for line in lines if not line.startswith(_COMMENT))
