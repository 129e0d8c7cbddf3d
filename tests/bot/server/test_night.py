"""The nightly job in fake time."""

import asyncio
from zoneinfo import ZoneInfo

import pytest

from bot.server.night import RETRY, NightlyJob
from core.daily.calendar import following
from core.daily.order import Made, Order
from core.errors import SeizeError
from core.store.memory import MemoryStore
from tests.helpers.dailies import handmade, maker
from tests.helpers.fakes import FakeClock

HOUR, DAY = 3, 86400.0


async def slept(clock: FakeClock, refused: int, times: int) -> list[float]:
    """Return the first sleeps of a job whose first searches are refused."""
    orders: list[Order] = []
    sleeps: list[float] = []

    def make(order: Order) -> Made:
        orders.append(order)
        if len(orders) <= refused:
            raise SeizeError("no luck tonight")
        return handmade(order)

    async def wait(_event: asyncio.Event, seconds: float | None) -> None:
        assert seconds
        sleeps.append(seconds)
        clock.forward(seconds)
        if len(sleeps) == times:
            raise asyncio.CancelledError

    job = NightlyJob(maker(MemoryStore(), clock, ("fr",), make), clock, HOUR, wait)
    with pytest.raises(asyncio.CancelledError):
        await job.run()
    return sleeps


async def test_what_is_missing_is_made_at_once_then_every_night() -> None:
    clock = FakeClock()
    first = following(HOUR, ZoneInfo("UTC"), clock.now) - clock.now
    assert await slept(clock, refused=0, times=3) == [first, DAY, DAY]


async def test_a_night_that_left_something_undone_is_tried_again() -> None:
    clock = FakeClock()
    first = following(HOUR, ZoneInfo("UTC"), clock.now) - clock.now
    assert first > 2 * RETRY
    assert await slept(clock, refused=2, times=3) == [RETRY, RETRY, first - 2 * RETRY]
