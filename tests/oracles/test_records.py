"""The best grids known, found again from random ones.

1634 words: D. Müller's record for French, see test_published. 545, 1651 and 3625 Boggle
points are proven optima of ENABLE2K (danvk/hybrid-boggle, 2025); `en-enable` lacks some of
its words, so that these grids have 1645 and 3623 of them. 343 words is what `seize optimize
prove` proves of 3x3 grids of the French list, of which several have as many.
"""

import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from core.grid import Grid
from core.lexicon import Lexicon
from core.optimizer import fame
from core.optimizer.constraints import Constraints
from core.optimizer.ledger import Stops
from core.optimizer.legs import Shelf, replay
from core.optimizer.methods import Name, Preset, named
from core.optimizer.objective import Objective
from core.optimizer.problem import Problem
from core.optimizer.search import Search
from core.optimizer.task import to_grid
from core.optimizer.team import Team
from core.solver.solver import solve
from tests.conftest import SETTINGS

LIMIT = Stops(evaluations=2_000_000)


def search(problem: Problem, preset: Preset, name: Name, target: int, seed: int) -> Grid:
    stops = Stops(evaluations=LIMIT.evaluations, target=target)
    team = Team(lambda: ThreadPoolExecutor(1), 1)
    searching = Search(problem, named(name, preset), Shelf(SETTINGS.lexicons), seed, stops)
    *_, last = searching.run(team, time.perf_counter, lambda: False)
    assert last.reached
    assert last.best
    return to_grid(problem, last.best.board)


@pytest.mark.parametrize(
    ("name", "rules", "objective", "size", "score", "grid"),
    [
        ("fr-gutenberg", "ruzzle", "words", (4, 4), 1634, "CRESAMINILATLSER"),
        ("fr-gutenberg", "ruzzle", "words", (3, 3), 343, ""),
        ("en-enable", "boggle", "points", (3, 3), 545, "STREAEDLP"),
        ("en-enable", "boggle", "points", (3, 4), 1645, "DNISETALSREP"),
        ("en-enable", "boggle", "points", (4, 4), 3623, "PERSLATGSINETERS"),
    ],
)
def test_the_default_method_finds_the_record(
    name: str, rules: str, objective: str, size: tuple[int, int], score: int, grid: str,
    lexicon: Callable[[str], Lexicon],
) -> None:  # fmt: skip
    opened = lexicon(name)
    problem = Problem.of(opened, rules, Objective.parse(objective), size)
    found = search(problem, Preset.SEIZE, Name.HYBRID, score, 1)
    if grid:
        assert found.canonical() == Grid.of(grid, size=size).canonical()
    solution = solve(found, opened, problem.ruleset)
    assert (len(solution) if objective == "words" else solution.points) == score


@pytest.mark.parametrize(("name", "score"), [(Name.ASCENT, 1200), (Name.GENETIC, 1200)])
def test_the_published_parameters_come_near_the_published_figures(
    name: Name, score: int, lexicon: Callable[[str], Lexicon]
) -> None:
    # As far as a test can wait; benchmarks/article.py goes all the way.
    problem = Problem.of(lexicon("fr-gutenberg"), "ruzzle", Objective.parse("words"))
    search(problem, Preset.MULLER, name, score, 1)


SHIPPED = fame.hall(Path("none"))
QUICK = [record for record in SHIPPED if record.evaluations < 30_000]


@pytest.mark.parametrize("record", QUICK, ids=lambda record: record.key)
def test_the_hall_of_fame_can_be_replayed(record: fame.Record) -> None:
    found = replay(
        record.problem,
        record.method,
        Shelf(SETTINGS.lexicons),
        record.seed,
        record.restart,
        record.evaluations,
    )
    assert str(to_grid(record.problem, found.board)) == record.grid
    assert found.score == record.score


def test_the_hall_of_fame_tells_the_truth(lexicon: Callable[[str], Lexicon]) -> None:
    assert len(SHIPPED) >= 15
    assert len(QUICK) >= 3
    for record in SHIPPED:
        assert record.problem.digest == lexicon(record.problem.lexicon).list_digest
        if str(record.problem.objective) in ("words", "points"):
            grid = Grid.parse(record.grid)
            solution = solve(grid, lexicon(record.problem.lexicon), record.problem.ruleset)
            counted = {"words": len(solution), "points": solution.points}
            assert counted[str(record.problem.objective)] == record.score


def test_grids_to_differ_from_do_not_hold_a_population_up(
    lexicon: Callable[[str], Lexicon],
) -> None:
    asked = Constraints(earlier=("STREAEDLP",), distance=4)
    objective = Objective.parse("points")
    problem = Problem.of(lexicon("en-enable"), "boggle", objective, (3, 3), asked)
    team = Team(lambda: ThreadPoolExecutor(1), 1)
    genetic, shelf = named(Name.GENETIC), Shelf(SETTINGS.lexicons)
    *_, last = Search(problem, genetic, shelf, 1, Stops(evaluations=8000)).run(
        team, time.perf_counter, lambda: False
    )
    assert last.best
    assert last.best.score > 300
