"""Gates before what an adapter sends, as those of a process that stood still."""

import asyncio
from math import inf

from bot.messages import Outbox

SPEAKING = {name for name in vars(Outbox) if not name.startswith("_")} - {
    "hears",
    "hindrances",
    "link",
    "catch_up",
}
"""The methods by which Seize speaks of its own accord."""


class Turnstile:
    """A gate that lets `left` more requests through, and holds up all others for ever."""

    def __init__(self, left: float = inf) -> None:
        self.left = left
        self.held = 0

    async def __call__(self) -> None:
        self.left -= 1
        if self.left < 0:
            self.held += 1
            await asyncio.Event().wait()

    async def holds(self, count: int) -> None:
        """Return once so many requests are held up."""
        while self.held < count:  # noqa: ASYNC110 (nothing tells)
            await asyncio.sleep(0.001)
