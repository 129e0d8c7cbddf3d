"""The study's page: its commands exist, its pictures are there, and it is written by them."""

import re
import shlex
from pathlib import Path
from subprocess import CalledProcessError

import pytest

from bot import cli
from docs.study import PAGE, machine, rewritten, run, write

TEXT = PAGE.read_text(encoding="utf-8")
ANSWERS = re.findall(r"^\$ .*\n((?:(?!\$ |```).*\n)*)", TEXT, re.MULTILINE)
COMMANDS = re.findall(r"^\$ (.*)$", TEXT, re.MULTILINE)
QUICK = [
    (command, shown)
    for command, shown in zip(COMMANDS, ANSWERS, strict=True)
    if re.match(r"printf|seize (solve|letters|study letters|optimize fame)", command)
]


def test_what_a_command_prints_takes_the_place_of_what_stood_below_it() -> None:
    page = ["$ prose", "```console", "$ one", "old", "$ two", "old", "", "```", "after", "```", "x"]
    asked = []

    def answer(command: str) -> str:
        asked.append(command)
        return f"{command}!\n\nend"

    assert list(rewritten(page, answer)) == [
        "$ prose", "```console", "$ one", "one!", "", "end", "$ two", "two!", "", "end", "```",
        "after", "```", "x",
    ]  # fmt: skip
    assert asked == ["one", "two"]


def test_each_command_has_an_answer() -> None:
    left = iter(ANSWERS)
    lines = list(rewritten(TEXT.splitlines(), lambda _: next(left)))
    assert "\n".join(lines) + "\n" == TEXT
    assert len(ANSWERS) == len(COMMANDS)
    assert all(ANSWERS)


@pytest.mark.slow
@pytest.mark.parametrize(("command", "shown"), QUICK)
def test_what_is_no_time_is_of_this_version(command: str, shown: str) -> None:
    """Those that take seconds, without their pictures; for the others there is `make study`."""
    assert run(re.sub(" --plot .*", "", command)).strip() == shown.strip()


@pytest.mark.parametrize("command", [c for c in COMMANDS if c.startswith("seize ")])
def test_its_commands_exist(command: str) -> None:
    _, name, *words = shlex.split(command)
    found = cli.command(name)
    while words and hasattr(found, "commands") and words[0] in found.commands:
        found = found.commands[words.pop(0)]
    options = {option for parameter in found.params for option in parameter.opts}
    assert not hasattr(found, "commands")
    assert {word for word in words if word.startswith("--")} <= options


def test_its_pictures_are_there_and_no_others() -> None:
    shown = set(re.findall(r"\]\((study/.*?)\)", TEXT))
    drawn = {f"study/{path.name}" for path in PAGE.with_name("study").iterdir()}
    assert shown == drawn
    assert shown


@pytest.mark.slow
def test_a_command_that_fails_writes_nothing(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text(text := "```console\n$ echo new\nold\n$ exit 3\nold\n```\n")
    with pytest.raises(CalledProcessError, match="exit status 3"):
        write(page, run)
    assert page.read_text() == text
    page.write_text(text.replace("exit 3", "exit 0"))
    write(page, run)
    assert page.read_text() == "```console\n$ echo new\nnew\n$ exit 0\n```\n"


@pytest.mark.slow
def test_nobodys_own_language_and_records_are_on_the_page(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "fr_FR.UTF-8")
    monkeypatch.setenv("SEIZE_DATA_DIR", "/mine")
    monkeypatch.setenv("SEIZE_DATABASE_URL", "sqlite:////mine.db")
    assert run("echo $LC_ALL $SEIZE_DATABASE_URL") == "C.UTF-8"
    assert not run("echo $SEIZE_DATA_DIR").startswith("/mine")


@pytest.mark.slow
def test_a_command_prints_as_on_the_page() -> None:
    assert run("printf 'a  \\n\\n%s' $COLUMNS") == "a\n\n100"


def test_the_machine_is_named() -> None:
    assert re.fullmatch(r"\d+ cores of .+, Python 3\.\d+\.\d+\S*", machine())
