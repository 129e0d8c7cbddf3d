"""Every sentence of the code is in every catalogue, with the same placeholders."""

import re
from collections.abc import Iterator
from functools import cache
from itertools import chain
from pathlib import Path
from string import Formatter
from typing import Any

import pytest
from babel.messages.catalog import Catalog, Message
from babel.messages.extract import DEFAULT_KEYWORDS, extract_from_dir
from babel.messages.pofile import read_po

import bot
from bot.chat.commands import COMMANDS
from bot.console_app.help import metavar, paragraphs
from bot.presenters.settings import LABELS, setting_line
from bot.presenters.wording import wording
from core.chats.settings import SETTINGS, ChatSettings
from core.errors import Notice
from core.languages import UnknownLanguage, languages
from tests.helpers.command import all_commands

BOT = Path(bot.__file__).parent
TRANSLATED = [language for language in languages() if language != "en"]
KEYWORDS = DEFAULT_KEYWORDS | {"translatable": None}


Key = tuple[str | None, tuple[str, ...]]  # context and sentence, with its plural


@cache
def in_code() -> frozenset[Key]:
    """Return the sentences of the code and of `--help`, and the names in the table of commands."""
    names = {("command", (each.name,)) for each in COMMANDS.values()} | {
        ("argument", (argument.name,)) for each in COMMANDS.values() for argument in each.arguments
    }
    found = chain.from_iterable(
        extract_from_dir(folder, [("**.py", "python")], keywords=KEYWORDS)
        for folder in (BOT, BOT.parent / "core")
    )
    helped = chain.from_iterable(map(help_keys, all_commands().values()))
    return frozenset(
        names | set(helped) | {(context, both(message)) for _, _, message, _, context in found}
    )


def help_keys(command: Any) -> Iterator[Key]:
    """Yield the sentences of a help page, and what stands in it for values."""
    context = command.context_class(command, help_option_names=["--help"])
    parameters = command.get_params(context)
    for text in (command.help, *(parameter.help for parameter in parameters)):
        for paragraph in paragraphs(text):
            yield None, (paragraph,)
    for parameter in parameters:
        if value := metavar(parameter):
            yield "metavar", (value,)


@cache
def catalogue(language: str) -> Catalog:
    path = BOT / "presenters" / "locales" / language / "LC_MESSAGES" / "seize.po"
    with path.open("rb") as source:
        return read_po(source, language, abort_invalid=True)


def messages(language: str) -> list[Message]:
    return [message for message in catalogue(language) if message.id]


def both(text: str | tuple[str, ...] | list[str] | None) -> tuple[str, ...]:
    return (text,) if isinstance(text, str) else tuple(text or ())


