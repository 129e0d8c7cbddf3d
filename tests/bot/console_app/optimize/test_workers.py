"""Processes and a cluster find what threads find, also where they die; signals end a search."""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.helpers import terminal
from tests.helpers.command import SEIZE, environment, seize, seize_process
from tests.helpers.patience import PATIENCE

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[4]
ASKED = ("--lang", "en", "--size", "3x3", "--seed", "3")
Start = Callable[..., "subprocess.Popen[str]"]


@pytest.fixture
def places(data_dir: Path, tmp_path: Path) -> dict[str, str]:
    return environment(tmp_path, SEIZE_CACHE_DIR=str(data_dir))


@contextmanager
def started(places: dict[str, str], *arguments: str) -> Iterator["subprocess.Popen[str]"]:
    """Start a search; give it once it has found its first grid."""
    with subprocess.Popen(
        [str(SEIZE), "optimize", *ASKED, "--json", *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=places,
        text=True,
    ) as process:
        try:
            assert process.stdout
            line = process.stdout.readline()
            assert line, process.stderr and process.stderr.read()
            assert "restart" in json.loads(line)
            yield process
        finally:
            process.kill()


def ended(process: "subprocess.Popen[str]") -> dict[str, Any]:
    out, err = process.communicate(timeout=PATIENCE)
    assert (process.returncode, err) == (0, "")
    last: dict[str, Any] = json.loads(out.splitlines()[-1])
    return last


def by_threads(data_dir: Path, tmp_path: Path, evaluations: str) -> dict[str, Any]:
    ran = seize(
        "optimize", *ASKED, "--json", "--evaluations", evaluations,
        data_dir=tmp_path, SEIZE_CACHE_DIR=str(data_dir),
    )  # fmt: skip
    last: dict[str, Any] = json.loads(ran.out.splitlines()[-1])
    return last


def children(process: "subprocess.Popen[str]") -> list[int]:
    """Return the processes that a search has started to work for it."""
    found = Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split()
    return [int(p) for p in found if b"spawn_main" in Path(f"/proc/{p}/cmdline").read_bytes()]


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_ends_it_with_the_best_so_far(
    number: signal.Signals, places: dict[str, str]
) -> None:
    with started(places, "--time", "3600") as process:
        process.send_signal(number)
        last = ended(process)
    assert last["seconds"] < 3000
    assert len(last["grid"]) == 9
    assert last["id"]


def test_processes_find_what_threads_find_though_one_is_killed(
    places: dict[str, str], data_dir: Path, tmp_path: Path
) -> None:
    with started(places, "--evaluations", "60000", "--processes", "--workers", "2") as process:
        workers = children(process)
        assert len(workers) == 2
        os.kill(workers[0], signal.SIGKILL)
        by_processes = ended(process)
    found = by_threads(data_dir, tmp_path, "60000")
    del found["seconds"], by_processes["seconds"]
    assert by_processes == found


def test_processes_do_not_outlive_the_search(places: dict[str, str]) -> None:
    with started(places, "--time", "60", "--processes") as process:
        # They hold its output: who reads to its end has seen the last of them end.
        process.kill()
        process.communicate(timeout=PATIENCE)
    assert process.returncode == -signal.SIGKILL


def test_ctrl_c_in_a_terminal_leaves_processes_to_the_search(places: dict[str, str]) -> None:
    child = terminal.spawn("optimize", *ASKED, "--time", "3600", "--processes", places=places)
    child.expect_exact("╭")  # of the first grid that is found
    child.expect_exact("Ctrl-C ends it")
    child.sendintr()
    child.expect_exact("again: seize optimize replay")
    assert terminal.ended(child) == 0
    assert "Traceback" not in child.before


@contextmanager
def a_cluster(places: dict[str, str]) -> Iterator[tuple["subprocess.Popen[str]", str]]:
    with subprocess.Popen(
        [sys.executable, "-m", "tests.bot.console_app.optimize.cluster"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        cwd=ROOT,
        env=places,
        text=True,
    ) as process:
        assert process.stdin
        assert process.stdout
        yield process, process.stdout.readline().strip()
        process.stdin.close()
        process.wait(PATIENCE)


def test_a_cluster_finds_what_threads_find(
    places: dict[str, str], data_dir: Path, tmp_path: Path
) -> None:
    with a_cluster(places) as (cluster, address):
        with started(places, "--evaluations", "3000", "--dask", address) as process:
            by_cluster = ended(process)
        with started(places, "--time", "60", "--dask", address) as process:
            assert cluster.stdin
            cluster.stdin.close()
            out, err = process.communicate(timeout=PATIENCE)
    found = by_threads(data_dir, tmp_path, "3000")
    del found["seconds"], by_cluster["seconds"]
    assert by_cluster == found
    # Without its cluster a search ends, with what it has.
    assert json.loads(out.splitlines()[-1])["score"] > 0
    assert (process.returncode, err) == (2, "seize: The workers died: the Dask scheduler is gone\n")


def test_a_cluster_that_cannot_search_is_named(
    places: dict[str, str], data_dir: Path, tmp_path: Path
) -> None:
    with a_cluster(places | {"SEIZE_HTTP_PORT": "none"}) as (_, address):
        ran = seize_process(
            "optimize", *ASKED, "--dask", address, data_dir=tmp_path, SEIZE_CACHE_DIR=str(data_dir)
        )
    assert (ran.status, ran.out) == (2, "")
    assert ran.err.startswith(f"seize: The workers of the Dask scheduler at “{address}” need the ")
    assert "SEIZE_HTTP_PORT" in ran.err
    assert ran.err.count("\n") == 1


@pytest.mark.parametrize("address", ["127.0.0.1:1", "nonsense"])
def test_a_cluster_that_does_not_answer_is_named(
    address: str, data_dir: Path, tmp_path: Path
) -> None:
    ran = seize_process(
        "optimize", *ASKED, "--dask", address, data_dir=tmp_path, SEIZE_CACHE_DIR=str(data_dir)
    )
    assert (ran.status, ran.out) == (2, "")
    assert ran.err == (f"seize: No Dask scheduler answers at “{address}”: write tcp://HOST:8786\n")
