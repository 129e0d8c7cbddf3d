"""The scheduler in fake time: it wakes when something is due, and tells what happened."""

import asyncio

import pytest

from core.rounds.events import RoundFinished, RoundStarted
from core.services.news import RoundNews
from core.services.rounds import BREAK, RETRY
from core.services.scheduler import PAUSES, Scheduler
from core.services.sleeper import wait_for
from tests.core.rounds.boards import END, START
from tests.core.services.table import CLOSED, ROOM, TERMS, THREAD, Table, ana


class Time:
    """Passes when the scheduler waits: to the moment it waits for, or to the next act."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.scheduler: Scheduler
        self.waited: list[float | None] = []
        self.gone = asyncio.Event()

    async def wait(self, event: asyncio.Event, seconds: float | None) -> None:
        if asyncio.current_task() in self.scheduler._telling:  # nothing waits for that
            self.table.clock.forward(seconds or 0)
            return
        self.waited.append(seconds)
        if seconds is None:
            self.gone.set()
            await event.wait()
        else:
            await self.scheduler.told()
            self.table.clock.forward(seconds)


class Told:
    """Keeps what it is told, with the time; fails in the rooms that it is told to."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.all: list[tuple[float, RoundNews]] = []
        self.fails = 0
        self.only: object = None  # the room where it fails, None: anywhere

    async def __call__(self, news: RoundNews) -> None:
        if self.fails and self.only in (None, news.record.room):
            self.fails -= 1
            raise ConnectionError("the chat is gone")
        self.all.append((self.table.clock.now, news))

    @property
    def ends(self) -> list[int]:
        return [each.record.id for _, each in self.all if isinstance(each.event, RoundFinished)]


async def run(table: Table, told: Told) -> tuple[Scheduler, Time]:
    """Run a scheduler until there is nothing more to wait for."""
    passing = Time(table)
    scheduler = passing.scheduler = Scheduler(table.rounds, told, table.clock, passing.wait)
    running = asyncio.create_task(scheduler.run())
    await passing.gone.wait()
    await scheduler.told()
    running.cancel()
    with pytest.raises(asyncio.CancelledError):
        await running
    return scheduler, passing


async def test_a_match_runs_by_itself_each_thing_at_its_time() -> None:
    table = Table()
    told = Told(table)
    await table.rounds.start(ROOM, ana, TERMS, rounds=3)
    _, passing = await run(table, told)
    length, pause = CLOSED - START, BREAK
    moments = [CLOSED, CLOSED + pause, CLOSED + pause + length, CLOSED + 2 * pause + length]
    assert [now for now, _ in told.all] == [*moments, CLOSED + 2 * (pause + length)]
    assert [type(each.event) for _, each in told.all] == [
        RoundFinished,
        RoundStarted,
        RoundFinished,
        RoundStarted,
        RoundFinished,
    ]
    assert passing.waited == [length, pause, length, pause, length, None]


async def test_what_cannot_be_told_is_tried_again() -> None:
    table = Table()
    told = Told(table)
    await table.rounds.start(ROOM, ana, TERMS)
    told.fails = 2
    scheduler, _ = await run(table, told)
    assert (scheduler.failed, told.ends) == (2, [1])
    assert [now for now, _ in told.all] == [CLOSED + sum(PAUSES[:2])]
    table.restart()
    await run(table, told)
    assert told.ends == [1]


async def test_a_start_is_no_news_after_the_end() -> None:
    table = Table()
    told = Told(table)
    started = await table.rounds.start(ROOM, ana, TERMS)
    passing = Time(table)
    scheduler = passing.scheduler = Scheduler(table.rounds, told, table.clock, passing.wait)
    told.fails = 99
    table.clock.forward(119)
    scheduler.tell(started)
    await scheduler.told()
    assert scheduler.failed == 2


async def test_what_was_told_is_not_told_again_and_what_was_not_is() -> None:
    table = Table()
    told = Told(table)
    await table.rounds.start(ROOM, ana, TERMS)
    await table.rounds.start(THREAD, ana, TERMS)
    told.only, told.fails = ROOM, 99
    scheduler, _ = await run(table, told)
    assert (scheduler.failed, told.ends) == (1 + len(PAUSES), [2])
    told.fails = 0
    table.restart()
    await run(table, told)
    table.restart()
    await run(table, told)
    assert sorted(told.ends) == [1, 2]


async def test_a_new_round_wakes_it() -> None:
    table = Table()
    told, passing = Told(table), Time(table)
    scheduler = passing.scheduler = Scheduler(table.rounds, told, table.clock, passing.wait)
    running = asyncio.create_task(scheduler.run())
    await passing.gone.wait()
    passing.gone.clear()
    await table.rounds.start(ROOM, ana, TERMS)
    await passing.gone.wait()
    await scheduler.told()
    running.cancel()
    assert told.ends == [1]
    assert table.clock.now == CLOSED > END


async def test_a_store_that_refuses_at_the_start_is_asked_again() -> None:
    table = Table()
    told = Told(table)
    await table.rounds.start(ROOM, ana, TERMS)
    table.restart()
    table.store.refusals = 2
    scheduler, passing = await run(table, told)
    assert passing.waited[:2] == [RETRY, RETRY]
    assert (told.ends, scheduler.failed) == ([1], 0)


async def test_waiting_ends_with_the_event_or_with_the_time() -> None:
    event = asyncio.Event()
    await wait_for(event, 0)
    assert not event.is_set()
    event.set()
    await wait_for(event, None)
