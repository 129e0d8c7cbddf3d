"""The language of who sits at the terminal."""

import os

from core.languages import ENGLISH, code_of


def locale_language() -> str:
    """Return the locale's language if Seize speaks it, else English (see setlocale(3))."""
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if locale := os.environ.get(name):
            return code_of(locale) or ENGLISH
    return ENGLISH
