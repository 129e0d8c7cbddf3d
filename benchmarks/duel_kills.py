"""Duels whose process is killed again and again: what is lost, doubled, stuck, told twice.

    python -m benchmarks.duel_kills [KILLS] [PAIRS] [DUELS]

PAIRS of players have DUELS duels each, with rounds of a second, on SQLite; now and then somebody
declines or resigns. The process dies by SIGKILL after 1 to 8 things that it acknowledged, and the
next one goes on. Ends with status 1 if anything was lost, doubled or stuck, or told twice by one.
"""

import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.core.services.duel_host import run


def main(kills: int, pairs: int, duels: int) -> int:
    began = time.monotonic()
    with TemporaryDirectory() as folder:
        report = run(Path(folder) / "seize.db", kills, pairs, duels)
    print(f"{report.kills:,} kills, {report.duels} duels, {report.words:,} words acknowledged")
    after = (f"{kind} {times}" for kind, times in report.after.most_common())
    print(f"killed after {', '.join(after)}")
    print(f"{report.news:,} things to tell, {report.again} told again by a later life")
    print(f"{len(report.faults)} faults in {time.monotonic() - began:.0f} s")
    print(*report.faults[:20], sep="\n")
    return bool(report.faults)


if __name__ == "__main__":
    asked = [*map(int, sys.argv[1:]), *(1_000, 20, 10)[len(sys.argv) - 1 :]]
    sys.exit(main(*asked))
