"""The levels of computer players."""

from core.ids import COMPUTER, Member, PlayerRef

LEVELS = range(1, 10)


GHOST = Member(PlayerRef(COMPUTER, "ghost"), "Ghost")
"""A player of the past, who finds the words of an earlier round again."""


def opponent(level: int) -> Member:
    """Return the computer player of a level of LEVELS."""
    return Member(PlayerRef(COMPUTER, str(level)), f"Computer {level}")
