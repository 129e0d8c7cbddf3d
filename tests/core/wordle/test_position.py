"""Positions as people type them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.lexicon.alphabet import BadSpelling
from core.wordle.game import Turn, WrongLength
from core.wordle.marks import BadMarks, Mark, write_marks
from core.wordle.position import BadTurn, read_turns

TURN = st.tuples(
    st.text("abcxyz", min_size=5, max_size=5), st.tuples(*[st.sampled_from(Mark)] * 5)
).map(lambda pair: Turn(*pair))
BETWEEN = st.sampled_from([" ", ", ", ",", "\n", "  "])


@given(st.lists(TURN), BETWEEN, st.sampled_from([":", ": ", " :", " : "]))
def test_what_is_written_reads_back(turns: list[Turn], between: str, colon: str) -> None:
    text = between.join(f"{each.word.upper()}{colon}{write_marks(each.marks)}" for each in turns)
    assert read_turns(text, "en") == tuple(turns)


def test_letters_are_those_of_the_language() -> None:
    (turn,) = read_turns("ÜBUNG:--YG-", "de")
    assert turn.word == "übung"
    (turn,) = read_turns("été:012", "fr")
    assert (turn.word, write_marks(turn.marks)) == ("ete", "-YG")


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("CRANE", BadTurn),
        ("CRANE:", BadTurn),
        (":-----", BadTurn),
        ("CRANE:----- SLATE", BadTurn),
        ("CRANE:----", BadMarks),
        ("CRANE:--:--", BadMarks),
        ("CR4NE:-----", BadSpelling),
        ("CRANE:----- PLANET:------", WrongLength),
    ],
)
def test_what_is_no_position_is_refused(text: str, error: type[Exception]) -> None:
    with pytest.raises(error):
        read_turns(text, "en")
