"""Run `seize`, as a person would: in this process, or in one of its own."""

import asyncio
import io
import logging
import os
import subprocess
import sys
import warnings
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from typer.main import get_group

from bot import cli
from bot.cli import main

SEIZE = Path(sys.executable).parent / "seize"


@dataclass(frozen=True)
class Ran:
    """The output and exit code of a command."""

    status: int
    out: str
    err: str


def all_commands() -> dict[str, Any]:
    """Return `seize` ("") and its commands as Typer built them, by what follows `seize`."""
    root = get_group(cli.app)
    found = {"": root}
    waiting = {name: cli.command(name) for name in root.commands}
    while waiting:
        found |= waiting
        waiting = {
            f"{path} {name}": inner
            for path, each in waiting.items()
            for name, inner in getattr(each, "commands", {}).items()
        }
    return found


def environment(data_dir: Path, **more: str) -> dict[str, str]:
    """Return this process's environment with a folder for what Seize writes, and no locale."""
    kept = {k: v for k, v in os.environ.items() if k not in ("LC_ALL", "LC_MESSAGES", "LANG")}
    return kept | {"SEIZE_DATA_DIR": str(data_dir), "COLUMNS": "100"} | more


def seize(*arguments: str, data_dir: Path, stdin: str = "", **env: str) -> Ran:
    """Run `seize` to its end in this process, which starts at once.

    `env` adds to the environment. A loop that runs here waits meanwhile.
    """
    out, err = (io.BytesIO() for _ in range(2))
    surroundings, loop = environment(data_dir, **env), asyncio._get_running_loop()
    with pytest.MonkeyPatch.context() as patch, warnings.catch_warnings():
        for name in os.environ.keys() - surroundings.keys():
            patch.delenv(name)
        for name, value in surroundings.items():
            patch.setenv(name, value)
        patch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin.encode()), "utf-8"))
        patch.setattr(sys, "stdout", io.TextIOWrapper(out, "utf-8", write_through=True))
        patch.setattr(sys, "stderr", io.TextIOWrapper(err, "utf-8", write_through=True))
        for logger in map(logging.getLogger, ("bot", "core", "aiohttp", "asyncio")):
            for setting in ("handlers", "propagate", "level"):
                patch.setattr(logger, setting, getattr(logger, setting))
        asyncio._set_running_loop(None)
        try:
            status = main(arguments)
        finally:
            asyncio._set_running_loop(loop)
        return Ran(status, out.getvalue().decode(), err.getvalue().decode())


def seize_process(*arguments: str, data_dir: Path, stdin: str = "", **env: str) -> Ran:
    """Run `seize` to its end in a process of its own."""
    done = subprocess.run(
        [str(SEIZE), *arguments],
        input=stdin.encode(),
        capture_output=True,
        check=False,
        env=environment(data_dir, **env),
    )
    return Ran(done.returncode, done.stdout.decode(), done.stderr.decode())
