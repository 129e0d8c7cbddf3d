"""The searches of earlier works: every path of a grid, with less and less work for each.

A search follows paths, and yields for each what the dictionary answers: the word along it, or
none. So whoever runs it can count the answers, and stop. Words come as often as they have
paths. The steps are those of a French article on a Boggle solver in Ruby, which Seize's own
search follows.
"""

from collections import Counter
from collections.abc import Collection, Iterator
from functools import cache

from core.grid import Grid, adjacency
from core.study.dictionaries import Dictionary, PrefixDictionary, SeizeLexicon

Answers = Iterator[Collection[str]]
Place = tuple[int, int]  # row and column


def brute_force(grid: Grid, dictionary: Dictionary) -> Answers:
    """Follow every path; whether a place is on it is found by scanning the path."""
    path: list[Place] = []

    def visit(place: Place, word: str) -> Answers:
        word += _letters(grid, place)
        yield (word,) if word in dictionary else ()
        path.append(place)
        for other in _around(place, grid):
            if other not in path:
                yield from visit(other, word)
        path.pop()

    for place in _places(grid):
        yield from visit(place, "")


def with_mask(grid: Grid, dictionary: Dictionary) -> Answers:
    """Follow every path; a mask knows which places are on it."""
    used = [[False] * grid.cols for _ in range(grid.rows)]

    def visit(place: Place, word: str) -> Answers:
        row, col = place
        word += _letters(grid, place)
        yield (word,) if word in dictionary else ()
        used[row][col] = True
        for other in _around(place, grid):
            if not used[other[0]][other[1]]:
                yield from visit(other, word)
        used[row][col] = False

    for place in _places(grid):
        yield from visit(place, "")


def with_neighbours(grid: Grid, dictionary: Dictionary) -> Answers:
    """Follow every path; which cells touch which is computed once, and there is a mask."""
    touching = adjacency(grid.rows, grid.cols)
    used = [False] * len(grid.tiles)

    def visit(cell: int, word: str) -> Answers:
        word += grid.tiles[cell].letters
        yield (word,) if word in dictionary else ()
        used[cell] = True
        for other in touching[cell]:
            if not used[other]:
                yield from visit(other, word)
        used[cell] = False

    for cell in range(len(grid.tiles)):
        yield from visit(cell, "")


def with_pruning(grid: Grid, dictionary: PrefixDictionary) -> Answers:
    """Follow the paths that words begin with."""
    touching = adjacency(grid.rows, grid.cols)
    used = [False] * len(grid.tiles)

    def visit(cell: int, word: str) -> Answers:
        word += grid.tiles[cell].letters
        if not dictionary.has_prefix(word):
            return
        yield (word,) if word in dictionary else ()
        used[cell] = True
        for other in touching[cell]:
            if not used[other]:
                yield from visit(other, word)
        used[cell] = False

    for cell in range(len(grid.tiles)):
        yield from visit(cell, "")


def compiled(grid: Grid, dictionary: SeizeLexicon) -> Answers:
    """Solve the grid as Seize does, every word with its best path: one answer for all.

    The kernel must be prepared before (`App.prepare_solver`).
    """
    from core.solver.solver import solve

    yield [found.word for found in solve(grid, dictionary.lexicon, dictionary.rules)]


def _places(grid: Grid) -> list[Place]:
    return [(row, col) for row in range(grid.rows) for col in range(grid.cols)]


def _letters(grid: Grid, place: Place) -> str:
    return grid.tiles[place[0] * grid.cols + place[1]].letters


def _around(place: Place, grid: Grid) -> list[Place]:
    """Compute what touches a place, as `adjacency` does once for all."""
    row, col = place
    return [
        (r, c)
        for r in (row - 1, row, row + 1)
        for c in (col - 1, col, col + 1)
        if 0 <= r < grid.rows and 0 <= c < grid.cols and (r, c) != place
    ]


@cache
def count_paths(rows: int, cols: int) -> int:
    """Return how many paths a grid has: 10,305 on 3x3, 12,029,640 on 4x4.

    Counted by length: for each set of cells and last cell, the paths through them. Cost: a
    second for 4x4.
    """
    touching = adjacency(rows, cols)
    paths = Counter({(1 << cell, cell): 1 for cell in range(rows * cols)})
    total = 0
    while paths:
        total += paths.total()
        longer: Counter[tuple[int, int]] = Counter()
        for (used, cell), count in paths.items():
            for other in touching[cell]:
                if not used >> other & 1:
                    longer[used | 1 << other, other] += count
        paths = longer
    return total
