"""Those who look on at the rounds of rooms: woken when there is something new to see."""

import asyncio
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from enum import StrEnum

from core.ids import ChatRef, Room


class Left(StrEnum):
    """The reason why there is nothing more to see."""

    AWAY = "away"  # from now on another process serves the chat
    GONE = "gone"  # Seize may not speak in the chat any more


@dataclass(slots=True, eq=False)
class Outlook:
    """The wait of one onlooker: `news` is set whenever there is something new, and at first."""

    news: asyncio.Event = field(default_factory=asyncio.Event)
    left: Left | None = None


class Onlookers:
    """Those who look on, by room."""

    def __init__(self) -> None:
        self._rooms: dict[Room, set[Outlook]] = {}

    def news(self, room: Room) -> None:
        """Wake those who look on at a room."""
        for each in self._rooms.get(room, ()):
            each.news.set()

    def leave(self, is_left: Callable[[ChatRef], bool], why: Left) -> None:
        """Tell those who look on at chats that there will be nothing more to see."""
        for room, outlooks in self._rooms.items():
            if is_left(room.chat):
                for each in outlooks:
                    each.left = why
                    each.news.set()

    @contextmanager
    def at(self, *rooms: Room) -> Iterator[Outlook]:
        """Look on at rooms."""
        outlook = Outlook()
        outlook.news.set()
        for room in rooms:
            self._rooms.setdefault(room, set()).add(outlook)
        try:
            yield outlook
        finally:
            for room in rooms:
                self._rooms[room].discard(outlook)
                if not self._rooms[room]:
                    del self._rooms[room]
