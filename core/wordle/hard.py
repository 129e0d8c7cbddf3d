"""Hard mode in bulk: which of many guesses `core.wordle.game.check_hard` takes."""

from dataclasses import dataclass, field
from functools import reduce
from operator import and_

import numpy as np
from numpy.typing import NDArray

from core.wordle.marks import Mark, Marks

Taken = NDArray[np.bool_]


@dataclass(frozen=True, slots=True, eq=False)
class HardMode:
    """The hints of many guesses, `letters[places, guesses]`; each is looked up once, then kept."""

    letters: NDArray[np.uint8]
    _there: dict[tuple[int, int], Taken] = field(default_factory=dict)
    _often: dict[tuple[int, int], Taken] = field(default_factory=dict)

    def taken(self, word: NDArray[np.uint8], told: Marks) -> Taken:
        """Return bool[guesses]: which are taken after the marks of a word (uint8[places]).

        Cost: some 0.1 ns a guess and mark, and some 5 ns for a hint that is new.
        """
        fits = []
        hints: dict[int, int] = {}
        for place, (letter, mark) in enumerate(zip(word.tolist(), told, strict=True)):
            if mark is Mark.GREEN:
                fits.append(self._is_there(place, letter))
            if mark is not Mark.GREY:
                hints[letter] = hints.get(letter, 0) + 1
        fits.extend(self._is_often(letter, count) for letter, count in hints.items())
        return reduce(and_, fits) if fits else np.ones(self.letters.shape[1], np.bool_)

    def _is_there(self, place: int, letter: int) -> Taken:
        key = place, letter
        if key not in self._there:
            self._there[key] = self.letters[place] == letter
        return self._there[key]

    def _is_often(self, letter: int, count: int) -> Taken:
        key = letter, count
        if key not in self._often:
            self._often[key] = (self.letters == letter).sum(axis=0) >= count
        return self._often[key]
