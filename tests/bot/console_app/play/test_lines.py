"""A round by lines: every cause, every end, in every language."""

import asyncio
import os
import signal
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import replace
from io import StringIO
from itertools import count
from threading import Timer
from typing import TextIO

import pytest

from bot.console_app.play.game import play, play_on
from bot.console_app.play.lines import Lines, play_lines
from bot.console_app.play.session import Asked
from bot.console_app.play.table import Table
from core.grid import Grid
from core.languages import languages
from core.rounds.record import Terms
from core.rounds.result import Result
from tests.bot.console_app.play.seats import FakeClock, Written, a_table
from tests.core.rounds.boards import ANA, START
from tests.helpers.patience import PATIENCE

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


async def played(there: Written, stream: TextIO, seconds: int = 120) -> Result:
    table = await a_table(there.seat, seconds=seconds)
    return (await play_lines(table, there.seat, Lines(stream))).result


async def test_every_word_is_answered_and_the_card_comes_at_the_end_of_input() -> None:
    there = Written()
    result = await played(there, StringIO(EVERYTHING))
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
        "Longest possible: quits (5 letters)",
        "Within reach: quits +13, tas +7, tis +1",
        "",
        "quits, step by step:",
        "1Qu  2I   3T",
        "E    4S   A",
        "R    T    S",
    ]
    assert result.of(ANA).points == 22


async def test_the_deadline_comes_in_the_middle_of_the_input() -> None:
    there = Written(FakeClock(step=1))
    result = await played(there, StringIO("quit\nrest\ntas\ntis\n" * 5), seconds=20)
    answers = there.lines[4 : there.lines.index("")]
    assert answers[0] == "+12 quit"
    assert 0 < len(answers) < 20
    assert "Time's up!" in there.lines
    assert result.of(ANA).points == sum(
        int(answer.split()[0]) for answer in answers if answer.startswith("+")
    )


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("text", ["", "\n \n\t\n", None])
async def test_no_words_at_all_have_a_card(language: str, text: str | None) -> None:
    there = Written(language=language)
    table = await a_table(there.seat)
    match = await play(table, there.seat, Lines(None if text is None else StringIO(text)))
    assert match.results[0].of(ANA).points == 0
    assert "{" not in there.file.getvalue()
    assert any("quits +13" in line for line in there.lines)


@pytest.mark.slow
async def test_an_open_pipe_that_says_nothing_does_not_outlive_the_deadline() -> None:
    seat = replace(Written().seat, clock=time.time)
    table = await a_table(seat, seconds=1)
    with pipe() as (source, _):
        await play_lines(table, seat, Lines(source))
    assert time.time() >= table.round.deadline


@pytest.mark.slow
async def test_a_slow_pipe_is_answered_as_it_speaks() -> None:
    there = Written()
    seat = replace(there.seat, clock=time.time)
    table = await a_table(seat, seconds=2)
    with pipe() as (source, sink):
        print("quit", file=sink, flush=True)
        late = Timer(0.2, lambda: print("est", "re", sep="\n", end="", file=sink, flush=True))
        late.start()
        over = await play_lines(table, seat, Lines(source))
        late.join()
    assert over.result.of(ANA).points == 15, "a line without its end is no word yet"
    assert "Time's up!" in there.lines


async def test_bytes_that_are_no_text_are_no_letters() -> None:
    there = Written()
    with pipe() as (source, sink):
        sink.buffer.write(b"\xff\xfe\x00\nquit\n")
        sink.close()
        await played(there, source)
    assert there.lines[4:6] == ["“\ufffd” is not a letter", "+12 quit"]


async def test_ctrl_c_ends_with_the_card_at_once() -> None:
    there = Written()
    with pipe() as (source, _):
        lines = Lines(source)
        asyncio.get_running_loop().call_soon(signal.raise_signal, signal.SIGINT)
        await play_lines(await a_table(there.seat), there.seat, lines)
    assert there.lines[4:6] == ["", "The round is over."]
    assert lines.ended


