"""The benches that fill a database keep up with its tables: each runs, at a small size."""

import subprocess
import sys

import pytest


@pytest.mark.slow
@pytest.mark.parametrize(
    ("command", "told"),
    [
        ("leaderboard 100 4000", "100 players, 4,000 plays"),
        ("dailies 50", "a day later: 50 attempts closed"),
        ("load 4 2 8 2", "16 plays stored as acknowledged"),
        ("ratings 50 100", "10,000 duels rated"),
    ],
)
def test_a_bench_runs(command: str, told: str) -> None:
    name, *sizes = command.split()
    ran = subprocess.run(
        [sys.executable, "-m", f"benchmarks.{name}", *sizes],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert ran.returncode == 0, ran.stderr
    assert told in ran.stdout
