"""The names of players in front of others."""

from collections.abc import Callable
from hashlib import sha256

from bot.presenters.verdicts import visible
from bot.presenters.wording import Wording
from core.chats.players import FORGOTTEN
from core.ids import PlayerRef
from core.opponents.levels import GHOST
from core.texts import is_visible

Name = Callable[[PlayerRef], str]
"""Tells what a player is called, "" if nobody knows."""

_LONGEST = 32  # characters of a name: Discord's are no longer


def called(name: str, player: PlayerRef, wording: Wording) -> str:
    """Return how a player is called, in visible characters only; `name` may have none."""
    if player.platform == FORGOTTEN:
        return wording.gettext("someone who left")
    if player.is_computer:
        if player == GHOST.ref:
            return "👻 " + wording.gettext("Ghost")
        return "🤖 " + wording.gettext("Computer {level}", level=player.id)
    if is_visible(given := name.strip()[:_LONGEST]):
        return shown(given)
    return wording.gettext("player {number}", number=_number(player))


def _number(player: PlayerRef) -> int:
    """Return a number of four digits, always the same for an account; it does not tell the id."""
    digest = sha256(f"{player.platform}:{player.id}".encode()).digest()
    return 1000 + int.from_bytes(digest) % 9000


def shown(name: str) -> str:
    """Return a name in visible characters only, and the joiner that emoji are made of."""
    return "".join(
        char if char.isprintable() or char == "\u200d" else visible(char) for char in name
    )
