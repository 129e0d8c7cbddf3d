"""The compiled score of a candidate: of one grid, or of all letters of a tile at once.

A board, for n tiles, is uint8[2 n]: the letter of each tile (its index in the alphabet),
then its bonus (its index in BONUSES). What a search asks is a Task, the same for all of
its threads; the arrays that a thread writes to are its Memory.
"""

from typing import NamedTuple

import numpy as np
from numba import from_dtype, types
from numpy.typing import NDArray

from core.grid import Bonus
from core.solver import kernel
from core.solver.compiler import compiled
from core.solver.kernel import (
    FLAG_BIT,
    GRAPH,
    LOW_SIX,
    MAX_TILES,
    NONE,
    ONE,
    SIX,
    U8,
    U32,
    U64,
    ZERO,
    bearing,
    child,
    find,
    lowest,
)

BONUSES = tuple(Bonus)
LETTER_FACTORS = np.array([bonus.letter_factor for bonus in BONUSES], np.int64)
WORD_FACTORS = np.array([bonus.word_factor for bonus in BONUSES], np.int64)
LETTERS = 32
FIVE, LOW_FIVE = np.uint64(5), np.uint64(31)

# A place of a search with a wildcard, or for points: see kernel.PLACE. `letter` is what
# the wildcard stands for, or NONE.
CHOICE = np.dtype([*kernel.PLACE.descr, ("letter", np.uint64)])
TALLY = np.dtype([*kernel.PLACE.descr, ("sum", np.int64), ("factor", np.int64), ("size", np.int64)])
# A first push for each tile, then at each of 16 steps at most 8, and 31 letters of a wildcard.
TALLIES = MAX_TILES + 17 * 8
CHOICES = MAX_TILES + 17 * (8 + 31)


class Task(NamedTuple):
    """The question of a search: words and their worth, the board, what a candidate satisfies.

    nodes       the records of the graph (see core.lexicon.graph); `levels` its depths
    worth       int32[nodes], what a word that ends here adds to the score
    neighbours  uint64[n + 1], as of the solver
    second      uint8[32], the second letter of each letter's tile, kernel.NONE without one
    values      int32[32], the points of each letter's tile; `lengths`: int32[17], of a length
    longest     what each letter of the longest word adds; `path`: what each point of a word's
                best path adds, 0 where bonuses make no difference
    least       the fewest letters of a word
    allowed     uint32[n], the set of letters that each tile may bear
    cumulative  float64[2, 32], up to where in [0, 1) a draw gives each letter: by its frequency
                in the words, and by the square root of it
    needed      uint8[32], how many tiles must bear each letter; `word`: uint8[letters] to trace
    earlier     uint8[grids, n], boards to differ from, in int64[grids] `distances` tiles
    bonuses     uint8[n], the bonuses; `placed`: 1 where the search places them
    """

    nodes: NDArray[np.uint64]
    levels: NDArray[np.uint32]
    worth: NDArray[np.int32]
    neighbours: NDArray[np.uint64]
    second: NDArray[np.uint8]
    values: NDArray[np.int32]
    lengths: NDArray[np.int32]
    longest: int
    path: int
    least: int
    allowed: NDArray[np.uint32]
    cumulative: NDArray[np.float64]
    needed: NDArray[np.uint8]
    word: NDArray[np.uint8]
    earlier: NDArray[np.uint8]
    distances: NDArray[np.int64]
    bonuses: NDArray[np.uint8]
    placed: int


class Memory(NamedTuple):
    """The scratch arrays of one thread; between calls `seen`, `marks` and `points` hold zeros."""

    scratch: kernel.Scratch
    seen: NDArray[np.uint64]
    found: NDArray[np.uint32]
    second: NDArray[np.uint8]
    marks: NDArray[np.uint32]
    pairs: NDArray[np.uint32]
    choices: NDArray[np.void]
    points: NDArray[np.int64]
    tallies: NDArray[np.void]
    scores: NDArray[np.int64]


_I32, _I64 = types.int32[::1], types.int64[::1]
TASK = types.NamedTuple(
    (
        GRAPH, kernel.READ_U32, _I32, U64, U8, _I32, _I32, types.int64, types.int64, types.int64,
        U32, types.float64[:, ::1], U8, U8, types.uint8[:, ::1], types.int64[::1], U8, types.int64,
    ),
    Task,
)  # fmt: skip
MEMORY = types.NamedTuple(
    (
        kernel.SCRATCH, U64, U32, U8, U32, U32, from_dtype(CHOICE)[::1], _I64,
        from_dtype(TALLY)[::1], _I64,
    ),
    Memory,
)  # fmt: skip


