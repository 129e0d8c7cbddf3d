import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from bot.cli import main
from tests.core.optimizer.helpers import Desk
from tests.helpers.command import Ran

Command = Callable[..., Ran]


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    """Return a list of small words, in a file, and what helps to check what is found in it."""
    return Desk(tmp_path)


@pytest.fixture
def run(
    tmp_path: Path,
    data_dir: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> Command:
    """Return a function that runs `seize optimize` in this process, which starts at once."""
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("SEIZE_DATA_DIR", str(tmp_path / "data"))
    monkeypatch.setenv("SEIZE_CACHE_DIR", str(data_dir))
    monkeypatch.setenv("COLUMNS", "100")
    # Which puts back the one that shows warnings, too.
    monkeypatch.setattr("warnings.showwarning", __import__("warnings").showwarning)

    def run(*arguments: str) -> Ran:
        monkeypatch.setattr(sys, "argv", ["seize", "optimize", *arguments])
        capsys.readouterr()
        with pytest.raises(SystemExit) as ended:
            main()
        said = capsys.readouterr()
        code = ended.value.code
        assert code is None or isinstance(code, int)
        return Ran(code or 0, said.out, said.err)

    return run


@pytest.fixture
def small(run: Command, desk: Desk) -> Command:
    """Return a function that searches the small words in grids of 2x2."""
    return lambda *arguments: run("--words", str(desk.file), "--size", "2x2", *arguments)
