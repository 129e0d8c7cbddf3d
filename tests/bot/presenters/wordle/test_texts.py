"""Wordles in words: titles, rows, keyboards, what is shared."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.presenters.wording import wording
from bot.presenters.wordle.texts import (
    keyboard_text,
    rows_text,
    share_text,
    spoken_turn,
    wordle_title,
)
from core.chats.settings import Palette
from core.ids import PlayerRef
from core.languages import LATIN, languages
from core.lexicon.alphabet import alphabet
from core.wordle.game import TRIES, Game, Turn
from core.wordle.marks import Mark, marks, read_marks
from core.wordle.record import Guess, WordleRecord, wordle_room

EN = wording("en")
ANA = PlayerRef("discord", "1")
SPOKEN = {"in place": Mark.GREEN, "elsewhere": Mark.YELLOW, "not there": Mark.GREY}
words = st.text("abcxyz", min_size=4, max_size=10)


def record(answer: str, *guesses: str, number: int = 0, hard: bool = False) -> WordleRecord:
    made = tuple(Guess(word, ANA, 0.0) for word in guesses)
    return WordleRecord(
        room=wordle_room(ANA),
        started_by=ANA,
        language="fr",
        answer=answer,
        hard=hard,
        daily=number,
        number=number,
        guesses=made,
        started_at=0.0,
        touched_at=0.0,
    )


@pytest.mark.parametrize(
    ("number", "hard", "title"),
    [
        (12, False, "Wordle 12 · French"),
        (12, True, "Wordle 12 · French · Hard mode"),
        (0, False, "Wordle · French · 6 letters"),
        (0, True, "Wordle · French · 6 letters · Hard mode"),
    ],
)
def test_titles(number: int, hard: bool, title: str) -> None:
    assert wordle_title(record("maison", number=number, hard=hard), EN) == title


@pytest.mark.parametrize(
    ("palette", "rows"),
    [
        (Palette.CLASSIC, "⬛🟩🟩🟨🟩 TRACE\n🟩🟩🟩🟩🟩 CRANE"),
        (Palette.CONTRAST, "⬛🟧🟧🟦🟧 TRACE\n🟧🟧🟧🟧🟧 CRANE"),
    ],
)
def test_rows(palette: Palette, rows: str) -> None:
    assert rows_text(record("crane", "trace", "crane").game, palette) == rows
    assert rows_text(Game("crane"), palette) == ""


@given(answer=words, data=st.data())
def test_a_turn_read_aloud_tells_each_letter_its_mark(answer: str, data: st.DataObject) -> None:
    letters = st.text("abcxyz", min_size=len(answer), max_size=len(answer))
    guess = data.draw(letters)
    turn = Turn(guess, marks(guess, answer))
    label, _, told = spoken_turn(turn, EN).partition(": ")
    assert label == guess.upper()
    heard = []
    for part in told.split(", "):
        (mark,) = (mark for said, mark in SPOKEN.items() if part.endswith(said))
        spelt = part.removesuffix("in place").removesuffix("elsewhere").removesuffix("not there")
        heard += [(letter, mark) for letter in spelt.lower().split()]
    assert heard == list(zip(turn.word, turn.marks, strict=True))


def test_a_keyboard_names_each_letter_once_with_its_best_mark() -> None:
    game = record("crane", "erase", "brine").game
    assert keyboard_text(game, EN, LATIN) == (
        "A E N R in place\nB I S not there\nC D F G H J K L M O P Q T U V W X Y Z not tried"
    )
    assert keyboard_text(record("cater", "erase").game, EN, LATIN).splitlines()[0] == (
        "A E R elsewhere"
    )


@pytest.mark.parametrize("language", languages())
def test_each_letter_of_a_language_is_untried_once(language: str) -> None:
    untried = keyboard_text(Game("abcd"), EN, alphabet(language).letters)
    assert untried.count("\n") == 0
    assert len(untried.removesuffix(" not tried").split()) == len(alphabet(language).letters)


@pytest.mark.parametrize(
    ("game", "head"),
    [
        (record("sapin", "sapin", number=12), "Seize Wordle fr 12 1/6"),
        (record("sapin", *["salin"] * 5, "sapin", number=3, hard=True), "Seize Wordle fr 3 6/6*"),
        (record("sapin", *["salin"] * TRIES, number=3), "Seize Wordle fr 3 X/6"),
        (replace(record("sapin", "salin"), given_up=True, finished_at=1.0), "Seize Wordle fr X/6"),
        (record("maison", "maison", hard=True), "Seize Wordle fr 1/6*"),
    ],
    ids=["solved", "hard", "lost", "given up", "free"],
)
def test_what_is_shared_begins_with_how_it_went(game: WordleRecord, head: str) -> None:
    assert share_text(game, Palette.CLASSIC).splitlines()[:2] == [head, ""]


def test_what_is_shared_is_squares_and_no_letters() -> None:
    game = record("sapin", "pains", "sapin", number=12)
    assert share_text(game, Palette.CLASSIC) == "Seize Wordle fr 12 2/6\n\n🟨🟩🟨🟨🟨\n🟩🟩🟩🟩🟩"
    assert share_text(game, Palette.CONTRAST).splitlines()[2] == "🟦🟧🟦🟦🟦"


@given(answer=words, data=st.data())
def test_shared_squares_are_marks_that_can_be_read_back(answer: str, data: st.DataObject) -> None:
    letters = st.text("abcxyz", min_size=len(answer), max_size=len(answer))
    game = record(answer, *data.draw(st.lists(letters, min_size=1, max_size=TRIES)))
    for palette in Palette:
        for row, turn in zip(
            share_text(game, palette).splitlines()[2:], game.game.turns, strict=True
        ):
            assert read_marks(row, turn.word) == turn.marks
