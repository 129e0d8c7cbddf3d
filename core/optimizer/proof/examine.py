"""Examine a class board: cut it at its bound, or search it; split it where it is too large."""

import threading
from dataclasses import dataclass

import numpy as np

from core.optimizer.proof.boards import Board, split
from core.optimizer.proof.bounds import NODE, gather, grow
from core.optimizer.proof.question import Question
from core.optimizer.proof.search import LEAVES, VISITS, search

# Items, and nodes of the tree, that a thread has room for: 90 MB. Which boards are split
# hangs on them, and so does what a certificate says.
ITEMS = 1 << 21
NODES = 3 << 20


@dataclass(frozen=True, slots=True)
class Finding:
    """A finding about a board: no grid in it scores more than `bound`, nor than `best`.

    It was examined against the score `against`. `best` is None where the bound is no more:
    nothing was searched. Else `visits` choices were followed and `leaves` grids scored;
    `best` is the most they score, or `against`, and `letters` the grid that scores it, "" for
    none that scores more than `against`.
    """

    board: Board
    bound: int
    against: int
    best: int | None = None
    visits: int = 0
    leaves: int = 0
    letters: str = ""


class _Memory(threading.local):
    """The scratch memory of a thread; made once, for it costs as much as a small board."""

    def __init__(self) -> None:
        self.items = np.empty(ITEMS, np.uint64)
        self.tree = np.empty(NODES + 1, NODE)
        self.leads = np.empty(NODES, np.uint32)
        self.links = np.empty(NODES, np.uint32)
        self.trail = np.empty(0, np.uint32)
        self.seen = np.empty(0, np.uint8)

    def fit(self, words: int) -> None:
        """Have room for a trail of so many words."""
        if len(self.seen) < words:
            self.trail = np.empty(words, np.uint32)
            self.seen = np.zeros(words, np.uint8)


_memory = _Memory()


def examine(question: Question, board: Board, against: int) -> tuple[Finding, ...]:
    """Return the findings of the parts that `board` was split into, or of it as a whole.

    Grids that score no more than `against` are passed over. Holds no lock, and no state but
    memory. Cost: some 130 ns for each path of a word in the board.
    """
    findings = []
    boards = [board]
    while boards:
        part = boards.pop()
        finding = examine_whole(question, part, against)
        if finding:
            findings.append(finding)
            against = max(against, finding.best or 0)
        else:
            boards += reversed(split(part, question.order, question.counts))
    return tuple(findings)


def examine_whole(question: Question, board: Board, against: int) -> Finding | None:
    """Return the finding of a board without splitting it, None if it is too large."""
    memory = _memory
    sizes = np.array([board[cell].bit_count() for cell in question.order], np.uint8)
    width = int(sizes.max())
    digit_bits = width.bit_length()
    cells = question.cells
    if len(question.worth) > 1 << max(64 - cells * digit_bits, 0):
        return None
    sets = np.array([board[cell] for cell in question.order], np.uint64)
    count = gather(
        question.nodes,
        question.numbers,
        question.neighbours,
        sets,
        question.second,
        digit_bits,
        memory.items,
    )
    if count < 0:
        return None
    items = memory.items[:count]
    items.sort()
    tree = memory.tree
    if grow(items, cells, digit_bits, width, question.worth, tree) < 0:
        return None
    bound = int(tree[0]["bound"])
    if bound <= against:
        return Finding(board, bound, against)
    memory.fit(len(question.worth))
    tally, letters = np.zeros(2, np.int64), np.zeros(cells, np.uint8)
    best = search(
        tree,
        items,
        question.worth,
        sizes,
        width,
        against,
        memory.leads,
        memory.links,
        memory.trail,
        memory.seen,
        tally,
        letters,
    )
    spelt = _spell(question, board, letters.tolist()) if best > against else ""
    return Finding(board, bound, against, best, int(tally[VISITS]), int(tally[LEAVES]), spelt)


def _spell(question: Question, board: Board, choice: list[int]) -> str:
    """Return the letters of a grid, row by row, of the places of its letters in their sets."""
    spelt = [""] * question.cells
    for cell, place in zip(question.order, choice, strict=True):
        spelt[cell] = [x for i, x in enumerate(question.letters) if board[cell] >> i & 1][place]
    return "".join(spelt)
