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
CLASSIC = 5  # letters of the word of the day


class Refused(SeizeError):
    """A guess that is not taken, and costs no try."""


class WrongLength(Refused):
    """A guess with more or fewer letters than the answer."""

    def __init__(self, word: str, length: int) -> None:
        template = translatable("{word!r} is no word of {length} letters")
        super().__init__(template, word=word[:40], length=length)


class NotAWord(Refused):
    """A guess that the dictionary does not have."""

    def __init__(self, word: str) -> None:
        super().__init__(translatable("{word!r} is not in the dictionary"), word=word[:40])


class Misplaced(Refused):
    """In hard mode, a guess that gives up a green letter."""

    def __init__(self, letter: str, place: int) -> None:
        template = translatable("hard mode: letter {place} must stay {letter}")
        super().__init__(template, place=place, letter=letter.upper())


class Unused(Refused):
    """In hard mode, a guess with too few of a letter that was hinted."""

    def __init__(self, letter: str, count: int) -> None:
        once = translatable("hard mode: the guess must have {letter}")
        often = translatable("hard mode: the guess must have {letter} {count} times")
        super().__init__(once if count == 1 else often, letter=letter.upper(), count=count)


class GameOver(SeizeError):
    """A guess for a game that has ended."""

    def __init__(self) -> None:
        super().__init__(translatable("that game is over"))


class End(StrEnum):
    """How a game ended."""

    SOLVED = "solved"
    LOST = "lost"


@dataclass(frozen=True, slots=True)
class Turn:
    """A guess, and what it was told."""

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

    def keyboard(self) -> dict[str, Mark]:
        """Return the best mark that each letter guessed was told."""
        told: dict[str, Mark] = {}
        for turn in self.turns:
            for letter, mark in zip(turn.word, turn.marks, strict=True):
                told[letter] = max(mark, told.get(letter, Mark.GREY))
        return told


def check_hard(word: str, turns: Sequence[Turn]) -> None:
    """Raise Misplaced or Unused for a guess that hard mode forbids, by the first rule it breaks.

    Green letters stay. A letter that one guess was told of n times comes at least n times; it
    may stay where it was yellow, and grey letters may come again.
    """
    for turn in turns:
        for place, (letter, mark) in enumerate(zip(turn.word, turn.marks, strict=True)):
            if mark is Mark.GREEN and word[place] != letter:
                raise Misplaced(letter, place + 1)
    for turn in turns:
        for letter, count in hinted(turn).items():
            if word.count(letter) < count:
                raise Unused(letter, count)


def hinted(turn: Turn) -> Counter[str]:
    """Return how often a guess was told that the answer has each letter."""
    pairs = zip(turn.word, turn.marks, strict=True)
    return Counter(letter for letter, mark in pairs if mark is not Mark.GREY)
