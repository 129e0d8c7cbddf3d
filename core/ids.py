"""Who plays, without naming a platform's library."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class PlayerRef:
    """A player: the platform's name ("discord", "terminal") and its id for them."""

    platform: str
    id: str
