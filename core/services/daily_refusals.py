"""What the dailies refuse, on whichever platform."""

from collections.abc import Iterable
from datetime import date

from core.errors import SeizeError, translatable


class NoDaily(SeizeError):
    """A daily that there is none of."""

    @classmethod
    def number(cls, number: int, last: int) -> "NoDaily":
        """Refuse a number that no daily of the archive has."""
        if last:
            template = translatable("there is no daily {number}: they go from 1 to {last}")
        else:
            template = translatable("there is no daily {number} yet: the first is today's")
        return cls(template, number=number, last=last)

    @classmethod
    def text(cls, text: str) -> "NoDaily":
        """Refuse a text that names no day."""
        return cls(
            translatable("{text!r} is no daily: write its number, or yesterday"), text=text[:40]
        )

    @classmethod
    def on(cls, day: date) -> "NoDaily":
        """Refuse a day on which there was none."""
        return cls(translatable("there was no daily on {day}"), day=day.isoformat())

    @classmethod
    def ahead(cls, number: int, day: date) -> "NoDaily":
        """Refuse to show a daily before its day."""
        return cls(
            translatable("the daily {number} opens on {day}, at midnight UTC"),
            number=number,
            day=day.isoformat(),
        )

    @classmethod
    def language(cls, language: str, known: Iterable[str]) -> "NoDaily":
        """Refuse a language that no daily is made in."""
        return cls(
            translatable("there is no daily in {language!r}: use one of {known}"),
            language=language,
            known=", ".join(known),
        )


class AlreadyPlayed(SeizeError):
    """A second ranked attempt."""

    def __init__(self, number: int) -> None:
        super().__init__(
            translatable(
                "you have played the daily {number}; when its day is over, you may play it again "
                "for fun"
            ),
            number=number,
        )


class Settling(SeizeError):
    """A daily whose day has ended, while the last attempts at it are under way."""

    def __init__(self, number: int) -> None:
        super().__init__(
            translatable("the daily {number} is just being closed: try again in some minutes"),
            number=number,
        )


class KeyClosed(SeizeError):
    """The answer key of a daily, for somebody who has not played it."""

    def __init__(self, number: int) -> None:
        super().__init__(
            translatable(
                "the key of the daily {number} opens once you have played it, and to all when its "
                "day is over"
            ),
            number=number,
        )


class NotProvable(SeizeError):
    """A daily whose recipe is still a secret."""

    def __init__(self, number: int) -> None:
        super().__init__(
            translatable("the daily {number} can be verified when its day is over"), number=number
        )


class StillOpen(SeizeError):
    """The grid of a daily whose day is not over, where its answer key is asked for."""

    def __init__(self) -> None:
        super().__init__(
            translatable("this is the grid of a daily: nobody solves it before its day is over")
        )


class Playing(SeizeError):
    """A word looked up by somebody who plays."""

    def __init__(self) -> None:
        super().__init__(translatable("you are in a round: words can be looked up when it is over"))


class NotOver(SeizeError):
    """A word to be accepted for a day that is not closed."""

    def __init__(self, number: int) -> None:
        super().__init__(
            translatable("the daily {number} is not closed yet: accept words for it afterwards"),
            number=number,
        )


class NotOnGrid(SeizeError):
    """A word to be accepted that the grid of a daily does not hold, or that counts already."""

    def __init__(self, word: str, number: int) -> None:
        super().__init__(
            translatable("{word!r} counts for the daily {number} already, or is not on its grid"),
            word=word,
            number=number,
        )


class BadCode(SeizeError):
    """A code that links no accounts."""

    @classmethod
    def unknown(cls) -> "BadCode":
        """Refuse a code that was never given, was used, or is too old."""
        return cls(translatable("this code is not known, or not any more: ask for a new one"))

    @classmethod
    def own(cls) -> "BadCode":
        """Refuse a code of the same player."""
        return cls(translatable("these accounts are one player already"))
