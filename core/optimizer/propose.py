"""The compiled moves of the searches: random boards, neighbours, and whether they may be.

The generator of a run is SplitMix64 (Steele, Lea and Flood, "Fast splittable
pseudorandom number generators", 2014): one word of state, which goes with the run.
"""

import numpy as np
from numba import types

from core.optimizer.evaluate import LETTERS, TASK
from core.solver.compiler import compiled
from core.solver.kernel import NONE, ONE, U8, U64, ZERO, lowest, popcount

ATTEMPTS = 10_000
NO_MOVE = -1
_GOLDEN = np.uint64(0x9E37_79B9_7F4A_7C15)
_FIRST, _SECOND = np.uint64(0xBF58_476D_1CE4_E5B9), np.uint64(0x94D0_49BB_1331_11EB)


@compiled(types.uint64(U64))
def draw(state):
    """Draw 64 random bits; `state` is uint64[1]."""
    state[0] += _GOLDEN
    bits = state[0]
    bits = (bits ^ bits >> np.uint64(30)) * _FIRST
    bits = (bits ^ bits >> np.uint64(27)) * _SECOND
    return bits ^ bits >> np.uint64(31)


@compiled(types.float64(U64))
def uniform(state):
    """Draw a number in [0, 1)."""
    return np.int64(draw(state) >> np.uint64(11)) * 2.0**-53


@compiled(types.int64(U64, types.int64))
def below(state, end):
    """Draw a number from 0 to `end` - 1."""
    return np.int64((draw(state) >> np.uint64(32)) * np.uint64(end) >> np.uint64(32))


@compiled(types.uint8(TASK, U64, types.int64))
def draw_letter(task, state, distribution):
    """Draw a letter by its frequency (`distribution` 0), or by the square root of that (1)."""
    share = uniform(state)
    letter = 0
    while task.cumulative[distribution, letter] <= share:
        letter += 1
    return letter


@compiled(types.boolean(TASK, U8, types.int64))
def may_change(task, board, tile):
    """Tell whether a tile may bear several letters."""
    return task.allowed[tile] & (task.allowed[tile] - np.uint32(1)) != 0


@compiled(types.boolean(TASK, U8))
def traces(task, board):
    """Tell whether the board holds the word of the task, which may be empty."""
    size = len(task.allowed)
    length = len(task.word)
    if length == 0:
        return True
    # Depth first. tiles[d] are those still to be tried as step d of the path.
    tiles = np.empty(length + 1, np.uint64)
    reached = np.zeros(length + 1, np.int64)
    used = np.zeros(length + 1, np.uint64)
    depth = 0
    tiles[0] = task.neighbours[size]
    while depth >= 0:
        if not tiles[depth]:
            depth -= 1
            continue
        tile = np.int64(lowest(tiles[depth]))
        tiles[depth] &= tiles[depth] - ONE
        at = reached[depth]
        if board[tile] != task.word[at]:
            continue
        at += 1
        second = task.second[board[tile]]
        if second != NONE:
            if at == length or task.word[at] != second:
                continue
            at += 1
        if at == length:
            return True
        used[depth + 1] = used[depth] | ONE << np.uint64(tile)
        tiles[depth + 1] = task.neighbours[tile] & ~used[depth + 1]
        reached[depth + 1] = at
        depth += 1
    return False


@compiled(types.boolean(TASK, U8))
def satisfies(task, board):
    """Tell whether a board of allowed letters satisfies the constraints, but for the distance."""
    for letter in range(LETTERS):
        lacking = np.int64(task.needed[letter])
        if lacking:
            for tile in range(len(task.allowed)):
                lacking -= board[tile] == letter
            if lacking > 0:
                return False
    return traces(task, board)


@compiled(types.boolean(TASK, U8))
def is_far(task, board):
    """Tell whether a board differs from every earlier one in enough tiles."""
    size = len(task.allowed)
    for row in range(len(task.earlier)):
        differing = 0
        for tile in range(size):
            differing += board[tile] != task.earlier[row, tile]
        if differing < task.distances[row]:
            return False
    return True


