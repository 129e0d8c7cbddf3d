"""Run the real `seize` command, as a person would."""

import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

SEIZE = Path(sys.executable).parent / "seize"


@dataclass(frozen=True)
class Ran:
    """What a command left behind."""

    status: int
    out: str
    err: str


def environment(data_dir: Path, **more: str) -> dict[str, str]:
    """Return this process's environment with a folder for what Seize writes, and no locale."""
    kept = {k: v for k, v in os.environ.items() if k not in ("LC_ALL", "LC_MESSAGES", "LANG")}
    return kept | {"SEIZE_DATA_DIR": str(data_dir), "COLUMNS": "100"} | more


def seize(
    *arguments: str, data_dir: Path, stdin: str | bytes = "", timeout: float = 60, **env: str
) -> Ran:
    """Run `seize` to its end; `env` adds to the environment."""
    data = stdin.encode() if isinstance(stdin, str) else stdin
    done = subprocess.run(
        [str(SEIZE), *arguments],
        input=data,
        capture_output=True,
        timeout=timeout,
        check=False,
        env=environment(data_dir, **env),
    )
    return Ran(done.returncode, done.stdout.decode(), done.stderr.decode())
