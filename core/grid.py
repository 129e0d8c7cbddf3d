"""Grids of letter tiles: values, their one text form, their symmetries, and paths on them.

A grid is written on one line as `LETTERS [BONUSES] [RxC]`:

    CRESAMINILATLSER                          4x4, no bonus
    CRESAMINILATLSER d..............T         4x4, DL top left, TW bottom right
    PERSLATESIND 3x4                          3 rows of 4 columns
    QuITEASNORLETSIDE                         4x4 whose first tile bears "qu"

Letters go row by row. BONUSES is a parallel string of the codes of `Bonus`, one a tile. RxC
is needed only where the grid is not square. Spaces and slashes among the
letters are read and not printed. A tile of two letters
is a capital followed by a small letter; a text all in capitals or all in small
letters has one letter a tile.
"""

import math
import re
import unicodedata
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from functools import lru_cache
from typing import Self

from core.errors import SeizeError, translatable

MIN_SIDE = 2
MAX_SIDE = 8
Path = tuple[int, ...]
Normalise = Callable[[str], str]


class BadGrid(SeizeError):
    """Raised when letters, bonuses or a size make no grid, or none that can be searched."""


class Bonus(Enum):
    """The bonus of a tile: its code, its letter factor, its word factor.

    Texts and parsers follow from these; only its colours are chosen elsewhere, in
    `bot.presenters.pictures.colours`.
    """

    NONE = "."
    DL = "d", 2
    TL = "t", 3
    DW = "D", 1, 2
    TW = "T", 1, 3

    code: str
    """Its character in the text form of a grid: its value, so `Bonus("d")` finds it."""
    letter_factor: int
    """The factor of the tile's letter value, 1 or more."""
    word_factor: int
    """The factor of the word's points, 1 or more."""

    def __new__(cls, code: str, letter_factor: int = 1, word_factor: int = 1) -> Self:
        """Make the member of a code and its factors."""
        bonus = object.__new__(cls)
        bonus._value_ = bonus.code = code
        bonus.letter_factor, bonus.word_factor = letter_factor, word_factor
        return bonus

    @property
    def label(self) -> str:
        """Return the name that a tile shows, the same in every language: "DL"; "" for none."""
        return "" if self is Bonus.NONE else self.name


MULTIPLIERS = tuple(bonus for bonus in Bonus if bonus is not Bonus.NONE)
BONUS_CODES = "".join(bonus.code for bonus in Bonus)


@dataclass(frozen=True, slots=True)
class Tile:
    """One cell: one or two small letters, and its bonus."""

    letters: str
    bonus: Bonus = Bonus.NONE

    def __post_init__(self) -> None:
        if not _fits_a_tile(self.letters):
            raise BadGrid(_NO_LETTER, char=self.letters)

    @property
    def face(self) -> str:
        """Return the letters as a tile shows them: "A", "Qu"."""
        return self.letters.capitalize()


