"""A game: its end, its keyboard, and what it refuses."""

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.wordle.game import (
    End,
    Game,
    GameOver,
    Misplaced,
    NotAWord,
    Refused,
    Turn,
    Unused,
    WrongLength,
    check_hard,
)
from core.wordle.marks import Mark, marks


def after(answer: str, *words: str, hard: bool = False) -> Game:
    """Return a game after guesses, all of which are words."""
    game = Game(answer, hard)
    for word in words:
        game = game.guessed(word, lambda _: True)
    return game


def test_the_answer_ends_it() -> None:
    game = after("abbey", "eerie", "abbey")
    assert game.end is End.SOLVED
    with pytest.raises(GameOver):
        game.guessed("eerie", lambda _: True)


def test_the_sixth_guess_ends_it() -> None:
    game = after("abbey", *["eerie"] * 5)
    assert game.end is None
    assert after("abbey", *["eerie"] * 5, "abbey").end is End.SOLVED
    game = after("abbey", *["eerie"] * 6)
    assert game.end is End.LOST
    with pytest.raises(GameOver):
        game.guessed("abbey", lambda _: True)


def test_the_keyboard_has_the_best_mark_of_each_letter() -> None:
    keys = after("abbey", "eerie", "babes").keyboard()
    green, yellow, grey = Mark.GREEN, Mark.YELLOW, Mark.GREY
    assert keys == {"e": green, "r": grey, "i": grey, "b": green, "a": yellow, "s": grey}


def test_what_is_no_guess_costs_nothing() -> None:
    game = Game("abbey")
    with pytest.raises(WrongLength, match="'abb' is not a 5-letter word"):
        game.guessed("abb", lambda _: True)
    with pytest.raises(NotAWord, match="'bbbbb' is not in the dictionary"):
        game.guessed("bbbbb", lambda _: False)
    assert game.turns == ()


# answer, guesses before, a guess, and the rule that it breaks ("" for none)
HARD = [
    ("cynic", ["cecum"], "candy", "hard mode: the guess must have C 2 times"),
    ("cynic", ["cecum"], "civic", ""),
    ("abbey", ["abide"], "alien", "hard mode: letter 2 must stay B"),
    ("abbey", ["eerie"], "moods", "hard mode: the guess must have E"),
    # A yellow letter may stay in its place, and a grey one may come again.
    ("abbey", ["eerie"], "eerie", ""),
    # Counts are those of one guess: E was hinted once in each.
    ("geese", ["eland", "crepe"], "lives", "hard mode: letter 3 must stay E"),
    ("those", ["eerie", "moose"], "goose", ""),
]


@pytest.mark.parametrize(("answer", "before", "word", "broken"), HARD)
def test_hard_mode_names_the_rule(
    answer: str, before: Sequence[str], word: str, broken: str
) -> None:
    game = after(answer, *before, hard=True)
    if not broken:
        assert len(game.guessed(word, lambda _: True).turns) == len(before) + 1
        return
    with pytest.raises((Misplaced, Unused)) as refused:
        game.guessed(word, lambda _: True)
    assert str(refused.value) == broken
    assert after(answer, *before).guessed(word, lambda _: True)


def letters(low: int = 5) -> st.SearchStrategy[str]:
    return st.text("abc", min_size=low, max_size=low)


@given(letters(), st.lists(letters(), max_size=3), letters())
def test_hard_mode_is_the_rule_said_otherwise(answer: str, before: list[str], word: str) -> None:
    turns = [Turn(each, marks(each, answer)) for each in before]
    breaks = False
    for turn in turns:
        known = [
            (place, letter)
            for place, letter in enumerate(turn.word)
            if turn.marks[place] is not Mark.GREY
        ]
        greens = [each for each in known if turn.marks[each[0]] is Mark.GREEN]
        breaks |= any(word[place] != letter for place, letter in greens)
        left = list(word)
        for _, letter in known:
            if letter in left:
                left.remove(letter)
            else:
                breaks = True
    try:
        check_hard(word, turns)
    except Refused:
        assert breaks
    else:
        assert not breaks


@given(letters(), st.lists(letters(), max_size=4))
def test_hard_mode_takes_the_answer_always(answer: str, before: list[str]) -> None:
    check_hard(answer, [Turn(each, marks(each, answer)) for each in before])
