"""The purpose of a round: what it is for, and the rules that follow from that.

                begins in       counts for              tries            shows its words
    ForMatch    a room          leaderboard and rating  any number       when it is over
    ForDaily    one's own room  the day, if ranked      one, if ranked   when the day is over
    ForDuel     one's own room  the duel                one              when both have played
    ForPractice one's own room  the cards of its words  any number       when it is over
    ForRace     one's own room  nothing                 any number       when it is over

Traits are here. What each purpose does to the store, and whether its words may be shown, is in
core/services/purposes.py; its title in bot/presenters/titles.py; its end in bot/chat/views.py. Each
of these matches all purposes, so that mypy names the places that lack a new one.
"""

from dataclasses import dataclass
from typing import ClassVar


class _Purpose:
    """The traits of a purpose, as most have them."""

    __slots__ = ()

    is_own: ClassVar[bool] = True
    """Whether one player is alone with it, in a room of their own (see `own_room`)."""

    @property
    def is_once(self) -> bool:
        """Whether its player has one try only, which `/stop` or a slip must not end."""
        return False

    @property
    def takes_hints(self) -> bool:
        """Whether its player may ask for hints while it runs."""
        return False


@dataclass(frozen=True, slots=True)
class ForMatch(_Purpose):
    """A round that everybody in a room plays, alone or one of a match of three."""

    is_own: ClassVar[bool] = False


@dataclass(frozen=True, slots=True)
class ForDaily(_Purpose):
    """An attempt at a daily."""

    puzzle: int
    """The id of the daily."""

    ranked: bool = False
    """Whether it is the one attempt that counts; the others are for fun."""

    @property
    def is_once(self) -> bool:
        """Whether it is the ranked attempt."""
        return self.ranked

    @property
    def takes_hints(self) -> bool:
        """Whether it is played for fun."""
        return not self.ranked


@dataclass(frozen=True, slots=True)
class ForDuel(_Purpose):
    """A round of a duel, as one side plays it."""

    duel: int
    """The id of the duel; which of its rounds this is, the duel knows."""

    @property
    def is_once(self) -> bool:
        """Whether it is the only try: always."""
        return True


@dataclass(frozen=True, slots=True)
class ForPractice(_Purpose):
    """A practice. It takes no hints: what counts is what the player finds unaided."""

    words: tuple[str, ...]
    """The words (normalised) that its grid was made for."""


@dataclass(frozen=True, slots=True)
class ForRace(_Purpose):
    """A race against a ghost, which replays a round of the past."""

    ghost: tuple[tuple[float, str], ...]
    """The words (normalised) of the ghost, and when it finds each: seconds from the start."""


Purpose = ForMatch | ForDaily | ForDuel | ForPractice | ForRace
