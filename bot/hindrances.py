"""What hinders words in a room: one list, which boards, `/settings` and the doctor read."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum

from core.errors import translatable

_UNSEEN = translatable(
    "plain words are not seen: words need a reply to Seize, /w WORD or the board’s first button"
)


class Hindrance(Enum):
    """The kinds, the worst first: a name, what players are told, and what mends it.

    `deaf`: plain words are not seen at all, and the board asks for replies.
    """

    CONTENT = (
        translatable("Message Content Intent"),
        _UNSEEN,
        translatable("SEIZE_DISCORD_MESSAGE_CONTENT=true to play them as plain messages"),
        True,
    )
    PRIVACY = (
        translatable("Privacy mode"),
        _UNSEEN,
        translatable(
            "@BotFather /setprivacy > Disable, then remove the bot from its groups and add it again"
        ),
        True,
    )
    RIGHTS = (
        translatable("Permissions"),
        translatable("Seize lacks {permissions}"),
        translatable("Server Settings > Roles, or open the invite again"),
        False,
    )
    CLOSED = (
        translatable("Closed"),
        translatable("nobody can write here; the first button takes words all the same"),
        translatable("open this channel, thread or topic, or play elsewhere"),
        False,
    )
    SLOW = (
        translatable("Slow mode"),
        translatable(
            "one message every {seconds} s each; the first button takes words without waiting"
        ),
        translatable("switch slow mode off here, or play where there is none"),
        False,
    )

    def __init__(self, label: str, told: str, remedy: str, deaf: bool) -> None:
        self.label = label
        self.told = told
        self.remedy = remedy
        self.deaf = deaf


@dataclass(frozen=True, slots=True)
class Hindered:
    """A hindrance of one room, with the `facts` that its sentence names."""

    kind: Hindrance
    facts: Mapping[str, object] = field(default_factory=dict)
