"""Lives of the served bot, forked from a process that has imported everything already."""

import os
import sys
from multiprocessing import get_context
from multiprocessing.process import BaseProcess
from pathlib import Path

from bot.app import App
from bot.settings import Settings

App(Settings.from_environment()).prepare_search()

from bot.server import process  # noqa: E402, F401 (to be there in each life)
from bot.server.command import serve  # noqa: E402


def begin(folder: Path, environment: dict[str, str]) -> BaseProcess:
    """Run `seize serve` in a folder, its log in the file "log" there; return the process."""
    context = get_context("forkserver")
    context.set_forkserver_preload([__name__])
    life = context.Process(target=_live, args=(folder, environment))
    life.start()
    return life


def _live(folder: Path, environment: dict[str, str]) -> None:
    os.environ.update(environment)
    os.chdir(folder)
    sys.stderr = (folder / "log").open("a", buffering=1)
    serve()
