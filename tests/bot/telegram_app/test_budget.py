import asyncio

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.telegram_app import budget as budgets
from bot.telegram_app.budget import Budget, Level, Window
from tests.bot.telegram_app.times import HastyTime, SteppedTime
from tests.simulators.telegram.limits import FloodControl, Limits

GROUP, PRIVATE = -100, 100
# Chats, what for, how long a call takes, and how long nothing is asked for.
CALLS = st.lists(
    st.tuples(
        st.sampled_from([GROUP, GROUP, -200, PRIVATE]),
        st.sampled_from(Level),
        st.floats(0, 3),
        st.sampled_from([0.0, 0.0, 0.1, 1.0, 30.0]),
    ),
    max_size=120,
)


@given(CALLS)
def test_telegram_never_has_anything_to_refuse(
    calls: list[tuple[int, Level, float, float]],
) -> None:
    time = HastyTime()
    budget, telegram = Budget(time.timing), FloodControl(Limits(), time.now)

    async def run() -> None:
        for chat, level, seconds, pause in calls:
            time.seconds += pause
            async with budget.turn(chat, level):
                # Telegram counts somewhere between question and answer.
                time.seconds += seconds / 2
                assert telegram.wait_for_message(chat) == 0
                telegram.count_message(chat)
                time.seconds += seconds / 2

    asyncio.run(run())


@given(st.lists(st.floats(0, 5), max_size=60), st.integers(1, 5), st.floats(0.5, 20))
def test_a_window_holds_so_many(pauses: list[float], most: int, seconds: float) -> None:
    window, now, times = Window(most, seconds), 0.0, list[float]()
    for pause in pauses:
        now += pause
        while (wait := window.wait(now)) > 0:
            now = max(now + wait, now + 1e-9)
        window.begin()
        window.end(now)
        times.append(now)
    for time in times:
        assert sum(time - seconds + 1e-6 < each <= time for each in times) <= most


async def test_calls_under_way_count() -> None:
    window = Window(2, 10.0)
    window.begin()
    window.begin()
    assert window.wait(0.0) == 10.0
    window.end(3.0)
    assert window.wait(4.0) == 9.0
    window.end(4.0, counts=False)
    assert window.wait(4.0) == 0.0
    assert not window.is_idle(4.0)
    assert window.is_idle(13.0)


async def test_each_level_leaves_something_to_the_next() -> None:
    time = HastyTime()
    budget = Budget(time.timing)

    async def used(level: Level, count: int) -> float:
        began = time.now()
        for _ in range(count):
            async with budget.turn(GROUP, level):
                pass
        return time.now() - began

    assert await used(Level.BOARD, 16) < 22
    assert await used(Level.ANSWER, 2) < 5
    assert await used(Level.NEWS, 2) < 5
    assert await used(Level.NEWS, 1) > 30


async def test_turns_of_a_level_are_taken_in_order() -> None:
    time, order = SteppedTime(), list[int]()
    budget = Budget(time.timing)

    async def call(number: int) -> None:
        async with budget.turn(GROUP, Level.ANSWER):
            order.append(number)

    tasks = [asyncio.create_task(call(number)) for number in range(30)]
    while not all(task.done() for task in tasks):
        time.step(1.0)
        for _ in range(5):
            await asyncio.sleep(0)
    assert order == list(range(30))


async def test_a_closed_chat_waits_and_others_do_not() -> None:
    time = HastyTime()
    budget = Budget(time.timing)
    budget.close(GROUP, 12.0)
    async with budget.turn(PRIVATE, Level.NEWS):
        assert time.slept == []
    async with budget.turn(GROUP, Level.NEWS):
        assert time.slept == [12.0]


async def test_a_turn_that_is_not_used_costs_nothing() -> None:
    time = HastyTime()
    budget = Budget(time.timing)
    for _ in range(100):
        async with budget.turn(GROUP, Level.BOARD) as turn:
            turn.counts = False
    assert time.slept == []


async def test_silent_chats_are_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(budgets, "_MANY", 10)
    time = HastyTime()
    budget = Budget(time.timing)
    for number in range(100):
        time.seconds += 10
        async with budget.turn(-number - 1, Level.NEWS):
            pass
    assert len(budget._chats) <= 17
