"""Marks against published cases and the two passes that everybody writes first."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.wordle.game import LONGEST, SHORTEST
from core.wordle.marks import BadMarks, Mark, code_of, marks, marks_of, read_marks, write_marks

# guess, answer, marks: letters that come twice on one side or both.
REPEATED = [
    ("those", "geese", "---GG"),
    ("geese", "those", "---GG"),
    ("dread", "added", "Y-YYG"),
    ("added", "dread", "YY-YG"),
    ("apple", "panda", "YY---"),
    ("panda", "apple", "YY---"),
    ("apple", "aroma", "G----"),
    ("aroma", "apple", "G----"),
    ("skill", "label", "---YG"),
    ("label", "skill", "Y---G"),
    ("elder", "error", "G---G"),
    ("error", "elder", "G---G"),
    ("chara", "adapt", "--G-Y"),
    ("adapt", "chara", "Y-G--"),
    ("surer", "seven", "G--G-"),
    ("seven", "surer", "G--G-"),
    ("eerie", "abbey", "Y----"),
]


def two_passes(guess: str, answer: str) -> str:
    """Mark the green letters, then spend the answer's other letters from left to right."""
    told, left = ["-"] * len(guess), list(answer)
    for place, letter in enumerate(guess):
        if answer[place] == letter:
            told[place] = "G"
            left.remove(letter)
    for place, letter in enumerate(guess):
        if told[place] == "-" and letter in left:
            told[place] = "Y"
            left.remove(letter)
    return "".join(told)


@st.composite
def pairs(draw: st.DrawFn) -> tuple[str, str]:
    """Draw two words of one length, of few letters, so that most come twice."""
    length = draw(st.integers(SHORTEST, LONGEST))
    words = st.text("abcäñ", min_size=length, max_size=length)
    return draw(words), draw(words)


@pytest.mark.parametrize(("guess", "answer", "told"), REPEATED)
def test_repeated_letters(guess: str, answer: str, told: str) -> None:
    assert write_marks(marks(guess, answer)) == told


@given(pairs())
def test_marks_are_those_of_two_passes(pair: tuple[str, str]) -> None:
    told = marks(*pair)
    assert write_marks(told) == two_passes(*pair)
    assert read_marks(write_marks(told), pair[0]) == told
    assert marks_of(code_of(told), len(told)) == told


def test_the_first_letter_is_the_highest_digit() -> None:
    assert code_of((Mark.GREEN, Mark.GREY, Mark.YELLOW)) == 2 * 9 + 1


@pytest.mark.parametrize(
    "text", ["-YG--", "01200", " -yg-- ", "⬛🟨🟩⬛⬛", "⬜🟦🟧⬜⬜", "⬛️🟨🟩⬛️⬛️", ".yg.."]
)
def test_marks_are_read_in_many_ways(text: str) -> None:
    assert write_marks(read_marks(text, "crane")) == "-YG--"


@pytest.mark.parametrize("text", ["", "-YG-", "-YG---", "-YGB-", "01230", "crane"])
def test_bad_marks_are_named(text: str) -> None:
    with pytest.raises(BadMarks, match="CRANE"):
        read_marks(text, "crane")
