"""Hard mode in bulk: which of many guesses `core.wordle.game.check_hard` takes."""

import numpy as np
from numpy.typing import NDArray

from core.wordle.marks import Mark, Marks


def is_taken(guesses: NDArray[np.uint8], word: NDArray[np.uint8], told: Marks) -> NDArray[np.bool_]:
    """Return for each of `guesses` if it is taken after the marks of a word.

    `guesses` are letters[places, guesses], `word` letters of the same kind. Cost: some ns a
    letter.
    """
    taken = np.ones(guesses.shape[1], np.bool_)
    hints: dict[int, int] = {}
    for row, letter, mark in zip(guesses, word.tolist(), told, strict=True):
        if mark is Mark.GREEN:
            taken &= row == letter
        if mark is not Mark.GREY:
            hints[letter] = hints.get(letter, 0) + 1
    for letter, count in hints.items():
        here = guesses == letter
        taken &= here.any(axis=0) if count == 1 else here.sum(axis=0) >= count
    return taken
