"""`seize wordle play` with real words and a real file, and what it looks like."""

import os
import re
import signal
import sqlite3
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from io import StringIO
from pathlib import Path

import pytest
from rich.console import Group

from bot.console_app.wordle.board import board_lines, keyboard_lines
from bot.console_app.wordle.play import Look, WordleTable, play_wordle, review_table
from bot.presenters.pictures.colours import MARKS
from bot.presenters.wording import wording
from core.chats.settings import Palette
from core.languages import LATIN, languages
from core.store.memory import MemoryStore
from core.wordle.coach import Coach
from core.wordle.game import Game, Turn
from core.wordle.marks import marks, read_marks
from core.wordle.words import WordleWords
from tests.bot.console_app.play.seats import Written, drawn
from tests.helpers.chat import OpenLexicon
from tests.helpers.command import Ran, environment, seize
from tests.helpers.terminal import ended, spawn
from tests.helpers.wordles import answer, drawing, others

Play = Callable[..., Ran]
HELP = "Type a word of 5 letters. ? is for help, Ctrl-C leaves."
ESCAPE = "\x1b"


@pytest.fixture
def database(tmp_path: Path) -> Path:
    return tmp_path / "seize.db"


@pytest.fixture
def play(database: Path, data_dir: Path) -> Play:
    """Return a function that runs `seize wordle play` with guesses to read."""

    def run(*options: str, guesses: str = "", lang: str = "en") -> Ran:
        arguments = "wordle", "play", "--lang", lang, *options
        url = f"sqlite:///{database}"
        return seize(*arguments, data_dir=data_dir, stdin=guesses, SEIZE_DATABASE_URL=url)

    return run


def test_todays_word_goes_on_after_being_left_and_ends_once(
    play: Play, database: Path, lexicon: OpenLexicon
) -> None:
    left = play()
    word = answer(database)
    first, second = others(word, lexicon, 2)
    assert (left.status, left.err) == (0, "")
    assert left.out.splitlines()[:2] == ["Wordle 1 · English", HELP]
    assert left.out.endswith("\nYour game goes on with: seize wordle play --lang en\n")
    assert "✅" not in play(guesses=f"{first}\n").out
    ended = play(guesses=f"{second}\n{word}\nnever\n")
    lines = ended.out.splitlines()
    assert (ended.status, ended.err) == (0, "")
    assert ["✅ Solved: 3/6", f"The word: {word.upper()}", "", "Seize Wordle en 1 3/6"] == lines[
        lines.index("✅ Solved: 3/6") :
    ][:4]
    assert lines[-16:-4] == [
        "Wordle · English · Statistics",
        "Solved: 1 of 1 (100.0%)",
        "Streak: 1 day",
        "Longest streak: 1 day",
        "",
        "1 0",
        "2 0",
        "3 ████████████ 1",
        "4 0",
        "5 0",
        "6 0",
        "",
    ]
    header, *reviewed = [line.split() for line in lines[-4:]]
    assert header == ["Guess", "Bits", "Best", "word", "Bits", "Cost"]
    assert [row[0] for row in reviewed] == [each.upper() for each in (first, second, word)]
    again = play(guesses=f"{word}\n").out.splitlines()
    assert again[again.index("✅ Solved: 3/6") :] == lines[lines.index("✅ Solved: 3/6") :]


@pytest.mark.parametrize("language", languages())
def test_a_word_of_every_language_is_found_in_its_own_letters(
    play: Play, database: Path, language: str
) -> None:
    play(lang=language)
    word = answer(database)
    ended = play(guesses=f"  {word.upper()} \n", lang=language)
    assert f"Seize Wordle {language} 1 1/6\n\n🟩🟩🟩🟩🟩\n" in ended.out
    assert " ".join(f"[{letter}]" for letter in word.upper()) in ended.out


def test_what_is_refused_says_why_in_a_line_and_costs_nothing(play: Play, database: Path) -> None:
    told = play(guesses="zzzzz\ntoo\nca7ts\n\n?\ncrane\n")
    lines = told.out.splitlines()
    assert lines[lines.index("“zzzzz” is not in the dictionary") :][:7] == [
        "“zzzzz” is not in the dictionary",
        "“too” is not a 5-letter word",
        "“7” in “ca7ts” cannot be used: the letters are a–z",
        *[HELP, "[A] in place, (A) elsewhere, A not there"] * 2,
    ]
    connection = sqlite3.connect(database)
    ((count,),) = connection.execute("SELECT count(*) FROM wordle_guesses")
    connection.close()
    assert count == 1


