"""The compiled kernel: search of a grid against a packed graph.

A place is where a path through the grid has come to: the record of its letters, the
tiles it has used, the tiles it can step to next. The search takes a batch of places
off a stack, lists all their steps, takes the steps, and pushes the places these lead
to, until the stack is empty. What makes it fast:

- One vector test finds the tiles whose letters may follow in a record. So every step
  listed leads to a node, and every place pushed has a step to take.
- The steps of a batch do not depend on each other: while a record comes from memory,
  the processor works on others. One place at a time takes 1.6 times as long.
- No branch depends on what the processor cannot foresee; a wrong guess would cost as
  much as a step.

Which words were seen is marked outside the graph, so that searches share it. No
recursion, no allocation, no lock: the functions release the GIL.

A board, for n tiles, is

    neighbours  uint64[n]   bit set of the tiles, at most 8, that touch each tile (more rows
                            may follow)
    first       uint8[n]    index in the alphabet of each tile's letter
    second      uint8[n]    of a digraph tile's second letter, NONE elsewhere
"""

from typing import Any, NamedTuple

import numpy as np
from llvmlite import ir
from numba import from_dtype, types
from numba.extending import intrinsic
from numpy.typing import NDArray

from core.lexicon import graph
from core.solver.compiler import compiled

NONE = 255
MAX_TILES = 64
BATCH = 128
# Steps listed at a time: few places have more.
BURST = 4
# A batch pushes at most 8 places for each of its own (64 for the first, the root alone),
# all at least a letter longer than the shortest of the batch, which it took from on top.
# So what lies on the stack was pushed by at most 16 batches: words have 16 letters.
STACK = 17 * 8 * BATCH

LETTER_MASK = np.uint64(graph.LETTER_MASK)
FLAG_BIT = np.uint64(graph.WORD_FLAG.bit_length() - 1)
HALF = np.uint64(graph.FIRST_CHILD_SHIFT)
ZERO, ONE, SIX, LOW_SIX = np.uint64(0), np.uint64(1), np.uint64(6), np.uint64(63)

PLACE = np.dtype([("record", np.uint64), ("used", np.uint64), ("next", np.uint64)])


class Scratch(NamedTuple):
    """Memory for the search of one thread; its contents mean nothing between searches."""

    letters: NDArray[np.uint32]
    stack: NDArray[np.void]
    batch: NDArray[np.void]
    steps: NDArray[np.uint32]


U8, U32, U64 = types.uint8[::1], types.uint32[::1], types.uint64[::1]
# A mapped file cannot be written, and a writable array may stand where a read-only one does.
GRAPH = types.Array(types.uint64, 1, "C", readonly=True)
READ_U32 = types.Array(types.uint32, 1, "C", readonly=True)
_PLACES = from_dtype(PLACE)[::1]
SCRATCH = types.NamedTuple((U32, _PLACES, _PLACES, U32), Scratch)


@intrinsic
def popcount(typingctx: Any, value: Any) -> Any:
    """Count the bits set in a uint64."""

    def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.ctpop(args[0])

    return types.uint64(types.uint64), build


@intrinsic
def lowest(typingctx: Any, value: Any) -> Any:
    """Find the index of the lowest bit set in a uint64, 64 where there is none."""

    def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.cttz(args[0], ir.Constant(ir.IntType(1), 0))

    return types.uint64(types.uint64), build


@intrinsic(prefer_literal=True)
def bearing(typingctx: Any, letters: Any, record: Any, tiles: Any) -> Any:
    """Find which of the first `tiles` (16, 32 or 64) bear a letter that may follow in `record`.

    The result is a bit set; `letters` has a bit for each tile, 0 after the last.
    """
    if not isinstance(tiles, types.IntegerLiteral):
        return None

    def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        vector = ir.VectorType(ir.IntType(32), tiles.literal_value)
        zeros = ir.Constant(vector, None)
        array = context.make_array(signature.args[0])(context, builder, args[0])
        borne = builder.load(builder.bitcast(array.data, vector.as_pointer()), align=4)
        low_half = builder.trunc(args[1], ir.IntType(32))
        lane = builder.insert_element(zeros, low_half, ir.IntType(32)(0))
        allowed = builder.shuffle_vector(lane, zeros, zeros)
        matches = builder.icmp_unsigned("!=", builder.and_(borne, allowed), zeros)
        matches = builder.bitcast(matches, ir.IntType(tiles.literal_value))
        return matches if tiles.literal_value == 64 else builder.zext(matches, ir.IntType(64))

    return types.uint64(types.uint32[::1], types.uint64, tiles), build


