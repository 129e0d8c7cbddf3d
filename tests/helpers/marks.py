"""Marks of messages whose author is no matter."""

from bot.messages import Mark, Marking
from core.ids import PlayerRef

ADA = PlayerRef("test", "ada")


def marking(mark: Mark, player: PlayerRef = ADA) -> Marking:
    """Return the mark of a message."""
    return Marking(mark, player)
