"""Solve a grid: every word with its best path, or only how many words and points."""

from functools import partial
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from core.errors import translatable
from core.grid import BadGrid, Grid
from core.lexicon import Lexicon
from core.lexicon.alphabet import MAX_LETTERS
from core.lexicon.graph import Graph
from core.scoring import Ruleset
from core.solver import best, kernel
from core.solver.board import letter_codes, neighbours
from core.solver.solution import SORT_KEYS, FoundWord, Solution, Sort


def solve(grid: Grid, lexicon: Lexicon, rules: Ruleset) -> Solution:
    """Return every word of `grid` with its best path.

    Raises BadGrid for a letter outside the lexicon's alphabet, and where words have more
    paths than can be followed in a second. Cost: under 1 ms for a rich 4x4 grid. Threads may
    share the lexicon.
    """
    words: list[FoundWord] = []
    for graph, skip in layers(lexicon, rules):
        words += _best_paths(grid, lexicon, graph, skip, rules)
    if lexicon.house_graph is not None:
        words.sort(key=SORT_KEYS[Sort.POINTS])
    return Solution(grid, rules, tuple(words))


def layers(lexicon: Lexicon, rules: Ruleset) -> list[tuple[Graph, NDArray[np.uint64]]]:
    """Return the graphs of a lexicon, each with the set of nodes whose words do not count."""
    skips = [(lexicon.graph, lexicon.removed_nodes())]
    if lexicon.house_graph is not None:
        skips.append((lexicon.house_graph, []))
    return [(graph, _skip(graph, rules.min_length, nodes)) for graph, nodes in skips]


