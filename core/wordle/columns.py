"""Marks in bulk: of many guesses against many answers, as sums of columns.

What the places of one letter in a guess are told depends on nothing but that letter and those
places. So the marks of a guess, as the number of `core.wordle.marks.code_of`, are a sum over its
different letters of what (letter, places) is told: a column, which many guesses have in common.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

Codes = NDArray[np.uint8] | NDArray[np.uint16]  # marks in base 3, the first letter first


def spelt(words: Sequence[str], length: int) -> NDArray[np.uint8]:
    """Return the letters of words of one length, in Latin-1, a word a row."""
    return np.frombuffer("".join(words).encode("latin-1"), np.uint8).reshape(-1, length)


def marks_against(word: str, answers: NDArray[np.uint8]) -> Codes:
    """Return the marks of a word against each of the answers, whose letters are a word a row."""
    columns = Columns(spelt([word], len(word)))
    marks: Codes = columns.marks(columns.told(answers))[0]
    return marks


class Columns:
    """The columns of a list of guesses. Immutable.

    `letters` and `places` (bit i: the letter at i) say what each column is of, `of` which ones
    a guess has: intp[guesses, length], where a letter that came before has the last column, of
    zeros.
    """

    def __init__(self, guesses: NDArray[np.uint8]) -> None:
        """Take the letters of guesses, a guess a row. Cost: some 1 µs a letter."""
        self.length = guesses.shape[1]
        self._bits = 1 << np.arange(self.length, dtype=np.int64)
        keys = np.full(guesses.shape, np.iinfo(np.int64).max)
        for place in range(self.length):
            same = guesses == guesses[:, place : place + 1]
            first = ~same[:, :place].any(axis=1)
            key = guesses[:, place].astype(np.int64) << self.length | same @ self._bits
            keys[first, place] = key[first]
        kinds, of = np.unique(keys, return_inverse=True)
        kinds = kinds[kinds < np.iinfo(np.int64).max]
        self.of = of.reshape(keys.shape)
        self.letters = (kinds >> self.length).astype(np.uint8)
        self.places = kinds & ((1 << self.length) - 1)

    def told(self, answers: NDArray[np.uint8]) -> Codes:
        """Return the share of each column in the marks against each answer, and a row of zeros.

        Cost: some 3 ns a value for each place.
        """
        kind = np.uint8 if self.length <= 5 else np.uint16
        told = np.zeros((len(self.letters) + 1, len(answers)), kind)
        by_place = np.ascontiguousarray(answers.T)
        has = {letter: (by_place == letter).sum(axis=0) for letter in np.unique(self.letters)}
        counts = np.bitwise_count(self.places)
        for count in np.unique(counts):
            chosen = np.flatnonzero(counts == count)
            letters = self.letters[chosen, None]
            places = np.nonzero(self.places[chosen, None] & self._bits)[1].reshape(-1, count).T
            greens = [by_place[place] == letters for place in places]
            left = np.array([has[letter] for letter in letters[:, 0]], np.int8)
            left -= np.sum(greens, axis=0, dtype=np.int8)
            for place, green in zip(places, greens, strict=True):
                yellow = ~green & (left > 0)
                left -= yellow
                digit = (3 ** (self.length - 1 - place)).astype(kind)
                told[chosen] += digit[:, None] * (2 * green + yellow).astype(kind)
        return told

    def marks(self, told: Codes, guesses: NDArray[np.intp] | slice = slice(None)) -> Codes:
        """Return the marks of guesses (by number), a guess a row, of what `told` is for."""
        of = self.of[guesses]
        codes = told[of[:, 0]]
        for place in range(1, self.length):
            codes += told[of[:, place]]
        return codes
