"""Grids made to contain given words: paths are laid across one another, then the gaps are filled.

The optimizer can demand one word of a grid; here five and more are wanted, of words that need
not like each other, and within a second.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from core.generator import uniforms
from core.grid import Grid, Tile, adjacency
from core.lexicon import Lexicon
from core.playable import playable_range
from core.scoring import Ruleset
from core.solver.solver import GridCounter

ENOUGH = 5  # words
MOST = 8
_LONGEST = 8  # letters: two longer words fill a grid
_CONSIDERED = 24  # words
_LAYOUTS = 100
_WIDER = (5, 5)  # rows and columns, where fewer than ENOUGH find a place
_FILLS = 24
_STEPS = 120  # tries to lay one word


@dataclass(frozen=True, slots=True)
class Layout:
    """A grid, and the words of those wanted that were laid on it."""

    grid: Grid
    words: tuple[str, ...]


def grid_with(
    words: Sequence[str],
    lexicon: Lexicon,
    rules: Ruleset,
    rng: np.random.Generator,
    size: tuple[int, int] = (4, 4),
) -> Layout | None:
    """Return a grid with as many of the normalised `words` as were found to fit, at most MOST.

    None if none of them can lie on a grid. Cost: see benchmarks/practice.py.
    """
    wanted = [faces for word in words if (faces := _faces(word, rules))][:_CONSIDERED]
    if not wanted:
        return None
    board, laid = _best(wanted, size, rng)
    if len(laid) < min(ENOUGH, len(wanted)):
        wider = _best(wanted, _WIDER, rng)
        if len(wider[1]) > len(laid):
            (board, laid), size = wider, _WIDER
    return Layout(_filled(board, lexicon, rules, rng, size), tuple(laid))


def _best(
    wanted: Sequence[list[str]], size: tuple[int, int], rng: np.random.Generator
) -> tuple[list[str], list[str]]:
    """Return the first layout with ENOUGH words, or that with the most."""
    touching, best = adjacency(*size), (list[str](), list[str]())
    for _ in range(_LAYOUTS):
        layout = _lay(wanted, touching, rng)
        if len(layout[1]) > len(best[1]):
            best = layout
        if len(best[1]) >= min(ENOUGH, len(wanted)):
            break
    return best


def _filled(
    board: Sequence[str],
    lexicon: Lexicon,
    rules: Ruleset,
    rng: np.random.Generator,
    size: tuple[int, int],
) -> Grid:
    """Fill the gaps: of some ways, the one with most words, but no more than a playable grid."""
    counting, (_, high) = (
        GridCounter(lexicon, rules.with_min_length(2)),
        playable_range(lexicon.language, size),
    )
    cumulative, letters = np.cumsum(lexicon.letter_counts), lexicon.alphabet.letters
    grids = []
    for _ in range(_FILLS):
        places = uniforms(rng, len(board)) * cumulative[-1]
        drawn = np.searchsorted(cumulative, places, "right").tolist()
        faces = zip(board, drawn, strict=True)
        tiles = (Tile(face or rules.tile_letters(letters[at])) for face, at in faces)
        grids.append(Grid(*size, tuple(tiles)))
    counts = {grid: counting.count(grid).words for grid in grids}
    return max(grids, key=lambda grid: counts[grid] if counts[grid] <= high else -counts[grid])


def _faces(word: str, rules: Ruleset) -> list[str] | None:
    """Return the letters on the tiles that spell a word; None if there are none, or too many."""
    faces, rest = [], word
    while rest:
        face = rules.tile_letters(rest[0])
        if not rest.startswith(face):
            return None
        faces.append(face)
        rest = rest[len(face) :]
    return faces if rules.min_length <= len(word) and len(faces) <= _LONGEST else None


def _lay(
    wanted: Sequence[list[str]], touching: Sequence[Sequence[int]], rng: np.random.Generator
) -> tuple[list[str], list[str]]:
    """Lay words, each time the one that needs the fewest new tiles; return board and words."""
    board, laid = [""] * len(touching), list[str]()
    chance = uniforms(rng, len(touching)).tolist()
    # The first word is one of those most due.
    first = int(uniforms(rng, 1)[0] * min(ENOUGH, len(wanted)))
    left = [wanted[first]]
    others = [faces for number, faces in enumerate(wanted) if number != first]
    while left and len(laid) < MOST:
        paths = [(faces, _path(faces, board, touching, chance)) for faces in left]
        fitting = [(faces, path) for faces, path in paths if path]
        if not fitting:
            break
        faces, path = min(fitting, key=lambda row: sum(not board[cell] for cell in row[1]))
        for cell, face in zip(path, faces, strict=True):
            board[cell] = face
        laid.append("".join(faces))
        # A word that found no place finds none on a fuller board.
        left = others if len(laid) == 1 else [each for each, _ in fitting if each != faces]
    return board, laid


def _path(
    faces: Sequence[str],
    board: Sequence[str],
    touching: Sequence[Sequence[int]],
    chance: Sequence[float],
) -> tuple[int, ...] | None:
    """Return a path for a word over the board so far, through tiles that it has rather than new."""

    def cost(cell: int) -> float:
        return chance[cell] - (1 if board[cell] else 0)

    def fitting(cells: Sequence[int], face: str) -> list[int]:
        fit = [cell for cell in cells if board[cell] in ("", face)]
        return sorted(fit, key=cost, reverse=True)

    stack: list[tuple[int, ...]] = [(cell,) for cell in fitting(range(len(board)), faces[0])]
    for _ in range(_STEPS):
        if not stack:
            return None
        path = stack.pop()
        if len(path) == len(faces):
            return path
        open_cells = [cell for cell in touching[path[-1]] if cell not in path]
        stack += [(*path, cell) for cell in fitting(open_cells, faces[len(path)])]
    return None
