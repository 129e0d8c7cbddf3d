"""What Wordle refuses, on whichever platform, beside guesses (see core/wordle/game.py)."""

from core.errors import SeizeError, translatable
from core.services.refusals import NotAllowed


class NoWordle(SeizeError):
    """A game that there is none of."""

    def __init__(self) -> None:
        super().__init__(translatable("no Wordle is on here: begin one"))


class WordleActive(SeizeError):
    """A second game for a room that shares one."""

    def __init__(self) -> None:
        super().__init__(translatable("a Wordle is on here already: guess along"))


class NotYourWordle(NotAllowed):
    """A game that is another player's own, or that somebody else began."""

    def __init__(self) -> None:
        SeizeError.__init__(self, translatable("this Wordle is somebody else's: begin your own"))


class LateForHard(SeizeError):
    """Hard mode for a game that has guesses already."""

    def __init__(self) -> None:
        super().__init__(translatable("hard mode is chosen before the first guess"))


class DailyStays(SeizeError):
    """The word of the day, given up: there is only one."""

    def __init__(self) -> None:
        super().__init__(translatable("the word of the day cannot be given up"))
