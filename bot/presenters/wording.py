"""The sentences of Seize in each language.

English stands in the code; `bot/presenters/locales/LANGUAGE/LC_MESSAGES/seize.po` holds the
others. They are read as they are: there is nothing to compile. Every command waits for that, so
it is done here and not by Babel, whose import alone takes ten times as long.
"""

import json
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from gettext import c2py
from pathlib import Path
from string import Formatter
from typing import Any

import bot.presenters
from core.errors import Notice
from core.languages import ENGLISH, code_of, find_language

_LINE = re.compile(r'^(msg\S+) (".*")$', re.MULTILINE)


class _Filler(Formatter):
    """Fills {fact}, and {fact!r} in quotation marks, its control characters as escapes."""

    def __init__(self, marks: tuple[str, str]) -> None:
        self._left, self._right = marks

    def convert_field(self, value: Any, conversion: str | None) -> Any:
        if conversion != "r":
            return super().convert_field(value, conversion)
        text = (c if c.isprintable() else ascii(c)[1:-1] for c in str(value))
        return f"{self._left}{''.join(text)}{self._right}"


@dataclass(frozen=True, slots=True)
class Wording:
    """Sentences in one language (an ISO 639 code); facts fill their {placeholders}."""

    language: str
    # By context and English sentence: the sentence, or its forms for one thing and for many.
    _sentences: Mapping[tuple[str, str], tuple[str, ...]] = field(compare=False, repr=False)
    _form: Callable[[int], int] = field(compare=False, repr=False)

    def gettext(self, message: str, **facts: object) -> str:
        """Return `message` in the language, filled; facts are never looked at for placeholders."""
        return self._fill(self.pgettext("", message), facts)

    def pgettext(self, context: str, message: str) -> str:
        """Return `message` in the language, as it is put in a context ("command")."""
        return self._sentences.get((context, message), (message,))[0]

    def notice(self, notice: Notice) -> str:
        """Return an error or a warning in the language, as a sentence of its own."""
        sentence = self.pgettext("", notice.template)
        # A fact stays as it is, however the sentence begins.
        return self._fill(sentence[:1].upper() + sentence[1:], notice.facts)

    def reason(self, notice: Notice) -> str:
        """Return an error in the language, as the end of another sentence."""
        return self.gettext(notice.template, **notice.facts)

    def ngettext(self, one: str, many: str, count: int, **facts: object) -> str:
        """Return the sentence for `count` things, filled; {count} is among the facts."""
        forms = self._sentences.get(("", one), (one, many))
        return self._fill(forms[self._form(count)], {"count": self.number(count), **facts})

    def number(self, value: float, decimals: int = 0) -> str:
        """Return a number as the language writes it: "4,210", "0.65"."""
        if self.language == ENGLISH or (not decimals and abs(value) < 1000):  # waits for no Babel
            return f"{value:,.{decimals}f}"
        from babel.numbers import format_decimal  # noqa: PLC0415 (slow to import)

        pattern = "#,##0." + "0" * decimals if decimals else "#,##0"
        return str(format_decimal(value, pattern, locale=self.language))

    def percent(self, share: float, decimals: int = 1) -> str:
        """Return a share of 1 in hundredths as the language writes it: "12.3%"."""
        if self.language == ENGLISH:
            return f"{share:.{decimals}%}"
        from babel import Locale  # noqa: PLC0415 (slow to import)

        suffix = Locale(self.language).percent_formats[None].pattern.removeprefix("#,##0")
        return self.number(100 * share, decimals) + str(suffix)

    def _fill(self, sentence: str, facts: Mapping[str, object]) -> str:
        return _Filler(find_language(self.language).quotes).vformat(sentence, (), facts)


@cache
def wording(language: str) -> Wording:
    """Return the sentences of a language by its ISO 639 code; raises UnknownLanguage."""
    if language == ENGLISH:
        return Wording(ENGLISH, {}, c2py("n != 1"))
    code = find_language(language).code
    return _read(code, catalogues()[code].read_text("utf-8"))


def wording_for(locale: str) -> Wording:
    """Return the sentences for a locale ("de-CH"), English where Seize speaks no such language."""
    return wording(code_of(locale) or ENGLISH)


def catalogues() -> dict[str, Path]:
    """Return the files of sentences that there are, by language."""
    places = (Path(place) / "locales" for place in bot.presenters.__path__)
    files = (file for place in places for file in place.glob("*/LC_MESSAGES/seize.po"))
    return {file.parts[-3]: file for file in files}


def _read(language: str, text: str) -> Wording:
    sentences = {(context, message): forms for context, message, forms in _entries(text)}
    (header,) = sentences.pop(("", ""))
    (plural,) = re.findall("plural=([^;]+)", header)
    return Wording(language, sentences, c2py(plural))


def _entries(text: str) -> Iterator[tuple[str, str, tuple[str, ...]]]:
    """Yield the entries of a catalogue: context, English sentence, its forms."""
    context, message, forms = "", "", list[str]()
    whole = text.replace('"\n"', "")  # strings that go on in the next line
    keywords, quoted = zip(*_LINE.findall(whole), strict=True)
    # What a catalogue escapes, and how, JSON does too.
    for keyword, said in zip(keywords, json.loads(f"[{','.join(quoted)}]"), strict=True):
        if keyword.startswith("msgstr"):
            forms.append(said)
            continue
        if forms:
            yield context, message, tuple(forms)
            context, forms = "", []
        if keyword == "msgctxt":
            context = said
        elif keyword == "msgid":
            message = said
    yield context, message, tuple(forms)
