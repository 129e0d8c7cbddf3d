"""Attempts at dailies at a table: what is kept of them, whatever happens to the process."""

import asyncio
import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from io import StringIO
from typing import TextIO

import pytest
from prompt_toolkit.key_binding import KeyPress
from prompt_toolkit.keys import Keys

from bot.console_app.daily import attempt as daily_play
from bot.console_app.daily.attempt import NoInput, play_daily
from bot.console_app.daily.table import DailyTable
from bot.console_app.play.live import LiveRound
from bot.console_app.play.seat import HERE
from bot.console_app.play.table import Over
from bot.console_app.play.view import running
from bot.presenters.daily.texts import THEMES
from core.daily.puzzle import Attempt, Puzzle, day_of
from core.daily.themes import Theme
from core.ids import Room, own_room
from core.languages import languages
from core.ports import Store
from core.rounds.round import Round, State
from core.services.dailies import AlreadyPlayed
from core.services.refusals import NoDaily
from core.services.rounds import RoundsService
from core.store.memory import MemoryStore
from tests.bot.console_app.play.seats import FakeClock, Full, Written, a_table, drawn
from tests.core.rounds.boards import ANA, START
from tests.helpers.dailies import maker
from tests.helpers.fakes import SameGrid

A_DAY = 86_400.0
WORDS = THEMES[Theme.WORDS]
START_HINT = "Press Enter to start the clock, Ctrl-C to leave."


def sit(there: Written, store: Store) -> DailyTable:
    return DailyTable(store, maker(store, there.clock), SameGrid(), ANA, there.clock)


async def played(
    there: Written, store: Store, text: str | TextIO | None, number: int | None = None
) -> DailyTable:
    """Play today's daily, or another, by lines; return the table."""
    table = sit(there, store)

    async def asked() -> Puzzle:
        today = await table.dailies.today("fr")
        return await table.dailies.numbered("fr", number) if number else today

    stdin = StringIO(text) if isinstance(text, str) else text
    await play_daily(table, asked, there.seat, stdin)
    return table


async def attempts_of(store: Store) -> list[Attempt]:
    async with store.read() as work:
        return await work.attempts.by(ANA)


async def left(there: Written, store: Store, *words: str) -> None:
    """Leave an attempt behind, as a process that is killed does."""
    table = sit(there, store)
    await table.open(await table.dailies.today("fr"))
    for word in words:
        await table.submit(word)


async def test_an_attempt_is_ranked_and_its_card_says_what_it_brought() -> None:
    there, store = Written(), MemoryStore()
    await played(there, store, "quit\nest\nzoo\n")
    assert there.lines == [
        "Daily 1 · French",
        f"{WORDS} · 3x3 · ★★☆☆☆",
        "You have one attempt of two minutes.",
        "",
        START_HINT,
        "",
        "Qu  I   T",
        "E   S   A",
        "R   T   S",
        "2:00 left. One word a line.",
        "+12 quit",
        "+3 èst",
        "zoo: no Z on the grid",
        "",
        "The round is over.",
        "Daily 1 · French",
        "Points: 15 of 43 (34.9%)",
        "Words: 2 of 6 (33.3%)",
        "Place so far: 1 of 1",
        "Best word: quit +12",
        "Rarest word: quit (found by 1 of 1)",
        "Words found: quit +12, èst +3",
        "",
        "🔥 Streak: 1 daily",
        "All words are shown when the day is over.",
        "",
        "Seize · Daily 1 · French",
        WORDS,
        "2 words · 15 points",
        "⬜1 🟦1",
        "🔥 Streak: 1 daily",
        "",
        "its grid, when the day is over: seize daily show 1 --lang fr",
    ]
    (attempt,) = await attempts_of(store)
    assert (attempt.points, attempt.words, attempt.finished_at is None) == (15, 2, False)
    async with store.read() as work:
        assert await work.rounds.unannounced({HERE.platform, ANA.platform}) == []


async def test_a_second_attempt_is_refused_and_the_card_shown_again() -> None:
    there, again, store = Written(), Written(), MemoryStore()
    await played(there, store, "quit\n")
    with pytest.raises(AlreadyPlayed):
        await played(again, store, "rest\n")
    assert again.lines[:2] == ["Daily 1 · French", "Points: 12 of 43 (27.9%)"]
    assert there.lines[-9:-2] == again.lines[-7:], "the share text, too"
    assert len(await attempts_of(store)) == 1


