"""How long the search takes to the best grids known, from random grids, seed by seed.

One core, one run of the default method after the other until the target is reached; 20
seeds, each its own process time from the first evaluation on. The targets of 3x3, 3x4 and
4x4 Boggle are proven optima of the list ENABLE2K (danvk/hybrid-boggle, 2025), which is
public domain but not shipped: give its file. Without it `en-enable` stands in, of which
nobody has proven anything: its 4x4 target is the score of the proven grid on this list.
1634 words is Müller's record, found in about 2000 runs.

    python -m benchmarks.records [--enable2k FILE] [--seeds 20]

RESULT
"""

import argparse
import statistics
import time
from collections.abc import Callable, Sequence
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


def measure(
    targets: Sequence[Target], app: App, words: Path | None, seeds: int, show: Callable[..., None]
) -> None:
    from core.optimizer.legs import Shelf
    from core.optimizer.methods import Name, named
    from core.optimizer.objective import Objective
    from core.optimizer.problem import Problem
    from core.optimizer.search import Search, Stops, Team
    from core.optimizer.task import to_grid

    for target in targets:
        own = words if target.lexicon == "ENABLE2K" else None
        lexicon = app.lexicon("en" if own else target.lexicon, own)
        objective = Objective.parse(target.objective)
        problem = Problem.of(lexicon, target.rules, objective, target.size)
        shelf = Shelf(app.settings.lexicons, own)
        stops = Stops(target=target.score, seconds=LIMIT)
        team = Team(lambda: ThreadPoolExecutor(1), 1)
        took, evaluations, runs, grids = [], 0, 0, set()
        for seed in range(-1, seeds):  # the first only warms up
            before = time.process_time()
            search = Search(problem, named(Name.HYBRID), shelf, max(seed, 0), stops)
            *_, standing = search.run(team, time.perf_counter, lambda: False)
            if seed < 0 or standing.best is None:
                continue
            if standing.reached:
                took.append(time.process_time() - before)
                grids.add(str(to_grid(problem, standing.best.board).canonical()))
            evaluations += standing.evaluations
            runs += standing.restarts
        show(target, took, evaluations, runs, seeds, grids)


def show(
    target: Target, took: list[float], evaluations: int, runs: int, seeds: int, grids: set[str]
) -> None:
    what = f"{target.lexicon} {target.size[0]}x{target.size[1]} {target.objective} {target.score}"
    times = f"median {statistics.median(took):5.2f} s  worst {max(took):5.2f} s" if took else ""
    print(
        f"{what:32} {len(took)}/{seeds} seeds  {times}  {evaluations // seeds:9,} evaluations "
        f"and {runs / seeds:.1f} runs a seed, {evaluations / max(sum(took), 1e-9):,.0f}/s  "
        f"{', '.join(sorted(grids))}",
        flush=True,
    )


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--enable2k", type=Path)
    parser.add_argument("--seeds", type=int, default=20)
    asked = parser.parse_args()
    app = App(Settings.from_environment())
    app.prepare_search()
    measure(
        [*(ENABLE2K if asked.enable2k else []), *SHIPPED], app, asked.enable2k, asked.seeds, show
    )


if __name__ == "__main__":
    main()
