"""The compiled score against the obvious solver, and the wildcard against a score a letter."""

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from core.grid import Bonus
from core.lexicon import Lexicon
from core.optimizer.constraints import Constraints
from core.optimizer.evaluate import BONUSES, score, score_letters
from core.optimizer.objective import Objective
from core.optimizer.problem import Problem
from core.optimizer.task import make_memory, make_task, to_grid
from core.scoring import Rules
from tests.core.optimizer.helpers import worth
from tests.helpers.strategies import lexicon_of

# With q, whose tile is Qu in Boggle.
LETTERS = "abqu"
OBJECTIVES = ["words", "points", "length:3", "long:4", "longest", "3*words+points+2*longest"]

sizes = st.tuples(st.integers(2, 3), st.integers(2, 3))
words = st.sets(st.text(LETTERS, min_size=2, max_size=7), min_size=1, max_size=60)


@st.composite
def problems(draw: st.DrawFn) -> tuple[Problem, Lexicon, np.ndarray]:
    lexicon = lexicon_of(draw(words))
    rules, size = draw(st.sampled_from(Rules)), draw(sizes)
    tiles = size[0] * size[1]
    bonuses = [0] * tiles
    objective = draw(st.sampled_from(OBJECTIVES))
    if "points" in objective and rules is Rules.RUZZLE and draw(st.booleans()):
        bonuses = draw(st.lists(st.integers(0, len(BONUSES) - 1), min_size=tiles, max_size=tiles))
    problem = Problem.of(
        lexicon,
        rules,
        Objective.parse(objective),
        size,
        Constraints(letters=LETTERS),
        "".join(BONUSES[bonus].code for bonus in bonuses),
    )
    letters = draw(st.lists(st.sampled_from(LETTERS), min_size=tiles, max_size=tiles))
    codes = [lexicon.alphabet.letters.index(letter) for letter in letters]
    return problem, lexicon, np.array(codes + bonuses, np.uint8)


@settings(max_examples=100)
@given(problems())
def test_the_score_is_that_of_the_obvious_solver(
    asked: tuple[Problem, Lexicon, np.ndarray],
) -> None:
    problem, lexicon, board = asked
    task, memory = make_task(problem, lexicon), make_memory(lexicon)
    expected = worth(problem, lexicon, to_grid(problem, board))
    # Twice, for what a search leaves in its memory must not count in the next.
    assert [score(task, memory, board), score(task, memory, board)] == [expected, expected]


@settings(max_examples=100)
@given(problems(), st.data())
def test_a_wildcard_scores_every_letter_as_a_search_for_each_would(
    asked: tuple[Problem, Lexicon, np.ndarray], data: st.DataObject
) -> None:
    problem, lexicon, board = asked
    task, memory = make_task(problem, lexicon), make_memory(lexicon)
    wild = data.draw(st.integers(0, len(task.allowed) - 1))
    before = board.copy()
    score_letters(task, memory, board, wild)
    scores = memory.scores.copy()
    assert (board == before).all()
    for letter in LETTERS:
        code = lexicon.alphabet.letters.index(letter)
        board[wild] = code
        assert scores[code] == score(task, memory, board)
    assert not memory.seen.any()
    assert not memory.marks.any()
    assert not memory.points.any()


def test_every_bonus_has_a_code() -> None:
    assert set(BONUSES) == set(Bonus)
