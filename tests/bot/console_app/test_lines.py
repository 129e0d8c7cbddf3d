"""A round by lines: every cause, every end, in every language."""

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from io import StringIO
from threading import Timer
from typing import TextIO

import pytest

from bot.console_app.game import play, play_match
from bot.console_app.lines import Lines, play_lines
from core.grid import Bonus
from core.lexicon.alphabet import LANGUAGES
from core.rounds.match import LADDER
from core.rounds.round import Round
from tests.bot.console_app.seats import FakeClock, Written, a_game
from tests.core.rounds.boards import ANA, END, START, a_round

BOARD = ["Qu  I   T", "E   S   A", "R   T   S"]
EVERYTHING = (
    "quit\n\n  EST  \nrêst\nquit\nts\nzoo\nquart\ntase\nre5t\nx\x1b[31m\n" + "a" * 2500 + "\n"
)


@contextmanager
def pipe() -> Iterator[tuple[TextIO, TextIO]]:
    """Yield both ends of a pipe: what is read, and where to write."""
    reading, writing = os.pipe()
    with os.fdopen(reading) as source, os.fdopen(writing, "w") as sink:
        yield source, sink


def test_every_word_is_answered_and_the_card_comes_at_the_end_of_input() -> None:
    there = Written()
    result = play_lines(a_game(), there.seat, Lines(StringIO(EVERYTHING)))
    assert there.lines == [
        *BOARD,
        "2:00 left. One word a line.",
        "+12 quit",
        "+3 èst",
        "+7 rest",
        "quit: already found",
        "ts: too short, at least 3 letters",
        "zoo: no Z on the grid",
        "quart: traces as far as QU, then breaks",
        "tase: not in the dictionary",
        "“5” is not a letter",
        "“U+001B” is not a letter",
        "aaaaaaaaaaaaaaaa…: too long, at most 16 letters",
        "",
        "The round is over.",
        "Points: 22 of 43 (51%)",
        "Words: 3 of 6 (50%)",
        "Best word: quit +12",
        "Longest found: rest (4 letters)",
        "Best missed: quits +13, tas +7, tis +1",
        "Longest possible: quits (5 letters)",
        "",
        "The best missed word, step by step:",
        "1Qu  2I   3T",
        "E    4S   A",
        "R    T    S",
    ]
    assert result.of(ANA).points == 22


def test_the_deadline_comes_in_the_middle_of_the_input() -> None:
    there = Written(FakeClock(END - 7, step=1.5))
    words = "quit\nrest\ntas\ntis\n" * 5
    result = play_lines(a_game(), there.seat, Lines(StringIO(words)))
    answers = there.lines[4 : there.lines.index("")]
    assert answers == ["+12 quit", "too late: the round is over"]
    assert "Time's up!" in there.lines
    assert result.of(ANA).points == 12


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("text", ["", "\n \n\t\n", None])
def test_no_words_at_all_have_a_card(language: str, text: str | None) -> None:
    there = Written(language=language)
    result = play(a_game(), there.seat, None if text is None else StringIO(text))
    assert result.of(ANA).points == 0
    assert "{" not in there.file.getvalue()
    assert any("quits +13" in line for line in there.lines)


def test_an_open_pipe_that_says_nothing_does_not_outlive_the_deadline() -> None:
    now = time.time()
    seat = replace(Written().seat, clock=time.time)
    game = a_round(starts_at=now, deadline=now + 0.2, players=(ANA,))
    with pipe() as (source, _):
        play_lines(game, seat, Lines(source))
    assert time.time() >= game.deadline


def test_a_slow_pipe_is_answered_as_it_speaks() -> None:
    now = time.time()
    there = Written()
    game = a_round(starts_at=now, deadline=now + 1.5, players=(ANA,))
    with pipe() as (source, sink):
        print("quit", file=sink, flush=True)
        late = Timer(0.2, lambda: print("est", "re", sep="\n", end="", file=sink, flush=True))
        late.start()
        result = play_lines(game, replace(there.seat, clock=time.time), Lines(source))
        late.join()
    assert result.of(ANA).points == 15, "a line without its end is no word yet"
    assert "Time's up!" in there.lines


def test_bytes_that_are_no_text_are_no_letters() -> None:
    there = Written()
    with pipe() as (source, sink):
        sink.buffer.write(b"\xff\xfe\x00\nquit\n")
        sink.close()
        play_lines(a_game(), there.seat, Lines(source))
    assert there.lines[4:6] == ["“\ufffd” is not a letter", "+12 quit"]


def test_ctrl_c_ends_with_the_card(monkeypatch: pytest.MonkeyPatch) -> None:
    there, lines = Written(), Lines(StringIO("quit\n"))

    def interrupted(_: float) -> str:
        raise KeyboardInterrupt

    monkeypatch.setattr(lines, "next", interrupted)
    play_lines(a_game(), there.seat, lines)
    assert there.lines[4:6] == ["", "The round is over."]
    assert lines.ended


def test_a_process_ends_cleanly_while_its_reader_still_waits() -> None:
    code = "import sys; from bot.console_app.lines import Lines; Lines(sys.stdin).next(0.05)"
    with pipe() as (source, _):
        done = subprocess.run(
            [sys.executable, "-c", code],
            stdin=source,
            capture_output=True,
            timeout=20,
            check=False,
        )
    assert (done.returncode, done.stderr) == (0, b"")


def dealt(bonuses: tuple[Bonus, ...], into: list[tuple[Bonus, ...]], clock: FakeClock) -> Round:
    into.append(bonuses)
    return a_round(starts_at=clock.now, deadline=clock.now + 5, players=(ANA,))


def test_a_match_goes_through_the_ladder_and_sums_up() -> None:
    there, hands = Written(FakeClock(START, step=0.5)), list[tuple[Bonus, ...]]()
    match = play_match(
        lambda bonuses: dealt(bonuses, hands, there.clock), there.seat, StringIO("quit\n" * 99)
    )
    assert match.over
    assert tuple(hands) == LADDER
    titles = [line for line in there.lines if line.startswith("Round ")]
    assert titles[:3] == ["Round 1 of 3", "Round 2 of 3", "Round 3 of 3"]
    assert there.lines[-5:] == [
        "The match is over.",
        "Round 1 of 3: 12",
        "Round 2 of 3: 12",
        "Round 3 of 3: 12",
        "Total: 36",
    ]


def test_the_end_of_input_ends_a_match() -> None:
    there, hands = Written(), list[tuple[Bonus, ...]]()
    match = play_match(
        lambda bonuses: dealt(bonuses, hands, there.clock), there.seat, StringIO("quit\n")
    )
    assert (len(match.results), len(hands)) == (1, 1)
    assert there.lines[-3:] == ["The match is over.", "Round 1 of 3: 12", "Total: 12"]
