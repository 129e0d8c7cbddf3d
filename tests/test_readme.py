"""The README is true: its sessions are run, its commands exist, its settings are read."""

import re
import shlex
import subprocess
from pathlib import Path

import pytest

from bot.settings import variables
from core.optimizer.fame import hall
from docs.picture import BOARD, MISSED, PICTURE, draw, draw_board, draw_missed, play
from tests.helpers.command import SEIZE, environment
from tests.helpers.pictures import alike, difference_hash

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")
SESSIONS = re.findall(r"^```console\n(.*?)^```", README, re.DOTALL | re.MULTILINE)
STEPS = [
    (step.split("\n", 1)[0], step.split("\n", 1)[1])
    for session in SESSIONS
    for step in re.split(r"^\$ ", session, flags=re.MULTILINE)[1:]
]


@pytest.mark.parametrize(("command", "shown"), STEPS)
def test_the_sessions_print_what_is_shown(
    command: str, shown: str, data_dir: Path, tmp_path: Path
) -> None:
    env = environment(data_dir, SEIZE_DATABASE_URL=f"sqlite:///{tmp_path}/seize.db")
    env["PATH"] = f"{SEIZE.parent}:{env['PATH']}"
    env["COLUMNS"] = "80"
    done = subprocess.run(
        ["bash", "-c", command], capture_output=True, env=env, cwd=tmp_path, check=False
    )
    printed = done.stdout.decode()
    assert [line.rstrip() for line in printed.splitlines()] == shown.splitlines()


def test_the_best_grids_are_those_of_the_hall_of_fame() -> None:
    section = README.split("## La plus belle grille")[1].split("\n## ")[0]
    shown = re.findall(r"\| ([\d,]+) \| `([^`]+)`", section)
    records = {(f"{record.score:,}", record.grid) for record in hall(Path("none"))}
    assert len(shown) >= 10
    assert set(shown) <= records


def test_there_are_sessions() -> None:
    assert len(STEPS) >= 5


def test_the_picture_is_of_this_version() -> None:
    assert PICTURE.read_text(encoding="utf-8") == draw(play())


def test_the_pictures_of_a_chat_are_of_this_version() -> None:
    round_ = play()
    assert alike(draw_board(round_), difference_hash(BOARD.read_bytes()))
    assert alike(draw_missed(round_), difference_hash(MISSED.read_bytes()))
    assert all(f"docs/{picture.name}" in README for picture in (PICTURE, BOARD, MISSED))


def test_ci_runs_the_test_command_of_the_readme() -> None:
    commands = re.findall(r"^make (\w+)", README, re.MULTILINE)
    assert commands == ["play", "test", "serve"]
    commands.remove("serve")  # which needs a token
    script = (ROOT / ".ci" / "run").read_text()
    assert all(re.search(rf"^make {command}\b", script, re.MULTILINE) for command in commands)


def test_every_option_that_the_readme_names_exists(data_dir: Path) -> None:
    helps = ""
    commands = (
        "solve", "grid", "play", "leaderboard", "stats", "words check", "words complete",
        "lexicons", "letters", "optimize", "optimize compare", "optimize prove", "daily words",
        "daily verify", "wordle play", "wordle solve",
    )  # fmt: skip
    for command in commands:
        helps += subprocess.run(
            [SEIZE, *shlex.split(command), "--help"],
            capture_output=True,
            text=True,
            check=True,
            env=environment(data_dir, COLUMNS="200"),
        ).stdout
    options = set(re.findall(r"(?<![\w-])--[a-z][a-z-]+", README))
    options.discard("--profile")  # of docker compose
    assert options
    assert {option for option in options if option not in helps} == set()


def test_every_setting_is_in_the_readme_and_every_other_is_read() -> None:
    assert set(variables()) == set(re.findall(r"`(SEIZE_[A-Z_]+)`", README))


def test_the_example_of_env_has_every_setting_and_sets_none() -> None:
    lines = (ROOT / ".env.example").read_text(encoding="utf-8").splitlines()
    assert [line for line in lines if line and not line.startswith("#")] == []
    assert sorted(re.findall(r"^# (SEIZE_[A-Z_]+)=", "\n".join(lines), re.MULTILINE)) == sorted(
        variables()
    )
