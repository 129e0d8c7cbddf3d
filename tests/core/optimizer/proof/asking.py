"""Small questions about the best grid, and their answers by trying all grids."""

from collections.abc import Iterable, Sequence
from itertools import product

import numpy as np
from hypothesis import strategies as st

from core.lexicon import HouseWords, Lexicon
from core.lexicon.alphabet import Alphabet
from core.lexicon.wordlist import parse_words
from core.optimizer.proof.goal import Goal
from core.optimizer.proof.question import Question, Scored
from core.optimizer.proof.start import score_boards
from core.scoring import Ruleset, ruleset
from core.solver.solver import GridCounter

LETTERS = "abeq", "abcdu", "aequ"


def lexicon_of(words: Iterable[str], letters: str) -> Lexicon:
    alphabet = Alphabet("en", letters)
    return Lexicon.build("drawn", alphabet, "0" * 64, parse_words(sorted(words), alphabet))


@st.composite
def asked(
    draw: st.DrawFn, sizes: Sequence[tuple[int, int]] = ((2, 2), (2, 3), (3, 2))
) -> tuple[Question, Lexicon, Ruleset]:
    letters = draw(st.sampled_from(LETTERS))
    drawn = st.text(letters, min_size=2, max_size=6)
    words = draw(st.sets(drawn, min_size=1, max_size=60))
    removed = draw(st.sets(st.sampled_from(sorted(words)), max_size=3))
    added = draw(st.sets(drawn, max_size=5))
    lexicon = lexicon_of(words, letters).with_house(
        HouseWords(frozenset(added - removed), frozenset(removed))
    )
    rules = ruleset(draw(st.sampled_from(["ruzzle", "boggle"])), "en").with_min_length(
        draw(st.integers(2, 4))
    )
    goal = draw(st.sampled_from(Goal))
    return Question.of(lexicon, rules, goal, draw(st.sampled_from(sizes))), lexicon, rules


def all_scores(
    question: Question, lexicon: Lexicon, rules: Ruleset, board: Iterable[int] | None = None
) -> np.ndarray:
    """Return the score of every grid of a board, or of all grids."""
    everything = (1 << len(question.letters)) - 1
    sets = [everything] * question.cells if board is None else list(board)
    choices = [[i for i in range(32) if cell >> i & 1] for cell in sets]
    grids = np.array(list(product(*choices)), np.uint8)
    return score_boards(question, GridCounter(lexicon, rules), grids)


def any_start(question: Question) -> Scored:
    """Return a start that claims nothing."""
    return Scored(question.grid(question.letters[0] * question.cells), 0)