def placeholders(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


@pytest.mark.parametrize("language", TRANSLATED)
def test_no_sentence_is_missing_or_unused(language: str) -> None:
    assert in_code()
    listed = {(message.context, both(message.id)) for message in messages(language)}
    assert {"missing": in_code() - listed, "unused": listed - in_code()} == {
        "missing": set(),
        "unused": set(),
    }
    assert not catalogue(language).obsolete


@pytest.mark.parametrize("language", TRANSLATED)
def test_every_form_is_put_with_the_same_placeholders(language: str) -> None:
    assert str(catalogue(language).locale) == language
    for message in messages(language):
        asked = set.union(*map(placeholders, both(message.id)))
        forms = both(message.string)
        assert len(forms) == len(both(message.id))
        assert not message.fuzzy
        for form in forms:
            assert form.strip()
            assert placeholders(form) == asked, message.id


@pytest.mark.parametrize(
    ("language", "none", "one", "two"),
    [
        ("en", "0 words", "1 word", "2 words"),
        ("fr", "0 mot", "1 mot", "2 mots"),
        ("de", "0 Wörter", "1 Wort", "2 Wörter"),
        ("es", "0 palabras", "1 palabra", "2 palabras"),
        ("it", "0 parole", "1 parola", "2 parole"),
    ],
)
def test_numbers_take_the_plural_of_the_language(
    language: str, none: str, one: str, two: str
) -> None:
    put = [wording(language).ngettext("{count} word", "{count} words", n) for n in range(3)]
    assert put == [none, one, two]


def test_facts_are_not_placeholders() -> None:
    said = wording("fr").gettext("{word}: already found", word="{limit} {0} %s")
    assert said.startswith("{limit} {0} %s")


@pytest.mark.parametrize("language", TRANSLATED)
def test_the_catalogue_is_read_as_babel_reads_it(language: str) -> None:
    spoken = wording(language)
    for message in messages(language):
        one, *many = both(message.id)
        forms = both(message.string)
        assert spoken.pgettext(message.context or "", one) == forms[0]
        facts = {name: f"<{name}>" for name in placeholders(forms[-1]) - {"count"}}
        for other in many:
            told = spoken.ngettext(one, other, 100, **facts)
            assert told == forms[-1].format(count=100, **facts)


def test_unknown_language_is_refused() -> None:
    with pytest.raises(UnknownLanguage):
        wording("../fr")


# Signs that a text of the language never has.
FOREIGN = {
    # Before a high sign, in guillemets and in numbers stands a narrow no-break space, else none.
    "fr": r"['\"„“”\u00a0]|[^\u202f ][;!?]( |$)|[\w})»] ?[:;!?]( |$)|«[^\u202f]|[^\u202f]»",
    "de": r"['\"«»”]|“[^“„]*„[^“]*$|„[^“]*$",
    "es": r"['\"„“”]|«[^»]*$",
    "it": r"['\"„“”]|«[^»]*$",
}


@pytest.mark.parametrize("language", TRANSLATED)
def test_texts_keep_to_the_typography_of_the_language(language: str) -> None:
    texts = [form for message in messages(language) for form in both(message.string)]
    assert [text for text in texts if re.search(FOREIGN[language], text)] == []


@pytest.mark.parametrize("language", languages())
def test_a_notice_begins_with_a_capital_letter_and_a_reason_does_not(language: str) -> None:
    words = wording(language)
    for message in messages("fr"):
        template = both(message.id)[0]
        notice = Notice(template, **dict.fromkeys(placeholders(template), 1))
        assert not words.notice(notice)[0].islower()
        assert words.reason(notice)[1:] == words.notice(notice)[1:]
    missing = Notice("no command is given")
    assert words.notice(missing) != words.reason(missing)


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "“a\\x1b’b'” is not in the dictionary"),
        ("fr", "«\u202fa\\x1b’b'\u202f» n’est pas dans le dictionnaire"),
        ("de", "„a\\x1b’b'“ steht nicht im Wörterbuch"),
        ("es", "«a\\x1b’b'» no está en el diccionario"),
        ("it", "«a\\x1b’b'» non è nel dizionario"),
    ],
)
def test_typed_text_stands_in_the_quotation_marks_of_the_language(language: str, said: str) -> None:
    refused = Notice("{word!r} is not in the dictionary", word="a\x1b’b'")
    assert wording(language).notice(refused) == said


@pytest.mark.parametrize(
    ("language", "number", "share"),
    [
        ("en", "33,595", "12.3%"),
        ("fr", "33\u202f595", "12,3\u00a0%"),
        ("de", "33.595", "12,3\u00a0%"),
        ("es", "33.595", "12,3\u00a0%"),
        ("it", "33.595", "12,3%"),
    ],
)
def test_numbers_are_written_as_in_the_language(language: str, number: str, share: str) -> None:
    words = wording(language)
    assert (words.number(33_595), words.percent(0.123)) == (number, share)
    assert words.ngettext("{count} word", "{count} words", 33_595).startswith(number + " ")


def test_every_setting_has_a_name_and_its_words() -> None:
    assert LABELS.keys() == SETTINGS.keys()
    line = setting_line(SETTINGS["board"], ChatSettings(), wording("fr"))
    assert "".join(line) == "Aspect du plateau (board)\u202f: sombre (dark)"
