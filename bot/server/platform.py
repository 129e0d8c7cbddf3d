"""A platform, as the process sees it."""

from typing import Protocol

from bot.chat.dispatcher import Dispatcher
from bot.messages import Outbox
from core.ids import PlayerRef, Room

PATIENCE = 4.0  # seconds in which platforms say goodbye; 5 until whoever stops us loses theirs


class Platform(Outbox, Protocol):
    """An adapter, as the process sees it."""

    @property
    def state(self) -> str:
        """Return its state: "connecting", "ready", "closed"."""

    async def is_member(self, room: Room, player: PlayerRef) -> bool | None:
        """Return whether a player may be in a room, None where the platform does not say just now.

        Raises SeizeError where it never does.
        """

    async def run(self, dispatcher: Dispatcher) -> None:
        """Serve until cancelled; raises SeizeError where that is no use."""
