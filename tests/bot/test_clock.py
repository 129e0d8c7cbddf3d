"""The platforms' clock: what is learned of it never misses the truth, and lies do not move it."""

import logging
from dataclasses import dataclass
from email.utils import formatdate
from math import floor, inf

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from bot.clock import DRIFT, ENOUGH, SLACK, Bounds, Offset, PlatformClock

EPOCH = 1_800_000_000.0
WRONG = (-3600.0, -60.0, -5.0, -1.0, 0.0, 1.0, 5.0, 60.0, 3600.0)


@dataclass(frozen=True)
class Heard:
    """An answer that took `there` and `back`, or (`there` None) a message, after a pause."""

    pause: float
    there: float | None
    back: float
    whole: bool = True


def heard(longest: float = 30.0) -> st.SearchStrategy[Heard]:
    """Draw what may be heard: quick answers, long polls, messages that come late."""
    delay = st.floats(0.0, longest)
    there = st.one_of(st.none(), st.floats(0.0, 0.3), delay)
    pauses = st.one_of(st.floats(0.0, 3.0), st.floats(0.0, 90_000.0))
    return st.builds(Heard, pauses, there, st.one_of(st.floats(0.0, 0.3), delay), st.booleans())


class World:
    """UTC, and a steady clock that is `rate` too fast."""

    def __init__(self, rate: float = 0.0) -> None:
        self.utc, self.rate = EPOCH + 0.4, rate

    @property
    def steady(self) -> float:
        return (self.utc - EPOCH) * (1 + self.rate) + 777.0

    @property
    def offset(self) -> float:
        return self.utc - self.steady

    def bounds(self, heard: Heard) -> Bounds:
        """Let something be heard; return the bounds that it tells."""
        self.utc += heard.pause
        sent = self.steady
        self.utc += heard.there or 0.0
        stamp = floor(self.utc) if heard.whole or heard.there is not None else self.utc
        self.utc += heard.back
        most = inf if heard.there is None else stamp + 1 - sent
        return Bounds(stamp - self.steady, most)


@given(
    st.lists(heard(), min_size=1, max_size=30),
    st.floats(-DRIFT * 0.99, DRIFT * 0.99),
    st.one_of(st.sampled_from(WRONG), st.floats(-1e6, 1e6)),
)
def test_the_truth_is_always_within_the_bounds(
    events: list[Heard], rate: float, wrong: float
) -> None:
    world = World(rate)
    offset = Offset(world.offset + wrong)
    history: list[tuple[Bounds, float]] = []
    for event in events:
        told = world.bounds(event)
        history.append((told, world.steady))
        offset.learn(told.wider(SLACK), world.steady)
        assert world.offset in offset.bounds
        assert offset.value in offset.bounds
        # The slow way: all that was ever heard, each as old as it is.
        aged = [each.wider(SLACK + DRIFT * (world.steady - at)) for each, at in history]
        assert offset.bounds.least == pytest.approx(max(each.least for each in aged), abs=1e-5)
        assert offset.bounds.most == pytest.approx(min(each.most for each in aged), abs=1e-5)


@given(st.lists(heard(longest=1.0), min_size=1, max_size=30), st.sampled_from(WRONG))
def test_a_clock_that_is_mended_is_never_ahead(events: list[Heard], wrong: float) -> None:
    world = World()
    offset = Offset(guess := world.offset + wrong)
    for event in events:
        offset.learn(world.bounds(event).wider(SLACK), world.steady)
        assert offset.value == guess or offset.value <= world.offset + 1e-6


@given(st.lists(heard(), max_size=30), st.floats(-0.04, 0.04))
def test_a_clock_that_is_right_is_left_alone(events: list[Heard], error: float) -> None:
    world = World()
    offset = Offset(guess := world.offset + error)
    for event in events:
        offset.learn(world.bounds(event).wider(SLACK), world.steady)
    assert offset.value == guess


@pytest.mark.parametrize("wrong", [each for each in WRONG if each])
def test_twenty_quick_answers_leave_less_than_a_quarter_of_a_second(wrong: float) -> None:
    world = World()
    offset = Offset(world.offset + wrong)
    for number in range(20):  # at all parts of a second
        offset.learn(world.bounds(Heard(0.817 * number % 1, 0.04, 0.04)).wider(SLACK), world.steady)
    assert -0.25 < offset.value - world.offset < 0.25


