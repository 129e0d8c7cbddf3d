"""The partition of the answers that are left, by the marks that each would give a guess."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from core.wordle.columns import Codes

_FEW = 24  # answers up to which to compare all with each other is faster than to sort


@dataclass(frozen=True, slots=True, eq=False)
class Partition:
    """The parts that each of several guesses makes of the same answers.

    `counts` is how many parts a guess makes; `sizes` has the parts of all guesses, one guess
    after the other, as numbers of answers.
    """

    answers: int
    counts: NDArray[np.intp]
    sizes: NDArray[np.intp]

    @classmethod
    def of(cls, codes: Codes) -> "Partition":
        """Return the partition by marks[guesses, answers]. Cost: some 10 ns a mark."""
        ordered = np.sort(codes.astype(np.uint16, order="C"), axis=1)
        first = np.ones(ordered.shape, np.bool_)
        np.not_equal(ordered[:, 1:], ordered[:, :-1], out=first[:, 1:])
        sizes = np.diff(np.flatnonzero(first), append=first.size)
        return cls(codes.shape[1], np.count_nonzero(first, axis=1), sizes)

    def bits(self) -> NDArray[np.float64]:
        """Return the information that each guess gives, in bits on average: the entropy."""
        left = self._sums(self.sizes * np.log2(self.sizes)) / self.answers
        bits: NDArray[np.float64] = np.log2(self.answers) - left
        return bits

    def expected(self) -> NDArray[np.float64]:
        """Return how many answers each guess leaves on average."""
        return self._sums(self.sizes * self.sizes) / self.answers

    def worst(self) -> NDArray[np.intp]:
        """Return how many answers each guess leaves at most."""
        most: NDArray[np.intp] = np.maximum.reduceat(self.sizes, self._starts)
        return most

    @property
    def _starts(self) -> NDArray[np.intp]:
        starts: NDArray[np.intp] = np.cumsum(self.counts) - self.counts
        return starts

    def _sums(self, values: NDArray[np.intp] | NDArray[np.float64]) -> NDArray[np.float64]:
        sums: NDArray[np.float64] = np.add.reduceat(values, self._starts)
        return sums


def parts_of(marks: Codes) -> NDArray[np.intp]:
    """Return how many parts each guess makes, by marks[answers, guesses].

    Cost: some ns a mark, or, for few answers, even for each two of them in fractions of that.
    """
    if len(marks) > _FEW:
        return Partition.of(marks.T).counts
    counts = np.ones(marks.shape[1], np.intp)
    for answer in range(1, len(marks)):
        counts += ~(marks[:answer] == marks[answer]).any(axis=0)
    return counts
