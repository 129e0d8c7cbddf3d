"""Legs: the pieces of a run that workers are given, anywhere.

A leg is a pure function of values that can be pickled: the same leg gives the same result
in any thread, process or machine, as often as it is asked. What a worker keeps between
legs, the lexicon and its scratch memory, makes them faster and changes nothing.
"""

import threading
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from core.lexicon import Lexicon, alphabet
from core.lexicon.catalogue import open_file, open_lexicon
from core.optimizer import loop
from core.optimizer.errors import Impossible, WrongLexicon
from core.optimizer.evaluate import Task, Work, score
from core.optimizer.methods import Annealing, Ascent, Genetic, Hybrid, Method, Random, Tabu
from core.optimizer.problem import Problem
from core.optimizer.propose import draw_board, moves_of_tile
from core.optimizer.task import make_task, make_work

ENDLESS = 2**62
_ROOM = 512
_PLATEAUS = 1000


@dataclass(frozen=True, slots=True)
class Shelf:
    """Where a worker finds the lexicon of a problem: packed in `folder`, or made from `words`.

    `words` is the file of a list that is not shipped.
    """

    folder: Path
    words: Path | None = None

    def open(self, problem: Problem) -> Lexicon:
        """Open the lexicon; raises WrongLexicon for another digest, UnknownLexicon, BadWordList."""
        if self.words is None:
            lexicon = open_lexicon(problem.lexicon, self.folder, _say_nothing)
        else:
            lexicon = open_file(self.words, alphabet(problem.language), self.folder)
        if lexicon.list_digest != problem.digest:
            raise WrongLexicon(problem.lexicon)
        return lexicon


def _say_nothing(_: str) -> None:
    """Take no notice of the packing."""


class Run(NamedTuple):
    """All that a run remembers: see core.optimizer.loop."""

    state: NDArray[np.uint64]
    run: NDArray[np.void]
    boards: NDArray[np.uint8]
    scores: NDArray[np.int64]
    losses: NDArray[np.int64]

    def copy(self) -> "Run":
        """Return the same, to go on from without changing this one."""
        state, run, boards, scores, losses = self
        return Run(state.copy(), run.copy(), boards.copy(), scores.copy(), losses.copy())

    @property
    def evaluations(self) -> int:
        """Return how many candidates were scored."""
        return int(self.run["evaluations"][0])

    @property
    def finished(self) -> bool:
        """Return whether the method has come to its end."""
        return bool(self.run["finished"][0])


class Gain(NamedTuple):
    """A new best of a run: after how many evaluations, its score, its board."""

    evaluations: int
    score: int
    board: bytes


class Reached(NamedTuple):
    """Where a leg ended, and what it gained."""

    run: Run
    gains: tuple[Gain, ...]


@dataclass(frozen=True, slots=True)
class Leg:
    """Go on with `run` (None: from its random grid) until `evaluations` are done.

    Or until the score is `target`, or the method is finished. Runs are numbered by `restart`,
    from 0; `seed` and that number are all their chance.
    """

    problem: Problem
    method: Method
    shelf: Shelf
    seed: int
    restart: int
    evaluations: int
    target: int = ENDLESS
    run: Run | None = None


def go(leg: Leg) -> Reached:
    """Run a leg. Raises Impossible where no grid satisfies the constraints together."""
    task, lexicon = _prepared(leg.problem, leg.shelf)
    memory = _memory(lexicon)
    gains = []
    if leg.run is None:
        run = start(task, memory, leg.method, leg.seed, leg.restart)
        gains.append(Gain(1, int(run.scores[loop.BEST]), run.boards[loop.BEST].tobytes()))
    else:
        run = leg.run.copy()
    found = np.empty((_ROOM, 2), np.int64)
    boards = np.empty((_ROOM, run.boards.shape[1]), np.uint8)
    plan, gained = make_plan(leg.method, len(task.allowed)), _ROOM
    while gained == _ROOM:
        gained = loop.advance(task, memory, plan, *run, leg.evaluations, leg.target, found, boards)
        for (evaluations, worth), board in zip(found[:gained].tolist(), boards, strict=False):
            gains.append(Gain(evaluations, worth, board.tobytes()))
    return Reached(run, tuple(gains))


@lru_cache(maxsize=8)
def _prepared(problem: Problem, shelf: Shelf) -> tuple[Task, Lexicon]:
    lexicon = shelf.open(problem)
    return make_task(problem, lexicon), lexicon


_own = threading.local()


def _memory(lexicon: Lexicon) -> Work:
    """Return this thread's memory for a lexicon: that of the last one is let go."""
    if getattr(_own, "digest", None) != lexicon.list_digest:
        _own.work, _own.digest = make_work(lexicon), lexicon.list_digest
    work: Work = _own.work
    return work


def make_plan(method: Method, tiles: int) -> NDArray[np.void]:
    """Return the parameters of a method as the loop takes them: one record of loop.PLAN."""
    plan = np.zeros(1, loop.PLAN)
    match method:
        case Random():
            plan["method"] = loop.RANDOM
        case Ascent():
            plan["method"], plan["iterations"] = loop.ASCENT, ENDLESS
        case Tabu():
            plan["method"], plan["length"] = loop.TABU, method.length
        case Annealing():
            plan["method"], plan["start"] = loop.ANNEALING, method.start
            plan["cooling"], plan["plateau"] = method.cooling, method.plateau
        case Genetic():
            plan["method"], plan["length"] = loop.GENETIC, method.population
            plan["mutation"], plan["elite"] = method.mutation, method.elite
        case Hybrid():
            plan["method"], plan["start"] = loop.ANNEALING, method.start / tiles
            plan["iterations"] = method.effort * tiles**3
            plan["plateau"] = -(-plan["iterations"] // _PLATEAUS)
            plan["cooling"] = (method.end / method.start) ** (1 / _PLATEAUS)
            plan["relative"] = plan["law"] = plan["polish"] = 1
            plan["doubt"], plan["again"] = method.doubt, method.again
    if not isinstance(method, Ascent | Hybrid):
        plan["iterations"] = method.iterations
    if isinstance(method, Annealing | Hybrid):
        plan["swapping"] = method.swapping
    return plan


def start(task: Task, work: Work, method: Method, seed: int, restart: int) -> Run:
    """Return a run at its random grid; raises Impossible if none is found in 100 draws."""
    rng = np.random.PCG64(np.random.SeedSequence(seed, spawn_key=(restart,)))
    kept = {Tabu: "length", Genetic: "population"}.get(type(method))
    rows = loop.KEPT + (getattr(method, kept) if kept else 0) * (1 + isinstance(method, Genetic))
    tiles = len(task.allowed)
    run = Run(
        rng.random_raw(1),
        np.zeros(1, loop.RUN),
        np.zeros((rows, 2 * tiles), np.uint8),
        np.full(rows, loop.NEVER, np.int64),
        np.zeros(tiles * moves_of_tile(tiles), np.int64),
    )
    first = run.boards[loop.CURRENT]
    if not draw_board(task, run.state, first):
        raise Impossible.together()
    run.scores[: loop.CANDIDATE] = score(task, work, first)
    run.boards[loop.BEST] = first
    run.run["evaluations"] = 1
    run.run["climbing"] = isinstance(method, Ascent | Tabu)
    return run
