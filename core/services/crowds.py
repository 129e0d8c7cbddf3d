"""Limits on how much is under way or waits: in all, and of each player."""

from collections import Counter
from collections.abc import Callable, Hashable

Leave = Callable[[], None]


class Crowds:
    """Counts those inside places: at most `most` in each, and `each` of a player's."""

    def __init__(self, most: int, each: int) -> None:
        self._most = most
        self._each = each
        self._inside: dict[Hashable, Counter[Hashable]] = {}

    def __len__(self) -> int:
        """Return the number of places that are not empty."""
        return len(self._inside)

    def enter(self, place: Hashable, player: Hashable) -> Leave | None:
        """Let a player in; return the function to call on leaving, None if there is no room."""
        inside = self._inside.setdefault(place, Counter())
        if inside.total() >= self._most or inside[player] >= self._each:
            return None
        inside[player] += 1

        def leave() -> None:
            inside[player] -= 1
            if not inside[player]:
                del inside[player]
            if not inside:
                self._inside.pop(place, None)

        return once(leave)


def once(act: Callable[[], None]) -> Callable[[], None]:
    """Make a function that acts when first called, and never again."""
    left = [act]

    def first() -> None:
        while left:
            left.pop()()

    return first
