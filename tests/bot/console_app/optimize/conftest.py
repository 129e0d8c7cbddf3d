from collections.abc import Callable
from pathlib import Path

import pytest

from tests.core.optimizer.helpers import Desk
from tests.helpers.command import Ran, seize

Command = Callable[..., Ran]


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    """Return a list of small words, in a file, and what helps to check what is found in it."""
    return Desk(tmp_path)


@pytest.fixture
def run(tmp_path: Path, data_dir: Path) -> Command:
    """Return a function that runs `seize optimize`."""
    return lambda *arguments: seize(
        "optimize", *arguments, data_dir=tmp_path / "data", SEIZE_CACHE_DIR=str(data_dir)
    )


@pytest.fixture
def small(run: Command, desk: Desk) -> Command:
    """Return a function that searches the small words in grids of 2x2."""
    return lambda *arguments: run("--words", str(desk.file), "--size", "2x2", *arguments)