async def test_ctrl_c_is_heard_in_a_flood_of_words() -> None:
    there, words = Written(), "quit\n" * 900
    asyncio.get_running_loop().call_later(0, signal.raise_signal, signal.SIGINT)
    await played(there, StringIO(words))
    assert "The round is over." in there.lines
    assert len(there.lines) < 900


@pytest.mark.slow
def test_a_process_ends_cleanly_while_its_reader_still_waits() -> None:
    code = """
import asyncio, sys
from bot.console_app.play.lines import Lines
async def main():
    await Lines(sys.stdin).next(0.05)
asyncio.run(main())
"""
    with pipe() as (source, _):
        done = subprocess.run(
            [sys.executable, "-c", code],
            stdin=source,
            capture_output=True,
            timeout=PATIENCE,
            check=False,
        )
    assert (done.returncode, done.stderr) == (0, b"")


async def test_a_match_goes_through_all_rounds_and_sums_up() -> None:
    there = Written(FakeClock(START, step=0.5))
    table = await a_table(there.seat, seconds=10, rounds=3)
    match = await play(table, there.seat, Lines(StringIO("quit\n" * 99)))
    assert match.over
    titles = [line for line in there.lines if line.startswith("Round ")]
    assert titles[:3] == ["Round 1 of 3", "Round 2 of 3", "Round 3 of 3"]
    assert there.lines[-5:] == [
        "The match is over.",
        "Round 1 of 3: 12",
        "Round 2 of 3: 12",
        "Round 3 of 3: 12",
        "Total: 36",
    ]


async def test_the_total_so_far_stands_between_the_rounds_of_a_match() -> None:
    there = Written(FakeClock(START, step=0.5))
    table = await a_table(there.seat, seconds=10, rounds=3)
    await play(table, there.seat, Lines(StringIO("quit\n" * 99)))
    totals = [line for line in there.lines if line.startswith("Total")]
    assert totals == ["Total so far: 12", "Total so far: 24", "Total: 36"]


class Typed(StringIO):
    """Lines that a person types."""

    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(("stdin", "rounds"), [(Typed, 1), (StringIO, 1), (Typed, 3)])
async def test_after_a_round_comes_another_for_who_presses_enter(
    stdin: type[StringIO], rounds: int
) -> None:
    there = Written(FakeClock(START, step=0.5))
    asked: list[int] = []

    @asynccontextmanager
    async def sit_down(wish: Asked) -> AsyncIterator[Table]:
        asked.append(wish.seed)
        yield await a_table(there.seat, seconds=10, rounds=wish.rounds)

    wish = Asked(Terms(lexicon="fr"), seed=5, rounds=rounds)
    words = Lines(stdin("quit\n" * 60))
    await play_on(wish, there.seat, words, sit_down, count(8))
    assert asked == [5, *range(8, 7 + len(asked))]
    assert (len(asked) > 1) is (stdin is Typed)
    more = " --match" if rounds > 1 else ""
    again = [f"The same once more: seize play --lang fr --seed {seed}{more}" for seed in asked]
    assert [line for line in there.lines if "once more" in line] == again
    asks = there.lines.count("Press Enter to play again, Ctrl-C to leave.")
    assert asks == len(asked) - 1


async def test_after_a_grid_of_ones_own_nothing_is_asked() -> None:
    there = Written(FakeClock(START, step=0.5))

    @asynccontextmanager
    async def sit_down(_: Asked) -> AsyncIterator[Table]:
        yield await a_table(there.seat, seconds=10)

    wish = Asked(Terms(lexicon="fr"), seed=5, grid=Grid.parse("QuITESARTS 3x3"))
    await play_on(wish, there.seat, Lines(Typed("quit\n" * 60)), sit_down, count())
    assert not [line for line in there.lines if "once more" in line or "again" in line]


async def test_the_end_of_input_ends_a_match() -> None:
    there = Written()
    table = await a_table(there.seat, rounds=3)
    match = await play(table, there.seat, Lines(StringIO("quit\n")))
    assert len(match.results) == 1
    assert there.lines[-3:] == ["The match is over.", "Round 1 of 3: 12", "Total: 12"]
