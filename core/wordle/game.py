"""A game of Wordle: its guesses so far, what they were told, and which guesses it takes.

Six tries, for words of all lengths: a longer word has more letters to go by, and a shorter
one more like it, but with six the coach wins nearly all of either (see docs/wordle.md).
"""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from core.errors import SeizeError, translatable
from core.wordle.marks import Mark, Marks, marks

SHORTEST, LONGEST = 4, 10  # letters of a word
TRIES = 6
_SHOWN = 40  # characters that a refusal repeats of what was typed
CLASSIC = 5  # letters of the word of the day


class Refused(SeizeError):
    """Raised when a guess is not taken; it costs no try."""


class WrongLength(Refused):
    """Raised when a guess has more or fewer letters than the answer."""

    template = translatable("{word!r} is not a {length}-letter word")

    def __init__(self, word: str, length: int) -> None:
        super().__init__(word=word[:_SHOWN], length=length)


class NotAWord(Refused):
    """Raised when the dictionary does not have a guess."""

    template = translatable("{word!r} is not in the dictionary")

    def __init__(self, word: str) -> None:
        super().__init__(word=word[:_SHOWN])


class Misplaced(Refused):
    """Raised when a guess in hard mode gives up a green letter."""

    template = translatable("hard mode: letter {place} must stay {letter}")


class Unused(Refused):
    """Raised when a guess in hard mode has too few of a letter that was hinted."""


class GameOver(SeizeError):
    """Raised when a game that has ended is given a guess."""

    template = translatable("that game is over")


class End(StrEnum):
    """The end of a game."""

    SOLVED = "solved"
    LOST = "lost"


@dataclass(frozen=True, slots=True)
class Turn:
    """A guess and its marks."""

    word: str
    marks: Marks

    @property
    def is_right(self) -> bool:
        """Return whether the guess is the answer."""
        return set(self.marks) == {Mark.GREEN}


@dataclass(frozen=True, slots=True)
class Game:
    """A game: `answer` and guesses are normalised words of one alphabet (core/lexicon)."""

    answer: str
    hard: bool = False
    turns: tuple[Turn, ...] = ()
    tries: int = TRIES

    @property
    def end(self) -> End | None:
        """Return how it ended, None while it goes on."""
        if self.turns and self.turns[-1].is_right:
            return End.SOLVED
        return End.LOST if len(self.turns) >= self.tries else None

    def guessed(self, word: str, is_word: Callable[[str], bool]) -> "Game":
        """Return the game after a guess; raises Refused, whose kinds say why, or GameOver."""
        if self.end:
            raise GameOver
        if len(word) != len(self.answer):
            raise WrongLength(word, len(self.answer))
        if not is_word(word):
            raise NotAWord(word)
        if self.hard:
            check_hard(word, self.turns)
        turn = Turn(word, marks(word, self.answer))
        return replace(self, turns=(*self.turns, turn))

    @property
    def positions(self) -> tuple[tuple[Turn, ...], ...]:
        """Return the positions that its guesses were made in, but for the first, the empty one."""
        return tuple(self.turns[:number] for number in range(1, len(self.turns)))

    def keyboard(self) -> dict[str, Mark]:
        """Return the best mark of each letter guessed."""
        best: dict[str, Mark] = {}
        for turn in self.turns:
            for letter, mark in zip(turn.word, turn.marks, strict=True):
                best[letter] = max(mark, best.get(letter, Mark.GREY))
        return best


def check_hard(word: str, turns: Sequence[Turn]) -> None:
    """Raise Misplaced or Unused for a guess that hard mode forbids, by the first rule it breaks.

    Green letters stay. A letter that one guess has n times in green or yellow comes at least n
    times; it may stay where it was yellow, and grey letters may come again.
    """
    for turn in turns:
        for place, (letter, mark) in enumerate(zip(turn.word, turn.marks, strict=True)):
            if mark is Mark.GREEN and word[place] != letter:
                raise Misplaced(letter=letter.upper(), place=place + 1)
    for turn in turns:
        for letter, count in hinted(turn).items():
            if word.count(letter) < count:
                template = translatable("hard mode: the guess must have {letter} {count} times")
                if count == 1:
                    template = translatable("hard mode: the guess must have {letter}")
                raise Unused(template, letter=letter.upper(), count=count)


def hinted(turn: Turn) -> Counter[str]:
    """Return how often the answer has each letter, by the marks of a guess."""
    pairs = zip(turn.word, turn.marks, strict=True)
    return Counter(letter for letter, mark in pairs if mark is not Mark.GREY)
