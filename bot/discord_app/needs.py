"""What the adapter calls of the rest of Seize."""

from collections.abc import Sequence
from typing import Protocol

from bot.messages import Reply, Request, Said, Send, Typed
from core.ids import ChatRef, Room

PLATFORM = "discord"


class Game(Protocol):
    """The dispatcher of the platform, as far as the adapter calls it."""

    async def answer(self, request: Request, send: Send) -> None:
        """Answer a command or a pressed button with `send`; never raises."""

    async def typed(self, typed: Typed, send: Send | None = None) -> list[Said]:
        """Take a text that may be words; return what each got, and `send` what else there is."""

    async def board_after(self, typed: Typed, said: Sequence[str]) -> Reply | None:
        """Return the board to be shown after a form was sent in, None for a public one."""

    async def choices(
        self, command: str, argument: str, text: str, request: Request
    ) -> list[tuple[str, str]]:
        """Return completions of an argument: values and labels."""

    def rooms(self) -> list[tuple[Room, float]]:
        """Return the rooms whose rounds are on, with since when words count there."""

    async def run(self) -> None:
        """Tell the rooms what happens, until cancelled."""

    async def left(self, chat: ChatRef) -> None:
        """End what is on in a chat that Seize was removed from."""


class Tally(Protocol):
    """The counters that the adapter moves."""

    def rate_limited(self, platform: str) -> None:
        """Count an answer of the platform that it is asked too often."""

    def reaction_dropped(self, platform: str) -> None:
        """Count a reaction that was left out."""

    def delivery_failed(self, platform: str, kind: str) -> None:
        """Count something that could not be delivered."""
