"""The names of players in front of others."""

from collections.abc import Callable

from bot.presenters.verdicts import visible
from bot.presenters.wording import Wording
from core.chats.players import FORGOTTEN
from core.ids import PlayerRef
from core.opponents.levels import GHOST

Name = Callable[[PlayerRef], str]
"""Tells what a player is called, "" if nobody knows."""

_LONGEST = 32  # characters of a name: Discord's are no longer


def called(name: str, player: PlayerRef, wording: Wording) -> str:
    """Return how a player is called, in visible characters only; `name` may be ""."""
    if player.platform == FORGOTTEN:
        return wording.gettext("someone who left")
    if player.is_computer:
        if player == GHOST.ref:
            return "👻 " + wording.gettext("Ghost")
        return "🤖 " + wording.gettext("Computer {level}", level=player.id)
    return shown((name.strip() or player.id)[:_LONGEST])


def shown(name: str) -> str:
    """Return a name in visible characters only, and the joiner that emoji are made of."""
    return "".join(
        char if char.isprintable() or char == "\u200d" else visible(char) for char in name
    )
