"""The gate before each request that an adapter sends: open while the process is the owner."""

from collections.abc import Awaitable, Callable

Gate = Callable[[], Awaitable[None]]
"""Returns while no other process can have taken over; at once, as a rule.

Whoever waits here once another has taken over waits for ever, and so says nothing more. May raise
StoreError where nobody can tell.
"""


async def open_gate() -> None:
    """Let everything through: no other process serves the same."""
