"""The compiled search for the best path of every word, depth first.

Beside a board (see kernel.py) it goes by what `lay` makes of one:

    bearers     uint64[31]      bit set of the tiles whose first letter it is
    around      uint64[n + 1]   bit set of the first letters around each tile (n: of all)
"""

import numpy as np
from numba import types

from core.lexicon.alphabet import MAX_LETTERS
from core.solver.compiler import compiled
from core.solver.kernel import (
    FLAG_BIT,
    GRAPH,
    HALF,
    LETTER_MASK,
    LOW_SIX,
    MAX_TILES,
    NONE,
    ONE,
    SIX,
    U8,
    U32,
    U64,
    ZERO,
    lowest,
    popcount,
)

LETTERS = 31
# 16 letters deep, at most 8 steps from each tile, and a first push for each tile.
STACK = MAX_TILES + 17 * 8
STEPS = 5_000_000  # under a second; by dictionaries, no grid takes a tenth of it
NO_ROOM, TOO_LONG = -1, -2
BOARD = (U64, U8, U64, U64)
_I32 = types.int32[::1]
_I64 = types.int64[::1]
_ROWS = types.uint8[:, ::1]
_HASH = np.uint64(0x9E37_79B9_7F4A_7C15)  # 2^64 / golden ratio: spreads node indexes


@compiled(types.void(U64, U8, U64, U64))
def lay(neighbours, first, bearers, around):
    """Fill `bearers` and `around` for a board."""
    n = len(first)
    bearers[:] = 0
    around[:] = 0
    for tile in range(n):
        letter = ONE << np.uint64(first[tile])
        bearers[first[tile]] |= ONE << np.uint64(tile)
        around[n] |= letter
        touching = neighbours[tile]
        while touching:
            around[lowest(touching)] |= letter
            touching &= touching - ONE


@compiled(types.int64(GRAPH, *BOARD, U64, _I32, _I32, _I32, U32, U32, _I64, _ROWS, _ROWS, U8))
def find_best(
    nodes,
    neighbours,
    second,
    bearers,
    around,
    skip,
    values,
    factors,
    length_points,
    slots,
    found,
    points,
    paths,
    spelt,
    sizes,
):
    """Find every distinct word with its best path; return how many.

    NO_ROOM for want of room, TOO_LONG after STEPS steps: a word such as aaaa… on tiles that
    are all alike has more paths than anybody can wait for.

    Beside the board (see kernel.py): `skip` marks the nodes whose words do not count;
    `values` and `factors`, int32[n], are each tile's points (letter bonus included)
    and word factor; `length_points`: int32[17]. `slots`, uint32[power of two] of
    zeros, is a hash table over what is found. Row i of the results is a word:
    its node in `found`, its `points` (int64), its path of `sizes[i]` cells in `paths`
    (uint8[room, 16]) and its letters + 1 in `spelt` (uint8[room, 16] of zeros).
    """
    records = np.empty(STACK, np.uint64)
    useds = np.empty(STACK, np.uint64)
    tips = np.empty(STACK, np.uint64)
    sums = np.empty(STACK, np.int64)
    products = np.empty(STACK, np.int64)
    depths = np.empty(STACK, np.int64)
    lengths = np.empty(STACK, np.int64)
    trail = np.empty(MAX_LETTERS + 1, np.uint8)
    word = np.empty(MAX_LETTERS + 2, np.uint8)
    letter_of = np.empty((STACK, 2), np.uint8)
    top_slot = np.uint64(len(slots) - 1)
    room = len(found)
    count = 0
    records[0] = nodes[0]
    useds[0] = ZERO
    tips[0] = np.uint64(len(second))
    sums[0] = 0
    products[0] = 1
    depths[0] = 0
    lengths[0] = 0
    top = 1
    left = STEPS
    while top:
        top -= 1
        left -= 1
        if left < 0:
            return TOO_LONG
        record = records[top]
        used = useds[top]
        tip = tips[top]
        depth = depths[top]
        length = lengths[top]
        base = sums[top]
        product = products[top]
        if depth:
            trail[depth - 1] = tip
            if second[tip] == NONE:
                word[length - 1] = letter_of[top, 0]
            else:
                word[length - 2] = letter_of[top, 0]
                word[length - 1] = letter_of[top, 1]
        free = neighbours[tip] & ~used
        letters = record & around[tip] & LETTER_MASK
        while letters:
            bit = letters & (ZERO - letters)
            letters ^= bit
            letter = lowest(bit)
            tiles = bearers[letter] & free
            node_of_letter = (record >> HALF) + popcount(record & (bit - ONE))
            while tiles:
                step = lowest(tiles)
                tiles &= tiles - ONE
                node = node_of_letter
                reached = nodes[node]
                longer = length + 1
                word[length] = letter + ONE
                if second[step] != NONE:
                    last = np.uint64(second[step])
                    if not reached >> last & ONE:
                        continue
                    node = (reached >> HALF) + popcount(reached & ((ONE << last) - ONE))
                    reached = nodes[node]
                    longer = length + 2
                    word[length + 1] = last + ONE
                letter_sum = base + values[step]
                factor = product * factors[step]
                if reached >> FLAG_BIT & ONE and not skip[node >> SIX] >> (node & LOW_SIX) & ONE:
                    worth = letter_sum * factor + length_points[longer]
                    trail[depth] = step
                    slot = (node * _HASH) >> HALF & top_slot
                    while slots[slot] and found[slots[slot] - 1] != node:
                        slot = (slot + ONE) & top_slot
                    row = np.int64(slots[slot]) - 1
                    if row < 0:
                        if count == room:
                            return NO_ROOM
                        row = count
                        count += 1
                        slots[slot] = count
                        found[row] = node
                        points[row] = -1
                        spelt[row, :longer] = word[:longer]
                    better = worth > points[row]
                    if worth == points[row]:
                        # Of two paths of one word, shorter only with digraphs: compare all cells.
                        for i in range(min(depth + 1, sizes[row])):
                            if trail[i] != paths[row, i]:
                                better = trail[i] < paths[row, i]
                                break
                        else:
                            better = depth + 1 < sizes[row]
                    if better:
                        points[row] = worth
                        sizes[row] = depth + 1
                        paths[row, : depth + 1] = trail[: depth + 1]
                if reached & around[step] & LETTER_MASK:
                    records[top] = reached
                    useds[top] = used | ONE << step
                    tips[top] = step
                    sums[top] = letter_sum
                    products[top] = factor
                    depths[top] = depth + 1
                    lengths[top] = longer
                    letter_of[top, 0] = letter + ONE
                    letter_of[top, 1] = second[step] + ONE
                    top += 1
    return count
