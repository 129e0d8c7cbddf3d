"""Players, chats and rooms, without a platform's library."""

from dataclasses import dataclass
from typing import Self

from core.errors import SeizeError, translatable
from core.texts import one_line

MAX_NAME = 64
COMPUTER = "computer"  # the platform of computer players
_OWN = "daily"  # the topic of a player's own room, from when dailies alone were played there


@dataclass(frozen=True, slots=True)
class _Ref:
    platform: str
    id: str

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read PLATFORM:ID, such as "terminal:you"; raises SeizeError."""
        platform, _, id_ = text.partition(":")
        # What is no text, such as half of a pair, is nobody's id.
        if not (platform and id_ and text.isprintable()):
            raise SeizeError(
                translatable("{text!r} names nobody: write PLATFORM:ID, such as terminal:you"),
                text=text.encode(errors="replace").decode(),
            )
        return cls(platform, id_)


@dataclass(frozen=True, slots=True)
class PlayerRef(_Ref):
    """A player: the platform's name ("discord", "terminal") and its id for them."""

    @property
    def is_computer(self) -> bool:
        """Whether it is a computer player, who is on no leaderboard."""
        return self.platform == COMPUTER


@dataclass(frozen=True, slots=True)
class ChatRef(_Ref):
    """A community: a Discord server, a Telegram group, a terminal; one has one leaderboard."""

    @property
    def is_private(self) -> bool:
        """Whether a player is alone with Seize there: see `private_chat`."""
        return self.id.startswith("@")


def private_chat(player: PlayerRef) -> ChatRef:
    """Name the chat of a player alone with Seize; what it has set is the player's own."""
    return ChatRef(player.platform, f"@{player.id}")


@dataclass(frozen=True, slots=True)
class Room:
    """The place of a round: a channel, thread or topic of a chat ("": it has only one)."""

    chat: ChatRef
    topic: str = ""


def own_room(player: PlayerRef) -> Room:
    """Return the room of what a player plays alone: in private, beside the rounds there."""
    return Room(private_chat(player), _OWN)


@dataclass(frozen=True, slots=True, order=True)
class Shard:
    """One of the `count` shares of a platform's chats that processes serve."""

    platform: str
    index: int = 0
    count: int = 1

    def has(self, chat: ChatRef) -> bool:
        """Return whether a chat belongs to it, by Discord's rule; private ones to the first.

        Source: https://discord.com/developers/docs/events/gateway#sharding
        """
        number = int(chat.id) >> 22 if chat.id.isdecimal() else 0
        return chat.platform == self.platform and number % self.count == self.index

    def __str__(self) -> str:
        return f"{self.platform} {self.index}/{self.count}"


@dataclass(frozen=True, slots=True)
class Member:
    """A person who acts in a chat: with a name and roles (names or ids), as an admin or not.

    A `bot` is somebody else's program, which can be named as a person can.

    Names are strangers' texts: of what is given, one line of at most 64 characters is kept.
    """

    ref: PlayerRef
    name: str
    roles: frozenset[str] = frozenset()
    admin: bool = False
    bot: bool = False

    def __post_init__(self) -> None:
        object.__setattr__(self, "name", one_line(self.name)[:MAX_NAME])