@dataclass(frozen=True, slots=True)
class Grid:
    """`rows` x `cols` tiles, row-major. Immutable and hashable."""

    rows: int
    cols: int
    tiles: tuple[Tile, ...]

    def __post_init__(self) -> None:
        _check_size(self.rows, self.cols)
        if len(self.tiles) != self.rows * self.cols:
            raise BadGrid(
                translatable("a {rows}x{cols} grid takes {tiles} letters, not {letters}"),
                letters=len(self.tiles),
                rows=self.rows,
                cols=self.cols,
                tiles=self.rows * self.cols,
            )

    @classmethod
    def parse(
        cls,
        line: str,
        normalise: Normalise = str.lower,
        bonuses: str = "",
        size: tuple[int, int] | None = None,
    ) -> "Grid":
        """Read the one-line text form; `bonuses` and `size` are for what the line lacks.

        A last part of only bonus codes is bonuses if it has as many characters as there are
        tiles. Raises what `of` raises.
        """
        return _parsed(line, normalise, bonuses, size)

    @classmethod
    def of(
        cls,
        letters: str,
        bonuses: str = "",
        size: tuple[int, int] | None = None,
        normalise: Normalise = str.lower,
    ) -> "Grid":
        """Build a grid from its parts; `size` is (rows, cols), square if not given.

        Spaces, line breaks and slashes among the letters are ignored. `normalise`
        turns what a tile shows into small letters of a language (`Alphabet.normalise`).
        Raises BadGrid, and what `normalise` raises.
        """
        faces = _split_faces(_SEPARATORS.sub("", unicodedata.normalize("NFC", letters)))
        rows, cols = size or _square(len(faces))
        grid = cls(rows, cols, tuple(Tile(normalise(face)) for face in faces))
        return grid.with_bonuses(bonuses) if bonuses else grid

    def __str__(self) -> str:
        parts = [self.letters]
        if any(tile.bonus is not Bonus.NONE for tile in self.tiles):
            parts.append(self.bonuses)
        if self.rows != self.cols:
            parts.append(f"{self.rows}x{self.cols}")
        return " ".join(parts)

    @property
    def letters(self) -> str:
        """Return the faces of all tiles in one word: "QuIET…"."""
        return "".join(tile.face for tile in self.tiles)

    @property
    def bonuses(self) -> str:
        """Return the code of each tile's bonus: "d..T"."""
        return "".join(tile.bonus.code for tile in self.tiles)

    def with_bonuses(self, bonuses: str) -> "Grid":
        """Return this grid with other bonuses, one code a tile; raises BadGrid."""
        check_bonuses(bonuses, len(self.tiles))
        pairs = zip(self.tiles, bonuses, strict=True)
        return replace(self, tiles=tuple(Tile(t.letters, Bonus(char)) for t, char in pairs))

    def map_letters(self, function: Normalise) -> "Grid":
        """Return this grid with the letters of each tile replaced by `function` of them."""
        return replace(self, tiles=tuple(Tile(function(t.letters), t.bonus) for t in self.tiles))

    def spell(self, path: Sequence[int]) -> str:
        """Return the letters along a path."""
        return "".join(self.tiles[cell].letters for cell in path)

    def trace(self, word: str) -> tuple[Path | None, int]:
        """Look for `word` on the grid: (a path or None, letters of its longest prefix traced).

        Gives up after 50,000 steps, which only grids of many equal letters can take.
        """
        touching = adjacency(self.rows, self.cols)
        reached = 0
        stack: list[tuple[int, Path]] = [(0, ())]
        for _ in range(_TRACE_STEPS):
            if not stack:
                break
            spelt, path = stack.pop()
            reached = max(reached, spelt)
            if spelt == len(word):
                return path, spelt
            for cell in touching[path[-1]] if path else range(len(self.tiles)):
                letters = self.tiles[cell].letters
                if cell not in path and word.startswith(letters, spelt):
                    stack.append((spelt + len(letters), (*path, cell)))
        return None, reached

    def symmetries(self) -> Iterator["Grid"]:
        """Yield the 8 rotations and reflections; four of them swap rows and columns."""
        grid = self
        for _ in range(4):
            yield grid
            turned = grid.transposed()
            yield turned
            grid = turned.upside_down()

    def canonical(self) -> "Grid":
        """Return the same grid for all 8 symmetries: the first in order of size and text."""
        return min(self.symmetries(), key=lambda g: (g.rows, g.letters, g.bonuses))

    def transposed(self) -> "Grid":
        """Return the reflection that makes rows of columns."""
        order = [row * self.cols + col for col in range(self.cols) for row in range(self.rows)]
        return Grid(self.cols, self.rows, tuple(self.tiles[i] for i in order))

    def upside_down(self) -> "Grid":
        """Return the reflection that makes the last row the first."""
        order = [r * self.cols + c for r in reversed(range(self.rows)) for c in range(self.cols)]
        return Grid(self.rows, self.cols, tuple(self.tiles[i] for i in order))


@lru_cache(maxsize=(MAX_SIDE - MIN_SIDE + 1) ** 2)
def adjacency(rows: int, cols: int) -> tuple[tuple[int, ...], ...]:
    """Return, for each cell of a rows x cols grid, the cells that touch it, ascending."""
    return tuple(
        tuple(
            r * cols + c
            for r in range(max(row - 1, 0), min(row + 2, rows))
            for c in range(max(col - 1, 0), min(col + 2, cols))
            if (r, c) != (row, col)
        )
        for row in range(rows)
        for col in range(cols)
    )


