"""The pages are true: sessions print what is shown, links lead somewhere, nothing is left out."""

import re
import shlex
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
import typer.main

from bot import cli
from bot.chat.commands import COMMANDS
from bot.settings import variables
from core.optimizer.fame import hall
from tests.helpers.command import seize

ROOT = Path(__file__).parents[2]
README, FRENCH = ROOT / "README.md", ROOT / "README.fr.md"
DOCS = sorted((ROOT / "docs").glob("*.md"))
STUDY = ROOT / "docs" / "study.md"  # whose sessions test_study.py knows
PAGES = [README, FRENCH, *DOCS]
ALL = [*PAGES, ROOT / "CONTRIBUTING.md", ROOT / "CHANGELOG.md", ROOT / "dictionaries" / "README.md"]
TEXTS = {page: page.read_text(encoding="utf-8") for page in ALL}
MOST_WORDS = 1200
LEFT = re.compile(r"\b(Il reste )?[12]:[0-5]\d( left)?")


@dataclass(frozen=True)
class Step:
    """A command of a session, what it reads, and what the page shows below it."""

    words: list[str]
    stdin: str
    shown: list[str]

    @classmethod
    def parse(cls, text: str) -> "Step":
        """Read "seize …" or "printf '…' | seize …", and the lines below."""
        command, _, shown = text.partition("\n")
        given, pipe, told = command.rpartition(" | ")
        program, *words = shlex.split(told)
        assert program == "seize", command
        printf, stdin = shlex.split(given) if pipe else ("printf", "")
        assert printf == "printf", command
        return cls(words, stdin.replace("\\n", "\n"), shown.splitlines())


def blocks(page: Path, language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```", TEXTS[page], re.DOTALL | re.MULTILINE)


def steps(page: Path) -> list[Step]:
    sessions = "".join(blocks(page, "console"))
    return [Step.parse(step) for step in re.split(r"^\$ ", sessions, flags=re.MULTILINE)[1:]]


SESSIONS = [page for page in PAGES if page != STUDY and steps(page)]


@pytest.mark.parametrize("page", SESSIONS, ids=lambda page: page.name)
def test_the_sessions_of_a_page_print_what_is_shown_one_after_the_other(
    page: Path, data_dir: Path, tmp_path: Path
) -> None:
    told = []
    for step in steps(page):
        done = seize(
            *step.words,
            stdin=step.stdin,
            data_dir=tmp_path,
            SEIZE_CACHE_DIR=str(data_dir),
            COLUMNS="80",
            LC_ALL="fr_FR.UTF-8" if page == FRENCH else "",
        )
        told.append((step.words, [_timeless(line.rstrip()) for line in done.out.splitlines()]))
    assert told == [(step.words, [_timeless(line) for line in step.shown]) for step in steps(page)]


def _timeless(line: str) -> str:
    """Return a line as it would be on a machine that takes no time to start a round."""
    return LEFT.sub(r"\g<1>2:00\g<2>", line)


def test_there_are_sessions() -> None:
    assert {page.name for page in SESSIONS} >= {
        "README.md", "README.fr.md", "commands.md", "search.md",
    }  # fmt: skip


@pytest.mark.parametrize("page", [README, FRENCH], ids=lambda page: page.name)
def test_a_readme_is_short(page: Path) -> None:
    assert len(TEXTS[page].split()) <= MOST_WORDS


def test_the_readmes_are_one_page_in_two_languages() -> None:
    assert _commands(README) == _commands(FRENCH)
    assert _folders(README) == _folders(FRENCH)
    for pattern in (r"^## ", r"^- ", r"\]\((?![#R])(.*?)\)", r'src="(.*?)"'):
        english, french = (
            re.findall(pattern, TEXTS[page], re.MULTILINE) for page in (README, FRENCH)
        )
        assert sorted(english) == sorted(name.replace(".fr.", ".") for name in french)


def _commands(page: Path) -> list[str]:
    """Return the commands of a page, without their comments and what is to be filled in."""
    lines = "".join(blocks(page, "sh")).splitlines()
    return [re.sub(r"\s*#.*|<.*>", "", line) for line in lines]


def test_the_commands_of_make_are_there_and_ci_runs_those_of_the_readme() -> None:
    targets = set(re.findall(r"^([\w-]+):", (ROOT / "Makefile").read_text(), re.MULTILINE))
    named = {
        target
        for page in PAGES
        for target in re.findall(r"`make ([\w-]+)|^make ([\w-]+)", TEXTS[page], re.MULTILINE)
    }
    assert {name for pair in named for name in pair if name} <= targets
    script = (ROOT / ".ci" / "run").read_text()
    shown = [line.split()[1] for line in _commands(README) if line.startswith("make ")]
    assert shown[:2] == ["play", "test"]
    shown.remove("serve")  # which needs a token
    ran = set(re.findall(r"^make (\S+)", script, re.MULTILINE))
    assert ran == {"check", "test-slow", *shown}


