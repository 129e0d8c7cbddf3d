"""The published comparison of methods, run again: with its parameters, until its figures.

Didier Müller, "Ruzzle : à la recherche de la plus belle grille", counted words of French
grids: best grids of 827 (random sampling), 1388 (steepest ascent), 1473 (tabu), 1634
(simulated annealing, about 2000 runs) and 1508 words (genetic). First, how many runs and
seconds of one core each method takes here to come to its figure, from three seeds; the
article does not say how long its list of tabus was. Then the same methods beside the
default one on the play lists of all five languages, with one budget of evaluations for
each: the most words found.

    python -m benchmarks.article [--part figures|table] [--evaluations 200000]

RESULT
"""

import argparse
import statistics
import time
from concurrent.futures import ThreadPoolExecutor

from bot.app import App
from bot.settings import Settings
from core.lexicon.alphabet import LANGUAGES

PUBLISHED = {"random": 827, "ascent": 1388, "tabu": 1473, "annealing": 1634, "genetic": 1508}
SEEDS = (1, 2, 3)
LIMIT = 600.0


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--evaluations", type=int, default=200_000)
    parser.add_argument("--part", choices=["figures", "table"])
    asked = parser.parse_args()
    app = App(Settings.from_environment())
    app.prepare_search()
    from core.optimizer.ledger import Stops
    from core.optimizer.legs import Shelf
    from core.optimizer.methods import MULLER, Method, Name, named
    from core.optimizer.objective import Objective
    from core.optimizer.problem import Problem
    from core.optimizer.search import Search, Standing
    from core.optimizer.team import Team

    shelf = Shelf(app.settings.lexicons)
    team = Team(lambda: ThreadPoolExecutor(1), 1)

    def search(lang: str, method: Method, seed: int, stops: Stops) -> Standing:
        problem = Problem.of(app.lexicon(lang), "ruzzle", Objective.parse("words"))
        *_, last = Search(problem, method, shelf, seed, stops).run(
            team, time.process_time, lambda: False
        )
        return last

    def figures() -> None:
        print(f"{'method':10} {'figure':>6} {'reached':>7} {'runs':>20} {'seconds':>22}")
        for name, method in MULLER.items():
            target = PUBLISHED[name]
            stops = Stops(target=target, seconds=LIMIT)
            found = [search("fr-gutenberg", method, seed, stops) for seed in SEEDS]
            runs = ", ".join(f"{standing.restarts:,}" for standing in found)
            seconds = ", ".join(f"{standing.seconds:.1f}" for standing in found)
            reached = sum(standing.reached for standing in found)
            print(
                f"{name:10} {target:6} {reached}/{len(found):<5} {runs:>20} {seconds:>22}",
                flush=True,
            )

    def table() -> None:
        print(f"\n{asked.evaluations:,} evaluations each; the best (median) of {len(SEEDS)} seeds")
        methods = {**MULLER, Name.HYBRID: named(Name.HYBRID)}
        print(f"{'':12}" + "".join(f"{name:>15}" for name in methods))
        for lang in ("fr-gutenberg", *LANGUAGES):
            cells = []
            for method in methods.values():
                stops = Stops(evaluations=asked.evaluations)
                standings = [search(lang, method, seed, stops) for seed in SEEDS]
                scores = [standing.best.score for standing in standings if standing.best]
                cells.append(f"{max(scores)} ({statistics.median(scores):.0f})")
            print(f"{lang:12}" + "".join(f"{cell:>15}" for cell in cells), flush=True)

    for part in (figures, table):
        if asked.part in (None, part.__name__):
            part()


if __name__ == "__main__":
    main()