async def test_a_past_day_is_played_for_fun_as_often_as_one_likes() -> None:
    there, store = Written(), MemoryStore()
    await played(there, store, "quit\n")
    there.clock.now += A_DAY
    for _ in range(2):
        later = Written(there.clock)
        await played(later, store, "rest\n", number=1)
        assert "For fun: this one does not count." in later.lines
        assert "Points: 7 of 43 (16.3%)" in later.lines
        assert later.lines[-1] == "all its words: seize solve QuITESARTS --lang fr"
    (attempt,) = await attempts_of(store)
    assert attempt.points == 12


async def test_a_sign_asks_for_a_hint_where_it_does_not_count() -> None:
    there, store = Written(), MemoryStore()
    await played(there, store, "?\nquit\n")
    assert "Hints are only for a daily whose day is over, while you play it" in there.lines
    there.clock.now += A_DAY
    later = Written(there.clock)
    await played(later, store, "quits\n?\n", number=1)
    assert "Type ? instead of a word for a hint." in later.lines
    start = later.lines.index("Words to be found that begin on each tile:")
    assert later.lines[start + 1 : start + 5] == [
        "Qu 1    I 0    T 2",
        " E 1    S 0    A 0",
        " R 1    T 0    S 0",
        "Within reach: Q… (4 letters)",
    ]


async def test_a_day_ahead_is_not_played() -> None:
    store = MemoryStore()
    with pytest.raises(NoDaily):
        await played(Written(), store, "quit\n", number=2)
    assert await attempts_of(store) == []


async def test_the_deadline_ends_an_attempt() -> None:
    there, store = Written(FakeClock(step=1.0)), MemoryStore()
    await played(there, store, "quit\n" + "zoo\n" * 200)
    assert "Time's up!" in there.lines
    assert "Points: 12 of 43 (27.9%)" in there.lines


async def test_an_attempt_that_was_interrupted_goes_on() -> None:
    there, store = Written(), MemoryStore()
    await left(there, store, "quit", "zoo")
    there.clock.now += 60
    table = await played(there, store, "quit\nrest\n")
    assert there.lines[:4] == [
        "Daily 1 · French",
        "You are in the middle of it: go on typing words.",
        "1 word, 12 points",
        "",
    ]
    assert "1:00 left. One word a line." in there.lines
    assert "quit: already found" in there.lines
    assert "Points: 19 of 43 (44.2%)" in there.lines
    assert table.record.purpose.is_once
    (attempt,) = await attempts_of(store)
    assert (attempt.points, attempt.words) == (19, 2)


async def test_an_interrupted_attempt_whose_time_is_up_has_a_card() -> None:
    there, store = Written(), MemoryStore()
    await left(there, store, "quit")
    there.clock.now += 121
    await played(there, store, "rest\n")
    assert "Time's up!" in there.lines
    assert "Points: 12 of 43 (27.9%)" in there.lines
    assert "+7 rest" not in there.lines
    with pytest.raises(AlreadyPlayed):
        await played(Written(there.clock), store, "rest\n")


async def test_an_attempt_for_fun_goes_on_as_one() -> None:
    there, store = Written(), MemoryStore()
    await played(there, store, "quit\n")
    there.clock.now += A_DAY
    table = sit(there, store)
    await table.open(await table.dailies.yesterday("fr"))
    later = Written(there.clock)
    table = await played(later, store, "rest\n")
    assert not table.record.purpose.is_once
    assert "For fun: this one does not count." in later.lines
    assert len(await attempts_of(store)) == 1


async def test_the_rounds_of_other_terminals_are_left_alone() -> None:
    there, store = Written(), MemoryStore()
    other = await a_table(there.seat, store)
    await left(there, store, "quit")
    there.clock.now += 300
    await played(there, store, "")
    async with store.read() as work:
        record = await work.rounds.get(other.record.id)
    assert record
    assert record.state is State.RUNNING


async def test_what_ended_meanwhile_is_not_begun_again() -> None:
    there, store = Written(), MemoryStore()
    await left(there, store, "quit")
    running = RoundsService.running

    async def late(service: RoundsService, room: Room) -> Round | None:
        patch.undo()
        elsewhere = sit(there, store)
        assert await elsewhere.go_on()
        await elsewhere.stop()
        return await running(service, room)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(RoundsService, "running", late)
        assert await sit(there, store).go_on() is None
    assert len(await attempts_of(store)) == 1


