"""Commands in a pseudo-terminal: keys in, a screen out."""

import os
import sys
from pathlib import Path

import pexpect

from tests.helpers.patience import PATIENCE

ROOT = Path(__file__).parents[2]
OTHER = ("NO_COLOR", "COLUMNS", "LINES")  # which tell of another terminal


def spawn(
    *arguments: str,
    module: str = "bot",
    places: dict[str, str] | None = None,
    size: tuple[int, int] = (24, 80),
    **env: str,
) -> pexpect.spawn:
    """Start a module, `seize` if none is named, in a terminal of so many rows and columns."""
    clean = {k: v for k, v in (places or os.environ).items() if k not in OTHER}
    return pexpect.spawn(
        sys.executable,
        ["-m", module, *arguments],
        cwd=ROOT,
        env=clean | {"TERM": "xterm-256color", "PYTHONUTF8": "1"} | env,
        dimensions=size,
        encoding="utf-8",
        codec_errors="replace",  # a signal may cut a character in two
        timeout=PATIENCE,
    )


def ended(child: pexpect.spawn) -> int:
    """Wait for the end of a command; return its exit status."""
    child.expect(pexpect.EOF)
    child.wait()
    return int(child.exitstatus if child.signalstatus is None else -child.signalstatus)
