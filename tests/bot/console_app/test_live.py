"""The live round key by key, without a terminal and without waiting."""

import asyncio

import pytest
from hypothesis import given
from hypothesis import strategies as st
from prompt_toolkit.key_binding import KeyPress
from prompt_toolkit.keys import Keys

from bot.console_app.live import LiveRound
from core.rounds.events import Termination
from core.rounds.round import State
from tests.bot.console_app.seats import FakeClock, Written, a_game
from tests.core.rounds.boards import ANA, END, FOUND, START


def keys(text: str) -> list[KeyPress]:
    named = {"\r": Keys.Enter, "\b": Keys.Backspace, "\x03": Keys.ControlC, "\x15": Keys.ControlU}
    return [KeyPress(named.get(char, char)) for char in text]


def a_live_round(typed: str = "", clock: FakeClock | None = None) -> LiveRound:
    round_ = a_game()
    round_.start()
    game = LiveRound(round_, Written(clock or FakeClock()).seat)
    for key in keys(typed):
        game.press(key)
    return game


@pytest.mark.parametrize(
    ("typed", "shown"),
    [
        ("qui", "qui"),
        ("qux\bi", "qui"),
        ("\b\bq", "q"),
        ("qui\x15t", "t"),
        ("e\u0301t", "ét"),
        ("q u", "qu"),
        ("a\u202e\x1b\ud800b", "ab"),
        ("quit\r", ""),
        ("a" * 99, "a" * 32),
    ],
)
def test_the_input_line(typed: str, shown: str) -> None:
    assert a_live_round(typed).typed == shown


@pytest.mark.parametrize(
    ("typed", "path"),
    [
        ("qui", (0, 1)),
        ("quis", (0, 1, 4)),
        ("quiz", (0, 1)),
        ("5", ()),
        ("quit\r", FOUND["quit"].path),
        ("quit\rr", (6,)),
        ("", ()),
    ],
)
def test_what_is_typed_is_traced_as_far_as_it_goes(typed: str, path: tuple[int, ...]) -> None:
    assert a_live_round(typed).moment().path == path


def test_verdicts_come_latest_first_and_count() -> None:
    moment = a_live_round("\rquit\rzoo\rest\r").moment()
    assert [said.line for said in moment.said] == ["+3 èst", "zoo: no Z on the grid", "+12 quit"]
    assert [said.accepted for said in moment.said] == [True, False, True]
    assert (moment.points, moment.words) == (15, 2)


def test_nothing_happens_after_the_end() -> None:
    game = a_live_round("quit\r\x03rest\r\x03")
    assert game.over
    assert game.over.termination is Termination.STOPPED
    assert game.over.result.of(ANA).points == 12


def test_time_goes_by_and_ends_the_round() -> None:
    clock, waits, screens = FakeClock(), list[float](), list[float]()
    round_ = a_game()
    game = LiveRound(round_, Written(clock).seat)

    async def read(seconds: float) -> list[KeyPress]:
        waits.append(seconds)
        clock.now += seconds
        return keys("x") if clock.now >= END else keys("rest\r")

    over = asyncio.run(game.play(read, lambda: screens.append(game.moment().left)))
    assert over.termination is Termination.TIME_UP
    assert over.at == END
    assert round_.state is State.FINISHED
    assert (screens[0], screens[-1]) == (120, 0)
    assert screens == sorted(screens, reverse=True)
    assert max(waits[:-1]) <= 0.25
    assert clock.now == END + waits[-1], "the keys of a word cut short are swallowed"
    assert game.typed == ""


@given(st.lists(st.sampled_from(list(Keys)) | st.characters(), max_size=30))
def test_any_key_at_any_time_is_harmless(pressed: list[Keys | str]) -> None:
    game = a_live_round(clock=FakeClock(START, step=0.01))
    for key in pressed:
        game.press(KeyPress(key))
        assert all(char.isprintable() for char in game.typed)
        assert game.over or game.moment().left > 0
