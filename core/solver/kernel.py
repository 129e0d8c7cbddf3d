"""The compiled kernel: depth-first search of a grid against a packed graph.

What makes it fast, beside the graph's records: the grid is kept as one bit set of
tiles for each letter and one set of letters around each tile, so the search goes
over the letters that both the trie and the surroundings allow, then over their
tiles; a child that no surrounding tile can continue is never pushed; which words
were seen is marked outside the graph, so that searches share it. No recursion, no
allocation, no lock: the functions release the GIL.

A board, for n tiles, is

    neighbours  uint64[n + 1]   bit set of the tiles that touch each tile (n: all tiles)
    first       uint8[n]        index in the alphabet of each tile's letter
    second      uint8[n]        of a digraph tile's second letter, NONE elsewhere

and `lay` makes of it what the search goes by:

    bearers     uint64[31]      bit set of the tiles whose first letter it is
    around      uint64[n + 1]   bit set of the first letters around each tile (n: of all)
"""

from typing import Any

import numpy as np
from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from core.solver.compiling import compiled

MAX_TILES = 64
LETTERS = 31
# 16 letters deep, at most 8 steps from each tile, and a first push for each tile.
STACK = MAX_TILES + 17 * 8
LETTER_MASK = np.uint64(0x7FFF_FFFF)
WORD_FLAG = np.uint64(0x8000_0000)
ZERO = np.uint64(0)
ONE = np.uint64(1)
SIX = np.uint64(6)
LOW_SIX = np.uint64(63)
HALF = np.uint64(32)
FLAG_BIT = np.uint64(31)

NONE = 255
U8 = types.uint8[::1]
U32 = types.uint32[::1]
U64 = types.uint64[::1]
# A mapped file cannot be written, and a writable array may stand where a read-only one does.
GRAPH = types.Array(types.uint64, 1, "C", readonly=True)
READ_U32 = types.Array(types.uint32, 1, "C", readonly=True)
BOARD = (U64, U8, U64, U64)


@intrinsic
def popcount(typingctx: Any, value: Any) -> Any:
    """Number of bits set in a uint64."""

    def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.ctpop(args[0])

    return types.uint64(types.uint64), build


@intrinsic
def lowest(typingctx: Any, value: Any) -> Any:
    """Index of the lowest bit set in a uint64 that is not 0."""

    def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.cttz(args[0], ir.Constant(ir.IntType(1), 1))

    return types.uint64(types.uint64), build


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


@compiled(types.uint64(GRAPH, *BOARD, U64, U32))
def find(nodes, neighbours, second, bearers, around, seen, found):
    """Write the node of every distinct word not yet in `seen` to `found`; return how many.

    `seen`: uint64[nodes / 64 + 1], a bit for each node, set for what is found;
    `found`: uint32[words + 1].
    """
    records = np.empty(STACK, np.uint64)
    paths = np.empty(STACK, np.uint64)
    tips = np.empty(STACK, np.uint64)
    single = ZERO
    for tile in range(len(second)):
        if second[tile] == NONE:
            single |= ONE << np.uint64(tile)
    count = ZERO
    records[0] = nodes[0]
    paths[0] = ZERO
    tips[0] = np.uint64(len(second))
    top = ONE
    while top:
        top -= ONE
        record = records[top]
        used = paths[top]
        tip = tips[top]
        free = neighbours[tip] & ~used
        letters = record & around[tip] & LETTER_MASK
        while letters:
            bit = letters & (ZERO - letters)
            letters ^= bit
            tiles = bearers[lowest(bit)] & free
            if not tiles:
                continue
            node = (record >> HALF) + popcount(record & (bit - ONE))
            child = nodes[node]
            # No branch: whether a word ends here, and is new, is beyond prediction.
            ends = child >> FLAG_BIT & ONE & np.uint64(tiles & single != ZERO)
            marks = seen[node >> SIX]
            seen[node >> SIX] = marks | ends << (node & LOW_SIX)
            found[count] = node
            count += ends & ~(marks >> (node & LOW_SIX))
            while tiles:
                step = lowest(tiles)
                tiles &= tiles - ONE
                reached = child
                if second[step] != NONE:
                    last = np.uint64(second[step])
                    if not child >> last & ONE:
                        continue
                    node = (child >> HALF) + popcount(child & ((ONE << last) - ONE))
                    reached = nodes[node]
                    ends = reached >> FLAG_BIT & ONE
                    marks = seen[node >> SIX]
                    seen[node >> SIX] = marks | ends << (node & LOW_SIX)
                    found[count] = node
                    count += ends & ~(marks >> (node & LOW_SIX))
                records[top] = reached
                paths[top] = used | ONE << step
                tips[top] = step
                top += np.uint64(reached & around[step] & LETTER_MASK != ZERO)
    return count


@compiled(
    types.void(
        GRAPH, types.uint16[::1], U64, types.uint8[:, ::1], types.uint8[:, ::1], U64, U32,
        types.int64[::1], types.int64[::1], U32,
    )
)  # fmt: skip
def count(nodes, worth, neighbours, first, second, seen, found, words, points, longest):
    """Count the words and points of many boards of one shape, given as rows.

    `worth`: uint16[nodes], the points of the word that ends at each node. `words` and
    `points`, int64[boards], are added to; `longest`, uint32[boards], gets the node of
    the longest word (of several the last in the alphabet), 0 without words. `seen` is
    left as it was; what it marks does not count. `found` must have room for all words.
    """
    bearers = np.empty(LETTERS, np.uint64)
    around = np.empty(len(neighbours), np.uint64)
    for board in range(len(first)):
        lay(neighbours, first[board], bearers, around)
        total = find(nodes, neighbours, second[board], bearers, around, seen, found)
        words[board] += total
        sum_points = 0
        deepest = ZERO
        for i in range(total):
            node = np.uint64(found[i])
            sum_points += worth[node]
            deepest = max(deepest, node)
            seen[node >> SIX] &= ~(ONE << (node & LOW_SIX))
        points[board] += sum_points
        longest[board] = deepest


@compiled(types.void(GRAPH, READ_U32, types.int32[::1], types.int32[::1], types.uint16[::1]))
def weigh(nodes, levels, letter_values, length_points, worth):
    """Fill `worth`, uint16[nodes], with the points of the word that ends at each node.

    `letter_values`: int32[letters]; `length_points`: int32[17]; `levels`: see Graph.
    """
    worth[0] = 0
    for depth in range(len(length_points)):
        for node in range(levels[depth], levels[depth + 1]):
            record = nodes[node]
            child = record >> HALF
            letters = record & LETTER_MASK
            while letters:
                worth[child] = worth[node] + letter_values[lowest(letters)]
                child += ONE
                letters &= letters - ONE
            worth[node] += length_points[depth]


@compiled(types.void(GRAPH, U32, types.uint8[:, ::1]))
def spell(nodes, ends, spelt):
    """Write the letters + 1 that lead to each node of `ends` to uint8[ends, 16] of zeros."""
    for i in range(len(ends)):
        node = np.uint64(ends[i])
        length = 0
        while node:
            low = ZERO
            high = node
            while low + ONE < high:
                middle = (low + high) >> ONE
                if nodes[middle] >> HALF <= node:
                    low = middle
                else:
                    high = middle
            letters = nodes[low] & LETTER_MASK
            for _ in range(node - (nodes[low] >> HALF)):
                letters &= letters - ONE
            spelt[i, length] = lowest(letters) + ONE
            length += 1
            node = low
        spelt[i, :length] = spelt[i, :length][::-1].copy()
