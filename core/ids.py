"""Who plays and where, without naming a platform's library."""

from dataclasses import dataclass

from core.texts import one_line

MAX_NAME = 64


@dataclass(frozen=True, slots=True)
class PlayerRef:
    """A player: the platform's name ("discord", "terminal") and its id for them."""

    platform: str
    id: str


@dataclass(frozen=True, slots=True)
class ChatRef:
    """A community: a Discord server, a Telegram group, a terminal; one has one leaderboard."""

    platform: str
    id: str


def private_chat(player: PlayerRef) -> ChatRef:
    """Return the chat of a player alone with Seize; what it has set is the player's own."""
    return ChatRef(player.platform, f"@{player.id}")


@dataclass(frozen=True, slots=True)
class Room:
    """Where a round is played: a channel, thread or topic of a chat ("": it has only one)."""

    chat: ChatRef
    topic: str = ""


@dataclass(frozen=True, slots=True)
class Member:
    """Who acts in a chat: by what name, with which roles (names or ids), as an admin or not.

    Names are strangers' texts: of what is given, one line of at most 64 characters is kept.
    """

    ref: PlayerRef
    name: str
    roles: frozenset[str] = frozenset()
    admin: bool = False

    def __post_init__(self) -> None:
        object.__setattr__(self, "name", one_line(self.name)[:MAX_NAME])
