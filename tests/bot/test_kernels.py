"""A kernel that came along read-only is used, and not compiled again."""

import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from bot.kernels import writable
from tests.helpers.command import SEIZE, environment

NOBODY = 65534


@contextmanager
def nobody() -> Iterator[None]:
    """Be a user to whom modes apply, where the tests run as one to whom they do not."""
    before = os.geteuid()
    if before == 0:
        os.seteuid(NOBODY)
    try:
        yield
    finally:
        os.seteuid(before)


@pytest.fixture
def shared() -> Iterator[Path]:
    # Not tmp_path: other users cannot look into it.
    with TemporaryDirectory() as name:
        Path(name).chmod(0o755)
        yield Path(name)


def protect(folder: Path, mode: int = 0o555) -> None:
    for path in [folder, *folder.rglob("*")]:
        path.chmod(mode if path.is_dir() else mode & 0o444)


def test_a_folder_that_can_be_written_is_taken(tmp_path: Path) -> None:
    assert writable(tmp_path) == tmp_path


def test_a_folder_that_is_not_there_is_taken(tmp_path: Path) -> None:
    assert writable(tmp_path / "none") == tmp_path / "none"


def test_a_folder_that_may_only_be_read_is_copied(shared: Path) -> None:
    folder = shared / "kernel"
    (folder / "deep").mkdir(parents=True)
    (folder / "deep" / "code").write_bytes(b"code")
    protect(folder)
    with nobody():
        copy = writable(folder)
        assert copy != folder
        assert (copy / "deep" / "code").read_bytes() == b"code"
        (copy / "deep" / "code").write_bytes(b"more")
        assert copy.stat().st_mode & 0o777 == 0o700
        shutil.rmtree(copy)
    protect(folder, 0o755)


def test_a_folder_that_may_not_even_be_read_is_taken(shared: Path) -> None:
    folder = shared / "kernel"
    (folder / "deep").mkdir(parents=True)
    (folder / "code").write_bytes(b"code")
    (folder / "code").chmod(0)
    folder.chmod(0o555)
    with nobody():
        assert writable(folder) == folder
    folder.chmod(0o755)


@pytest.mark.slow
def test_the_command_starts_from_a_cache_that_may_only_be_read(
    shared: Path, data_dir: Path
) -> None:
    cache, scratch = shared / "cache", shared / "scratch"
    for part in ("kernels", "lexicons"):
        shutil.copytree(data_dir / part, cache / part)
    protect(cache)
    scratch.mkdir()
    scratch.chmod(0o777)
    # Modes hold root back, too, without the capability to override them.
    bound = ["setpriv", "--bounding-set=-dac_override,-dac_read_search"]
    if os.geteuid() == 0 and not shutil.which("setpriv"):
        pytest.skip("this is root, and there is no setpriv")
    ran = subprocess.run(
        [*(bound if os.geteuid() == 0 else []), SEIZE, "solve", "ABCD", "--json"],
        capture_output=True,
        text=True,
        cwd=shared,
        env=environment(
            shared / "none",
            SEIZE_CACHE_DIR=str(cache),
            TMPDIR=str(scratch),
            NUMBA_DEBUG_CACHE="1",  # it says what it loads and what it compiled
        ),
        check=False,
    )
    protect(cache, 0o755)
    assert (ran.returncode, ran.stderr) == (0, "")
    assert "data loaded from" in ran.stdout
    assert "data saved to" not in ran.stdout
    assert list(scratch.iterdir()) == []