def test_each_link_leads_to_a_file_or_to_a_heading() -> None:
    dead = []
    for page, text in TEXTS.items():
        bare = re.sub(r"^```.*?^```", "", text, flags=re.DOTALL | re.MULTILINE)
        for link in re.findall(r"\]\(([^)\s]+)\)|src=\"(.*?)\"", bare):
            address = "".join(link)
            if address.startswith("https://"):
                continue
            path, _, anchor = address.partition("#")
            target = (page.parent / path).resolve() if path else page
            if not target.exists() or (anchor and anchor not in _anchors(target)):
                dead.append((page.name, address))
    assert dead == []


def _anchors(page: Path) -> set[str]:
    """Return the names that GitHub gives the headings of a page."""
    headings = re.findall(r"^#+ (.*)", page.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings}


def test_the_readme_leads_to_each_page() -> None:
    assert [page.name for page in DOCS if f"(docs/{page.name}" not in TEXTS[README]] == []


def test_the_table_of_folders_names_each_folder() -> None:
    there = {
        str(path.parent.relative_to(ROOT))
        for room in ("bot", "core")
        for path in (ROOT / room).glob("*/__init__.py")
    }
    other = {"migrations", "dictionaries", "tests", "benchmarks", "docs"}
    assert set(_folders(README)) == there | other
    assert all((ROOT / folder).is_dir() for folder in other)


def _folders(page: Path) -> list[str]:
    rows = re.findall(r"^\| (`(?:core|bot|dictionaries|tests)[^|]*)\|", TEXTS[page], re.MULTILINE)
    return [folder for row in rows for folder in re.findall(r"`(.*?)`", row)]


def test_each_command_of_a_chat_is_on_the_page_of_commands() -> None:
    page = TEXTS[ROOT / "docs" / "commands.md"]
    assert [name for name in COMMANDS if not re.search(rf"`/{name}\b", page)] == []


def leaves(name: str, command: Any) -> Iterator[tuple[str, Any]]:
    """Yield a command of the terminal and those below it, each by its whole name."""
    yield name, command
    for below, each in getattr(command, "commands", {}).items():
        yield from leaves(f"{name} {below}", each)


TOP = typer.main.get_group(cli.app).commands
TERMINAL = {name: each for top in TOP for name, each in leaves(top, cli.command(top))}


def test_each_command_of_the_terminal_is_on_a_page() -> None:
    text = "\n".join(TEXTS[page] for page in PAGES)
    assert [name for name in TERMINAL if not re.search(rf"\bseize {name}\b", text)] == []


def test_each_option_on_a_page_exists() -> None:
    known = {
        option
        for command in TERMINAL.values()
        for parameter in command.params
        for option in (*parameter.opts, *parameter.secondary_opts)
    } | {"--help"}
    others = {"--profile", "--now", "--build", "--no-recreate", "--scale"}  # of Docker, of systemd
    for page in (README, FRENCH, *(page for page in DOCS if page != STUDY)):
        text = re.sub(r"python -m .*", "", TEXTS[page])
        options = set(re.findall(r"(?<![\w-])--[a-z][a-z-]+", text))
        assert options - known - others == set(), page.name


def test_the_owners_page_has_each_setting_and_no_other() -> None:
    owners = TEXTS[ROOT / "docs" / "owners.md"]
    assert set(variables()) == set(re.findall(r"`(SEIZE_[A-Z_]+)`", owners))


def test_the_example_of_env_has_each_setting_and_sets_none() -> None:
    lines = (ROOT / ".env.example").read_text(encoding="utf-8").splitlines()
    assert [line for line in lines if line and not line.startswith("#")] == []
    assert sorted(re.findall(r"^# (SEIZE_[A-Z_]+)=", "\n".join(lines), re.MULTILINE)) == sorted(
        variables()
    )


def test_the_best_grids_are_those_of_the_hall_of_fame() -> None:
    section = TEXTS[ROOT / "docs" / "search.md"].split("## The hall of fame")[1].split("\n## ")[0]
    shown = re.findall(r"\| ([\d,]+) \| `([^`]+)`", section)
    records = {(f"{record.score:,}", record.grid) for record in hall(Path("none"))}
    assert len(shown) >= 10
    assert set(shown) <= records


def test_each_path_that_the_guide_names_is_there() -> None:
    guide = TEXTS[ROOT / "CONTRIBUTING.md"]
    paths = set(re.findall(r"`((?:bot|core|tests|dictionaries|migrations)/[^`*]*)`", guide))
    assert len(paths) > 30
    assert [path for path in sorted(paths) if not (ROOT / path).exists()] == []
