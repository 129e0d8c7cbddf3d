"""The time of the search to the best grids known, from random grids, seed by seed.

One core, one run of the default method after the other until the target is reached; 20
seeds, each its own process time from the first evaluation on. The targets of 3x3, 3x4 and
4x4 Boggle are proven optima of the list ENABLE2K (danvk/hybrid-boggle, 2025), which is
public domain but not shipped: give its file. Without it `en-enable` stands in, of which
nobody has proven anything: its 4x4 target is the score of the proven grid on this list.
1634 words is Müller's record, found in about 2000 runs.

    python -m benchmarks.records [--enable2k FILE] [--seeds 20]

Last result, 2026-11-21, a 2-core virtual machine (Intel Xeon), Python 3.11:

    ENABLE2K 3x3 points 545: 20 of 20 seeds, median 0.02 s, worst 0.08 s
        4,013 evaluations and 1.1 runs a seed, 171,563/s; DESLATPER
    ENABLE2K 3x4 points 1651: 20 of 20 seeds, median 0.23 s, worst 0.98 s
        30,060 evaluations and 2.3 runs a seed, 100,312/s; DNISETALSREP 3x4
    ENABLE2K 4x4 points 3625: 20 of 20 seeds, median 0.96 s, worst 3.68 s
        68,890 evaluations and 2.1 runs a seed, 55,075/s; PERSLATGSINETERS
    en-enable 4x4 points 3623: 20 of 20 seeds, median 1.23 s, worst 4.47 s
        62,203 evaluations and 1.9 runs a seed, 47,668/s; PERSLATGSINETERS
    fr-gutenberg 4x4 words 1634: 20 of 20 seeds, median 0.41 s, worst 1.20 s
        19,977 evaluations and 1.0 runs a seed, 42,172/s; CAILRMLSEIAESNTR
"""

import argparse
import statistics
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from bot.app import App
from bot.settings import Settings

LIMIT = 60.0


@dataclass(frozen=True)
class Target:
    """A score to reach, and on what."""

    lexicon: str
    rules: str
    objective: str
    size: tuple[int, int]
    score: int


ENABLE2K = [
    Target("ENABLE2K", "boggle", "points", (3, 3), 545),
    Target("ENABLE2K", "boggle", "points", (3, 4), 1651),
    Target("ENABLE2K", "boggle", "points", (4, 4), 3625),
]
SHIPPED = [
    Target("en-enable", "boggle", "points", (4, 4), 3623),
    Target("fr-gutenberg", "ruzzle", "words", (4, 4), 1634),
]


def measure(target: Target, app: App, words: Path | None, seeds: int) -> None:
    from core.optimizer.ledger import Stops
    from core.optimizer.legs import Shelf
    from core.optimizer.methods import Name, named
    from core.optimizer.objective import Objective
    from core.optimizer.problem import Problem
    from core.optimizer.search import Search
    from core.optimizer.task import to_grid
    from core.optimizer.team import Team

    own = words if target.lexicon == "ENABLE2K" else None
    lexicon = app.lexicon("en" if own else target.lexicon, own)
    problem = Problem.of(lexicon, target.rules, Objective.parse(target.objective), target.size)
    stops = Stops(target=target.score, seconds=LIMIT)
    team = Team(lambda: ThreadPoolExecutor(1), 1)
    shelf, method = Shelf(app.settings.lexicons, own), named(Name.HYBRID)
    took, reached, evaluations, runs = [], 0, 0, 0
    grids: set[str] = set()
    for seed in range(-1, seeds):  # the first only warms up
        before = time.process_time()
        *_, last = Search(problem, method, shelf, max(seed, 0), stops).run(
            team, time.perf_counter, lambda: False
        )
        if seed >= 0:
            took.append(time.process_time() - before)
            reached += last.reached
            evaluations += last.evaluations
            runs += last.restarts
            if last.reached and last.best:
                grids.add(str(to_grid(problem, last.best.board).canonical()))
    rows, cols = target.size
    print(
        f"{target.lexicon} {rows}x{cols} {target.objective} {target.score}: {reached} of {seeds} "
        f"seeds, median {statistics.median(took):.2f} s, worst {max(took):.2f} s\n"
        f"    {evaluations // seeds:,} evaluations and {runs / seeds:.1f} runs a seed, "
        f"{evaluations / sum(took):,.0f}/s; {', '.join(sorted(grids))}",
        flush=True,
    )


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--enable2k", type=Path)
    parser.add_argument("--seeds", type=int, default=20)
    asked = parser.parse_args()
    app = App(Settings.from_environment())
    app.prepare_search()
    for target in [*(ENABLE2K if asked.enable2k else []), *SHIPPED]:
        measure(target, app, asked.enable2k, asked.seeds)


if __name__ == "__main__":
    main()
