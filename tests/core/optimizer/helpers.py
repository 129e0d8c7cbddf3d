"""Small problems, and what searching them slowly gives."""

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import product
from pathlib import Path

import numpy as np

from core.grid import Bonus, Grid, Tile
from core.lexicon import Lexicon, alphabet
from core.lexicon.catalogue import open_file
from core.optimizer.constraints import Constraints
from core.optimizer.ledger import Stops
from core.optimizer.legs import Shelf
from core.optimizer.methods import (
    Annealing,
    Ascent,
    Genetic,
    Hybrid,
    Method,
    Name,
    Random,
    Tabu,
)
from core.optimizer.objective import Kind, Objective
from core.optimizer.problem import Problem
from core.optimizer.search import Search, Standing
from core.optimizer.task import to_grid
from core.optimizer.team import Team
from core.solver.reference import solve_slowly

_SMALL = "ab ba abc acb bac bca cab cba aab aba baa abba baab caca acca bacca abac cabac cc"
SMALL = [*_SMALL.split(" "), "acc", "cca"]

# Each method with as few moves as 2x2 grids need.
QUICK: dict[Name, Method] = {
    Name.RANDOM: Random(500),
    Name.ASCENT: Ascent(),
    Name.TABU: Tabu(length=10, iterations=20),
    Name.ANNEALING: Annealing(start=5, cooling=0.9, plateau=20, iterations=500),
    Name.GENETIC: Genetic(population=20, iterations=20),
    Name.HYBRID: Hybrid(start=2, end=0.2, effort=8),
}


class Desk:
    """A word list in a file, and searches of it."""

    def __init__(self, folder: Path, words: list[str] = SMALL, language: str = "en") -> None:
        self.file = folder / "small.txt"
        self.file.write_text("\n".join(words), "utf-8")
        self.shelf = Shelf(folder / "packed", self.file)
        self.lexicon = open_file(self.file, alphabet(language), self.shelf.folder)

    def problem(
        self, objective: str = "words", rules: str = "ruzzle", *, bonuses: str = "",
        placed: bool = False, size: tuple[int, int] = (2, 2), **asked: object,
    ) -> Problem:  # fmt: skip
        constraints = Constraints(**{"letters": "abc", **asked})  # type: ignore[arg-type]
        return Problem.of(
            self.lexicon, rules, Objective.parse(objective), size, constraints, bonuses,
            placed=placed,
        )  # fmt: skip

    def search(self, problem: Problem, method: Method, seed: int = 1, **stops: int) -> Search:
        limits = Stops(**(stops or {"evaluations": 3000}))
        return Search(problem, method, self.shelf, seed, limits)


def threads(workers: int = 1) -> Team:
    return Team(lambda: ThreadPoolExecutor(workers), workers)


class Clock:
    """Time that only goes on when it is asked for."""

    def __init__(self, step: float = 0.001) -> None:
        self.now, self.step = 0.0, step

    def __call__(self) -> float:
        self.now += self.step
        return self.now


def run(search: Search, team: Team | None = None) -> Standing:
    return list(search.run(team or threads(), Clock(), lambda: False))[-1]


def grid_of(problem: Problem, standing: Standing) -> Grid:
    assert standing.best is not None
    return to_grid(problem, np.frombuffer(standing.best.board, np.uint8))


def worth(problem: Problem, lexicon: Lexicon, grid: Grid) -> int:
    """Score a grid slowly."""
    rules = problem.ruleset
    total = 0
    found = solve_slowly(lexicon, grid, rules)
    for term in problem.objective.terms:
        if term.kind is Kind.LONGEST:
            total += term.weight * max(map(len, found), default=0)
            continue
        for word, (points, _) in found.items():
            total += (
                term.weight
                * {
                    Kind.WORDS: 1,
                    Kind.POINTS: points,
                    Kind.LENGTH: len(word) == term.letters,
                    Kind.LONG: len(word) >= term.letters,
                    Kind.COMMON: lexicon.rank(word) is not None,
                }[term.kind]
            )
    return total


def every_grid(problem: Problem, letters: str = "abc") -> Iterator[Grid]:
    """Yield all grids of some letters, with the problem's bonuses, on all tiles if placed."""
    rows, cols = problem.size
    bonuses = problem.bonuses or "." * rows * cols
    layouts = {tuple(bonuses)}
    if problem.placed:
        layouts = {p for p in product(".dtDT", repeat=rows * cols) if sorted(p) == sorted(bonuses)}
    for faces in product(letters, repeat=rows * cols):
        for layout in layouts:
            pairs = zip(faces, layout, strict=True)
            yield Grid(rows, cols, tuple(Tile(face, Bonus(bonus)) for face, bonus in pairs))


def best_of_all(
    problem: Problem, lexicon: Lexicon, allowed: Callable[[Grid], bool] = lambda _: True
) -> int:
    """Return the best score of all grids, by looking at each."""
    return max(worth(problem, lexicon, grid) for grid in every_grid(problem) if allowed(grid))
