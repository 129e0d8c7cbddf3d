"""The marks of a guess, one a letter, and the ways in which they are written.

A letter in its place is green. One that is elsewhere is yellow, from left to right, as often
as the answer has it beside the green ones; what is left is grey.
"""

from collections import Counter
from enum import IntEnum
from functools import reduce

from core.errors import SeizeError, translatable


class Mark(IntEnum):
    """The mark of one letter of a guess; the value is its digit in base 3."""

    GREY = 0
    YELLOW = 1
    GREEN = 2


Marks = tuple[Mark, ...]

_SIGNS = "-YG"
_READ = {
    **dict.fromkeys("-0.x⬛⬜", Mark.GREY),
    **dict.fromkeys("y1🟨🟦", Mark.YELLOW),
    **dict.fromkeys("g2🟩🟧", Mark.GREEN),
}


class BadMarks(SeizeError):
    """Raised when a text is no marks, or not as many as the guess has letters."""

    template = translatable(
        "{marks!r} does not mark {guess!r}: write - Y or G (grey, yellow, green) for each "
        "letter, or 0 1 2"
    )


def marks(guess: str, answer: str) -> Marks:
    """Return the marks of a guess; both are words of one length."""
    places = [one == other for one, other in zip(guess, answer, strict=True)]
    left = Counter(letter for letter, green in zip(answer, places, strict=True) if not green)
    told = []
    for letter, green in zip(guess, places, strict=True):
        yellow = not green and left[letter] > 0
        left[letter] -= yellow
        told.append(Mark.GREEN if green else Mark.YELLOW if yellow else Mark.GREY)
    return tuple(told)


def read_marks(text: str, guess: str) -> Marks:
    """Return the marks of a text such as "-YG--", "01200" or "⬛🟨🟩⬛⬛"; raises BadMarks."""
    found = [_READ.get(sign) for sign in text.strip().lower().replace("\ufe0f", "")]
    known = tuple(mark for mark in found if mark is not None)
    if len(known) != len(found) or len(known) != len(guess):
        raise BadMarks(marks=text[:40], guess=guess[:40].upper())
    return known


def write_marks(told: Marks) -> str:
    """Return marks as read_marks reads them: "-YG--"."""
    return "".join(_SIGNS[mark] for mark in told)


def code_of(told: Marks) -> int:
    """Return marks as a number in base 3, whose first digit is the first letter's."""
    return reduce(lambda code, mark: 3 * code + mark, told, 0)


def marks_of(code: int, length: int) -> Marks:
    """Return the marks of a number from code_of, for so many letters."""
    return tuple(Mark(code // 3**place % 3) for place in reversed(range(length)))
