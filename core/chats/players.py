"""Players as they are kept, and who may see their scores."""

from dataclasses import dataclass
from enum import StrEnum

from core.ids import PlayerRef

FORGOTTEN = "forgotten"  # the platform of who asked to be forgotten: they keep a number only


class Visibility(StrEnum):
    """On which leaderboards a player is shown to others; the value is what they type."""

    WORLD = "world"
    CHAT = "chat"
    NOBODY = "nobody"

    def shows(self, *, worldwide: bool) -> bool:
        """Return whether a worldwide board, or a chat's, lists the player."""
        return self is Visibility.WORLD or (self is Visibility.CHAT and not worldwide)


@dataclass(frozen=True, slots=True)
class Player:
    """A player, by the name last seen; `since` in seconds of UTC epoch."""

    ref: PlayerRef
    name: str
    since: float
    visibility: Visibility = Visibility.WORLD
