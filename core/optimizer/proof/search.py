"""The compiled kernel that searches a class board: every choice of letters its bounds allow.

The search settles cell after cell. It knows which nodes of the tree (see bounds) the
settled letters lead to, and links those of their children that are for later cells by cell
and letter: those that a letter would lead to. The bound of a choice is the sum of

- the worth of the words of the settled letters, each counted once;
- for each cell to come, of the letter for which this is most: the bounds of the nodes that
  it would lead to, together.

With all cells settled nothing is left to bound: the worth is exact.
"""

import numpy as np
from numba import types

from core.optimizer.proof.bounds import I32, I64, NODES
from core.solver.compiler import compiled
from core.solver.kernel import U8, U32, U64

VISITS, LEAVES = 0, 1


@compiled(I64(types.int32[:], U8, I64, I64))
def most_to_come(sums, sizes, width, cell):
    """Return the most that the cells from `cell` on add: of each the best letter's sum."""
    total = 0
    for later in range(cell, len(sizes)):
        best = 0
        for letter in range(sizes[later]):
            best = max(best, sums[later * width + letter])
        total += best
    return total


@compiled(I64(NODES, U64, I32, U8, I64, I64, U32, U32, U32, U8, types.int64[::1], U8))
def search(tree, words, worth, sizes, width, record, leads, links, trail, seen, tally, letters):
    """Return the most that letters of the class board are worth, or `record` if no more.

    `tree`, `words`, `worth`, `width`: of `grow`; `sizes`: uint8[cells], how many letters
    each cell may bear. `letters`: uint8[cells], gets the best, untouched if none beat
    `record`. `tally`: int64[2], gets VISITS, choices followed, and LEAVES, those scored.
    Scratch: `leads`, `links`: uint32[nodes]; `trail`: uint32[words]; `seen`: uint8[words],
    zeros before and after. Cost: some µs a visit.
    """
    cells = len(sizes)
    span = cells * width
    # For each cell, as before it is settled:
    sums = np.zeros((cells + 1, span), np.int32)  # of the bounds, for each cell and letter
    heads = np.zeros((cells + 1, span), np.uint32)  # 1 + the last link of each
    linked = np.zeros(cells + 1, np.int64)
    found = np.zeros(cells + 1, np.int64)  # words on the trail
    points = np.zeros(cells + 1, np.int64)
    chosen = np.zeros(cells + 1, np.int64)  # the letter to try next
    idle = np.zeros(cells + 1, np.bool_)  # a letter that makes no word was tried
    heir = np.int64(1)
    while heir < tree[0].end:
        code = tree[heir].code
        sums[0, code] += tree[heir].bound
        leads[linked[0]] = heir
        links[linked[0]] = heads[0, code]
        linked[0] += 1
        heads[0, code] = linked[0]
        heir = np.int64(tree[heir].end)

    cell = 0
    rest = np.zeros(cells + 1, np.int64)  # most that the cells after it add
    rest[0] = most_to_come(sums[0], sizes, width, 1)
    while cell >= 0:
        after = cell + 1
        # What the choice before found is forgotten.
        for i in range(found[cell], found[after]):
            seen[trail[i]] = 0
        found[after] = found[cell]
        if chosen[cell] == sizes[cell]:
            cell -= 1
            continue
        code = cell * width + chosen[cell]
        chosen[cell] += 1
        # The cells after it can gain by this letter, but all that they gain is in its sum.
        if points[cell] + sums[cell, code] + rest[cell] <= record:
            continue
        # All letters that make no word leave the rest as it is: one will do.
        if not heads[cell, code]:
            if idle[cell]:
                continue
            idle[cell] = True

        tally[VISITS] += 1
        sums[after, after * width :] = sums[cell, after * width :]
        heads[after, after * width :] = heads[cell, after * width :]
        total, top, fill = points[cell], found[cell], linked[cell]
        link = heads[cell, code]
        while link:
            node = np.int64(leads[link - 1])
            link = links[link - 1]
            for i in range(tree[node].words, tree[node + 1].words):
                word = words[i]
                if not seen[word]:
                    seen[word] = 1
                    trail[top] = word
                    top += 1
                    total += worth[word]
            heir = node + 1
            end = np.int64(tree[node].end)
            while heir < end:
                other = tree[heir].code
                sums[after, other] += tree[heir].bound
                leads[fill] = heir
                links[fill] = heads[after, other]
                fill += 1
                heads[after, other] = fill
                heir = np.int64(tree[heir].end)
        found[after], points[after], linked[after] = top, total, fill
        if after == cells:
            tally[LEAVES] += 1
            if total > record:
                record = total
                for i in range(cells):
                    letters[i] = chosen[i] - 1
        elif total + most_to_come(sums[after], sizes, width, after) > record:
            rest[after] = most_to_come(sums[after], sizes, width, after + 1)
            idle[after] = False
            chosen[after] = 0
            found[after + 1] = top
            cell = after
    return record
