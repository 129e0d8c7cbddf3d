"""The sentences of Seize in each language.

English stands in the code; `bot/presenters/locales/LANGUAGE/LC_MESSAGES/seize.po` holds the
others. They are read as they are: there is nothing to compile.
"""

from dataclasses import dataclass
from functools import cache
from gettext import GNUTranslations, NullTranslations
from io import BytesIO
from pathlib import Path

import bot.presenters
from core.errors import Notice
from core.languages import ENGLISH, code_of, find_language


@dataclass(frozen=True, slots=True)
class Wording:
    """Sentences in one language (an ISO 639 code); facts fill their {placeholders}."""

    language: str
    _catalogue: NullTranslations

    def gettext(self, message: str, **facts: object) -> str:
        """Return `message` in the language, filled; facts are never looked at for placeholders."""
        return self._catalogue.gettext(message).format(**facts)

    def pgettext(self, context: str, message: str) -> str:
        """Return `message` in the language, as it is put in a context ("command")."""
        return self._catalogue.pgettext(context, message)

    def notice(self, notice: Notice) -> str:
        """Return an error or a warning in the language."""
        return self.gettext(notice.template, **notice.facts)

    def ngettext(self, one: str, many: str, count: int, **facts: object) -> str:
        """Return the sentence for `count` things, filled; {count} is among the facts."""
        return self._catalogue.ngettext(one, many, count).format(count=count, **facts)


@cache
def wording(language: str) -> Wording:
    """Return the sentences of a language by its ISO 639 code; raises UnknownLanguage."""
    if language == ENGLISH:
        return Wording(ENGLISH, NullTranslations())
    return Wording(language, _catalogue(find_language(language).code))


def wording_for(locale: str) -> Wording:
    """Return the sentences for a locale ("de-CH"), English where Seize speaks no such language."""
    return wording(code_of(locale) or ENGLISH)


def catalogues() -> dict[str, Path]:
    """Return the files of sentences that there are, by language."""
    places = (Path(place) / "locales" for place in bot.presenters.__path__)
    files = (file for place in places for file in place.glob("*/LC_MESSAGES/seize.po"))
    return {file.parts[-3]: file for file in files}


def _catalogue(language: str) -> GNUTranslations:
    # English needs no catalogue, and so does not wait for Babel to be imported.
    from babel.messages.mofile import write_mo  # noqa: PLC0415
    from babel.messages.pofile import read_po  # noqa: PLC0415

    compiled = BytesIO()
    with catalogues()[language].open("rb") as source:
        write_mo(compiled, read_po(source, language, abort_invalid=True))
    compiled.seek(0)
    return GNUTranslations(compiled)