@given(
    st.lists(heard(longest=1.0), min_size=5, max_size=10),
    st.lists(st.floats(-1e5, 1e5), min_size=1, max_size=ENOUGH - 1),
)
def test_one_lie_or_two_do_not_move_it(events: list[Heard], lies: list[float]) -> None:
    world = World()
    offset = Offset(world.offset)
    for event in events:
        offset.learn(world.bounds(event).wider(SLACK), world.steady)
    for lie in lies:
        told = Bounds(world.offset + lie, world.offset + lie + 1)
        assume((offset.bounds & told) is None)
        offset.learn(told, world.steady)
    assert offset.value == world.offset
    assert world.offset in offset.bounds


@given(st.floats(-1e5, 1e5), st.integers(1, 9))
def test_whoever_was_misled_is_soon_right_again(lie: float, times: int) -> None:
    world = World()
    offset = Offset(world.offset)
    for _ in range(times):
        offset.learn(Bounds(world.offset + lie, world.offset + lie + 1), world.steady)
    for _ in range(ENOUGH):
        offset.learn(world.bounds(Heard(0.3, 0.02, 0.02)).wider(SLACK), world.steady)
    assert abs(offset.value - world.offset) < 1.2


def test_a_machine_that_was_stopped_is_set_by_the_messages_that_come() -> None:
    now = [1000.0]
    host = [EPOCH]
    clock = PlatformClock(lambda: host[0], lambda: now[0])
    set_times: list[float] = []
    clock.watch(lambda: set_times.append(clock()))
    clock.answered(now[0], {"Date": formatdate(EPOCH, usegmt=True)})
    host[0] += 500  # nothing here noticed that; now what was sent comes, the last of it just now
    for ago in (480, 300, 4, 2, 1, 0):
        clock.stamped(EPOCH + 500 - ago)
    assert clock() == pytest.approx(EPOCH + 500, abs=4 + SLACK)
    assert len(set_times) >= 1
    assert abs(clock.ahead) < 5


def test_the_first_message_sets_it_where_the_hosts_clock_went_on_meanwhile() -> None:
    host = [EPOCH]
    clock = PlatformClock(lambda: host[0], lambda: 1000.0)
    clock.answered(1000.0, {"Date": formatdate(EPOCH, usegmt=True)})
    host[0] += 500
    clock.stamped(EPOCH + 250)  # neither a word of then nor a lie is taken for the time of now
    assert clock() == EPOCH
    clock.stamped(EPOCH + 9000)
    assert clock() == EPOCH
    clock.stamped(EPOCH + 499)
    assert clock() == pytest.approx(EPOCH + 499, abs=SLACK)


def test_answers_that_do_not_tell_the_time_tell_nothing() -> None:
    clock = PlatformClock(lambda: EPOCH, lambda: 0.0)
    clock.answered(0.0, {})
    clock.answered(0.0, {"Date": "yesterday"})
    clock.answered(0.0, {"Date": formatdate(1000, usegmt=True), "Age": "12"})
    assert not clock.heard.is_set()
    assert clock() == EPOCH


def test_the_log_says_how_wrong_the_host_is_once(caplog: pytest.LogCaptureFixture) -> None:
    now, host = [0.0], [EPOCH + 3.0]
    clock = PlatformClock(lambda: host[0], lambda: now[0])

    def hear() -> None:
        now[0] += 0.5
        host[0] += 0.5
        clock.answered(now[0], {"Date": formatdate(EPOCH + now[0], usegmt=True)})

    caplog.set_level(logging.INFO, "bot.clock")
    for _ in range(50):
        hear()
    assert [(each.levelname, vars(each)["seconds_ahead"]) for each in caplog.records] == [
        ("WARNING", 3.5)
    ]
    host[0] -= 60  # set by hand, twice
    hear()
    host[0] -= 5
    for _ in range(150):
        hear()
    assert vars(caplog.records[-1])["seconds_ahead"] == pytest.approx(-62, abs=0.2)
    assert len(caplog.records) == 2
    host[0] += 62
    for _ in range(150):
        hear()
    assert [each.levelname for each in caplog.records] == ["WARNING", "WARNING", "INFO"]
