"""Class boards: for each cell the letters it may bear. Which of them make up all grids.

The letters of the alphabet are cut into classes. The class boards whose cells all have
whole classes make up all grids, and of those that mirror each other one is enough, the
canonical one. A board that is too large for memory is split into smaller ones, down to
one letter a cell.

A set of letters is an int, bit i for letter i of the alphabet; cells go row by row. In a
text, cells are separated by spaces; one that has a whole class is the number of the class.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations, product
from math import prod

from core.errors import Notice, translatable

Board = tuple[int, ...]


def classes_of(letters: str, vowels: str) -> Board:
    """Return the classes of an alphabet: its vowels, and the rest.

    More classes make smaller trees, but words that leave cells free come in more of them:
    for 3x3 grids three classes take twice as long as two.
    """
    soft = sum(1 << i for i, letter in enumerate(letters) if letter in vowels)
    return tuple(filter(None, (soft, ((1 << len(letters)) - 1) ^ soft)))


def symmetries(rows: int, cols: int) -> list[tuple[int, ...]]:
    """Return the rotations and reflections of a grid that keep its size: 8, or 4.

    Each says, for every cell, which cell its letter comes from.
    """
    cells = [(row, col) for row in range(rows) for col in range(cols)]
    flips = [
        tuple(
            (row if up else rows - 1 - row, col if left else cols - 1 - col) for row, col in cells
        )
        for up, left in product((True, False), repeat=2)
    ]
    if rows == cols:
        flips += [tuple((col, row) for row, col in flip) for flip in flips]
    return [tuple(row * cols + col for row, col in flip) for flip in flips]


def mirrored(numbers: Sequence[int], rows: int, cols: int) -> set[tuple[int, ...]]:
    """Return all boards of class numbers that mirror this one, itself among them."""
    return {tuple(numbers[cell] for cell in cells) for cells in symmetries(rows, cols)}


def canonical(classes: int, rows: int, cols: int) -> Iterator[tuple[int, ...]]:
    """Yield the class numbers of the canonical boards: the first of those that mirror it."""
    ways = symmetries(rows, cols)
    for numbers in product(range(classes), repeat=rows * cols):
        if all(numbers <= tuple(numbers[cell] for cell in cells) for cells in ways):
            yield numbers


def volume(board: Board) -> int:
    """Return how many grids a board holds."""
    return prod(map(int.bit_count, board))


def split(board: Board, order: Sequence[int], counts: Sequence[int]) -> tuple[Board, Board]:
    """Split the first cell in `order` that has several letters.

    Few frequent letters go to one board, many rare ones to the other: these are soon cut.
    `counts`: how frequent each letter is. Raises ValueError for a board of one grid.
    """
    cell = next((cell for cell in order if board[cell].bit_count() > 1), None)
    if cell is None:
        raise ValueError("a single grid cannot be split")
    letters = [i for i in range(board[cell].bit_length()) if board[cell] >> i & 1]
    letters.sort(key=lambda i: (-counts[i], i))
    half = sum(counts[i] for i in letters) / 2
    frequent, total = 1 << letters[0], counts[letters[0]]
    for letter in letters[1:-1]:
        total += counts[letter]
        if total > half:
            break
        frequent |= 1 << letter
    parts = (frequent, board[cell] ^ frequent)
    first, second = ((*board[:cell], part, *board[cell + 1 :]) for part in parts)
    return first, second


def to_text(board: Board, classes: Board, letters: str) -> str:
    """Return the text form of a board."""
    return " ".join(
        str(classes.index(cell)) if cell in classes else set_text(cell, letters) for cell in board
    )


def from_text(text: str, classes: Board, letters: str) -> Board:
    """Read the text form; raises ValueError."""
    return tuple(
        classes[int(part)] if part.isdecimal() else read_set(part, letters) for part in text.split()
    )


def set_text(cell: int, letters: str) -> str:
    """Return the letters of a set."""
    return "".join(letter for i, letter in enumerate(letters) if cell >> i & 1)


def read_set(text: str, letters: str) -> int:
    """Return the set of letters; raises ValueError for others, and for doubles."""
    if len(set(text)) != len(text):
        raise ValueError(text)
    return sum(1 << letters.index(letter) for letter in text)


def gaps(
    boards: Iterable[Board], classes: Board, letters: str, rows: int, cols: int
) -> Iterator[Notice]:
    """Yield why boards, with all that mirror them, are not each grid of these letters.

    Every canonical board must be cut into boards that share no grid and hold as many as it.
    """
    parts: dict[tuple[int, ...], list[Board]] = {}
    for board in boards:
        name = _class_numbers(board, classes)
        if len(name) != rows * cols:
            shown = to_text(board, classes, letters)
            yield Notice(translatable("a board has cells of no class: {cells}"), cells=shown)
            return
        parts.setdefault(name, []).append(board)
    if sum(classes) != (1 << len(letters)) - 1 or _share(classes):
        yield Notice(translatable("the classes are not each letter of the alphabet once"))
        return
    grids = 0
    for name in canonical(len(classes), rows, cols):
        found = parts.pop(name, [])
        whole = volume(tuple(classes[number] for number in name))
        shown = "".join(map(str, name))
        if sum(map(volume, found)) != whole:
            yield Notice(translatable("the class board {name} is not whole"), name=shown)
        elif any(_meet(one, other) for one, other in combinations(found, 2)):
            yield Notice(translatable("boards of the class board {name} overlap"), name=shown)
        grids += whole * len(mirrored(name, rows, cols))
    for name in parts:
        shown = "".join(map(str, name))
        yield Notice(translatable("the class board {name} is not canonical"), name=shown)
    if grids != len(letters) ** (rows * cols):
        yield Notice(translatable("the class boards do not make up all grids"))


def is_cut_into(board: Board, parts: Sequence[Board]) -> bool:
    """Tell whether parts of as many cells are each grid of the board once."""
    return (
        all(
            cell | whole == whole for part in parts for cell, whole in zip(part, board, strict=True)
        )
        and sum(map(volume, parts)) == volume(board)
        and not any(_meet(one, other) for one, other in combinations(parts, 2))
    )


def _class_numbers(board: Board, classes: Board) -> tuple[int, ...]:
    """Return the class that each cell's letters are of, leaving out cells of none."""
    found = (
        next((i for i, letters in enumerate(classes) if cell and cell & letters == cell), None)
        for cell in board
    )
    return tuple(number for number in found if number is not None)


def _share(classes: Board) -> bool:
    return any(one & other for one, other in combinations(classes, 2))


def _meet(one: Board, other: Board) -> bool:
    return all(a & b for a, b in zip(one, other, strict=True))