def memory(nodes: int, words: int, letters: int) -> Memory:
    """Allocate the memory of one thread: `letters` are those of all words together."""
    return Memory(
        kernel.scratch(),
        np.zeros(nodes // 64 + 1, np.uint64),
        np.empty(words + 1, np.uint32),
        np.empty(MAX_TILES, np.uint8),
        np.zeros(nodes, np.uint32),
        np.empty(letters + 1, np.uint32),
        np.empty(CHOICES, CHOICE),
        np.zeros(nodes, np.int64),
        np.empty(TALLIES, TALLY),
        np.empty(LETTERS, np.int64),
    )


@compiled(types.int64(TASK, types.uint64))
def length_of(task, node):
    """Return the letters of the word that ends at a node, 0 if too few or no word at all."""
    depth = 0
    while depth < 16 and task.levels[depth + 1] <= node:
        depth += 1
    return depth if depth >= task.least else 0


@compiled(types.int64(TASK, MEMORY, U8))
def score_paths(task, memory, board):
    """Return the score of a board where bonuses count: of each word its best path.

    Depth first, every path. Cost: some three times that of `score`.
    """
    size = len(task.allowed)
    letters, stack, points = memory.scratch.letters, memory.tallies, memory.points
    letters[:] = 0
    for tile in range(size):
        letters[tile] = ONE << np.uint64(board[tile])
    count = 0
    stack[0].record = task.nodes[0]
    stack[0].used = ZERO
    stack[0].next = bearing(letters, task.nodes[0], 64)
    stack[0].sum = 0
    stack[0].factor = 1
    stack[0].size = 0
    top = 1
    while top:
        top -= 1
        before, used, tiles = stack[top].record, stack[top].used, stack[top].next
        base, product, length = stack[top].sum, stack[top].factor, stack[top].size
        while tiles:
            tile = lowest(tiles)
            tiles &= tiles - ONE
            node = child(before, np.uint64(letters[tile]))
            record = task.nodes[node]
            longer = length + 1
            if task.second[board[tile]] != NONE:
                letter = ONE << np.uint64(task.second[board[tile]])
                if not record & letter:
                    continue
                node = child(record, letter)
                record = task.nodes[node]
                longer += 1
            bonus = board[size + tile]
            total = base + task.values[board[tile]] * LETTER_FACTORS[bonus]
            factor = product * WORD_FACTORS[bonus]
            if record >> FLAG_BIT & ONE and longer >= task.least:
                # One more than it is worth, so that 0 says that the word is new.
                worth = total * factor + task.lengths[longer] + 1
                if not points[node]:
                    memory.found[count] = node
                    count += 1
                points[node] = max(points[node], worth)
            following = bearing(letters, record, 64) & task.neighbours[tile] & ~used
            following &= ~(ONE << tile)
            if following:
                stack[top].record = record
                stack[top].used = used | ONE << tile
                stack[top].next = following
                stack[top].sum = total
                stack[top].factor = factor
                stack[top].size = longer
                top += 1
    total = np.int64(0)
    deepest = ZERO
    for i in range(count):
        node = np.uint64(memory.found[i])
        total += task.worth[node] + task.path * (points[node] - 1)
        points[node] = 0
        deepest = max(deepest, node)
    if task.longest:
        total += task.longest * length_of(task, deepest)
    return total


@compiled(types.int64(TASK, MEMORY, U8))
def score(task, memory, board):
    """Return the score of a board. Cost: one search of the graph."""
    size = len(task.allowed)
    if task.path:
        return score_paths(task, memory, board)
    second = memory.second[:size]
    for tile in range(size):
        second[tile] = task.second[board[tile]]
    count = find(
        task.nodes, task.neighbours, board[:size], second, memory.seen, memory.found, memory.scratch
    )
    total = np.int64(0)
    deepest = ZERO
    for i in range(count):
        node = np.uint64(memory.found[i])
        total += task.worth[node]
        deepest = max(deepest, node)
        memory.seen[node >> SIX] &= ~(ONE << (node & LOW_SIX))
    if task.longest:
        total += task.longest * length_of(task, deepest)
    return total


@compiled(types.void(TASK, MEMORY, types.int64, types.int64))
def _add_up(task, memory, count, chosen):
    """Add up the words found without the wildcard, and with each letter those without them."""
    scores = memory.scores
    deepest = ZERO
    base = np.int64(0)
    for i in range(count):
        node = np.uint64(memory.found[i])
        base += task.worth[node]
        deepest = max(deepest, node)
    length = length_of(task, deepest)
    longest = np.full(LETTERS, length, np.int64)
    for i in range(chosen):
        pair = np.uint64(memory.pairs[i])
        node, letter = pair >> FIVE, pair & LOW_FIVE
        memory.marks[node] = 0
        if not memory.seen[node >> SIX] >> (node & LOW_SIX) & ONE:
            scores[letter] += task.worth[node]
        if task.longest and node > deepest:
            longest[letter] = max(longest[letter], length_of(task, node))
    for letter in range(LETTERS):
        scores[letter] += base + task.longest * longest[letter]
    for i in range(count):
        node = np.uint64(memory.found[i])
        memory.seen[node >> SIX] &= ~(ONE << (node & LOW_SIX))


@compiled(types.void(TASK, MEMORY, U8, types.int64))
def score_letters(task, memory, board, wild):
    """Write what the board would score with each letter at the tile `wild` to `memory.scores`.

    int64[32]; only the letters that the tile may bear are meant. Cost: one search in which
    this tile is a wildcard, about that of ten letters one by one; with `task.path` all of
    them one by one.
    """
    size = len(task.allowed)
    scores = memory.scores
    scores[:] = 0
    if task.path:
        borne = board[wild]
        for letter in range(LETTERS):
            if task.allowed[wild] >> letter & 1:
                board[wild] = letter
                scores[letter] = score_paths(task, memory, board)
        board[wild] = borne
        return
    letters, stack = memory.scratch.letters, memory.choices
    digraphs = ZERO
    letters[:] = 0
    for tile in range(size):
        letters[tile] = ONE << np.uint64(board[tile])
        digraphs |= np.uint64(task.second[board[tile]] != NONE) << np.uint64(tile)
    letters[wild] = task.allowed[wild]
    digraphs &= ~(ONE << np.uint64(wild))
    count = 0
    chosen = 0
    stack[0].record = task.nodes[0]
    stack[0].used = ZERO
    stack[0].next = bearing(letters, task.nodes[0], 64)
    stack[0].letter = np.uint64(NONE)
    top = 1
    while top:
        top -= 1
        before, used, tiles = stack[top].record, stack[top].used, stack[top].next
        given = stack[top].letter
        while tiles:
            tile = lowest(tiles)
            tiles &= tiles - ONE
            options = before & np.uint64(letters[tile])
            now = used | ONE << tile
            while options:
                letter = given
                bit = options & (ZERO - options)
                options ^= bit
                node = child(before, bit)
                record = task.nodes[node]
                second = np.uint64(NONE)
                if tile == np.uint64(wild):
                    letter = lowest(bit)
                    second = np.uint64(task.second[letter])
                elif digraphs >> tile & ONE:
                    second = np.uint64(task.second[board[tile]])
                if second != np.uint64(NONE):
                    if not record >> second & ONE:
                        continue
                    node = child(record, ONE << second)
                    record = task.nodes[node]
                if record >> FLAG_BIT & ONE:
                    if letter == np.uint64(NONE):
                        marks = memory.seen[node >> SIX]
                        if not marks >> (node & LOW_SIX) & ONE:
                            memory.seen[node >> SIX] = marks | ONE << (node & LOW_SIX)
                            memory.found[count] = node
                            count += 1
                    elif not np.uint64(memory.marks[node]) >> letter & ONE:
                        memory.marks[node] |= np.uint32(ONE << letter)
                        memory.pairs[chosen] = np.uint32(node << FIVE | letter)
                        chosen += 1
                following = bearing(letters, record, 64) & task.neighbours[tile] & ~now
                if following:
                    stack[top].record = record
                    stack[top].used = now
                    stack[top].next = following
                    stack[top].letter = letter
                    top += 1
    _add_up(task, memory, count, chosen)
