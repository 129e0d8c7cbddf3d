"""The compiled kernels that bound a class board: gather its words, make a tree of them.

A class board allows each cell a set of letters. Here cells are numbered in the order in
which the search settles them, and letters by their place in the set of their cell, from 0.

An item is a word on a path through allowed letters, in one uint64:

    a digit of `digit_bits` for each cell, the first highest: 1 + letter, 0 off the path
    below them the number of the word, in `64 - cells * digit_bits` bits

A word that takes the same letters of the same cells along several paths is one item. So
sorted items, without their doubles, are the preorder of a tree: each step from a node to a
child settles one cell more, a later one. A node holds the words of the letters settled on
the way to it, and its bound is the most that these and the words further down can be
worth: of the children for one cell only the best counts, for a cell bears one letter.

A tree of n nodes is NODE[n + 1], in preorder, the root first; one more node ends the last.
The first child of a node, if it has any, comes next; the next child is where the one before
ends; the words of a node lie before those of the next node.
"""

import numpy as np
from numba import from_dtype, types

from core.lexicon import graph
from core.solver.compiler import compiled
from core.solver.kernel import GRAPH, NONE, U8, U64, child, lowest, popcount

MAX_CELLS = 16
# A place pushes at most 8 cells of 31 letters each, 16 places deep at most.
STACK = (MAX_CELLS + 1) * MAX_CELLS * 31

LETTERS = np.uint64(graph.LETTER_MASK)
ZERO, ONE = np.uint64(0), np.uint64(1)

# `code`: cell * width + letter; `end`: the node after all those further down; `words`: where
# its words begin.
NODE = np.dtype(
    [("bound", np.int32), ("code", np.uint32), ("end", np.uint32), ("words", np.uint32)]
)
# A place of the search for words: see core.solver.kernel. `digits` as in an item.
PLACE = np.dtype([(name, np.uint64) for name in ("record", "used", "next", "digits")])

I32, I64 = types.int32[::1], types.int64
NODES = from_dtype(NODE)[::1]


@compiled(I64(GRAPH, I32, U64, U64, U8, I64, U64))
def gather(nodes, numbers, neighbours, sets, second, digit_bits, items):
    """Write the items of a class board, in no order and with doubles; return how many, or -1.

    `numbers`: int32[nodes], of the word that ends at each node, -1 where none counts;
    `neighbours`, `sets`: uint64[cells], the cells that touch each cell and the letters it may
    bear, as bit sets; `second`: uint8[32], what a tile bears after each letter, or NONE;
    `items`: uint64[room]. -1: there is no room for all. Cost: 25 ns an item.
    """
    cells = np.uint64(len(sets))
    width = np.uint64(digit_bits)
    word_bits = np.uint64(64) - cells * width
    stack = np.empty(STACK, PLACE)
    stack[0].record = nodes[0]
    stack[0].used = ZERO
    stack[0].next = (ONE << cells) - ONE
    stack[0].digits = ZERO
    top = 1
    count = 0
    while top:
        top -= 1
        record, used = stack[top].record, stack[top].used
        free, digits = stack[top].next, stack[top].digits
        while free:
            cell = lowest(free)
            free &= free - ONE
            shift = word_bits + (cells - ONE - cell) * width
            around = neighbours[cell] & ~used & ~(ONE << cell)
            letters = record & sets[cell]
            while letters:
                letter = lowest(letters)
                bit = ONE << letter
                letters &= letters - ONE
                node = child(record, bit)
                if second[letter] != NONE:
                    other = ONE << np.uint64(second[letter])
                    if not nodes[node] & other:
                        continue
                    node = child(nodes[node], other)
                longer = digits | (popcount(sets[cell] & (bit - ONE)) + ONE) << shift
                if numbers[node] >= 0:
                    if count == len(items):
                        return -1
                    items[count] = longer | np.uint64(numbers[node])
                    count += 1
                if around and nodes[node] & LETTERS:
                    stack[top].record = nodes[node]
                    stack[top].used = used | ONE << cell
                    stack[top].next = around
                    stack[top].digits = longer
                    top += 1
    return count


@compiled(I64(U64, I64, I64, I64, I32, NODES))
def grow(items, cells, digit_bits, width, worth, tree):
    """Make the tree of ascending items; return how many nodes it has, or -1.

    The items become the numbers of the words, without the doubles, node by node. `width`:
    at least the most letters of a cell; `worth`: int32[words], not negative; `tree`:
    NODE[room + 1]. -1: there is no room for all nodes. Cost: 30 ns an item.
    """
    room = len(tree) - 1
    digit_size, shift = np.uint64(digit_bits), np.uint64(64 - cells * digit_bits)
    word_mask, digit_mask = (ONE << shift) - ONE, (ONE << digit_size) - ONE
    # The way from the root to the last node. Of the children that are done: the best for
    # the cell they came to last, `group`, in `best`; those for the cells before in `total`.
    way = np.zeros(cells + 1, np.int64)
    cell_of = np.full(cells + 1, -1, np.int64)
    group = np.full(cells + 1, -1, np.int64)
    total = np.zeros(cells + 1, np.int64)
    best = np.zeros(cells + 1, np.int64)
    top, count, kept = 0, 1, 0
    tree[0].code = 0
    tree[0].words = 0
    last = last_key = ZERO  # no item: its digits are not all 0
    for i in range(len(items) + 1):
        # After the last item, one without digits ends all ways.
        item = items[i] if i < len(items) else ZERO
        if item == last:
            continue
        last = item
        key = item >> shift
        if key != last_key:
            differs = key ^ last_key
            last_key = key
            cell = 0
            while not differs >> np.uint64(cells - 1 - cell) * digit_size:
                cell += 1
            while cell_of[top] >= cell:
                bound = total[top] + best[top]
                tree[way[top]].bound = bound
                tree[way[top]].end = count
                up = top - 1
                if group[up] != cell_of[top]:
                    group[up] = cell_of[top]
                    total[up] += best[up]
                    best[up] = 0
                best[up] = max(best[up], bound)
                top = up
            if not key:
                break
            while cell < cells:
                digit = np.int64(key >> np.uint64(cells - 1 - cell) * digit_size & digit_mask)
                if digit:
                    if count == room:
                        return -1
                    tree[count].code = cell * width + digit - 1
                    tree[count].words = kept
                    top += 1
                    way[top] = count
                    cell_of[top] = cell
                    group[top] = -1
                    total[top] = 0
                    best[top] = 0
                    count += 1
                cell += 1
        word = item & word_mask
        total[top] += worth[word]
        items[kept] = word
        kept += 1
    tree[0].bound = total[0] + best[0]
    tree[0].end = count
    tree[count].words = kept
    return count
