"""`seize daily play` in a pseudo-terminal: the clock starts with Enter, and not before."""

import os
import sqlite3
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pexpect
import pytest

from tests.helpers.command import environment
from tests.helpers.terminal import ended, spawn

pytestmark = pytest.mark.slow

NORMAL = "\x1b[?1049l"


@pytest.fixture
def database(tmp_path: Path) -> Path:
    return tmp_path / "seize.db"


@pytest.fixture
def child(database: Path, data_dir: Path) -> Iterator[pexpect.spawn]:
    places = environment(data_dir, SEIZE_DATABASE_URL=f"sqlite:///{database}")
    start = partial(spawn, "daily", "play", "--lang", "fr", places=places)
    first = start()
    first.expect_exact("Press Enter to start the clock")
    first.sendintr()
    assert ended(first) == 0
    second = start()
    yield second
    second.close(force=True)


def attempts(database: Path) -> int:
    connection = sqlite3.connect(database)
    ((count,),) = connection.execute("SELECT count(*) FROM attempts")
    connection.close()
    return int(count)


@pytest.mark.skipif(os.name == "nt", reason="no pseudo-terminals")
def test_leaving_before_enter_uses_up_nothing_and_ctrl_c_ends_with_the_card(
    child: pexpect.spawn, database: Path
) -> None:
    child.expect_exact("Press Enter to start the clock")
    assert attempts(database) == 0
    child.send("\r")
    child.expect_exact("Type a word")
    assert attempts(database) == 1
    child.send("zzz\r")
    child.expect_exact("zzz: ")
    child.send("\x03")
    child.expect_exact("End the attempt?")
    child.send("\x03")
    child.expect_exact(NORMAL)
    child.expect_exact("The round is over.")
    child.expect_exact("Place so far: 1 of 1")
    child.expect_exact("Seize · Daily 1 · French")
    child.expect_exact("its grid, when the day is over")
    assert ended(child) == 0
