"""Marks in bulk against marks one at a time."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from core.wordle.columns import Columns, spelt
from core.wordle.game import LONGEST, SHORTEST
from core.wordle.marks import code_of, marks
from core.wordle.partition import Partition, parts_of


@st.composite
def lists(draw: st.DrawFn) -> tuple[list[str], list[str]]:
    """Draw guesses and answers of few letters, which hence come again and again."""
    length = draw(st.integers(SHORTEST, LONGEST))
    word = st.text(
        draw(st.sampled_from(["ab", "abc", "aenrstäñ"])), min_size=length, max_size=length
    )
    return draw(st.lists(word, min_size=1, max_size=12)), draw(
        st.lists(word, min_size=1, max_size=12)
    )


def square(guesses: list[str], answers: list[str]) -> np.ndarray:
    columns = Columns(spelt(guesses, len(guesses[0])))
    return columns.marks(columns.told(spelt(answers, len(answers[0]))))


@given(lists())
def test_marks_in_bulk_are_those_of_each_pair(words: tuple[list[str], list[str]]) -> None:
    guesses, answers = words
    expected = [[code_of(marks(guess, answer)) for answer in answers] for guess in guesses]
    assert square(guesses, answers).tolist() == expected


def test_ten_letters_fit_their_numbers() -> None:
    assert square(["abcdefghij"], ["abcdefghij"]).tolist() == [[3**10 - 1]]


@given(lists())
def test_parts_are_counted(words: tuple[list[str], list[str]]) -> None:
    codes = square(*words)
    partition = Partition.of(codes)
    sizes = [sorted(np.unique(row, return_counts=True)[1].tolist()) for row in codes]
    assert partition.counts.tolist() == parts_of(codes.T).tolist() == [len(each) for each in sizes]
    assert partition.worst().tolist() == [max(each) for each in sizes]
    answers = codes.shape[1]
    squares = [sum(size**2 for size in each) / answers for each in sizes]
    np.testing.assert_allclose(partition.expected(), squares)
    shares = [np.array(each) / answers for each in sizes]
    np.testing.assert_allclose(
        partition.bits(), [-(each * np.log2(each)).sum() for each in shares], atol=1e-12
    )


def test_many_answers_part_as_few_do() -> None:
    """Beyond some answers, parts are counted in another way."""
    answers = [
        f"{number:04o}".translate(str.maketrans("01234567", "abcdefgh")) for number in range(200)
    ]
    codes = square(["abca", "hgfe", "zzzz"], answers)
    assert parts_of(codes.T).tolist() == [len(set(row)) for row in codes.tolist()]
