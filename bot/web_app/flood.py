"""The brake on players whose pages send too much."""

from core.ports import Clock

RATE = 15.0  # words a second: three times what the fastest finger traces
BURST = 120.0  # words at once, as of a page that was away for a while


class Flood:
    """A bucket of words, which fills by RATE a second; any other frame counts as one."""

    def __init__(self, steady: Clock) -> None:
        self._steady = steady
        self._left, self._at = BURST, steady()

    def is_over(self, words: int = 1) -> bool:
        """Take so many words; return whether there were too few."""
        now = self._steady()
        self._left = min(self._left + (now - self._at) * RATE, BURST) - words
        self._at = now
        return self._left < 0