@compiled(types.boolean(TASK, U64, U8))
def lay_word(task, state, board):
    """Lay the word of the task along a random path of tiles that may bear it; may fail."""
    size = len(task.allowed)
    used = ZERO
    tiles = task.neighbours[size]
    at = 0
    while at < len(task.word):
        options = ZERO
        left = tiles & ~used
        while left:
            tile = lowest(left)
            left &= left - ONE
            if np.uint64(task.allowed[tile]) >> np.uint64(task.word[at]) & ONE:
                options |= ONE << tile
        if not options:
            return False
        for _ in range(below(state, np.int64(popcount(options)))):
            options &= options - ONE
        tile = lowest(options)
        board[tile] = task.word[at]
        second = task.second[task.word[at]]
        at += 1
        if second != NONE:
            if at == len(task.word) or task.word[at] != second:
                return False
            at += 1
        used |= ONE << tile
        tiles = task.neighbours[tile]
    return True


@compiled(types.void(U8, types.int64, types.int64))
def swap(board, one, other):
    """Swap two places of a board."""
    board[one], board[other] = board[other], board[one]


@compiled(types.boolean(TASK, U64, U8))
def draw_board(task, state, board):
    """Draw a board that satisfies all constraints; return whether 10,000 attempts were enough.

    Letters come by their frequencies, needed ones first, then the rest.
    """
    size = len(task.allowed)
    for _ in range(ATTEMPTS):
        board[:size] = NONE
        if not lay_word(task, state, board):
            continue
        for tile in range(size):
            if not may_change(task, board, tile):
                board[tile] = lowest(np.uint64(task.allowed[tile]))
        for letter in range(LETTERS):
            lacking = np.int64(task.needed[letter])
            for tile in range(size):
                lacking -= lacking > 0 and board[tile] == letter
            for _ in range(lacking):
                free = 0
                for tile in range(size):
                    free += board[tile] == NONE
                if not free:
                    break
                place = below(state, free)
                for tile in range(size):
                    if board[tile] == NONE:
                        if not place:
                            board[tile] = letter
                            break
                        place -= 1
        for tile in range(size):
            if board[tile] == NONE:
                board[tile] = draw_letter(task, state, 0)
        board[size:] = task.bonuses
        if task.placed:
            for tile in range(size - 1, 0, -1):
                swap(board, size + tile, size + below(state, tile + 1))
        if satisfies(task, board) and is_far(task, board):
            return True
    return False


@compiled(types.int64(types.int64))
def moves_of_tile(size):
    """Return how many moves there are at each tile."""
    return LETTERS + 2 * size


@compiled(types.int64(types.int64, types.int64, types.int64))
def move_number(size, tile, change):
    """Return the number of a move at a tile: to a letter, with another tile, or its bonus."""
    return tile * moves_of_tile(size) + change


@compiled(types.int64(TASK, U64, types.float64, types.int64, U8))
def move(task, state, swapping, distribution, board):
    """Change a board into a random neighbour; return the number of the move, NO_MOVE for none.

    With a chance of `swapping` two tiles are swapped, else one gets a letter drawn from the
    `distribution`. Where the search places bonuses, one move in four swaps two of them instead.
    """
    size = len(task.allowed)
    first = below(state, size)
    if task.placed and draw(state) >> np.uint64(62) == 0:
        other = below(state, size)
        if board[size + first] == board[size + other]:
            return NO_MOVE
        swap(board, size + first, size + other)
        return move_number(size, min(first, other), LETTERS + size + max(first, other))
    if not may_change(task, board, first):
        return NO_MOVE
    if uniform(state) < swapping:
        other = below(state, size)
        if board[first] == board[other] or not may_change(task, board, other):
            return NO_MOVE
        swap(board, first, other)
        return move_number(size, min(first, other), LETTERS + max(first, other))
    letter = draw_letter(task, state, distribution)
    if letter == board[first]:
        return NO_MOVE
    board[first] = letter
    return move_number(size, first, letter)
