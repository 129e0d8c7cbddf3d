"""Legs: the pieces of a run that workers are given, anywhere.

A leg is a pure function of values that can be pickled: the same leg gives the same result
in any thread or process, and on any machine whose exponentials are the same. What a worker
keeps between legs, the lexicon and its scratch memory, makes them faster and changes nothing.
"""

import threading
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from core.errors import SeizeError, translatable
from core.lexicon import Lexicon, alphabet
from core.lexicon.catalogue import open_file, open_lexicon
from core.optimizer import loop
from core.optimizer.constraints import Impossible
from core.optimizer.evaluate import Memory, Task, score
from core.optimizer.methods import CLIMB, ENDLESS, Method
from core.optimizer.problem import Problem
from core.optimizer.propose import draw_board, moves_of_tile
from core.optimizer.task import make_memory, make_task

_ROOM = 512
_PIECE = 20_000


class WrongLexicon(SeizeError):
    """Raised when a worker's lexicon is not the one of the search."""

    template = translatable("the lexicon {name} is another one here: its digest differs")


@dataclass(frozen=True, slots=True)
class Shelf:
    """The place of a problem's lexicon: packed in `folder`, or made from `words`.

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
            raise WrongLexicon(name=problem.lexicon)
        return lexicon


def _say_nothing(_: str) -> None:
    """Take no notice of the packing."""


class Run(NamedTuple):
    """The memory of a run: see core.optimizer.loop."""

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
    """The end of a leg: the state of its run, and its gains."""

    run: Run
    gains: tuple[Gain, ...]


@dataclass(frozen=True, slots=True)
class Leg:
    """Go on with `run` (None: from its random grid) until `evaluations` are done.

    Or until the score is `target`, the method is finished, or much was tried that needed no
    evaluation. Runs are numbered by `restart`,
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
    """Run a leg.

    Raises Impossible where not even run 0 finds a grid that satisfies the constraints; a later
    run that does not is finished without a gain.
    """
    task, lexicon = _prepared(leg.problem, leg.shelf)
    memory = _memory(lexicon)
    gains = []
    if leg.run is None:
        run = start(task, memory, leg.method, leg.seed, leg.restart)
        if not run.finished:
            gains.append(Gain(1, int(run.scores[loop.BEST]), run.boards[loop.BEST].tobytes()))
    else:
        run = leg.run.copy()
    found = np.empty((_ROOM, 2), np.int64)
    boards = np.empty((_ROOM, run.boards.shape[1]), np.uint8)
    plan, gained = np.array([leg.method.plan(len(task.allowed))], loop.PLAN), _ROOM
    while gained == _ROOM:
        gained = loop.advance(task, memory, plan, *run, leg.evaluations, leg.target, found, boards)
        for (evaluations, worth), board in zip(found[:gained].tolist(), boards, strict=False):
            gains.append(Gain(evaluations, worth, board.tobytes()))
    return Reached(run, tuple(gains))


def replay(
    problem: Problem, method: Method, shelf: Shelf, seed: int, restart: int, evaluations: int
) -> Gain:
    """Return the best that a run had come to after some evaluations (1 or more).

    Raises what `go` raises. Cost: that of the run up to there, in pieces of a second or so.
    """
    reached: Reached | None = None
    best = Gain(0, 0, b"")
    # Until one more is done: whether the last is accepted may be known only then.
    while reached is None or not (reached.run.finished or reached.run.evaluations > evaluations):
        run = reached.run if reached else None
        until = min((run.evaluations if run else 0) + _PIECE, evaluations + 1)
        reached = go(Leg(problem, method, shelf, seed, restart, until, run=run))
        for gain in reached.gains:
            if gain.evaluations <= evaluations:
                best = gain
    return best


@lru_cache(maxsize=8)
def _prepared(problem: Problem, shelf: Shelf) -> tuple[Task, Lexicon]:
    lexicon = shelf.open(problem)
    problem.check(lexicon)
    return make_task(problem, lexicon), lexicon


_own = threading.local()


def _memory(lexicon: Lexicon) -> Memory:
    """Return this thread's memory for a lexicon: that of the last one is let go."""
    # One file of words is another lexicon in another language.
    key = lexicon.list_digest, lexicon.language
    if getattr(_own, "key", None) != key:
        _own.memory, _own.key = make_memory(lexicon), key
    memory: Memory = _own.memory
    return memory


def start(task: Task, memory: Memory, method: Method, seed: int, restart: int) -> Run:
    """Return a run at its random grid, or a finished one if none is found: see go."""
    rng = np.random.PCG64(np.random.SeedSequence(seed, spawn_key=(restart,)))
    rows = loop.KEPT + method.rows
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
        if restart == 0:
            raise Impossible(
                translatable(
                    "no grid was found that satisfies all constraints together: ask for less"
                )
            )
        run.run["finished"] = 1
        return run
    run.scores[: loop.CANDIDATE] = score(task, memory, first)
    run.boards[loop.BEST] = first
    run.run["evaluations"] = 1
    run.run["climbing"] = method.plan(tiles).rule == CLIMB
    return run
