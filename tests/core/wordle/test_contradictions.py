"""Why nothing fits: against all rows of few letters, and what is said of it."""

from itertools import product

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from core.languages import LATIN
from core.wordle.contradictions import contradiction, some_fit
from core.wordle.game import Turn
from core.wordle.marks import Mark, marks, read_marks

LETTERS = "abc"
ROWS = ["".join(row) for row in product(LETTERS, repeat=4)]
rows = st.sampled_from(ROWS)
any_turn = st.builds(Turn, rows, st.tuples(*[st.sampled_from(Mark)] * 4))
real_turn = st.builds(lambda word, answer: Turn(word, marks(word, answer)), rows, rows)


def turn(word: str, told: str) -> Turn:
    return Turn(word, read_marks(told, word))


@given(st.lists(any_turn | real_turn, min_size=1, max_size=4))
@example([turn("aabb", "-Y--")])
def test_some_letters_fit_where_a_search_of_all_finds_some(turns: list[Turn]) -> None:
    fitting = [row for row in ROWS if all(marks(t.word, row) == t.marks for t in turns)]
    assert some_fit(turns, LETTERS) == bool(fitting)


@pytest.mark.parametrize(
    ("told", "said"),
    [
        ("allee:-YY--", "guess 1, ALLEE: no word of the dictionary fits from here on"),
        ("geese:---YY", "guess 1, GEESE: no answer gives these marks"),
        ("crane:GGGGY", "guess 1, CRANE: no answer gives these marks"),
        (
            "crane:G---- build:G----",
            "guesses 1 and 2: letter 1 cannot be both C and B",
        ),
        (
            "crane:G---- clock:-----",
            "guesses 1 and 2: letter 1 cannot be C and not C",
        ),
        (
            "crane:----- react:-Y---",
            "guesses 1 and 2: E cannot be in the word and not in it",
        ),
        (
            "geese:-Y--- eerie:YY---",
            "guesses 1 and 2: E must come 2 times or more, and at most 1",
        ),
        (
            "abcde:YYYYY fghij:Y----",
            "guess 2, FGHIJ: no letters fit these marks and the earlier",
        ),
    ],
)
def test_the_first_contradiction_is_said(told: str, said: str) -> None:
    turns = [turn(*each.split(":")) for each in told.split()]
    assert str(contradiction(turns, LATIN)) == said
