"""Time as people read it off a clock."""

import math


def time_left(seconds: float) -> str:
    """Return "1:05": 0:00 only when there is no time left."""
    minutes, rest = divmod(max(math.ceil(seconds), 0), 60)
    return f"{minutes}:{rest:02}"