def test_a_lost_game_tells_the_word(play: Play, database: Path, lexicon: OpenLexicon) -> None:
    play()
    word = answer(database)
    ended = play(guesses="\n".join(others(word, lexicon)))
    assert "❌ Not found" in ended.out
    assert f"The word: {word.upper()}" in ended.out
    rows = "\n".join(["⬛⬛⬛⬛⬛"] * 6)
    assert f"Seize Wordle en 1 X/6\n\n{rows}\n" in ended.out
    assert "Solved: 0 of 1 (0.0%)" in ended.out


def test_hard_mode_is_chosen_before_the_first_guess(
    play: Play, database: Path, lexicon: OpenLexicon
) -> None:
    play("--free")
    (other,) = others(answer(database), lexicon, 1)
    play("--free", guesses=f"{other}\n")
    refused = play("--free", "--hard")
    assert (refused.status, refused.out) == (2, "")
    assert refused.err == "seize: Hard mode is chosen before the first guess\n"
    started = play("--length", "7", "--hard")
    assert started.out.startswith("Wordle · English · 7 letters · Hard mode\n")
    ended = play("--length", "7", guesses=f"{answer(database)}\n")
    assert "Seize Wordle en 1/6*\n" in ended.out
    assert "Other words solved: 1 of 1 (100.0%)" in ended.out


def test_free_games_go_on_and_another_word_follows(
    play: Play, database: Path, lexicon: OpenLexicon
) -> None:
    begun = play("--free")
    assert begun.out.startswith("Wordle · English · 5 letters\n")
    assert begun.out.endswith("seize wordle play --lang en --free --length 5\n")
    word = answer(database)
    (other,) = others(word, lexicon, 1)
    counted = play("--free", "--count", guesses=f"{other}\n")
    assert re.search(r"^[\d,]+ words? (is|are) left$", counted.out, re.MULTILINE)
    assert "Seize Wordle en 2/6\n" in play("--free", guesses=f"{word}\n").out
    assert "[" not in play("--free").out


def test_screen_readers_are_told_marks_in_words(
    play: Play, database: Path, lexicon: OpenLexicon
) -> None:
    play("--plain")
    word = answer(database)
    (other,) = others(word, lexicon, 1)
    begun = play("--plain", guesses=f"{other}\n?\n")
    assert f"{other.upper()}: {' '.join(other.upper())} not there\n" in begun.out
    assert " not tried\n" in begun.out
    ended = play("--plain", guesses=f"{word}\n")
    assert f"{word.upper()}: {' '.join(word.upper())} in place\n" in ended.out
    assert "Wordle · Coach · English\n" in ended.out
    assert not {"[", "_", ESCAPE} & set(begun.out + ended.out)


@pytest.mark.parametrize(
    ("options", "lang", "hint"),
    [
        (["--length", "3"], "en", "--length"),
        (["--length", "11"], "en", "--length"),
        (["--palette", "pink"], "en", "--palette"),
        ([], "xx", "Unknown language or lexicon “xx”"),
    ],
    ids=["short", "long", "palette", "language"],
)
def test_bad_options_are_told_in_one_line(
    play: Play, options: list[str], lang: str, hint: str
) -> None:
    ran = play(*options, lang=lang)
    assert (ran.status, ran.out, ran.err.count("\n")) == (2, "", 1)
    assert hint in ran.err


async def test_a_game_that_ended_at_another_terminal_is_shown_as_it_ended(
    lexicon: OpenLexicon,
) -> None:
    there = Written()
    table = WordleTable.at(MemoryStore(), lexicon, there.seat, Look())
    record = await table.begin("en", 5)
    await table.wordles.guess(record.id, table.you, record.answer, there.clock())
    assert not await play_wordle(table, record, StringIO("crane\n"))
    assert "✅ Solved: 1/6" in there.lines


async def test_without_input_a_game_waits(lexicon: OpenLexicon) -> None:
    there = Written(language="fr")
    table = WordleTable.at(MemoryStore(), lexicon, there.seat, Look())
    assert not await play_wordle(table, await table.begin("fr", 5), None)
    assert there.lines[-1].endswith("seize wordle play --lang fr")