def check_bonuses(bonuses: str, tiles: int) -> None:
    """Raise BadGrid unless `bonuses` has the code of one bonus for each tile."""
    if len(bonuses) != tiles:
        raise BadGrid(
            translatable(
                "bonuses: {bonuses}, tiles: {tiles}; write one of {codes} for each tile, "
                "such as {example}"
            ),
            codes=" ".join(BONUS_CODES),
            bonuses=len(bonuses),
            tiles=tiles,
            example="d..T" + "." * (tiles - 4),
        )
    for char in bonuses:
        if char not in BONUS_CODES:
            raise BadGrid(
                translatable("{char!r} is not a bonus: use {codes} for none, {names}"),
                char=char,
                codes=" ".join(BONUS_CODES),
                names=", ".join(bonus.label for bonus in MULTIPLIERS),
            )


def parse_size(text: str) -> tuple[int, int]:
    """Read "RxC" (rows, then columns), each side 2 to 8; raises BadGrid."""
    match = _SIZE.fullmatch(text.strip())
    if not match:
        raise BadGrid(
            translatable("{text!r} is not a size: write rows x columns, such as 4x4 or 3x5"),
            text=text,
        )
    rows, cols = int(match[1]), int(match[2])
    _check_size(rows, cols)
    return rows, cols


def _check_size(rows: int, cols: int) -> None:
    if not (MIN_SIDE <= rows <= MAX_SIDE and MIN_SIDE <= cols <= MAX_SIDE):
        raise BadGrid(
            translatable("a {rows}x{cols} grid cannot be played: sizes go from 2x2 to 8x8"),
            rows=rows,
            cols=cols,
        )


_SIZE = re.compile(r"(\d{1,4})[xX×](\d{1,4})", re.ASCII)  # people paste it
_TRACE_STEPS = 50_000
_SEPARATORS = re.compile(r"[\s/|]+")
_NO_LETTER = translatable(
    "{char!r} is not a letter: write the grid row by row, such as CRESAMINILATLSER"
)


# Whoever keeps grids reads the same ones again and again: the year's before each new daily.
@lru_cache(maxsize=2048)
def _parsed(line: str, normalise: Normalise, bonuses: str, size: tuple[int, int] | None) -> Grid:
    parts = unicodedata.normalize("NFC", line).split()
    if parts and _SIZE.fullmatch(parts[-1]):
        size = parse_size(parts.pop())
    if len(parts) > 1 and _are_bonuses(parts[-1], "".join(parts[:-1])):
        bonuses = parts.pop()
    return Grid.of("".join(parts), bonuses, size, normalise)


@lru_cache(maxsize=256)
def _fits_a_tile(letters: str) -> bool:
    face = letters.capitalize()
    return _split_faces(face) == [face] and face.lower() == letters


def _are_bonuses(part: str, letters: str) -> bool:
    if "." in part:
        return True
    return not set(part) - set(BONUS_CODES) and len(part) == len(_split_faces(letters))


def _split_faces(text: str) -> list[str]:
    """Cut a text into tile faces: at its capitals in mixed case ("QuIT"), else at every letter."""
    faces: list[str] = []
    for char in text:
        if not char.isalpha():
            raise BadGrid(_NO_LETTER, char=char)
        # A small letter that is no capital's own, such as a long s, stands alone.
        small = char.islower() and char.upper().lower() == char
        if small and faces and len(faces[-1]) == 1 and faces[-1].isupper():
            faces[-1] += char
        else:
            faces.append(char)
    mixed = all(face[0].isupper() for face in faces)
    return faces if mixed else list(text)


def _square(count: int) -> tuple[int, int]:
    side = math.isqrt(count)
    if side * side != count or not MIN_SIDE <= side <= MAX_SIDE:
        raise BadGrid(
            translatable(
                "these letters do not fill a square grid: write 16, such as CRESAMINILATLSER, or "
                "add the size, such as PERSLATESIND 3x4"
            )
        )
    return side, side
