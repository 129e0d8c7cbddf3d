"""The brake on pages that send too much."""

from core.ports import Clock

RATE = 15.0  # frames a second: three times what the fastest finger traces
BURST = 120.0  # frames at once, as of a page that was away for a while


class Flood:
    """A bucket of frames, which fills by RATE a second."""

    def __init__(self, steady: Clock) -> None:
        self._steady = steady
        self._left, self._at = BURST, steady()

    def is_over(self) -> bool:
        """Take a frame; return whether there was none left."""
        now = self._steady()
        self._left = min(self._left + (now - self._at) * RATE, BURST) - 1
        self._at = now
        return self._left < 0
