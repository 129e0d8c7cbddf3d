"""The marks of a chat that wait for their turn."""

from dataclasses import dataclass, replace

from bot.messages import Marking

FRESH = 3.0  # seconds for which a player waits for a verdict
UNSEEN = 15.0  # seconds after which nobody looks at a word any more
_FEW = 3  # marks that wait: none of them need wait for long
_LAST_MOMENT = 0.5  # seconds before a mark is late


@dataclass(frozen=True, slots=True)
class Waiting:
    """A message to be marked, and since when it waits."""

    message_id: int
    marking: Marking
    since: float


class Marks:
    """Marks that wait. Times are seconds of any clock that never goes back.

    Those that are still in time come first, the oldest of them first: the board tells the others
    no later. Of those that are late, the newest do. Whoever had a mark just now lets others go
    before.
    """

    def __init__(self) -> None:
        self._waiting: list[Waiting] = []
        self._marked: list[Waiting] = []  # lately, `since` when

    def __len__(self) -> int:
        return len(self._waiting)

    def add(self, waiting: Waiting) -> None:
        """Let a mark wait."""
        self._waiting.append(waiting)

    def drop(self, now: float) -> int:
        """Leave out marks that are of no use any more; return how many."""
        before = len(self._waiting)
        self._waiting = [
            each for each in self._waiting if not each.marking.told and each.since > now - UNSEEN
        ]
        return before - len(self._waiting)

    def spare(self, now: float) -> float:
        """Return the seconds until a mark is about to be late; 0 if one is, or if few wait.

        Of many, most are told by the board in time. The one mark that may be set meanwhile is
        for whom the board would tell too late.
        """
        if len(self._waiting) <= _FEW:
            return 0.0
        in_time = [each.since for each in self._waiting if each.since >= now - FRESH]
        return max(min(in_time, default=0.0) + FRESH - _LAST_MOMENT - now, 0.0)

    def take(self, now: float) -> Waiting | None:
        """Take out the mark whose turn it is, None if none waits."""
        if not self._waiting:
            return None
        self._marked = [each for each in self._marked if each.since > now - FRESH]
        had_one = {each.marking.player for each in self._marked}

        def order(waiting: Waiting) -> tuple[bool, bool, float, int]:
            is_late = waiting.since < now - FRESH
            newest_first = -1 if is_late else 1
            age = newest_first * waiting.since, newest_first * waiting.message_id
            return waiting.marking.player in had_one, is_late, *age

        first = min(self._waiting, key=order)
        self._waiting.remove(first)
        self._marked.append(replace(first, since=now))
        return first
