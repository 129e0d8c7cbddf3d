"""Words that the game accepts from players, and never shows by itself."""

from functools import cache

from core.languages import find_language
from dictionaries import folders

_COMMENT = "#"


@cache
def slurs(language: str) -> frozenset[str]:
    """Return the normalised slurs and grossly offensive words of an ISO 639 code.

    None of them is fit for a target, a title or a shared picture. All are in the play
    list of the language. Raises UnknownLanguage.
    """
    folder = folders()[find_language(language).code]
    lines = (folder / "slurs.txt").read_text("utf-8").splitlines()
    return frozenset(line for line in lines if not line.startswith(_COMMENT))
