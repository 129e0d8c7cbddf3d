"""The last words typed in rooms, for the boards to tell where marks cannot."""

from collections import deque

from bot.presenters.feed import Heard
from core.ids import Room

SHOWN = 10.0  # seconds for which a board shows a word, if there is space for it
_MOST = 200  # messages of a room


class Feed:
    """The words typed in each room lately, where all could read them."""

    def __init__(self) -> None:
        self._rooms: dict[Room, deque[Heard]] = {}
        self._drawn: dict[Room, tuple[Heard, ...]] = {}

    def add(self, room: Room, heard: Heard) -> None:
        """Keep a message's words."""
        self._rooms.setdefault(room, deque(maxlen=_MOST)).append(heard)

    def latest(self, room: Room, now: float) -> tuple[Heard, ...]:
        """Return the words that a board shows now, the newest first; none while marks keep up."""
        kept = self._rooms.get(room, ())
        recent = tuple(each for each in reversed(kept) if each.at > now - SHOWN or _is_due(each))
        shown = recent if any(each.marking.late for each in recent) else ()
        self._drawn[room] = shown
        return shown

    def is_behind(self, room: Room) -> bool:
        """Return whether somebody waits for a verdict that no mark will tell in time."""
        return any(map(_is_due, self._rooms.get(room, ())))

    def told(self, room: Room) -> None:
        """Note that all could read what `latest` returned last."""
        for each in self._drawn.pop(room, ()):
            each.marking.told = True

    def forget(self, room: Room) -> None:
        """Let go of a room."""
        self._rooms.pop(room, None)
        self._drawn.pop(room, None)


def _is_due(heard: Heard) -> bool:
    return heard.marking.late and not heard.marking.told
