"""The shards that a process serves, of all that there are."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Self

from core.ids import ChatRef, Room, Shard


@dataclass(slots=True)
class Served:
    """The shards that are served here. `shared`: other processes serve others."""

    shards: set[Shard] = field(default_factory=set)
    shared: bool = False

    @classmethod
    def whole(cls, platforms: Iterable[str]) -> Self:
        """Make what a process serves that is alone: all of some platforms."""
        return cls({Shard(platform) for platform in platforms})

    def has(self, chat: ChatRef) -> bool:
        """Return whether a chat is served here."""
        return any(shard.has(chat) for shard in self.shards)

    def elsewhere(self, room: Room) -> bool:
        """Return whether another process may change what is on in a room.

        What a player does alone with Seize may be asked for in any server.
        """
        return self.shared and (room.chat.is_private or not self.has(room.chat))
