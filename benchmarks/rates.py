"""Candidates scored a second: by a search, and by a full solve of each; one core and two.

English ENABLE, 4x4, Boggle points. "solve" lists every word of each candidate with its best
path; "count" only adds its points up, from Python, one grid at a time; "annealing" is the
compiled search from random grids; "wildcard" counts the letters that an ascent's
searches of a tile with all letters at once score, near the best grids. In turn, the medians
of all turns; the checksum is the best score of the turns.

    python -m benchmarks.rates

Last result, 2026-11-21, a 2-core virtual machine (Intel Xeon), Python 3.11:

    solve                    1,044/s  checksum 3623
    count                   28,734/s  checksum 3623
    score                   41,216/s  checksum 3623
    wildcard               113,607/s  checksum 3623
    hybrid, 1 worker        56,167/s  checksum 3623
    hybrid, 2 workers      110,049/s  checksum 3623
    two workers / one 2.06; wildcard / score 2.8; hybrid / solve 52
"""

import statistics
import time
from concurrent.futures import ThreadPoolExecutor

from bot.app import App
from bot.settings import Settings

TURNS = 5
EVALUATIONS = 200_000
BEST = "PERSLATGSINETERS"


def main() -> None:
    app = App(Settings.from_environment())
    lexicon = app.lexicon("en-enable")
    app.prepare_search()
    import numpy as np

    from core.grid import Grid
    from core.optimizer.evaluate import score, score_letters
    from core.optimizer.ledger import Stops
    from core.optimizer.legs import Shelf
    from core.optimizer.methods import Name, named
    from core.optimizer.objective import Objective
    from core.optimizer.problem import Problem
    from core.optimizer.search import Search
    from core.optimizer.task import make_memory, make_task
    from core.optimizer.team import Team
    from core.solver.solver import GridCounter, solve

    problem = Problem.of(lexicon, "boggle", Objective.parse("points"))
    rules, shelf = problem.ruleset, Shelf(app.settings.lexicons)
    counter = GridCounter(lexicon, rules)
    letters = lexicon.alphabet.letters
    near = [BEST[:i] + x + BEST[i + 1 :] for i in range(16) for x in "ETAIONSRLDCP"]
    grids = [Grid.of(line) for line in near]

    def full() -> tuple[float, int]:
        before = time.perf_counter()
        best = max(solve(grid, lexicon, rules).points for grid in grids)
        return len(grids) / (time.perf_counter() - before), best

    def counted() -> tuple[float, int]:
        before = time.perf_counter()
        best = max(counter.count(grid).points for grid in grids * 10)
        return 10 * len(grids) / (time.perf_counter() - before), best

    task, memory = make_task(problem, lexicon), make_memory(lexicon)
    boards = [
        np.array([letters.index(x.lower()) for x in line] + [0] * 16, np.uint8) for line in near
    ]

    def scored() -> tuple[float, int]:
        before = time.perf_counter()
        best = max(score(task, memory, board) for _ in range(10) for board in boards)
        return 10 * len(boards) / (time.perf_counter() - before), best

    def wildcard() -> tuple[float, int]:
        before, best = time.perf_counter(), 0
        for board in boards:
            for tile in range(16):
                score_letters(task, memory, board, tile)
                best = max(best, int(memory.scores[: len(letters)].max()))
        return 16 * len(boards) * len(letters) / (time.perf_counter() - before), best

    def searched(workers: int) -> tuple[float, int]:
        team = Team(lambda: ThreadPoolExecutor(workers), workers)
        stops = Stops(evaluations=EVALUATIONS * workers)
        *_, last = Search(problem, named(Name.HYBRID), shelf, 1, stops).run(
            team, time.perf_counter, lambda: False
        )
        assert last.best
        return last.evaluations / last.seconds, last.best.score

    searched(1)
    turns = [
        {
            "solve": full(),
            "count": counted(),
            "score": scored(),
            "wildcard": wildcard(),
            "hybrid, 1 worker": searched(1),
            "hybrid, 2 workers": searched(2),
        }
        for _ in range(TURNS)
    ]
    for name in turns[0]:
        rate = statistics.median(turn[name][0] for turn in turns)
        print(f"{name:18} {rate:11,.0f}/s  checksum {turns[0][name][1]}")
    two = statistics.median(
        turn["hybrid, 2 workers"][0] / turn["hybrid, 1 worker"][0] for turn in turns
    )
    wild = statistics.median(turn["wildcard"][0] / turn["score"][0] for turn in turns)
    each = statistics.median(turn["hybrid, 1 worker"][0] / turn["solve"][0] for turn in turns)
    print(f"two workers / one {two:.2f}; wildcard / score {wild:.1f}; hybrid / solve {each:.0f}")


if __name__ == "__main__":
    main()
