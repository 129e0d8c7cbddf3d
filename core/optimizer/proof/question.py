"""The question of a proof: which grid of a size has the most words or points."""

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from core.errors import SeizeError, translatable
from core.grid import BadGrid, Grid, Tile, adjacency
from core.lexicon import Lexicon
from core.lexicon.alphabet import MAX_LETTERS
from core.lexicon.graph import pack
from core.optimizer.proof.goal import Goal
from core.scoring import Ruleset
from core.solver import kernel

MAX_AREA = 9
_LETTERS = 32


class Scored(NamedTuple):
    """A grid, and its words or points."""

    grid: Grid
    score: int


class NotAskedFor(SeizeError):
    """Raised when a proof is to begin with a grid that it could not find."""

    def __init__(self, grid: Grid, size: tuple[int, int]) -> None:
        rows, cols = size
        super().__init__(
            translatable(
                "a proof cannot begin with {grid}: give {rows}x{cols} tiles without bonuses, "
                "each with one letter of the language, or Qu by Boggle's rules"
            ),
            grid=grid,
            rows=rows,
            cols=cols,
        )


@dataclass(frozen=True, slots=True, eq=False)
class Question:
    """A lexicon, rules, a goal and a size, and what the kernels need of them.

    `order`: the cells as the search settles them, those with most neighbours first.
    `nodes`: uint64, the graph of the words that count and fit on the tiles; `numbers`:
    int32[nodes], of the word that ends at each, -1 without one; `worth`: int32[words];
    `neighbours`: uint64[cells] in that order; `second`: uint8[32], of each letter's tile;
    `counts`: how often each letter comes in the words.
    """

    lexicon: str
    digest: str
    letters: str
    vowels: str
    rules: str
    min_length: int
    goal: Goal
    rows: int
    cols: int
    order: tuple[int, ...]
    nodes: NDArray[np.uint64]
    numbers: NDArray[np.int32]
    worth: NDArray[np.int32]
    neighbours: NDArray[np.uint64]
    second: NDArray[np.uint8]
    counts: tuple[int, ...]

    @classmethod
    def of(cls, lexicon: Lexicon, rules: Ruleset, goal: Goal, size: tuple[int, int]) -> "Question":
        """Prepare a question; raises SeizeError for sizes too large to prove anything.

        Cost: about 0.3 s for 300,000 words.
        """
        rows, cols = size
        cells = rows * cols
        if cells > MAX_AREA:
            raise SeizeError(
                translatable(
                    "a proof for {rows}x{cols} grids would take too long: it goes up to "
                    "{tiles} tiles, such as 3x3 or 2x4"
                ),
                rows=rows,
                cols=cols,
                tiles=MAX_AREA,
            )
        alphabet = lexicon.alphabet
        longest = min(MAX_LETTERS, cells * (2 if rules.digraphs else 1))
        codes = _spelt(lexicon, rules.min_length, longest)
        graph = pack(codes, alphabet)
        numbers = np.full(len(graph.nodes), -1, np.int32)
        numbers[graph.ends] = np.arange(len(graph))
        worth = np.zeros(len(graph.nodes), np.uint16)
        if goal is Goal.WORDS:
            worth[graph.ends] = 1
        else:
            values = np.array([rules.tile_value(x) for x in alphabet.letters], np.int32)
            lengths = np.array(rules.length_points, np.int32)
            kernel.weigh(graph.nodes, graph.levels, values, lengths, worth)
        second = np.full(_LETTERS, kernel.NONE, np.uint8)
        for first, tile in rules.digraphs.items():
            if not {first, tile[1]} <= set(alphabet.letters):  # no word has them
                continue
            second[alphabet.letters.index(first)] = alphabet.letters.index(tile[1])
        touching = adjacency(rows, cols)
        order = sorted(range(cells), key=lambda cell: (-len(touching[cell]), cell))
        places = {cell: place for place, cell in enumerate(order)}
        neighbours = [sum(1 << places[other] for other in touching[cell]) for cell in order]
        letter_counts = np.bincount(codes.ravel(), minlength=len(alphabet.letters) + 1)[1:]
        return cls(
            lexicon=lexicon.name,
            digest=lexicon.digest,
            letters=alphabet.letters,
            vowels=alphabet.vowels,
            rules=rules.name,
            min_length=rules.min_length,
            goal=goal,
            rows=rows,
            cols=cols,
            order=tuple(order),
            nodes=graph.nodes,
            numbers=numbers,
            worth=worth[graph.ends].astype(np.int32),
            neighbours=np.array(neighbours, np.uint64),
            second=second,
            counts=tuple(letter_counts.tolist()),
        )

    @property
    def cells(self) -> int:
        """Return the number of tiles."""
        return self.rows * self.cols

    def grid(self, letters: str) -> Grid:
        """Return the grid of these letters, row by row: of q that of Qu where tiles bear it."""
        tiles = []
        for letter in letters:
            second = int(self.second[self.letters.index(letter)])
            tiles.append(letter if second == kernel.NONE else letter + self.letters[second])
        return Grid(self.rows, self.cols, tuple(map(Tile, tiles)))

    def asks_for(self, grid: Grid) -> bool:
        """Tell whether a grid is one of those among which the best is asked for.

        They have this size, no bonuses, and tiles that only the letters of the alphabet
        begin, each with what the rules make it bear.
        """
        letters = "".join(tile.letters[0] for tile in grid.tiles)
        return (
            (grid.rows, grid.cols) == (self.rows, self.cols)
            and set(letters) <= set(self.letters)
            and grid == self.grid(letters)
        )

    def read(self, text: str) -> Grid | None:
        """Read the text form of a grid; return None for what is no grid that is asked for."""
        try:
            grid = Grid.parse(text)
        except BadGrid:
            return None
        return grid if self.asks_for(grid) else None


def _spelt(lexicon: Lexicon, shortest: int, longest: int) -> NDArray[np.uint8]:
    """Return the words of these lengths as `graph.encode` does."""
    parts = []
    for graph in (lexicon.graph, lexicon.house_graph):
        if graph is not None:
            low, high = (graph.levels[min(n, MAX_LETTERS + 1)] for n in (shortest, longest + 1))
            ends = graph.ends[(low <= graph.ends) & (graph.ends < high)]
            if graph is lexicon.graph:
                ends = ends[~np.isin(ends, lexicon.removed_nodes())]
            parts.append(np.zeros((len(ends), MAX_LETTERS), np.uint8))
            kernel.spell(graph.nodes, ends, parts[-1])
    codes = np.concatenate(parts)
    return codes[np.argsort(codes.view(f"S{MAX_LETTERS}").ravel(), kind="stable")]
