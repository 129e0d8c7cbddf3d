"""Where the tests keep what is slow to make: packed lexicons and the compiled kernel.

The folder is pytest's own cache, so a second run starts at once; `pytest
--cache-clear` starts from nothing.
"""

from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import settings

from bot.app import App
from bot.settings import Settings
from core.lexicon import Lexicon

DATA_DIR = Path(__file__).parents[1] / ".pytest_cache" / "d" / "seize"

# What a draw costs depends on the machine; what it finds does not.
settings.register_profile("seize", deadline=None, max_examples=60)
settings.load_profile("seize")

# Before any test module imports the solver.
App(Settings(DATA_DIR, "en", DATA_DIR / "seize.db")).prepare_solver()


@pytest.fixture(scope="session")
def data_dir() -> Path:
    """Return the folder that tests which do not test it share."""
    return DATA_DIR


@pytest.fixture(scope="session")
def lexicon(data_dir: Path) -> Callable[[str], Lexicon]:
    """Return a function that opens a shipped lexicon by name."""
    return App(Settings(data_dir, "en", data_dir / "seize.db")).lexicon