async def test_no_free_game_brings_the_coach_into_todays(lexicon: OpenLexicon) -> None:
    there = Written()
    table = WordleTable.at(MemoryStore(), lexicon, there.seat, Look(count=True))
    drawn = iter(("crane", "brave"))  # whose first guess is told the same

    def choose(count: int) -> int:
        return drawing(next(drawn), lexicon)(count)

    table = replace(table, wordles=replace(table.wordles, choose=choose))
    shut = "Your game at the word of the day goes on: the coach looks at it when it is over"
    today = await table.begin("en", 5)
    await play_wordle(table, today, StringIO("slate\n"))
    assert there.lines[-3].endswith("words are left")
    free = await table.begin("en", 5, free=True)
    await play_wordle(table, free, StringIO("slate\nfudge\nbrave\n"))
    assert (there.lines.count(shut), there.lines[-1]) == (3, shut)
    await table.wordles.guess(today.id, table.you, "crane", there.clock())
    await play_wordle(table, await table.wordles.record(free.id), None)
    assert there.lines[-1].startswith("BRAVE")


def test_the_table_says_that_another_word_than_the_only_one_left_cost_a_try() -> None:
    words = WordleWords("en", 4, LATIN, ("hate", "heat"), ("bale", "hate", "heat"))
    turns = [Turn(word, marks(word, "heat")) for word in ("hate", "bale", "heat")]
    table = drawn(review_table(Coach(words).review(turns), wording("en"))).splitlines()
    assert [line.split()[-2:] for line in table[1:]] == [
        ["1.00", "0.00"],
        ["a", "try"],
        ["0.00", "0.00"],
    ]


@pytest.mark.parametrize("palette", Palette)
def test_letters_have_colours_and_signs(palette: Palette) -> None:
    game = Game("crane", turns=(Turn("trace", read_marks("-GGYG", "trace")),))
    shown = Group(*board_lines(game, palette), *keyboard_lines(game, palette, "en"))
    coloured = drawn(shown, force_terminal=True, color_system="truecolor")
    for back in MARKS[palette].values():
        assert f"48;2;{';'.join(map(str, back))}m" in coloured
    bare = drawn(shown).splitlines()
    assert bare == drawn(shown, force_terminal=True, no_color=True, color_system=None).splitlines()
    assert bare == [
        "   T  [R] [A] (C) [E]",
        *["   _   _   _   _   _"] * 5,
        "   Q   W  [E] [R]  .   Y   U   I   O   P",
        "    [A]  S   D   F   G   H   J   K   L",
        "       Z   X  (C)  V   B   N   M",
    ]


@pytest.mark.slow
@pytest.mark.skipif(os.name == "nt", reason="no pseudo-terminals")
def test_at_a_terminal_a_game_goes_on_after_ctrl_c_a_kill_and_ctrl_d(
    play: Play, database: Path, data_dir: Path, lexicon: OpenLexicon
) -> None:
    play()
    before, after = others(answer(database), lexicon, 2)
    places = environment(data_dir, SEIZE_DATABASE_URL=f"sqlite:///{database}")
    start = partial(spawn, "wordle", "play", "--lang", "en", places=places, size=(40, 80))
    left = start()
    left.expect_exact("Guess 1 of 6: ")
    left.send(f"{before}\r")
    left.expect_exact("Guess 2 of 6: ")
    left.sendintr()
    left.expect_exact("Your game goes on with: seize wordle play --lang en")
    assert ended(left) == 130
    killed = start()
    killed.expect_exact("Guess 2 of 6: ")
    killed.send(f"{after}\r")
    killed.expect_exact("Guess 3 of 6: ")
    killed.kill(signal.SIGKILL)
    assert ended(killed) == -signal.SIGKILL
    last = start()
    last.expect_exact("Guess 3 of 6: ")
    last.sendeof()
    assert ended(last) == 0


def test_the_coach_keeps_out_of_the_game_at_todays_word(
    play: Play, database: Path, data_dir: Path, lexicon: OpenLexicon
) -> None:
    def solves(guess: str, marked: str = "-----") -> Ran:
        asked = "wordle", "solve", "--lang", "en", "--guess", f"{guess}:{marked}"
        return seize(*asked, data_dir=data_dir, SEIZE_DATABASE_URL=f"sqlite:///{database}")

    assert solves("crane").status == 0
    assert not database.exists()
    play()
    word = answer(database)
    first, second = others(word, lexicon, 2)
    play(guesses=f"{first}\n")
    shut = solves(first)
    assert (shut.status, shut.out) == (2, "")
    assert "the coach looks at it when it is over" in shut.err
    assert solves(second, "GGGGG").status == 0  # which today's word is not
    assert solves(word, "GGGGG").status == 2
    play(guesses=f"{word}\n")
    assert solves(first).status == 0
