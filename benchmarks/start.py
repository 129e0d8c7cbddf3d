"""The time that a start takes, and its memory.

"first run" and "warm run" are whole processes of `seize solve` on a French grid, in an
empty folder and after. "pack" is the time to read, normalise and pack a list. "resident"
is what opening the French lexicon and finding every word of a grid adds to a process
that has loaded the solver. The checksum is the number of words of the grid.
"times" compares what a command costs before it does anything with what the libraries that it
needs cost alone: processor time, the median of pairs that run side by side.

    make bench

Last result, 2026-11-21, a 2-core virtual machine (Intel Xeon), Python 3.11:

    first run    5.79 s  checksum 1790
    warm run     0.65 s  median of 9
    pack fr             1.07 s  407,839 words
    pack fr-gutenberg   0.70 s  315,575 words
    pack en             0.37 s  251,516 words
    pack en-enable      0.25 s  170,494 words
    pack de             1.60 s  617,806 words
    pack es             1.74 s  550,059 words
    pack it             0.52 s  307,965 words
    resident   13 MB beyond 154 MB  checksum 1790
"""

import json
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from core.lexicon.catalogue import listings

SEIZE = Path(sys.executable).parent / "seize"
GRID = "CRESAMINILATLSER"
WARM_RUNS = 9
LINE = "typer, typer.core, rich.console, rich.table"
LOOK = f"{LINE}, pydantic_settings, numpy"
STORE = f"{LOOK}, babel.numbers, sqlalchemy.ext.asyncio, aiosqlite, alembic.command"
LIBRARIES = {
    "--help": LINE,
    "lexicons": LOOK,
    "words check the --lang en": LOOK,
    "letters TEAR --lang en": LOOK,
    "leaderboard": STORE,
    "stats": STORE,
    "daily list": STORE,
    "db check": STORE,
}
RESIDENT = """
import json, sys
from pathlib import Path
from bot.app import App
from bot.settings import Settings

app = App(Settings.from_environment())
app.prepare_solver()
from core.grid import Grid
from core.scoring import ruleset
from core.solver.solver import solve

def resident():
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * 4096 / 1e6

grid, rules = Grid.of("CRESAMINILATLSER"), ruleset("ruzzle", "fr")
solve(grid, app.lexicon("en-enable"), rules)
before = resident()
french = app.lexicon("fr")
words = len(solve(grid, french, rules))
print(json.dumps([before, resident() - before, words]))
"""


def timed(folder: str) -> tuple[float, int]:
    command = [str(SEIZE), "solve", GRID, "--lang", "fr", "--json"]
    started = time.perf_counter()
    done = subprocess.run(
        command,
        env=os.environ | {"SEIZE_DATA_DIR": folder},
        capture_output=True,
        check=True,
    )
    return time.perf_counter() - started, json.loads(done.stdout)["word_count"]


def processor_time(command: list[str], folder: str) -> float:
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(
        command, check=False, env=os.environ | {"SEIZE_DATA_DIR": folder}, capture_output=True
    )
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def compare(command: str, libraries: str, folder: str) -> str:
    alone = [sys.executable, "-c", f"import {libraries}"]
    pairs = [
        (processor_time([str(SEIZE), *command.split()], folder), processor_time(alone, folder))
        for _ in range(WARM_RUNS)
    ]
    times = statistics.median(whole / part for whole, part in pairs)
    seconds = statistics.median(whole for whole, _ in pairs)
    return f"start {command:26} {seconds:5.2f} s  {times:.1f} times its libraries"


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        first, words = timed(folder)
        warm = [timed(folder)[0] for _ in range(WARM_RUNS)]
        print(f"first run  {first:6.2f} s  checksum {words}")
        print(f"warm run   {statistics.median(warm):6.2f} s  median of {WARM_RUNS}")
        for command, libraries in LIBRARIES.items():
            print(compare(command, libraries, folder))
        for name, listed in listings().items():
            started = time.perf_counter()
            count = len(listed.build())
            print(f"pack {name:13} {time.perf_counter() - started:5.2f} s  {count:,} words")
        printed = subprocess.run(
            [sys.executable, "-c", RESIDENT],
            env=os.environ | {"SEIZE_DATA_DIR": folder},
            capture_output=True,
            check=True,
        ).stdout
        before, more, words = json.loads(printed)
        print(f"resident   {more:.0f} MB beyond {before:.0f} MB  checksum {words}")


if __name__ == "__main__":
    main()
