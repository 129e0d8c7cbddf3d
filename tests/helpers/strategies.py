"""Strategies of Hypothesis: grids, word lists, house words; and the legal paths."""

import string
from itertools import pairwise

from hypothesis import strategies as st

from core.grid import Bonus, Grid, Path, Tile, adjacency
from core.lexicon import HouseWords, Lexicon, alphabet
from core.lexicon.wordlist import parse_words

FEW_LETTERS = "abcd"

bonuses = st.sampled_from(Bonus)


def tiles(letters: str = string.ascii_lowercase) -> st.SearchStrategy[Tile]:
    """Draw tiles, one in ten or so a digraph."""
    single = st.sampled_from(letters)
    pair = st.text(letters, min_size=2, max_size=2)
    return st.builds(Tile, st.one_of(*[single] * 8, pair), bonuses)


@st.composite
def grids(
    draw: st.DrawFn, letters: str = string.ascii_lowercase, max_side: int = 8, min_side: int = 2
) -> Grid:
    """Draw a grid of any size up to max_side x max_side, with bonuses and digraphs."""
    rows, cols = draw(st.integers(min_side, max_side)), draw(st.integers(min_side, max_side))
    made = draw(st.lists(tiles(letters), min_size=rows * cols, max_size=rows * cols))
    return Grid(rows, cols, tuple(made))


def is_path(grid: Grid, path: Path) -> bool:
    """Tell whether consecutive cells touch and none comes twice."""
    touching = adjacency(grid.rows, grid.cols)
    return len(set(path)) == len(path) and all(b in touching[a] for a, b in pairwise(path))


def words(letters: str = FEW_LETTERS) -> st.SearchStrategy[str]:
    """Draw words of a few letters, so that grids hold some."""
    return st.text(letters, min_size=2, max_size=7)


@st.composite
def lexicons(draw: st.DrawFn, letters: str = FEW_LETTERS, language: str = "en") -> Lexicon:
    """Draw a lexicon, with house words over it or not."""
    listed = draw(st.sets(words(letters), min_size=1, max_size=60))
    added, removed = (
        draw(st.sets(words(letters), max_size=5)),
        draw(st.sets(words(letters), max_size=5)),
    )
    packed = lexicon_of(listed, language)
    return packed.with_house(HouseWords(frozenset(added), frozenset(removed - added)))


def lexicon_of(listed: set[str] | list[str], language: str = "en") -> Lexicon:
    """Pack a handful of words."""
    letters = alphabet(language)
    return Lexicon.build("drawn", letters, "0" * 64, parse_words(listed, letters))
