"""The agreement of independent runs on the best grid: what a search can say of an optimum.

Runs of the default method from random grids, none of which knows of another, for a time;
then how many ended at the best score of all, at which grids (symmetries are one grid), and
what the others ended at. By default words of the list of the published experiments.

    python -m benchmarks.agreement --minutes 60 --workers 2 [--lang fr-gutenberg]
        [--objective words] [--rules ruzzle] [--seed 1]

Last result, 2026-11-21, a 2-core virtual machine (Intel Xeon) with other work on it, Python 3.11:

    fr-gutenberg, words: 1,367 runs and 70,254,575 evaluations in 60.1 minutes (26.0 of
    processor time)
    1634 from 1,250 runs (91.4%): CAILRMLSEIAESNTR x1,250
    1562 from 20 runs (1.5%): CAPERLMSEIAESNTR x20
    1555 from 6 runs (0.4%): CAPERLMREIAESNTS x6
    1545 from 57 runs (4.2%): MERTPANILITASERS x57
    1538 from 2 runs (0.1%): ECAPRMLREAIESTNS x1, CAPERMLSEIAESNTR x1
    checksum: best 1634, 1 grids

And with --minutes 8 --seed 2, on the same machine left alone:

    fr-gutenberg, words: 886 runs and 45,615,120 evaluations in 8.0 minutes (15.9 of
    processor time)
    1634 from 821 runs (92.7%): CAILRMLSEIAESNTR x821
    1562 from 8 runs (0.9%): CAPERLMSEIAESNTR x8
    1555 from 1 runs (0.1%): CAPERLMREIAESNTS x1
    1545 from 41 runs (4.6%): MERTPANILITASERS x41
    1522 from 1 runs (0.1%): PAISRLMSEIAESNTR x1
    checksum: best 1634, 1 grids
"""

import argparse
import time
from collections import Counter
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from itertools import count

from bot.app import App
from bot.settings import Settings


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--minutes", type=float, default=1.0)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--lang", default="fr-gutenberg")
    parser.add_argument("--objective", default="words")
    parser.add_argument("--rules", default="ruzzle")
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    app = App(Settings.from_environment())
    lexicon = app.lexicon(asked.lang)
    app.prepare_search()
    from core.optimizer.legs import Leg, Reached, Shelf, go
    from core.optimizer.methods import ENDLESS, Name, named
    from core.optimizer.objective import Objective
    from core.optimizer.problem import Problem
    from core.optimizer.task import to_grid

    problem = Problem.of(lexicon, asked.rules, Objective.parse(asked.objective))
    shelf, method = Shelf(app.settings.lexicons), named(Name.HYBRID)
    began, cpu = time.monotonic(), time.process_time()
    scores: Counter[int] = Counter()
    grids: dict[int, Counter[str]] = {}
    evaluations = 0
    numbers = count()
    with ThreadPoolExecutor(asked.workers) as pool:
        pending: set[Future[Reached]] = set()
        while True:
            while len(pending) < asked.workers and time.monotonic() - began < 60 * asked.minutes:
                leg = Leg(problem, method, shelf, asked.seed, next(numbers), ENDLESS)
                pending.add(pool.submit(go, leg))
            if not pending:
                break
            done, pending = wait(pending, return_when=FIRST_COMPLETED)
            for future in done:
                last = future.result().gains[-1]
                grid = str(to_grid(problem, last.board).canonical())
                scores[last.score] += 1
                grids.setdefault(last.score, Counter())[grid] += 1
                evaluations += future.result().run.evaluations
    minutes, used = (time.monotonic() - began) / 60, (time.process_time() - cpu) / 60
    best = max(scores)
    print(
        f"{asked.lang}, {asked.objective}: {scores.total():,} runs and {evaluations:,} evaluations "
        f"in {minutes:.1f} minutes ({used:.1f} of processor time)"
    )
    for score in sorted(scores, reverse=True)[:5]:
        found = ", ".join(f"{grid} x{times:,}" for grid, times in grids[score].most_common(3))
        print(
            f"{score} from {scores[score]:,} runs ({scores[score] / scores.total():.1%}): {found}"
        )
    print(f"checksum: best {best}, {len(grids[best])} grids")


if __name__ == "__main__":
    main()
