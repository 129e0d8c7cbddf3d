"""The likeness of positions, against sets of words and marks one by one."""

import random
from collections.abc import Callable, Sequence
from functools import cache

from hypothesis import given
from hypothesis import strategies as st

from core.lexicon import Lexicon
from core.wordle.game import Turn
from core.wordle.likeness import tells_of
from core.wordle.marks import marks, marks_of, read_marks
from core.wordle.words import wordle_words

Position = tuple[Turn, ...]
ANSWERS = (  # noqa: SIM905 (of few letters, so that many marks follow from others)
    "abet able bail bait bake bale bare bate beat belt bent best cake cart case cast cent chat "
    "dale dare date deal dear debt ease east fare fate feat gate gnat hale hare hate heal heat"
).split()
GUESSES = [*ANSWERS, "tabe", "teal", "lead", "aahs", "zyzz", "leal", "hade", "etch", "fuji"]
MARKS = [marks_of(code, 4) for code in range(3**4)]

guesses = st.sampled_from(GUESSES)
any_turn = st.builds(Turn, guesses, st.sampled_from(MARKS))


def turn(word: str, told: str) -> Turn:
    return Turn(word, read_marks(told, word))


@st.composite
def games(draw: st.DrawFn) -> Position:
    answer, words = draw(st.sampled_from(ANSWERS)), draw(st.lists(guesses, min_size=1, max_size=5))
    return tuple(Turn(word, told(word, answer)) for word in words if word != answer)


told = cache(marks)


def left(turns: Sequence[Turn]) -> set[str]:
    """Return the answers that would have told what the turns tell."""
    return {
        answer for answer in ANSWERS if all(told(each.word, answer) == each.marks for each in turns)
    }


def following(game: Position) -> list[Turn]:
    """Return the turns that tell something, and nothing that a game does not tell."""
    known = left(game)
    alike = {word: {told(word, answer) for answer in known} for word in GUESSES}
    turns = [Turn(word, seen.pop()) for word, seen in alike.items() if len(seen) == 1]
    return [each for each in turns if left([each]) != set(ANSWERS)]


@given(games(), st.data())
def test_nothing_that_follows_from_a_game_is_answered(game: Position, data: st.DataObject) -> None:
    turns = following(game)
    if turns:
        asked = data.draw(st.lists(st.sampled_from(turns), min_size=1, max_size=6))
        assert tells_of(asked, game, ANSWERS)


@given(games(), st.data())
def test_nor_is_what_may_become_of_it(game: Position, data: st.DataObject) -> None:
    further = data.draw(st.lists(any_turn, max_size=3))
    asked = data.draw(st.permutations([*game, *further]))
    if left(game) != set(ANSWERS):
        assert tells_of(asked, game, ANSWERS)


@given(games(), st.lists(any_turn, min_size=1, max_size=6))
def test_it_goes_by_the_words_that_are_left(game: Position, asked: Position) -> None:
    own, position = left(game), left(asked)
    if not game:
        expected = False
    elif not position:
        expected = any(each in following(game) for each in asked)
    else:
        common = len(own & position)
        expected = (
            position <= own
            or (own <= position and len(position) < len(ANSWERS))
            or common * len(ANSWERS) >= 4 * len(own) * len(position)
        )
    assert tells_of(asked, game, ANSWERS) is expected


def test_positions_of_other_words_are_answered(lexicon: Callable[[str], Lexicon]) -> None:
    answers = wordle_words(lexicon("en"), 5).answers
    rng, refused = random.Random(1), []
    for _ in range(300):
        own, other, *words = rng.sample(answers, 6)
        game = [Turn(word, marks(word, own)) for word in words[:2]]
        asked = [Turn(word, marks(word, other)) for word in words[2:]]
        refused.append(tells_of(asked, game, answers))
    assert sum(refused) <= 30


def test_before_the_first_guess_and_for_other_lengths_nothing_is_alike() -> None:
    own = turn("bake", "-G-G")
    assert not tells_of([], [own], ANSWERS)
    assert not tells_of([own], [], ANSWERS)
    assert not tells_of([turn("baker", "-G-G-")], [own], ANSWERS)
