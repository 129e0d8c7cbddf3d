"""Words that the game accepts from players, and never shows unasked."""

from functools import cache

from core.languages import find_language
from dictionaries import folders

_COMMENT = "#"


@cache
def unfit(language: str) -> frozenset[str]:
    """Return the normalised words of an ISO 639 code that are not to be shown unasked.

    These are the slurs, and the common words of sex, excrement, cruelty and the Nazis. All are
    in the play list of the language. Raises UnknownLanguage.
    """
    return slurs(language) | words_of(language, "unfit.txt")


@cache
def slurs(language: str) -> frozenset[str]:
    """Return the normalised slurs and grossly offensive words of an ISO 639 code.

    No grid that the game makes for all may hold a common one. Raises UnknownLanguage.
    """
    return words_of(language, "slurs.txt")


def words_of(language: str, name: str) -> frozenset[str]:
    """Return the lines of a file of words beside the play list of an ISO 639 code, if it is there.

    Raises UnknownLanguage.
    """
    file = folders()[find_language(language).code] / name
    lines = file.read_text("utf-8").splitlines() if file.exists() else []
    return frozenset(line for line in lines if not line.startswith(_COMMENT))
