"""The laws by which a round shares the points of a word among those who found it.

Who found a word is a mapping from player to the time they first sent it, in
seconds of UTC epoch, in order of arrival.

A word that was held up on its player's side has two times: the one believed of the player, and
the one of its arrival. To its finder the first applies, to everybody else the second: so what
is believed of one player takes nothing away from another.
"""

from collections.abc import Mapping
from enum import StrEnum

from core.ids import PlayerRef

Finders = Mapping[PlayerRef, float]
_NOBODY: Finders = {}
TIE_WINDOW = 1.5  # seconds: about what one player's network may lag behind another's


class Law(StrEnum):
    """The law by which finders of a word score it; the value is typed by players."""

    EVERY_FINDER = "every"  # all who find it, in full
    FIRST_FINDER = "first"  # who sent it first, and who did within the tie window, in full
    UNIQUE_ONLY = "unique"  # its only finder; nobody if there are two
    SPLIT = "split"  # all who find it, in equal parts

    @property
    def is_independent(self) -> bool:
        """True if a find scores all its points, whoever else finds the word."""
        return self is Law.EVERY_FINDER

    def shares(
        self, points: int, finders: Finders, tie_window: float, held_up: Finders = _NOBODY
    ) -> dict[PlayerRef, int]:
        """Share a word of `points` among those of its finders who keep it.

        `finders` go by arrival. `held_up` are the times believed of those whose word was held up:
        each gets what would be theirs if they alone had sent it then.

        Under FIRST_FINDER those beyond `tie_window` seconds of the first do not keep
        it; under UNIQUE_ONLY a shared word is kept but scores 0. SPLIT rounds down,
        but to no less than 1 (unless the word is worth 0): a find is never for nothing.
        """
        shares = self._shares(points, finders, tie_window)
        for player, at in held_up.items():
            own = self._shares(points, {**finders, player: at}, tie_window)
            shares |= {player: own[player]} if player in own else {}
        return shares

    def _shares(self, points: int, finders: Finders, tie_window: float) -> dict[PlayerRef, int]:
        match self:
            case Law.EVERY_FINDER:
                return dict.fromkeys(finders, points)
            case Law.FIRST_FINDER:
                first = min(finders.values(), default=0.0)
                tied = (player for player, at in finders.items() if _ties(at, first, tie_window))
                return dict.fromkeys(tied, points)
            case Law.UNIQUE_ONLY:
                return dict.fromkeys(finders, points if len(finders) == 1 else 0)
            case Law.SPLIT:
                return dict.fromkeys(finders, _part(points, len(finders)))

    def taken_by(self, finders: Finders, at: float, tie_window: float) -> PlayerRef | None:
        """Name the first finder if a word sent at `at` comes too late to be found, else None.

        First is the earliest time, then the earliest arrival. The window is inclusive.
        """
        if self is not Law.FIRST_FINDER or not finders:
            return None
        first = min(finders, key=finders.__getitem__)
        return None if _ties(at, finders[first], tie_window) else first


def _part(points: int, finders: int) -> int:
    return max(points // finders, min(points, 1)) if finders else 0


def _ties(at: float, first: float, tie_window: float) -> bool:
    # Rounded to the platforms' milliseconds: epoch floats are exact to 0.2 µs only, and a
    # gap of just the window must not depend on that.
    return round(at - first, 3) <= tie_window
