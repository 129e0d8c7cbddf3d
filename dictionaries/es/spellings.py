"""RLA-ES' stems with their endings, without pronouns hung on verbs (dámelo, irse)."""

from collections.abc import Iterator

from dictionaries import _affixes
from dictionaries._files import Folders

PRONOUN_ENDINGS = ("arse", "erse", "irse", "írse", "ndose")


def spellings(folders: Folders) -> Iterator[str]:
    """Yield raw spellings."""
    aff = folders["hunspell-es"] / "usr/share/hunspell/es_ES.aff"
    # Forms with pronouns are the flags outside ASCII, U and P, and stems of their own.
    words = _affixes.read(aff, str.islower, lambda flag: flag.isascii() and flag not in "UP")
    yield from (word for word in words.words() if not word.endswith(PRONOUN_ENDINGS))
