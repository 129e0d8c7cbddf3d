"""A position of any game, as it is typed: CRANE:-Y-G- SPILT:01200."""

import re
from collections.abc import Sequence

from core.errors import SeizeError, translatable
from core.lexicon.alphabet import alphabet
from core.wordle.game import NotAWord, Turn, WrongLength, check_hard
from core.wordle.marks import read_marks
from core.wordle.words import WordleWords

_SHOWN = 40  # characters that a refusal repeats of what was typed


class BadTurn(SeizeError):
    """Raised when a text is no guess with its marks."""

    template = translatable("{text!r} is not a guess with its marks: write CRANE:-Y-G-")


def read_turns(text: str, language: str) -> tuple[Turn, ...]:
    """Return the guesses of a text, with a colon before the marks of each.

    Raises BadTurn, BadSpelling, BadMarks, and WrongLength for a guess unlike the first one.
    """
    joined = re.sub(r"\s*:\s*", ":", text.replace(",", " "))
    turns = tuple(_read(each, language) for each in joined.split())
    for turn in turns:
        if len(turn.word) != len(turns[0].word):
            raise WrongLength(turn.word, len(turns[0].word))
    return turns


def check_turns(turns: Sequence[Turn], words: WordleWords, *, hard: bool = False) -> None:
    """Raise NotAWord for the first guess that is none of the words.

    In hard mode raises also Misplaced, Unused for one that it forbids.
    """
    for number, turn in enumerate(turns):
        if turn.word not in words:
            raise NotAWord(turn.word)
        if hard:
            check_hard(turn.word, turns[:number])


def _read(text: str, language: str) -> Turn:
    word, colon, told = text.partition(":")
    if not (word and colon and told):
        raise BadTurn(text=text[:_SHOWN])
    guess = alphabet(language).read(word)
    return Turn(guess, read_marks(told, guess))