async def test_an_end_that_cannot_be_kept_is_said_and_made_up_for() -> None:
    there, store = Written(), Full(MemoryStore())

    class Filling(DailyTable):
        async def stop(self) -> Over:
            store.full = True
            return await super().stop()

    table = Filling(store, maker(store, there.clock), SameGrid(), ANA, there.clock)
    await play_daily(table, lambda: table.dailies.today("fr"), there.seat, StringIO("quit\n"))
    end = there.lines.index("The round is over.")
    assert there.lines[end + 1].startswith("No room left to write to the database")
    assert there.lines[end + 2 :] == ["1 word, 12 points"]
    store.full = False
    later = Written(there.clock)
    await played(later, store, "rest\n")
    assert "Points: 19 of 43 (44.2%)" in later.lines


@contextmanager
def entering(there: Written, *waits: float, leaves: bool = False) -> Iterator[list[str]]:
    """Let a terminal wait so long for Enter each time, then play by lines, without any."""
    hints: list[str] = []
    pauses = list(waits)

    def enter(hint: str, *_: object) -> bool:
        hints.append(hint)
        there.clock.now += pauses.pop(0)
        return not leaves

    async def cut(table: DailyTable, *_: object) -> Over:
        return await table.cut()

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(daily_play, "enter_pressed", enter)
        patch.setattr(daily_play, "is_live", lambda *_: True)
        patch.setattr(daily_play, "_play", cut)
        yield hints


async def test_who_leaves_before_the_clock_starts_has_used_up_nothing() -> None:
    there, store = Written(), MemoryStore()
    with entering(there, 1.0, leaves=True) as hints:
        await played(there, store, "")
    assert hints == [START_HINT]
    assert await attempts_of(store) == []
    assert not [line for line in there.lines if "Qu" in line]


@pytest.mark.parametrize("text", ["", None])
async def test_without_any_input_nothing_begins(text: str | None) -> None:
    there, store = Written(), MemoryStore()
    with pytest.raises(NoInput, match="no input to read words from"):
        await played(there, store, text)
    assert await attempts_of(store) == []
    assert there.lines[-2:] == ([START_HINT, ""] if text == "" else [])
    assert not [line for line in there.lines if "Qu" in line]


@pytest.mark.parametrize("text", ["", None])
async def test_without_any_input_an_attempt_under_way_goes_on(text: str | None) -> None:
    there, store = Written(), MemoryStore()
    await left(there, store, "quit")
    with pytest.raises(NoInput):
        await played(there, store, text)
    (attempt,) = await attempts_of(store)
    assert attempt.finished_at is None
    await played(there, store, "rest\n")
    (attempt,) = await attempts_of(store)
    assert (attempt.points, attempt.words) == (19, 2)


@pytest.mark.parametrize("text", ["\n", "\nquit\n", "quit\n", "quit"])
async def test_the_first_line_starts_the_clock_and_may_be_a_word(text: str) -> None:
    there, store = Written(), MemoryStore()
    await played(there, store, text)
    (attempt,) = await attempts_of(store)
    assert attempt.words == ("quit" in text)


async def test_the_clock_does_not_run_while_lines_are_waited_for() -> None:
    there, store = Written(), MemoryStore()
    reading, writing = os.pipe()

    def press() -> None:
        there.clock.now += 500
        os.write(writing, b"quit\n")
        os.close(writing)

    asyncio.get_running_loop().call_later(0.1, press)
    with os.fdopen(reading) as stream:
        await played(there, store, stream)
    assert "2:00 left. One word a line." in there.lines
    (attempt,) = await attempts_of(store)
    assert (attempt.words, attempt.started_at) == (1, START + 500)


async def test_ctrl_c_leaves_before_the_first_line() -> None:
    there, store = Written(), MemoryStore()
    reading, writing = os.pipe()
    asyncio.get_running_loop().call_later(0.1, signal.raise_signal, signal.SIGINT)
    with os.fdopen(reading) as stream:
        await played(there, store, stream)
    os.close(writing)
    assert await attempts_of(store) == []


ASKED = "End the attempt? Press Ctrl-C again, or Enter to go on."


