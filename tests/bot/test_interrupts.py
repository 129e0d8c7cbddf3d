"""Ctrl-C while a command starts."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.helpers.command import environment

pytestmark = pytest.mark.slow

INTERRUPT_AT = """
import os, signal, sys

class Interrupt:
    def find_spec(self, name, path=None, target=None):
        if name == {module!r}:
            os.kill(os.getpid(), signal.SIGINT)

signal.signal(signal.SIGINT, signal.default_int_handler)  # a job in the background ignores it
sys.meta_path.insert(0, Interrupt())
sys.argv = ["seize", *{command!r}.split()]
from bot.__main__ import main
main()
"""


@pytest.mark.parametrize(
    ("command", "module"),
    [
        ("--help", "typer"),
        ("--help", "rich"),
        ("lexicons", "pydantic"),
        ("leaderboard", "sqlalchemy"),
        ("solve TEAR --lang en", "numba"),
        ("serve", "discord"),
    ],
)
def test_an_interrupt_while_libraries_are_imported_ends_in_silence(
    command: str, module: str, data_dir: Path, tmp_path: Path
) -> None:
    done = subprocess.run(
        [sys.executable, "-c", INTERRUPT_AT.format(module=module, command=command)],
        capture_output=True,
        check=False,
        env=environment(
            tmp_path,
            SEIZE_CACHE_DIR=str(data_dir),
            SEIZE_DISCORD_TOKEN="token",  # noqa: S106
        ),
    )
    assert (done.returncode, done.stdout, done.stderr) == (130, b"", b"")
