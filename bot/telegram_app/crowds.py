"""How many may wait at once, so that nobody's spam keeps the others waiting."""

from collections import Counter
from collections.abc import Callable, Hashable

Leave = Callable[[], None]


class Crowds:
    """Who is where: at most so many in one place, and so many of each player's."""

    def __init__(self, most: int, each: int) -> None:
        self._most = most
        self._each = each
        self._inside: dict[Hashable, Counter[int]] = {}

    def __len__(self) -> int:
        """Return how many places are not empty."""
        return len(self._inside)

    def enter(self, place: Hashable, player: int) -> Leave | None:
        """Return what is to be called on leaving, None if there is no room."""
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
    """Return what acts when it is first called, and never again."""
    left = [act]

    def first() -> None:
        while left:
            left.pop()()

    return first
