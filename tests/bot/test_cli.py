"""The command `seize`, run from the command line."""

import json
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
import typer.main

from bot import cli
from tests.helpers.command import SEIZE, Ran, environment, seize, seize_process

Command = Callable[..., Ran]
HEAVY = {
    "aiohttp", "alembic", "babel", "discord", "matplotlib", "numba", "numpy", "PIL",
    "prompt_toolkit", "pydantic", "sqlalchemy", "telegram",
}  # fmt: skip
SETTINGS = {"pydantic", "numpy"}
STORE = SETTINGS | {"sqlalchemy", "alembic", "babel"}


@pytest.fixture
def run(data_dir: Path, tmp_path: Path) -> Command:
    place = f"sqlite:///{tmp_path}/seize.db"
    return lambda *arguments, **options: seize(
        *arguments, data_dir=data_dir, SEIZE_DATABASE_URL=place, **options
    )


@pytest.mark.parametrize(
    ("locale", "name"),
    [("fr_CH.UTF-8", "fr"), ("de_DE", "de"), ("pt_BR.UTF-8", "en"), ("C", "en"), ("", "en")],
)
def test_the_language_of_the_locale_is_the_default(run: Command, locale: str, name: str) -> None:
    ran = run("solve", "ABCD", "--json", LANG=locale)
    assert json.loads(ran.out)["lexicon"]["name"] == name


@pytest.mark.parametrize(
    ("arguments", "cause", "example"),
    [
        (["solve", "CRESAMINILATLSE7"], "“7” is not a letter", "CRESAMINILATLSER"),
        (["solve", "CRESAMINILATLSE"], "do not fill a square grid", "CRESAMINILATLSER"),
        (["solve", ""], "do not fill a square grid", "CRESAMINILATLSER"),
        (["solve", "ABCDЖFGHI"], "“ж” in “Ж” cannot be used: the letters are a–z", ""),
        (["solve", "ABCD", "--bonuses", "d.x."], "“x” is not a bonus", ". d t D T"),
        (["solve", "ABCD", "--bonuses", "d."], "Bonuses: 2, tiles: 4", "d..T"),
        (["solve", "ABCD", "--size", "40x40"], "40x40 grid cannot be played", "8x8"),
        (["solve", "ABCD", "--size", "big"], "“big” is not a size", "4x4 or 3x5"),
        (["solve", "ABCD", "--size", "2x3"], "A 2x3 grid takes 6 letters, not 4", ""),
        (["solve", "ABCD", "--lang", "xx"], "Unknown language or lexicon “xx”", "fr, fr-gutenberg"),
        (["solve", "ABCD", "--words", "/no/such/file"], "No such file", "one word a line"),
        (["solve", "ABCD", "--words", "/"], "Is a directory", "one word a line"),
        (["solve", "ABCD", "--rules", "chess"], "chess", "ruzzle"),
        (["solve", "ABCD", "--sort", "colour"], "colour", "points"),
        (["solve", "ABCD", "--limit", "-1"], "--limit", "0 or more"),
        (["solve", "ABCD", "--min-length", "17"], "--min-length", "from 1 to 16"),
        (["solve"], "LETTERS is missing", "see seize solve --help"),
        (["solve", "ABCD", "--nonsense"], "--nonsense", "see seize solve --help"),
        (["daily", "play", "--lang"], "--lang takes a value", "see seize daily play --help"),
        (["play", "--match=3"], "--match takes no value", "see seize play --help"),
        (["grid", "--size", "40x40"], "40x40 grid cannot be played", "8x8"),
        (["grid", "--seed", "-1"], "--seed", "0 or more"),
        (["grid", "--seed", "two"], "--seed is “two”", "a whole number, 0 or more"),
        (["grid", "--count", "0"], "--count", "1 or more"),
        (["grid", "--lang", "klingon"], "“klingon”", "fr, fr-gutenberg"),
        (["solve", "-", "--bonuses", "d..T"], "the bonuses stand in the lines", "ABCD d..T"),
        (["solve", "ABCD", "--full"], "--full goes with “-”", ""),
        (["grid", "--plot", "h.png"], "--plot goes with --histogram", ""),
        (["grid", "--histogram", "--json"], "--histogram goes without --json", ""),
        (["grid", "--histogram", "--playable"], "counts raw grids", "leave out --playable"),
        (["leaderboard", "--period", "all", "--previous"], "--previous goes with", "all time"),
        (["optimize", "--only-vowel", "ex", "--time", "1"], "“x” is not a vowel", "aeiou"),
        (["play", "--lang", "xx"], "Unknown language or lexicon “xx”", "fr, fr-gutenberg"),
        (["play", "--letters", "ABC"], "do not fill a square grid", "CRESAMINILATLSER"),
        (["play", "--seconds", "0"], "--seconds", "from 1 to 3600"),
        (["play", "--letters", "ABCD", "--match"], "--match", "--letters"),
        (["words", "complete", "a5b"], "“5” in “a5b” cannot be used: the letters are a–z", ""),
        (["lexicon"], "lexicon", "lexicons"),
    ],
)
def test_bad_input_gets_one_line_with_the_cause(
    run: Command, arguments: list[str], cause: str, example: str
) -> None:
    ran = run(*arguments)
    assert ran.status == 2
    assert ran.out == ""
    (line,) = ran.err.splitlines()
    assert line.startswith("seize: ")
    assert cause in line
    assert example in line


