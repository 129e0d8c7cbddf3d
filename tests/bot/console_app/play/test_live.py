"""The live round key by key, without a terminal and without waiting."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from prompt_toolkit.key_binding import KeyPress
from prompt_toolkit.keys import Keys

from bot.console_app.play.live import LiveRound
from core.rounds.events import Termination
from core.store.memory import MemoryStore
from tests.bot.console_app.play.seats import FakeClock, Written, a_table
from tests.core.rounds.boards import ANA, END, FOUND, START
from tests.helpers.fakes import Flaky


def keys(text: str) -> list[KeyPress]:
    named = {"\r": Keys.Enter, "\b": Keys.Backspace, "\x03": Keys.ControlC, "\x15": Keys.ControlU}
    return [KeyPress(named.get(char, char)) for char in text]


async def a_live_round(typed: str = "", clock: FakeClock | None = None) -> LiveRound:
    seat = Written(clock or FakeClock()).seat
    return await after(LiveRound(await a_table(seat), seat), typed)


async def after(game: LiveRound, typed: str) -> LiveRound:
    for key in keys(typed):
        await game.press(key)
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
async def test_the_input_line(typed: str, shown: str) -> None:
    assert (await a_live_round(typed)).typed == shown


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
async def test_what_is_typed_is_traced_as_far_as_it_goes(typed: str, path: tuple[int, ...]) -> None:
    assert (await a_live_round(typed)).moment().path == path


async def test_verdicts_come_latest_first_and_count() -> None:
    moment = (await a_live_round("\rquit\rzoo\rest\r")).moment()
    assert [said.line for said in moment.said] == ["+3 èst", "zoo: no Z on the grid", "+12 quit"]
    assert [said.accepted for said in moment.said] == [True, False, True]
    assert (moment.points, moment.words) == (15, 2)


async def test_nothing_happens_after_the_end() -> None:
    game = await a_live_round("quit\r\x03rest\r\x03")
    assert game.over
    assert game.over.termination is Termination.STOPPED
    assert game.over.result.of(ANA).points == 12


async def test_time_goes_by_and_ends_the_round() -> None:
    clock, waits, screens = FakeClock(), list[float](), list[float]()
    seat = Written(clock).seat
    table = await a_table(seat)
    game = LiveRound(table, seat)

    async def read(seconds: float) -> list[KeyPress]:
        waits.append(seconds)
        clock.now += seconds
        return keys("x") if clock.now >= END else keys("rest\r")

    over = await game.play(read, lambda: screens.append(game.moment().left))
    assert over.termination is Termination.TIME_UP
    assert over.result.of(ANA).points == 7
    assert (screens[0], screens[-1]) == (120, 0)
    assert screens == sorted(screens, reverse=True)
    assert max(waits[:-1]) <= 0.25
    assert clock.now == END + waits[-1], "the keys of a word cut short are swallowed"
    assert game.typed == ""


@given(st.lists(st.sampled_from(list(Keys)) | st.characters(), max_size=30))
async def test_any_key_at_any_time_is_harmless(pressed: list[Keys | str]) -> None:
    game = await a_live_round(clock=FakeClock(START, step=0.01))
    for key in pressed:
        await game.press(KeyPress(key))
        assert all(char.isprintable() for char in game.typed)
        assert game.over or game.moment().left > 0


@pytest.mark.parametrize("fails", ["before", "after"])
async def test_a_word_that_cannot_be_kept_gets_the_cause_and_the_round_goes_on(fails: str) -> None:
    seat, store = Written().seat, Flaky(MemoryStore())
    game = await after(LiveRound(await a_table(seat, store), seat), "rest\r")
    store.fails = fails
    await after(game, "quit\r")
    said = game.moment().said[0]
    assert said.line.startswith("No room left to write to the database here")
    assert not said.accepted
    assert game.moment().points == 7, "what is not surely kept does not count yet"
    await after(game, "est\r")
    assert game.moment().points == (10 if fails == "before" else 22)
