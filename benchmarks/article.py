"""The published comparison of methods, run again: with its parameters, until its figures.

Didier Müller, "Ruzzle : à la recherche de la plus belle grille", counted words of French
grids: best grids of 827 (random sampling), 1388 (steepest ascent), 1473 (tabu), 1634
(simulated annealing, about 2000 runs) and 1508 words (genetic). First, how many runs and
seconds of one core each method takes here to come to its figure, from some seeds; the
article does not say how long its list of tabus was. Then the same methods beside the
default one on the play lists of all languages, with one budget of evaluations for
each: the most words found.

    python -m benchmarks.article [--part figures|table] [--evaluations 200000]

Last result, 2026-11-21, a 2-core virtual machine (Intel Xeon) with other work on it, Python
3.11; seconds are of processor time:

    method     figure reached                 runs              seconds
    random        827 3/3                  9, 6, 7     53.1, 34.3, 38.1
    ascent       1388 3/3              208, 32, 25        6.4, 1.0, 0.8
    tabu         1473 3/3                 4, 2, 23       4.3, 0.4, 44.6
    annealing    1634 3/3      1,028, 9,423, 2,780    16.8, 151.5, 44.4
    genetic      1508 3/3              19, 305, 38    13.6, 291.6, 35.1

    200,000 evaluations each; the best (median) of 3 seeds
                      random      ascent        tabu   annealing     genetic      hybrid
    fr-gutenberg   687 (679) 1463 (1403) 1535 (1160) 1446 (1402) 1360 (1349) 1634 (1634)
    fr             794 (756) 1631 (1428) 1554 (1411) 1622 (1573) 1643 (1561) 1790 (1790)
    en             692 (689) 1330 (1254) 1358 (1346) 1410 (1375) 1281 (1259) 1427 (1427)
    de             709 (704) 1349 (1339) 1380 (1082) 1519 (1417) 1375 (1282) 1529 (1529)
    es           1125 (1073) 2266 (2095) 2088 (2065) 2205 (2181) 2081 (2076) 2360 (2360)
    it             618 (561) 1124 (1124) 1175 (1161) 1176 (1159) 1136 (1066) 1212 (1212)
"""

import argparse
import statistics
import time
from concurrent.futures import ThreadPoolExecutor

from bot.app import App
from bot.settings import Settings
from core.languages import languages

PUBLISHED = {"random": 827, "ascent": 1388, "tabu": 1473, "annealing": 1634, "genetic": 1508}
LIMIT = 600.0


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--evaluations", type=int, default=200_000)
    parser.add_argument("--part", choices=["figures", "table"])
    parser.add_argument("--seeds", type=int, default=3)
    asked = parser.parse_args()
    seeds = range(1, asked.seeds + 1)
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
        print(f"{'method':10} {'figure':>6} {'reached':>7} {'runs':>20} {'seconds':>20}")
        for name, method in MULLER.items():
            target = PUBLISHED[name]
            stops = Stops(target=target, seconds=LIMIT)
            found = [search("fr-gutenberg", method, seed, stops) for seed in seeds]
            runs = ", ".join(f"{standing.restarts:,}" for standing in found)
            seconds = ", ".join(f"{standing.seconds:.1f}" for standing in found)
            reached = sum(standing.reached for standing in found)
            print(
                f"{name:10} {target:6} {reached}/{len(found):<5} {runs:>20} {seconds:>20}",
                flush=True,
            )

    def table() -> None:
        print(f"\n{asked.evaluations:,} evaluations each; the best (median) of {len(seeds)} seeds")
        methods = {**MULLER, Name.HYBRID: named(Name.HYBRID)}
        print(f"{'':12}" + "".join(f"{name:>12}" for name in methods))
        for lang in ("fr-gutenberg", *languages()):
            cells = []
            for method in methods.values():
                stops = Stops(evaluations=asked.evaluations)
                standings = [search(lang, method, seed, stops) for seed in seeds]
                scores = [standing.best.score for standing in standings if standing.best]
                cells.append(f"{max(scores)} ({statistics.median(scores):.0f})")
            print(f"{lang:12}" + "".join(f"{cell:>12}" for cell in cells), flush=True)

    for part in (figures, table):
        if asked.part in (None, part.__name__):
            part()


if __name__ == "__main__":
    main()
