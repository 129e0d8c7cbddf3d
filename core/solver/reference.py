"""The slow, obvious solver: what the kernel must agree with, word for word and path for path."""

from collections.abc import Iterable, Iterator

from pygtrie import CharTrie

from core.grid import Grid, Path, adjacency
from core.scoring import Ruleset


def solve_slowly(words: Iterable[str], grid: Grid, rules: Ruleset) -> dict[str, tuple[int, Path]]:
    """Return {word: (points, best path)} for all normalised `words` that `grid` holds.

    Of several paths the one of most points wins, then the lowest cell indexes.
    """
    trie = CharTrie.fromkeys(words, value=True)
    best: dict[str, tuple[int, Path]] = {}
    for path in _paths(trie, grid):
        word = grid.spell(path)
        if word in trie and len(word) >= rules.min_length:
            points = rules.points(grid, path)
            if word not in best or (-points, path) < (-best[word][0], best[word][1]):
                best[word] = points, path
    return best


def _paths(trie: CharTrie, grid: Grid, path: Path = ()) -> Iterator[Path]:
    """Yield every path whose letters begin a word."""
    touching = adjacency(grid.rows, grid.cols)
    for cell in touching[path[-1]] if path else range(len(grid.tiles)):
        longer = (*path, cell)
        if cell not in path and trie.has_node(grid.spell(longer)):
            yield longer
            yield from _paths(trie, grid, longer)