@compiled(types.uint64(types.uint64, types.uint64))
def child(record, letter):
    """Return the node that `letter`, a bit that is set in `record`, leads to."""
    return (record >> HALF) + popcount(record & (letter - ONE))


@compiled(SCRATCH())
def scratch():
    """Return new memory to search with."""
    return Scratch(
        np.empty(MAX_TILES, np.uint32),
        np.empty(STACK, PLACE),
        np.empty(BATCH, PLACE),
        np.empty(8 * BATCH + BURST, np.uint32),
    )


@compiled(types.uint64(U8, U8, U32))
def lay(first, second, letters):
    """Fill `letters` with a bit for each tile's first letter; return the set of digraph tiles."""
    digraphs = ZERO
    letters[:] = 0
    for tile in range(len(first)):
        letters[tile] = ONE << np.uint64(first[tile])
        digraphs |= np.uint64(second[tile] != NONE) << np.uint64(tile)
    return digraphs


@compiled(types.uint64(GRAPH, U64, U8, U8, U64, U32, SCRATCH))
def find(nodes, neighbours, first, second, seen, found, scratch):
    """Write the node of every distinct word not yet in `seen` to `found`; return how many.

    `seen`: uint64[nodes / 64 + 1], a bit for each node, set for what is found;
    `found`: uint32[words + 1].
    """
    letters, stack, batch, steps = scratch
    size = len(first)
    digraphs = lay(first, second, letters)
    count = ZERO
    stack[0].record = nodes[0]
    stack[0].used = ZERO
    stack[0].next = bearing(letters, nodes[0], 64)
    top = ONE
    while top:
        # List the steps of a batch of places. In bursts, the last of which lists too
        # many: how often a loop over the tiles would turn is beyond prediction.
        places = min(top, np.uint64(BATCH))
        top -= places
        listed = ZERO
        for place in range(places):
            batch[place].record = stack[top + place].record
            batch[place].used = stack[top + place].used
            tiles = stack[top + place].next
            end = listed + popcount(tiles)
            while listed < end:
                for _ in range(BURST):
                    steps[listed] = place << SIX | lowest(tiles)
                    tiles &= tiles - ONE
                    listed += ONE
            listed = end

        for i in range(listed):
            place = np.uint64(steps[i]) >> SIX
            tile = np.uint64(steps[i]) & LOW_SIX
            node = child(batch[place].record, np.uint64(letters[tile]))
            record = nodes[node]
            if digraphs >> tile & ONE:
                letter = ONE << np.uint64(second[tile])
                if not record & letter:
                    continue
                node = child(record, letter)
                record = nodes[node]

            # No branch: whether a word ends here, and is new, is beyond prediction.
            word = record >> FLAG_BIT & ONE
            marks = seen[node >> SIX]
            seen[node >> SIX] = marks | word << (node & LOW_SIX)
            found[count] = node
            count += word & ~(marks >> (node & LOW_SIX))

            used = batch[place].used | ONE << tile
            # Always 64 would do, but 16 tiles fit one register or two.
            if size <= 16:
                tiles = bearing(letters, record, 16)
            elif size <= 32:
                tiles = bearing(letters, record, 32)
            else:
                tiles = bearing(letters, record, 64)
            tiles &= neighbours[tile] & ~used
            stack[top].record = record
            stack[top].used = used
            stack[top].next = tiles
            top += np.uint64(tiles != ZERO)
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
    memory = scratch()
    for board in range(len(first)):
        total = find(nodes, neighbours, first[board], second[board], seen, found, memory)
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
            heir = record >> HALF
            letters = record & LETTER_MASK
            while letters:
                worth[heir] = worth[node] + letter_values[lowest(letters)]
                heir += ONE
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
