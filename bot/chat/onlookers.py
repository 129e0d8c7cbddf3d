"""Those who look on at the rounds of rooms: woken when there is something new to see."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager

from core.ids import Room


class Onlookers:
    """The events of those who look on, by room."""

    def __init__(self) -> None:
        self._rooms: dict[Room, set[asyncio.Event]] = {}

    def news(self, room: Room) -> None:
        """Wake those who look on at a room."""
        for event in self._rooms.get(room, ()):
            event.set()

    @contextmanager
    def at(self, room: Room) -> Iterator[asyncio.Event]:
        """Look on at a room: the event is set whenever there is something new, and at first."""
        event = asyncio.Event()
        event.set()
        self._rooms.setdefault(room, set()).add(event)
        try:
            yield event
        finally:
            self._rooms[room].discard(event)
            if not self._rooms[room]:
                del self._rooms[room]
