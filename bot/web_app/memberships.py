"""Who may be in which room, as the platforms say."""

import asyncio
from collections.abc import Awaitable, Callable
from math import inf

from core.ids import PlayerRef, Room
from core.ports import Clock

FRESH = 30.0  # seconds for which an answer is not asked for again
KEPT = 600.0  # seconds for which a yes holds, while the platform does not say
_MANY = 5000  # answers beyond which old ones are forgotten
_PATIENCE = 5.0  # seconds that a platform has to say

Ask = Callable[[Room, PlayerRef], Awaitable[bool | None]]
"""Returns whether a player may be in a room, None where that is not said; raises SeizeError."""


class Memberships:
    """The answers of platforms; `steady` never goes back.

    An outage throws nobody out at once, and lets nobody in: whoever was a member stays one for ten
    minutes, and nobody else becomes one.
    """

    def __init__(self, steady: Clock) -> None:
        self._steady = steady
        self._known: dict[tuple[Room, PlayerRef], tuple[float, bool]] = {}

    async def holds(self, room: Room, player: PlayerRef, ask: Ask) -> bool | None:
        """Return whether a player may be in a room, None where nobody knows. Raises as `ask`."""
        key, now = (room, player), self._steady()
        since, known = self._known.get(key, (-inf, False))
        if now - since < FRESH:
            return known
        said = await _within_patience(ask(room, player))
        if said is None:
            return True if known and now - since < KEPT else None
        if len(self._known) > _MANY:
            self._known = {k: v for k, v in self._known.items() if now - v[0] < KEPT}
        self._known[key] = now, said
        return said


async def _within_patience(asking: Awaitable[bool | None]) -> bool | None:
    # It is not cancelled: in a global limit, Discord's client library would wait for ever.
    task = asyncio.ensure_future(asking)
    done, _ = await asyncio.wait({task}, timeout=_PATIENCE)
    if done:
        return task.result()
    task.add_done_callback(lambda late: late.cancelled() or late.exception())
    return None
