"""Languages and word lists by what people call them, in any language."""

from functools import cache

from babel import Locale

from bot.presenters.wording import Wording
from core.languages import languages
from core.lexicon.catalogue import listing, listings


def read_lexicon(text: str) -> str | None:
    """Return the name of the word list that a text means: "fr", "fr-gutenberg", "Français"."""
    name = text.strip().lower()
    return name if name in listings() else _codes().get(name)


def read_language(text: str) -> str | None:
    """Return the code of the language that a text means, None if there is none."""
    name = text.strip().lower()
    return name if name in languages() else _codes().get(name)


def lexicon_label(name: str, wording: Wording) -> str:
    """Return the name of a word list: "French", or "French (gutenberg)" for a second one."""
    if name not in listings():
        return name
    language = listing(name).language
    called = language_label(language, wording)
    return called if name == language else f"{called} ({name.removeprefix(language).strip('-')})"


def language_label(code: str, wording: Wording) -> str:
    """Return the name of a language: "French", "français"."""
    return str(Locale(wording.language).languages[code])


@cache
def _codes() -> dict[str, str]:
    return {
        str(Locale(speaker).languages[code]).lower(): code
        for speaker in languages()
        for code in languages()
    }
