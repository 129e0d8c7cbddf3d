"""The sentences of Seize in five languages.

English stands in the code; `bot/presenters/locales/LANGUAGE/LC_MESSAGES/seize.po` holds the
others. They are read as they are: there is nothing to compile.
"""

from dataclasses import dataclass
from functools import cache
from gettext import GNUTranslations, NullTranslations
from importlib.resources import files
from io import BytesIO

from core.errors import Notice, UnknownLanguage
from core.lexicon.alphabet import LANGUAGES


@dataclass(frozen=True, slots=True)
class Wording:
    """Sentences in one language (an ISO 639-1 code); facts fill their {placeholders}."""

    language: str
    _catalogue: NullTranslations

    def gettext(self, message: str, **facts: object) -> str:
        """Return `message` in the language, filled; facts are never looked at for placeholders."""
        return self._catalogue.gettext(message).format(**facts)

    def notice(self, notice: Notice) -> str:
        """Return an error or a warning in the language."""
        return self.gettext(notice.template, **notice.facts)

    def ngettext(self, one: str, many: str, count: int, **facts: object) -> str:
        """Return the sentence for `count` things, filled; {count} is among the facts."""
        return self._catalogue.ngettext(one, many, count).format(count=count, **facts)


@cache
def wording(language: str) -> Wording:
    """Return the sentences of a language; raises UnknownLanguage."""
    if language not in LANGUAGES:
        raise UnknownLanguage(language, LANGUAGES)
    return Wording(language, NullTranslations() if language == "en" else _catalogue(language))


def wording_for(locale: str) -> Wording:
    """Return the sentences for a platform's locale such as "es-419", in English by default."""
    code = locale[:2].lower()
    return wording(code if code in LANGUAGES else "en")


def _catalogue(language: str) -> GNUTranslations:
    # English needs no catalogue, and so does not wait for Babel to be imported.
    from babel.messages.mofile import write_mo  # noqa: PLC0415
    from babel.messages.pofile import read_po  # noqa: PLC0415

    compiled = BytesIO()
    with (files("bot.presenters") / "locales" / language / "LC_MESSAGES" / "seize.po").open(
        "rb"
    ) as source:
        write_mo(compiled, read_po(source, language, abort_invalid=True))
    compiled.seek(0)
    return GNUTranslations(compiled)