async def test_ctrl_c_asks_before_it_ends_the_ranked_attempt() -> None:
    there, store = Written(), MemoryStore()
    reading, writing = os.pipe()
    os.write(writing, b"\n")

    steps = iter(
        [
            ("2:00 left. One word a line.", 1, ""),
            (ASKED, 1, "quit\n"),
            ("+12 quit", 1, ""),
            (ASKED, 2, ""),
        ]
    )

    def press(line: str, count: int, typed: str) -> None:
        later = asyncio.get_running_loop().call_later
        if there.lines.count(line) < count:
            later(0.01, press, line, count, typed)
            return
        if typed:
            os.write(writing, typed.encode())
        else:
            signal.raise_signal(signal.SIGINT)
        if step := next(steps, None):
            later(0.01, press, *step)

    press(*next(steps))
    with os.fdopen(reading) as stream:
        await played(there, store, stream)
    os.close(writing)
    (attempt,) = await attempts_of(store)
    assert (attempt.words, attempt.finished_at) == (1, START), "a word was taken after the first"
    assert there.lines.count(ASKED) == 2, "a line in between goes on; the one after that ends it"
    assert "Place so far: 1 of 1" in there.lines


async def test_an_attempt_for_fun_ends_unasked() -> None:
    there, store = Written(), MemoryStore()
    await played(there, store, "quit\n")
    there.clock.now += A_DAY
    reading, writing = os.pipe()
    os.write(writing, b"\n")
    asyncio.get_running_loop().call_later(0.2, signal.raise_signal, signal.SIGINT)
    with os.fdopen(reading) as stream:
        await played(there, store, stream, number=1)
    os.close(writing)
    assert ASKED not in there.lines


async def test_a_live_attempt_ends_when_ctrl_c_is_pressed_twice_on_end() -> None:
    there, store = Written(), MemoryStore()
    await left(there, store)
    table = sit(there, store)
    assert await table.go_on()
    game = LiveRound(table, there.seat)

    async def press(*keys: Keys | str) -> str:
        for key in keys:
            await game.press(KeyPress(key))
        return drawn(running(game.moment(), there.seat.wording, (80, 24)))

    asked = "End the attempt?"
    assert asked in await press(Keys.ControlC)
    there.clock.now += 30
    assert "1:30" in await press(), "the clock goes on"
    assert asked not in await press("q", "u", "i", "t", Keys.Enter)
    assert game.moment().words == 1, "no key is lost by the question"
    assert asked in await press(Keys.ControlD)
    assert not game.over
    await press(Keys.ControlC)
    assert game.over
    (attempt,) = await attempts_of(store)
    assert (attempt.words, attempt.finished_at) == (1, START + 30)


async def test_a_terminal_that_is_closed_ends_the_attempt_unanswered() -> None:
    there, store = Written(), MemoryStore()
    await left(there, store)
    table = sit(there, store)
    await table.go_on()

    async def read(_: float) -> list[KeyPress]:
        return [KeyPress(Keys.ControlD)]  # again and again, as of a keyboard that is gone

    await LiveRound(table, there.seat).play(read, lambda: None)
    (attempt,) = await attempts_of(store)
    assert attempt.finished_at == START


async def test_a_day_that_ends_before_the_first_line_is_asked_for_again() -> None:
    there, store = Written(), MemoryStore()
    reading, writing = os.pipe()

    def press() -> None:
        there.clock.now += A_DAY
        os.write(writing, b"quit\nrest\n")
        os.close(writing)

    asyncio.get_running_loop().call_later(0.1, press)
    with os.fdopen(reading) as stream:
        await played(there, store, stream)
    (attempt,) = await attempts_of(store)
    assert (attempt.number, attempt.words) == (2, 2)
    assert there.lines.count(START_HINT) == 2


async def test_a_day_that_ends_while_one_waits_is_not_played_for_fun_unasked() -> None:
    there, store = Written(), MemoryStore()
    with entering(there, A_DAY, 1.0):
        await played(there, store, "")
    (attempt,) = await attempts_of(store)
    assert (attempt.number, attempt.day) == (2, day_of(START + A_DAY))


@pytest.mark.parametrize("language", languages())
async def test_every_language_has_its_sentences(language: str) -> None:
    there, store = Written(language=language), MemoryStore()
    await played(there, store, "quit\n")
    again = replace(there, file=StringIO())
    with pytest.raises(AlreadyPlayed):
        await played(again, store, "")
    there.clock.now += A_DAY
    await played(there, store, "\n", number=1)
    assert "{" not in there.file.getvalue() + again.file.getvalue()


async def test_an_attempt_lies_in_the_room_that_chats_would_use() -> None:
    there, store = Written(), MemoryStore()
    table = await played(there, store, "\n")
    assert table.record.room == own_room(ANA)
