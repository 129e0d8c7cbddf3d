"""Write docs/study.md again: `python -m docs.study`, which takes some 15 minutes.

It runs each `$ command` of the page, and puts the output below it. The rest of the page is prose,
whose figures are those of others.
"""

import os
import platform
import re
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from subprocess import CalledProcessError
from tempfile import TemporaryDirectory

PAGE = Path(__file__).with_name("study.md")
ROOT = PAGE.parents[1]
PICTURES = PAGE.with_suffix("")
BLOCK, PROMPT = "```", "$ "
_WIDTH = "100"
_KEPT = ("HOME", "SEIZE_CACHE_DIR")
_CACHE = {"SEIZE_CACHE_DIR": str(ROOT / ".pytest_cache" / "d" / "seize")}  # as the tests keep it


def rewritten(lines: Sequence[str], run: Callable[[str], str]) -> Iterator[str]:
    """Yield the lines of a page, each command followed by its new output from `run`."""
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
    """Run a shell command and return its output; raises CalledProcessError if it fails."""
    print(f"$ {command}", file=sys.stderr, flush=True)
    started = time.perf_counter()
    path = os.pathsep.join((str(Path(sys.executable).parent), os.environ["PATH"]))
    with TemporaryDirectory(prefix="seize-") as folder:  # nobody's own scores and records
        here = {name: os.environ[name] for name in _KEPT if os.environ.get(name)}
        here |= {"PATH": path, "COLUMNS": _WIDTH, "LC_ALL": "C.UTF-8", "SEIZE_DATA_DIR": folder}
        done = subprocess.run(  # noqa: S602 (the page's own commands)
            command, shell=True, env=_CACHE | here, cwd=ROOT, stdout=subprocess.PIPE, check=True
        )
    print(f"  {time.perf_counter() - started:.0f} s", file=sys.stderr, flush=True)
    return "\n".join(line.rstrip() for line in done.stdout.decode().splitlines())


def machine() -> str:
    """Name this machine in a line: cores, processor, Python."""
    facts = Path("/proc/cpuinfo")  # where there is one: it knows more than `platform`
    told = re.search(r"model name\s*: (.*)", facts.read_text() if facts.exists() else "")
    processor = told[1] if told else platform.machine()
    return f"{os.cpu_count()} cores of {processor}, Python {platform.python_version()}"


def main() -> None:
    """Rewrite the page once all its commands have run, or name the machine."""
    if sys.argv[1:] == ["machine"]:
        print(machine())
        return
    if sys.argv[1:]:
        sys.exit(
            "python -m docs.study writes the page; python -m docs.study machine names this one"
        )
    PICTURES.mkdir(exist_ok=True)
    try:
        write(PAGE, run)
    except CalledProcessError as error:
        sys.exit(f"{PAGE.name} stays as it was: {error}")


def write(page: Path, run: Callable[[str], str]) -> None:
    """Rewrite a page; if a command fails, it stays as it is."""
    lines = page.read_text("utf-8").splitlines()
    text = "\n".join(rewritten(lines, run)) + "\n"
    page.write_text(text, "utf-8")


if __name__ == "__main__":
    main()
