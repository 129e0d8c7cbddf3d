"""Errors of services that adapters raise, too, or that several services share.

They stand here, for a service imports the solver, and takes a second to import.
"""

from collections.abc import Iterable
from datetime import date

from core.errors import SeizeError, translatable
from core.texts import shortened


class NothingKept(SeizeError):
    """Raised when somebody is asked about of whom nothing is kept."""

    template = translatable("nothing is kept of a player {player!r}: check the platform and the id")


class RoundActive(SeizeError):
    """Raised when a room that has a round is to have a second one."""

    template = translatable("a round is running here already: wait for its end")


class NoRound(SeizeError):
    """Raised when there is no such round, or none is on in a room."""

    template = translatable("no round is running here")


class NotHere(SeizeError):
    """Raised when a chat keeps a room free of rounds."""

    template = translatable("no rounds here: this chat plays elsewhere")


class Playing(SeizeError):
    """Raised when somebody who is in a round looks words up."""

    template = translatable("you are in a round: words can be looked up when it is over")


class NotAllowed(SeizeError):
    """Raised when a member tries what only moderators may."""

    template = translatable("only admins and moderators of this chat may do that")


class NotYours(NotAllowed):
    """Raised when somebody who did not start a round tries to stop it."""

    template = translatable("only who started the round, and moderators, may stop it")


class NoDaily(SeizeError):
    """Raised when there is no such daily, or not yet."""

    @classmethod
    def number(cls, number: int, last: int) -> "NoDaily":
        """Refuse a number that no daily has."""
        if last == 1:
            template = translatable("there is no daily {number}: the only one so far is 1")
        elif last:
            template = translatable(
                "there is no daily {number}: the latest is {last}, the first is 1"
            )
        else:
            template = translatable("there is no daily {number} yet: the first is today's")
        return cls(template, number=number, last=last)

    @classmethod
    def yesterday(cls) -> "NoDaily":
        """Refuse yesterday's on the day of the first."""
        return cls(translatable("there is no daily of yesterday: today's is the first"))

    @classmethod
    def text(cls, text: str) -> "NoDaily":
        """Refuse a text that names no day."""
        return cls(
            translatable("{text!r} is not a daily: write its number, or yesterday"),
            text=shortened(text),
        )

    @classmethod
    def ahead(cls, number: int, day: date) -> "NoDaily":
        """Refuse to show a daily before its day."""
        return cls(
            translatable("the daily {number} opens on {day}, at midnight UTC"),
            number=number,
            day=day.isoformat(),
        )

    @classmethod
    def on(cls, day: date) -> "NoDaily":
        """Refuse a date that no daily has."""
        return cls(translatable("there is no daily of {day}"), day=day.isoformat())

    @classmethod
    def language(cls, language: str, known: Iterable[str]) -> "NoDaily":
        """Refuse a language that no daily is made in."""
        return cls(
            translatable("there is no daily in {language!r}: use one of {known}"),
            language=language,
            known=", ".join(known),
        )


class TooEarly(SeizeError):
    """Raised when a day is not over, or not closed, and what is asked for has to wait."""


class NotProvable(TooEarly):
    """Raised when the recipe of a daily is still a secret."""

    template = translatable("the daily {number} can be verified when its day is over")


class NotOver(TooEarly):
    """Raised when a word is to be accepted for a day that is not closed."""

    template = translatable("the daily {number} is not closed yet: accept words for it afterwards")
