"""Time that nobody can set."""

import time

from core.ports import Clock


def boot_time() -> float:
    """Return seconds that pass while the machine sleeps, too, where it counts them."""
    if hasattr(time, "CLOCK_BOOTTIME"):
        return time.clock_gettime(time.CLOCK_BOOTTIME)
    return time.monotonic()


def steady_clock() -> Clock:
    """Return a clock that is set by the host's now, and then goes on by itself.

    It tells seconds of UTC epoch.
    """
    offset = time.time() - boot_time()
    return lambda: boot_time() + offset
