"""Write what docs/study.md tells anew: `python -m docs.study`, which takes some 15 minutes.

Each `$ command` in its blocks is run, and what it prints takes the place of what stood below it.
The rest of the page is prose, which tells no figures but those of others.
"""

import os
import platform
import re
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

PAGE = Path(__file__).with_name("study.md")
BLOCK, PROMPT = "```", "$ "
_WIDTH = "100"


def rewritten(lines: Sequence[str], run: Callable[[str], str]) -> Iterator[str]:
    """Yield the lines of a page, with what `run` prints for each command below it."""
    inside = answered = False
    for line in lines:
        if line.startswith(BLOCK):
            inside, answered = not inside, False
        if inside and line.startswith(PROMPT):
            yield line
            yield from run(line.removeprefix(PROMPT)).splitlines()
            answered = True
        elif not answered:
            yield line


def run(command: str) -> str:
    """Return what a shell command prints here; raises CalledProcessError where it fails."""
    print(f"$ {command}", file=sys.stderr, flush=True)
    started = time.perf_counter()
    path = os.pathsep.join((str(Path(sys.executable).parent), os.environ["PATH"]))
    here = os.environ | {"PATH": path, "COLUMNS": _WIDTH, "NO_COLOR": "1", "LANG": "en_US.UTF-8"}
    done = subprocess.run(  # noqa: S602 (the page's own commands)
        command, shell=True, env=here, cwd=PAGE.parents[1], stdout=subprocess.PIPE, check=True
    )
    print(f"  {time.perf_counter() - started:.0f} s", file=sys.stderr, flush=True)
    return "\n".join(line.rstrip() for line in done.stdout.decode().splitlines())


def machine() -> str:
    """Return what this machine is, in a line."""
    facts = Path("/proc/cpuinfo")  # where there is one: it knows more than `platform`
    told = re.search(r"model name\s*: (.*)", facts.read_text() if facts.exists() else "")
    processor = told[1] if told else platform.machine()
    return f"{os.cpu_count()} cores of {processor}, Python {platform.python_version()}"


def main() -> None:
    """Rewrite the page, once all its commands have run; or say what the machine is."""
    if sys.argv[1:] == ["machine"]:
        print(machine())
        return
    lines = PAGE.read_text("utf-8").splitlines()
    text = "\n".join(rewritten(lines, run)) + "\n"
    PAGE.write_text(text, "utf-8")


if __name__ == "__main__":
    main()
