"""The table of commands fits both platforms, in every language."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import bot
from bot.chat.arguments import Argument, Kind, Missing, NotUnderstood, parse
from bot.chat.commands import BUTTONS, COMMANDS
from bot.chat.context import Command
from bot.presenters.wording import wording
from core.languages import languages

ALL = list(COMMANDS.values())


@pytest.mark.parametrize("language", languages())
def test_names_are_unique_and_fit_both_platforms(language: str) -> None:
    names = [command.name_in(language) for command in ALL]
    assert len(set(names)) == len(names)
    for command in ALL:
        arguments = [each.name_in(language) for each in command.arguments]
        assert len(set(arguments)) == len(arguments)
        for name in (command.name_in(language), *arguments):
            assert re.fullmatch(r"[a-z0-9_]{1,32}", name)


def test_a_name_means_one_command_in_all_languages() -> None:
    # A group has people of several languages, and one "/regles" for all of them.
    means: dict[str, str] = {}
    for command in ALL:
        for language in languages():
            name = command.name_in(language)
            assert means.setdefault(name, command.name) == command.name, name


@pytest.mark.parametrize("language", languages())
def test_summaries_and_choices_are_as_short_as_discord_wants(language: str) -> None:
    gettext = wording(language).gettext
    for command in ALL:
        assert 1 <= len(command.summary_in(language)) <= 100
        assert len(command.arguments) <= 25
        for argument in command.arguments:
            assert 1 <= len(argument.summary_in(language)) <= 100
            assert len(argument.choices) <= 25
            for value, label in argument.choices.items():
                assert 1 <= len(value) <= 100
                assert 1 <= len(gettext(label)) <= 100


def test_required_arguments_come_first_and_texts_last() -> None:
    for command in ALL:
        required = [each.required for each in command.arguments]
        assert required == sorted(required, reverse=True)
        texts = [each for each in command.arguments if not each.kind.takes_one]
        assert not texts or texts == [command.arguments[-1]]


def test_verbs_of_buttons_are_short_words() -> None:
    for verb in BUTTONS:
        assert re.fullmatch(r"[a-z]{3,9}", verb)


# Words that mean something else in a module that sees requests.
HOMONYMS = {
    "chat/announcer.py": {"daily", "duel"},  # keys of the log
    "chat/arguments.py": {"language", "letters", "text"},  # kinds of arguments
    "chat/context.py": {"language", "words"},  # an argument and a setting; what is typed
    "chat/dispatcher.py": {"text"},  # a kind of failure
    "chat/views.py": {"text"},  # how a board is shown
    "discord_app/forms.py": {"words"},  # the field of a form
    "discord_app/registration.py": {"type"},  # a key of Discord's JSON
    "discord_app/requests.py": {"type"},
    "telegram_app/parcels.py": {"text"},  # a kind of message
    "telegram_app/registration.py": {"language"},  # a key of the log
    "web_app/assets.py": {"text"},  # a colour
    "web_app/description.py": {"text"},  # a type
    "web_app/page.py": {"w"},  # what the id of a word begins with
    "web_app/protocol.py": {"language", "text", "type"},  # keys of frames
    # Names of the page's texts; arguments of a round.
    "web_app/texts.py": {"again", "language", "missed", "play", "rules", "stop"},
    "web_app/view.py": {"text"},  # how a board is shown
}


def texts(path: Path) -> Iterator[str]:
    """Yield the strings in a module, of formatted ones what comes first."""
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value


def test_only_the_table_and_the_handlers_know_commands_and_buttons_by_name() -> None:
    # Presenters make the buttons; the rest of `bot` sees no request.
    folder = Path(bot.__file__).parent
    rooms = ("chat", "discord_app", "telegram_app", "web_app")
    known = {*COMMANDS, *BUTTONS}
    named = {}
    for path in (each for room in rooms for each in (folder / room).glob("*.py")):
        words = {text.removeprefix("/").partition(":")[0] for text in texts(path)} & known
        named[path.relative_to(folder).as_posix()] = words
    del named["chat/commands.py"]
    assert {path: words for path, words in named.items() if words} == HOMONYMS


def read(command: Command, text: str, **given: str) -> dict[str, str]:
    return dict(parse(command.arguments, text, given, command.usage("en")))


@pytest.mark.parametrize(
    ("name", "text", "expected"),
    [
        ("play", "", {}),
        ("play", "60 fr", {"seconds": "60", "language": "fr"}),
        ("play", "Français 3", {"language": "Français", "rounds": "3"}),
        ("play", "7x7 boggle", {"size": "7x7", "rules": "boggle"}),
        ("play", "secondes=45", {"seconds": "45"}),
        ("solve", "ABCDEFGHIJKLMNOP", {"letters": "ABCDEFGHIJKLMNOP"}),
        ("solve", "ABC DEF GHI", {"letters": "ABC/DEF/GHI"}),
        (
            "solve",
            "ABC DEF GHI ..d.T.... de",
            {"letters": "ABC/DEF/GHI", "bonuses": "..d.T....", "language": "de"},
        ),
        ("check", "fr", {"word": "fr"}),
        ("check", "fr fr", {"word": "fr", "language": "fr"}),
        ("suggest", "mot une bonne raison", {"word": "mot", "reason": "une bonne raison"}),
        ("settings", "rooms a, b", {"name": "rooms", "value": "a, b"}),
        ("settings", "zzz", {"value": "zzz"}),
        ("leaderboard", "world last-week", {"scope": "world", "period": "last-week"}),
        ("w", "un deux trois", {"words": "un deux trois"}),
    ],
)
def test_texts_are_parsed(name: str, text: str, expected: dict[str, str]) -> None:
    assert read(COMMANDS[name], text) == expected


def test_what_is_not_understood_is_named_with_the_usage() -> None:
    with pytest.raises(NotUnderstood, match=r"'9999' is not understood here: /play \[language\]"):
        read(COMMANDS["play"], "9999")
    with pytest.raises(NotUnderstood):
        read(COMMANDS["stop"], "now")
    with pytest.raises(Missing, match=r"/check word \[language\]"):
        read(COMMANDS["check"], "")
    with pytest.raises(Missing):
        read(COMMANDS["solve"], "  ")


def test_what_was_given_apart_counts() -> None:
    assert read(COMMANDS["check"], "", word="mot") == {"word": "mot"}


@given(st.sampled_from(ALL), st.text())
def test_any_text_is_parsed_or_refused(command: Command, text: str) -> None:
    try:
        found = read(command, text)
    except (NotUnderstood, Missing):
        return
    assert set(found) <= {each.name for each in command.arguments}
    assert all(found.values()) or "=" in text


def test_kinds_that_take_one_word() -> None:
    assert not Argument(name="a", summary="b").kind.takes_one
    assert Kind.WORD.takes_one
