"""The help of every command, and what is said of a wrong command line, in each language."""

from pathlib import Path

import pytest
from rich.cells import cell_len

from bot.console_app.help import paragraphs
from bot.presenters.bonuses import CODES
from bot.presenters.wording import wording
from core.dice import with_dice
from core.errors import Notice
from core.languages import languages
from dictionaries import folders
from tests.helpers.command import all_commands, seize

LISTS = {"lexicons": ", ".join(folders()), "dice": ", ".join(with_dice()), "bonuses": CODES}
WRONG = [
    "pla",
    "zzz",
    "",
    "words",
    "play --secnds 5",
    "play --zzz",
    "play --seconds",
    "play --plain=1",
    "play --seconds 0",
    "play --seed -1",
    "play --law nobody",
    "solve",
    "solve TEAR TEAR",
    "daily play three",
    "optimize --time 0",
    "daily make --seconds 0",
]


def words_of(text: str) -> str:
    return " ".join(text.split())


@pytest.mark.parametrize("language", languages())
def test_every_help_page_speaks_the_language_of_the_locale(language: str, data_dir: Path) -> None:
    for path, command in all_commands().items():
        ran = seize(*path.split(), "--help", data_dir=data_dir, LANG=f"{language}.UTF-8")
        assert (ran.status, ran.err) == (0, "")
        page = words_of(ran.out)
        for text in (command.help, *(parameter.help for parameter in command.params)):
            for english in paragraphs(text):
                told = wording(language).gettext(english, **LISTS)
                assert words_of(told) in page
                assert told == english or language == "en" or words_of(english) not in page


def test_a_help_page_fits_a_narrow_terminal(data_dir: Path) -> None:
    for path in all_commands():
        ran = seize(*path.split(), "--help", data_dir=data_dir, LANG="de_DE.UTF-8", COLUMNS="40")
        for line in ran.out.splitlines():
            assert cell_len(line) <= 40
            assert "\N{HORIZONTAL ELLIPSIS}" not in line.replace("A,B,\N{HORIZONTAL ELLIPSIS}", "")


@pytest.mark.parametrize("arguments", WRONG)
def test_what_is_wrong_is_said_in_one_line_of_each_language(arguments: str, data_dir: Path) -> None:
    said = {
        language: seize(*arguments.split(), data_dir=data_dir, LANG=f"{language}.UTF-8")
        for language in languages()
    }
    if arguments in ("", "words"):
        assert {(ran.status, ran.err) for ran in said.values()} == {(0, "")}
        assert len({ran.out for ran in said.values()}) == len(said)
        return
    assert {(ran.status, ran.out, ran.err.count("\n")) for ran in said.values()} == {(2, "", 1)}
    assert len({ran.err for ran in said.values()}) == len(said)


@pytest.mark.parametrize(
    ("surroundings", "language"),
    [
        ({}, "en"),
        ({"LANG": "C"}, "en"),
        ({"LC_ALL": "C.UTF-8", "LANG": "fr_FR.UTF-8"}, "en"),
        ({"LANG": "pt_BR.UTF-8"}, "en"),
        ({"LANG": "fr_FR.UTF-8"}, "fr"),
        ({"LC_ALL": "de_AT", "LANG": "fr_FR.UTF-8"}, "de"),
        ({"LC_MESSAGES": "it_CH.utf8", "LANG": "fr_FR.UTF-8"}, "it"),
        ({"LC_ALL": "", "LANG": "es_AR@euro"}, "es"),
    ],
)
def test_the_language_is_that_of_messages(
    surroundings: dict[str, str], language: str, data_dir: Path
) -> None:
    ran = seize("grid", "--nonsense", data_dir=data_dir, **surroundings)
    refused = Notice("unknown option {option}", option="--nonsense")
    assert wording(language).notice(refused) in ran.err
