"""A good grid to begin a proof with: the better it is, the more is cut."""

import numpy as np
from numpy.typing import NDArray

from core.generator import generator, random_boards
from core.grid import Grid
from core.lexicon import Lexicon
from core.optimizer.proof.goal import Goal
from core.optimizer.proof.question import NotAskedFor, Question, Scored
from core.scoring import Ruleset
from core.solver.solver import GridCounter

CLIMBS = 100


def climb(question: Question, lexicon: Lexicon, rules: Ruleset, seed: int = 0) -> Scored:
    """Return the best grid of CLIMBS climbs from random grids, the same for the same seed.

    Each takes, as long as it helps, the best of all changes of one letter and exchanges of
    two. For 3x3 grids of the shipped lists this finds the best of all. Cost: about 3 s.
    """
    counter = GridCounter(lexicon, rules)
    rng = generator(seed)
    starts = random_boards(lexicon, rng, CLIMBS, (question.rows, question.cols))
    best, most = starts[0], -1
    for start in starts:
        board, score = start, -1
        while True:
            near = _near(board, len(question.letters))
            scores = score_boards(question, counter, near)
            place = int(scores.argmax())
            if scores[place] <= score:
                break
            board, score = near[place], int(scores[place])
        if score > most:
            best, most = board, score
    return Scored(question.grid("".join(question.letters[i] for i in best)), most)


def score(question: Question, lexicon: Lexicon, rules: Ruleset, grid: Grid) -> Scored:
    """Return a grid with its score; raises NotAskedFor for one that is not asked for."""
    if not question.asks_for(grid):
        raise NotAskedFor(grid, (question.rows, question.cols))
    count = GridCounter(lexicon, rules).count(grid)
    words = question.goal is Goal.WORDS
    return Scored(grid, count.words if words else count.points)


def score_boards(
    question: Question, counter: GridCounter, boards: NDArray[np.uint8]
) -> NDArray[np.int64]:
    """Return int64[boards], the scores of uint8[boards, cells] letter indexes, row by row."""
    second = question.second[boards]
    counts = counter.count_many(boards, question.rows, question.cols, second, longest=False)
    return counts.words if question.goal is Goal.WORDS else counts.points


def _near(board: NDArray[np.uint8], letters: int) -> NDArray[np.uint8]:
    """Return the boards that differ in one letter, or in the places of two."""
    cells = len(board)
    changed = np.tile(board, (cells, letters, 1))
    for cell in range(cells):
        changed[cell, :, cell] = np.arange(letters)
    pairs = [(a, b) for b in range(cells) for a in range(b)]
    exchanged = np.tile(board, (len(pairs), 1))
    for row, (a, b) in zip(exchanged, pairs, strict=True):
        row[[a, b]] = row[[b, a]]
    return np.concatenate([changed.reshape(-1, cells), exchanged])
