"""The search for the guess after which the fewest guesses are to be expected.

The cost of answers that are left is the least total, over all of them as the answer, of the
guesses that find them: that of a guess is one for each answer and the costs of the parts that it
makes of them. One answer costs 1, two cost 3, and a part of n never less than 2n - 1, which
bounds the cost of a guess from below; for each position the guesses of the least bounds are
followed up, as long as they can beat the best one (a beam with branch and bound, as in Alex
Selby, "The best strategies for Wordle", 2022). A game that is lost counts as one guess more than
there are tries, and to lose fewer games goes before all else.
"""

import sys
from dataclasses import dataclass, field, replace
from itertools import pairwise
from operator import itemgetter

import numpy as np

from core.wordle.columns import Codes
from core.wordle.hard import HardMode, Taken
from core.wordle.mark_table import MarkTable, Numbers
from core.wordle.marks import marks_of
from core.wordle.partition import parts_of

LOST = 10**6  # what a lost game adds to a cost: more than all guesses do
FEW = 64  # answers among which a guess that tells all apart is looked for first
BEAM, HARD_BEAM = 10, 12  # guesses followed up at a position; hard mode goes wrong more easily
_WIDE, _HARD_WIDE = 1000, 2000  # the same times the answers left, where these are many
_MANY = 250  # positions after which only few guesses are followed up, so that it comes in time
_NARROW = 2
# How many times as far a search looks that would else lose a game: while somebody waits, for
# answers that are not too many, and beforehand.
A_LITTLE, PATIENCE = 2, 6
PATIENT_UP_TO = 32
_SHOWN = 5  # guesses followed up at the first position, at least


@dataclass(frozen=True, slots=True, eq=False)
class Search:
    """The search on a table, which remembers the positions that it has been to.

    Answers and guesses are numbers of the table, ascending. `hard`: by the rule of hard mode.
    `patience`: how many times as far it looks before it hurries.
    """

    table: MarkTable
    hard: bool
    beam: int
    patience: int = 1
    _known: dict[tuple[bytes, bytes, int], tuple[int, bool]] = field(default_factory=dict)
    _glances: dict[tuple[bytes, bool], int] = field(default_factory=dict)
    _after: dict[tuple[int, int], Taken] = field(default_factory=dict)
    _mode: HardMode = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_mode", HardMode(self.table.letters))

    def ranked(
        self, left: Numbers, taken: Numbers, tries: int, wanted: int, limit: int = sys.maxsize
    ) -> list[tuple[int, int]]:
        """Return the least costs of two answers or more with their guesses, `wanted` at most.

        From `limit` on they are bounds.
        """
        found = sorted(self._costs(left, taken, tries, limit, _SHOWN), key=itemgetter(0))
        least, quickly = found[0][0], replace(self, beam=1).cost
        others = [
            (max(least, quickly(guess, left, taken, tries)), guess) for _, guess in found[1:wanted]
        ]
        return [found[0], *sorted(others, key=itemgetter(0))]

    def _costs(
        self, left: Numbers, taken: Numbers, tries: int, limit: int, least: int = 1
    ) -> list[tuple[int, int]]:
        """Return the costs of the guesses followed up, or bounds where they are not the least."""
        costs = []
        for bound, guess in self._beam(left, taken, least):
            cost = bound if bound >= limit else self.cost(guess, left, taken, tries, limit)
            limit = min(cost, limit)
            costs.append((cost, guess))
        return costs

    def cost(
        self, guess: int, left: Numbers, taken: Numbers, tries: int, limit: int = sys.maxsize
    ) -> int:
        """Return the cost of a guess of two answers or more, or a bound of it from `limit` on."""
        marks = self.table.marks[left, guess]
        order = np.argsort(marks, kind="stable")
        told = marks[order]
        starts = [0, *((told[1:] != told[:-1]).nonzero()[0] + 1).tolist()]
        bound = 3 * len(left) - len(starts) - int(told[-1] == self._green)
        spans = pairwise([*starts, len(left)])
        sizes = sorted(((end - start, start) for start, end in spans), reverse=self.patience > 1)
        for size, start in sizes:
            code = int(told[start])
            if size < min(tries, 3) or code == self._green:
                continue
            bound -= 2 * size - 1
            part = left[order[start : start + size]]
            bound += self._quick(part, tries - 1) or self._least(
                part, self._next(taken, guess, code), tries - 1, limit - bound
            )
            if bound >= limit:
                break
        return bound

    def _least(self, left: Numbers, taken: Numbers, tries: int, limit: int) -> int:
        """Return the least cost of answers, or a bound of it from `limit` on."""
        if tries == 0:
            return len(left) * (1 + LOST)
        if tries == 1:
            return 2 * len(left) - 1 + (len(left) - 1) * LOST
        key = left.tobytes(), taken.tobytes() if self.hard else b"", tries
        cost, is_exact = self._known.get(key, (0, False))
        if not is_exact and cost < limit:
            cost, _ = min(self._costs(left, taken, tries, limit))
            self._known[key] = cost, cost < limit
        return cost

    def _quick(self, left: Numbers, tries: int) -> int:
        """Return the least cost of answers where that is seen at a glance, else 0."""
        if tries < 2 or len(left) > FEW:
            return 0
        key = left.tobytes(), tries > 2
        if key not in self._glances:
            own = self.table.own[left]
            found = quick(self.table.marks[left[:, None], own].T, tries)
            self._glances[key] = found[0] if found else 0
        return self._glances[key]

    def _beam(self, left: Numbers, taken: Numbers, least: int) -> list[tuple[int, int]]:
        """Return the guesses to follow up with their bounds, the least first, answers before."""
        count = len(left)
        rows = self.table.marks[left]
        parts = parts_of(rows if len(taken) == rows.shape[1] else rows[:, taken])
        possible = np.zeros(rows.shape[1], np.bool_)
        possible[self.table.own[left]] = True
        possible = possible[taken]
        bounds = 3 * count - parts - possible
        bounds[parts == 1] = count * LOST  # it tells nothing
        wide = self.patience * (_HARD_WIDE if self.hard else _WIDE)
        width = max(least, min(self.patience * self.beam, wide // count))
        if len(self._known) >= self.patience * _MANY:
            width = min(width, _NARROW)
        liked = 2 * possible + self.table.common[taken]
        keys = (4 * bounds - liked) * len(bounds) + np.arange(len(bounds))
        order = np.sort(np.partition(keys, min(width, len(keys)) - 1)[:width]) % len(bounds)
        return list(zip(bounds[order].tolist(), taken[order].tolist(), strict=True))

    def _next(self, taken: Numbers, guess: int, code: int) -> Numbers:
        """Return the guesses that may still be made after the marks of a word."""
        if not self.hard:
            return taken
        key = guess, code
        if key not in self._after:
            letters = self.table.letters
            told = marks_of(code, len(letters))
            self._after[key] = self._mode.taken(letters[:, guess], told)
        return taken[self._after[key][taken]]

    @property
    def _green(self) -> int:
        return int(3 ** len(self.table.letters) - 1)


def quick(marks: Codes, tries: int) -> tuple[int, int] | None:
    """Return the cost of three answers or more where one of them reaches a bound, and which does.

    `marks` are those of the answers against each other. Nothing costs less than the first
    answer that tells all others apart, and where there is none, than one that tells all but
    two apart.
    """
    parts = parts_of(marks.T)
    most = int(parts.argmax())
    missing = len(parts) - int(parts[most])
    return (2 * len(parts) - 1 + missing, most) if missing < min(2, tries - 1) else None