@pytest.mark.parametrize(
    ("content", "cause"),
    [(b"", "No line of"), (b"\x7fELF\x00\xff", "is not UTF-8 text"), (b"12\n", "No line of")],
)
def test_a_bad_list_gets_one_line(run: Command, tmp_path: Path, content: bytes, cause: str) -> None:
    words = tmp_path / "words"
    words.write_bytes(content)
    ran = run("solve", "ABCD", "--words", str(words))
    assert ran.status == 2
    (line,) = ran.err.splitlines()
    assert cause in line


def test_errors_are_in_the_language_of_the_locale(run: Command) -> None:
    ran = run("solve", "ABC", LANG="fr_FR.UTF-8")
    assert ran.err.startswith("seize: Ces lettres ne remplissent pas une grille carrée")


def test_no_command_is_a_cry_for_help(run: Command) -> None:
    for command in ([], ["words"]):
        ran = run(*command)
        assert (ran.status, ran.err) == (0, "")
        assert "Usage: seize" in ran.out


@pytest.mark.slow
def test_a_closed_input_is_an_empty_one_and_a_closed_output_is_none(
    data_dir: Path, tmp_path: Path
) -> None:
    for command in (["solve", "-"], ["play", "--seconds", "1"]):
        done = subprocess.run(
            ["bash", "-c", '"$@" <&- >&-', "bash", str(SEIZE), *command],
            capture_output=True,
            env=environment(data_dir, SEIZE_DATABASE_URL=f"sqlite:///{tmp_path}/seize.db"),
            check=False,
        )
        assert (done.returncode, done.stderr) == (0, b"")


@pytest.mark.slow
def test_a_full_output_gets_one_line(data_dir: Path) -> None:
    done = subprocess.run(
        ["bash", "-c", f"'{SEIZE}' grid --raw --seed 1 > /dev/full"],
        capture_output=True,
        text=True,
        env=environment(data_dir),
        check=False,
    )
    assert (done.returncode, done.stderr) == (2, "seize: No space left on device\n")


def test_help_and_version(run: Command) -> None:
    assert re.fullmatch(r"seize \d+\.\d+\.\d+\n", run("--version").out)
    for command in (["--help"], *([name, "--help"] for name in ("solve", "grid", "play"))):
        ran = run(*command)
        assert ran.status == 0
        assert "Usage: seize" in ran.out
    assert run("words", "check", "--help").status == 0


@pytest.mark.slow
def test_a_reader_that_has_seen_enough_is_no_error(data_dir: Path) -> None:
    piped = subprocess.run(
        ["bash", "-c", f"'{SEIZE}' grid --raw --count 20000 --seed 1 | head -n 1"],
        capture_output=True,
        check=True,
        env=environment(data_dir),
    )
    assert piped.stderr == b""
    assert len(piped.stdout.strip()) == 16


@pytest.mark.slow
@pytest.mark.parametrize(
    ("commands", "needed"),
    [
        (["--help", "--version"], set()),
        (["lexicons", "words check the", "Letters TEAR --lang en", "play --help"], SETTINGS),
        (["wordle solve --guess crane:-----", "optimize fame"], SETTINGS | {"babel"}),
        (["leaderboard", "stats", "daily list", "db check"], STORE),
        (["solve TEAR", "grid"], SETTINGS | {"numba"}),
    ],
)
def test_a_command_waits_for_no_library_that_it_does_not_need(
    commands: list[str], needed: set[str], tmp_path: Path, data_dir: Path
) -> None:
    code = """
import sys
from bot.cli import main
for command in sys.argv[1:]:
    main(command.split())
print(*sys.modules, sep="\\n", file=sys.stderr)
"""
    done = subprocess.run(
        [sys.executable, "-c", code, *commands],
        capture_output=True,
        text=True,
        check=True,
        env=environment(tmp_path, SEIZE_CACHE_DIR=str(data_dir)),
    )
    assert HEAVY & set(done.stderr.splitlines()) <= needed


def test_the_help_of_each_command_is_its_own() -> None:
    listed = typer.main.get_group(cli.app).commands
    assert {name: each.help for name, each in listed.items()} == {
        name: cli.command(name).get_short_help_str(200) for name in listed
    }


@pytest.mark.slow
def test_kernels_run_where_numba_is_told_not_to_compile(data_dir: Path) -> None:
    ran = seize_process("solve", "ABCD", "--json", data_dir=data_dir, NUMBA_DISABLE_JIT="1")
    assert (ran.status, ran.err) == (0, "")
    assert '"grid": "ABCD"' in ran.out


@pytest.mark.parametrize("columns", ["0", ""])
def test_a_width_of_nothing_is_none(run: Command, columns: str) -> None:
    ran = run("lexicons", COLUMNS=columns)
    assert (ran.status, ran.err) == (0, "")
    assert "fr-gutenberg" in ran.out
