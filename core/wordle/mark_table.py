"""The marks that a suggestion is chosen by: of guesses against the answers that are left."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from core.wordle.columns import Codes, Columns
from core.wordle.partition import Partition

_MOST_GUESSES = 16_384  # that a suggestion is chosen from,
_MOST_MARKS = 3_000_000  # and marks that it looks at, so that it comes in time

Numbers = NDArray[np.intp]


@dataclass(frozen=True, slots=True, eq=False)
class MarkTable:
    """Marks of guesses against answers: `marks[answers, guesses]`.

    `guesses` are the numbers of the guesses in the list that they were chosen from,
    `letters[places, guesses]` their letters; `own` tells which guess of the table each answer is,
    `common` which guesses were answers at first: they are preferred to others as good.
    """

    guesses: Numbers
    letters: NDArray[np.uint8]
    marks: Codes
    own: Numbers
    common: NDArray[np.bool_]

    @classmethod
    def of(
        cls,
        letters: NDArray[np.uint8],
        columns: Columns,
        left: Numbers,
        common: NDArray[np.bool_],
    ) -> "MarkTable":
        """Choose from guesses, with their columns, for the answers `left` among them."""
        told = columns.told(letters[left])
        guesses = _most_telling(columns, told, left)
        marks = columns.marks(told, guesses).T.copy()
        own = np.searchsorted(guesses, left)
        return cls(guesses, letters[guesses].T.copy(), marks, own, common[guesses])

    def most_bits(self, count: int) -> list[int]:
        """Return the guesses of the most information.

        Of equal ones, answers that are left come first, then other answers, then in order.
        """
        bits = Partition.of(self.marks.T).bits().round(9)
        possible = np.zeros(len(bits), np.bool_)
        possible[self.own] = True
        best: list[int] = np.lexsort((~self.common, ~possible, -bits))[:count].tolist()
        return best


def _most_telling(columns: Columns, told: Codes, left: Numbers) -> Numbers:
    """Return the guesses to look at: all, or the answers left and those that may tell most.

    The information of a guess is at most the sum of what its columns give (entropy is
    subadditive), which takes no look at its marks.
    """
    guesses, answers = len(columns.of), told.shape[1]
    room = min(_MOST_GUESSES, _MOST_MARKS // answers)
    if guesses <= room:
        return np.arange(guesses)
    bound = Partition.of(told).bits()[columns.of].sum(axis=1)
    return np.union1d(np.argpartition(-bound, room)[:room], left)
