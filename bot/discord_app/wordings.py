"""What the adapter itself says to people, in their languages."""

from bot.presenters.wording import Wording, wording
from core.lexicon.alphabet import LANGUAGES

# Discord's locales that are not the bare code of the language.
LOCALES = {"es-ES": "es", "es-419": "es"} | {code: code for code in ("fr", "de", "it")}


def words_of(locale: str) -> Wording:
    """Return the sentences for a locale of Discord's ("fr", "es-419"); English for others."""
    language = locale.partition("-")[0]
    return wording(language if language in LANGUAGES else "en")
