"""A problem as the kernel takes it, and the kernel's boards as grids."""

from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from core.grid import Grid, Tile
from core.lexicon import Lexicon
from core.optimizer.evaluate import BONUSES, LETTERS, Memory, Task, memory
from core.optimizer.objective import Kind
from core.optimizer.problem import NO_BONUS, Problem
from core.solver.board import neighbours
from core.solver.kernel import NONE
from core.solver.solver import word_points

_Array = TypeVar("_Array", bound=NDArray[np.generic])


def make_task(problem: Problem, lexicon: Lexicon) -> Task:
    """Return the arrays of a problem; the graph is shared. Cost: about 10 ms."""
    letters, rules, graph = lexicon.alphabet.letters, problem.ruleset, lexicon.graph
    faces = [rules.tile_letters(letter) for letter in letters]
    second = np.full(LETTERS, NONE, np.uint8)
    values = np.zeros(LETTERS, np.int32)
    for index, face in enumerate(faces):
        values[index] = rules.tile_value(face)
        if len(face) > 1:
            second[index] = letters.index(face[1])
    tiles = problem.constraints.tiles(lexicon.alphabet, rules, problem.size)
    needed = np.zeros(LETTERS, np.uint8)
    for letter in problem.constraints.needed:
        needed[letters.index(letter)] += 1
    boards, distances = problem.constraints.boards(lexicon.alphabet, problem.size)
    return Task(
        nodes=_read_only(graph.nodes),
        levels=_read_only(graph.levels),
        worth=weigh(problem, lexicon),
        neighbours=neighbours(*problem.size),
        second=second,
        values=values,
        lengths=np.array(rules.length_points, np.int32),
        longest=problem.objective.counts(Kind.LONGEST),
        path=problem.objective.counts(Kind.POINTS) if problem.bonuses else 0,
        least=rules.min_length,
        allowed=np.array([sum(1 << letters.index(x) for x in tile) for tile in tiles], np.uint32),
        cumulative=_cumulative(problem, lexicon),
        needed=needed,
        word=np.array([letters.index(x) for x in problem.constraints.word], np.uint8),
        earlier=np.array(boards, np.uint8).reshape(-1, len(tiles)),
        distances=np.array(distances, np.int64),
        bonuses=np.array(
            [[b.code for b in BONUSES].index(x) for x in problem.bonuses or NO_BONUS * len(tiles)],
            np.uint8,
        ),
        placed=int(problem.placed and bool(problem.bonuses)),
    )


def _read_only(array: _Array) -> _Array:
    # Mapped files are; a compiled function takes an array of a tuple only as it is declared.
    view: _Array = array.view()
    view.flags.writeable = False
    return view


def weigh(problem: Problem, lexicon: Lexicon) -> NDArray[np.int32]:
    """Return int32[nodes], what the word that ends at each node adds to the score.

    Points of words on tiles with bonuses are left to the search of their best paths.
    """
    graph, rules = lexicon.graph, problem.ruleset
    sizes = np.searchsorted(graph.levels, graph.ends, "right") - 1
    worth = np.zeros(len(graph), np.int64)
    for term in problem.objective.terms:
        if term.kind is Kind.WORDS:
            worth += term.weight
        elif term.kind is Kind.LENGTH:
            worth += term.weight * (sizes == term.letters)
        elif term.kind is Kind.LONG:
            worth += term.weight * (sizes >= term.letters)
        elif term.kind is Kind.COMMON:
            worth += term.weight * (lexicon.ranks > 0)
        elif term.kind is Kind.POINTS and not problem.bonuses:
            worth += term.weight * word_points(graph, rules)[graph.ends].astype(np.int64)
    worth[sizes < rules.min_length] = 0
    nodes = np.zeros(len(graph.nodes), np.int32)
    nodes[graph.ends] = worth
    return nodes


def _cumulative(problem: Problem, lexicon: Lexicon) -> NDArray[np.float64]:
    """Return Task.cumulative; a letter in no word may be the only one allowed."""
    allowed = problem.constraints.allowed(lexicon.alphabet, problem.ruleset)
    counts = [
        count if letter in allowed else 0
        for letter, count in zip(lexicon.alphabet.letters, lexicon.letter_counts, strict=True)
    ]
    if not sum(counts):
        counts = [int(letter in allowed) for letter in lexicon.alphabet.letters]
    ends = np.full((2, LETTERS), np.inf)
    last = max(lexicon.alphabet.letters.index(letter) for letter in allowed)
    for row, weights in enumerate((np.array(counts, np.float64), np.sqrt(counts))):
        ends[row, :last] = (np.cumsum(weights) / weights.sum())[:last]
    return ends


def make_memory(lexicon: Lexicon) -> Memory:
    """Allocate the memory of one thread; most of it is only touched where a search gets there."""
    return memory(len(lexicon.graph.nodes), len(lexicon.graph), int(lexicon.letter_counts.sum()))


def to_grid(problem: Problem, board: bytes | NDArray[np.uint8]) -> Grid:
    """Return the grid of a board of the kernel: letters, then bonuses."""
    codes = np.frombuffer(board, np.uint8).tolist()
    faces, tiles = problem.tile_letters(), problem.size[0] * problem.size[1]
    return Grid(
        *problem.size,
        tuple(
            Tile(faces[letter], BONUSES[bonus])
            for letter, bonus in zip(codes[:tiles], codes[tiles:], strict=True)
        ),
    )