def _skip(graph: Graph, min_length: int, nodes: list[int]) -> NDArray[np.uint64]:
    marks = np.zeros(len(graph.nodes) // 64 + 1, np.uint64)
    short = int(graph.levels[min(min_length, MAX_LETTERS + 1)])
    marks[: short // 64] = ~np.uint64(0)
    for node in [*range(short - short % 64, short), *nodes]:
        marks[node // 64] |= np.uint64(1 << node % 64)
    return marks


def _best_paths(
    grid: Grid, lexicon: Lexicon, graph: Graph, skip: NDArray[np.uint64], rules: Ruleset
) -> list[FoundWord]:
    alphabet = lexicon.alphabet
    first, second = letter_codes(grid, alphabet)
    touching = neighbours(grid.rows, grid.cols)
    bearers = np.empty(best.LETTERS, np.uint64)
    around = np.empty(len(touching), np.uint64)
    best.lay(touching, first, bearers, around)
    values = [rules.tile_value(t.letters) * t.bonus.letter_factor for t in grid.tiles]
    factors = [t.bonus.word_factor for t in grid.tiles]
    room, count = 2048, best.NO_ROOM
    while count == best.NO_ROOM:
        slots = np.zeros(2 * room, np.uint32)
        nodes = np.empty(room, np.uint32)
        points = np.empty(room, np.int64)
        paths = np.zeros((room, MAX_LETTERS), np.uint8)
        spelt = np.zeros((room, MAX_LETTERS), np.uint8)
        sizes = np.empty(room, np.uint8)
        count = best.find_best(
            graph.nodes,
            touching,
            second,
            bearers,
            around,
            skip,
            np.array(values, np.int32),
            np.array(factors, np.int32),
            np.array(rules.length_points, np.int32),
            slots,
            nodes,
            points,
            paths,
            spelt,
            sizes,
        )
        room *= 4
    if count == best.TOO_LONG:
        raise BadGrid(
            translatable(
                "these tiles are too much alike: a word has more paths than can be followed"
            )
        )
    lengths = np.count_nonzero(spelt[:count], axis=1)
    # Nodes of one length are numbered in the order of the alphabet.
    order = np.lexsort((nodes[:count], -lengths, -points[:count]))
    words = _words(spelt[order], alphabet.letters)
    numbers = np.searchsorted(graph.ends, nodes[order])
    shown = lexicon.displays(numbers, words) if graph is lexicon.graph else words
    cells = paths[order].tobytes()
    starts = range(0, len(cells), MAX_LETTERS)
    spans = zip(starts, sizes[order].tolist(), strict=True)
    routes = [tuple(cells[start : start + size]) for start, size in spans]
    rows = zip(words, shown, points[order].tolist(), routes, strict=True)
    # Straight to tuple.__new__: a thousand calls of FoundWord cost as much as the search.
    return list(map(partial(tuple.__new__, FoundWord), rows))


def _words(spelt: NDArray[np.uint8], letters: str) -> list[str]:
    """Return the words of uint8[words, 16] rows of letter indexes + 1, zeros after the end."""
    signs = np.array(["", *letters], "U1")[spelt]
    words: list[str] = signs.view(f"U{MAX_LETTERS}").ravel().tolist()
    return words


def word_points(graph: Graph, rules: Ruleset) -> NDArray[np.uint16]:
    """Return uint16[nodes]: the points, without bonuses, of the word that ends at each node."""
    values = np.array([rules.tile_value(letter) for letter in graph.letters], np.int32)
    lengths = np.array(rules.length_points, np.int32)
    points = np.empty(len(graph.nodes), np.uint16)
    kernel.weigh(graph.nodes, graph.levels, values, lengths, points)
    return points


class Count(NamedTuple):
    """The number of words on a grid, their points together, and the longest ("" without any)."""

    words: int
    points: int
    longest: str


class Counts(NamedTuple):
    """The same for many grids: int64[boards] words and points, the longest words."""

    words: NDArray[np.int64]
    points: NDArray[np.int64]
    longest: list[str]


class GridCounter:
    """Counts the words and points of many grids without listing them.

    Bonus tiles are ignored: points are those of the bare letters. Holds scratch
    memory, hence one for each thread.
    """

    def __init__(self, lexicon: Lexicon, rules: Ruleset) -> None:
        self.alphabet = lexicon.alphabet
        self._layers = []
        for graph, skip in layers(lexicon, rules):
            found = np.empty(len(graph) + 1, np.uint32)
            self._layers.append((graph, word_points(graph, rules), skip, found))

    def count(self, grid: Grid) -> Count:
        """Count one grid; raises BadGrid for a letter outside the alphabet."""
        first, second = letter_codes(grid, self.alphabet)
        counts = self.count_many(first[None], grid.rows, grid.cols, second[None])
        return Count(int(counts.words[0]), int(counts.points[0]), counts.longest[0])

    def count_many(
        self,
        first: NDArray[np.uint8],
        rows: int,
        cols: int,
        second: NDArray[np.uint8] | None = None,
        *,
        longest: bool = True,
    ) -> Counts:
        """Count boards given as uint8[boards, rows * cols] of letter indexes.

        `second` has the second letters of digraph tiles, kernel.NONE elsewhere. Without
        `longest` its list stays empty. Cost: a few µs a random 4x4 board.
        """
        if second is None:
            second = np.full_like(first, kernel.NONE)
        first, second = np.ascontiguousarray(first), np.ascontiguousarray(second)
        words = np.zeros(len(first), np.int64)
        points = np.zeros(len(first), np.int64)
        ends = np.zeros(len(first), np.uint32)
        candidates = []
        around = neighbours(rows, cols)
        for graph, worth, seen, found in self._layers:
            kernel.count(
                graph.nodes, worth, around, first, second, seen, found, words, points, ends
            )
            if longest:
                candidates.append(self._spell(graph, ends))
        best = (max(these, key=lambda w: (len(w), w)) for these in zip(*candidates, strict=True))
        return Counts(words, points, list(best))

    def _spell(self, graph: Graph, ends: NDArray[np.uint32]) -> list[str]:
        spelt = np.zeros((len(ends), MAX_LETTERS), np.uint8)
        kernel.spell(graph.nodes, ends, spelt)
        return _words(spelt, self.alphabet.letters)
