"""Shapes and numbers that every module shares: JSON objects, snowflakes, timestamps."""

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

Json = dict[str, Any]
Clock = Callable[[], float]

# Discord docs, Reference: Snowflakes. The first second of 2015.
EPOCH_MS = 1_420_070_400_000


class Snowflakes:
    """Makes ids that carry their time and never repeat."""

    def __init__(self, clock: Callable[[], Clock]) -> None:
        self._clock = clock
        self._next: dict[int, int] = {}

    def new(self, at: float | None = None) -> int:
        """Return an id of this moment, or of `at`, in Unix seconds."""
        seconds = self._clock()() if at is None else at
        milliseconds = max(0, int(seconds * 1000) - EPOCH_MS)
        count = self._next.get(milliseconds, 0)
        self._next[milliseconds] = count + 1
        return (milliseconds << 22) | count


def moment(snowflake: int) -> float:
    """Return the time, in Unix seconds, that an id carries."""
    return ((snowflake >> 22) + EPOCH_MS) / 1000


def iso(seconds: float | None) -> str | None:
    """Return a time as Discord writes it, None for none."""
    if seconds is None:
        return None
    return datetime.fromtimestamp(seconds, UTC).isoformat()
