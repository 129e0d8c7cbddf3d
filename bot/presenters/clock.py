"""Time as people read it off a clock."""

import math


def time_left(seconds: float) -> str:
    """Return "1:05": 0:00 only when there is no time left; from an hour on "3 h 05"."""
    minutes, rest = divmod(max(math.ceil(seconds), 0), 60)
    if minutes >= 60:
        return f"{minutes // 60} h {minutes % 60:02}"
    return f"{minutes}:{rest:02}"
