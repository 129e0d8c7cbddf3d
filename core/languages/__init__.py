"""The languages that Seize plays in and speaks: a file here for each, with its record.

A language is such a record, a folder in `dictionaries` and a catalogue in
`bot/presenters/locales`; no other file names it. Records are found, not listed.
"""

import re
from collections.abc import Mapping
from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from types import MappingProxyType

from core.errors import SeizeError, translatable
from core.languages._record import LATIN, Language

__all__ = [
    "ENGLISH",
    "LATIN",
    "Language",
    "UnknownLanguage",
    "code_of",
    "find_language",
    "languages",
]

ENGLISH = "en"  # the sentences in the code; who speaks none of the languages reads it


class UnknownLanguage(SeizeError):
    """Raised when Seize does not have a language."""

    template = translatable("unknown language {language!r}: use one of {known}")

    def __init__(self, language: str) -> None:
        super().__init__(language=language, known=", ".join(languages()))


@cache
def languages() -> Mapping[str, Language]:
    """Return the languages by their codes, in the order of these."""
    names = sorted(name for _, name, _ in iter_modules(__path__) if not name.startswith("_"))
    records = [import_module(f"{__name__}.{name}").LANGUAGE for name in names]
    return MappingProxyType({record.code: record for record in records})


def find_language(code: str) -> Language:
    """Return the language of an ISO 639 code; raises UnknownLanguage."""
    try:
        return languages()[code]
    except KeyError:
        raise UnknownLanguage(code) from None


def code_of(locale: str) -> str:
    """Return the code of the language of a locale ("de_CH.UTF-8", "es-419"), "" if unknown."""
    code = re.split(r"\W|_", locale, maxsplit=1)[0].lower()
    return code if code in languages() else ""
