"""A bot at work with a simulated Telegram, and a fake dispatcher."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

from bot.clock import PlatformClock
from bot.gate import Gate, open_gate
from bot.messages import Request, Typed
from bot.telegram_app.app import TelegramApp
from bot.telegram_app.options import TelegramOptions
from tests.bot.telegram_app.fakes import FakeDispatcher, FakeMetrics
from tests.bot.telegram_app.times import HastyTime
from tests.helpers.patience import PATIENCE
from tests.simulators.telegram import SimChat, SimMessage, SimUser, TelegramSimulator


def last(chat: SimChat) -> SimMessage:
    """Return the last thing that the bot said in a chat."""
    assert chat.last
    return chat.last


@dataclass
class Stage:
    """The tools of a test."""

    sim: TelegramSimulator
    app: TelegramApp
    dispatcher: FakeDispatcher
    metrics: FakeMetrics
    time: HastyTime
    clock: PlatformClock
    task: asyncio.Task[None]

    async def asked(self, name: str, count: int = 1) -> Request:
        """Return the last request of a name once there are so many."""
        await self.sim.until(lambda: len(self._named(name)) >= count)
        return self._named(name)[-1]

    async def heard(self, text: str) -> Typed:
        """Return a text as the dispatcher got it."""
        return await self.sim.until(
            lambda: next((each for each in self.dispatcher.texts if each.text == text), None)
        )

    async def answered(self, count: int = 1) -> str:
        """Return the id of the last message once so many requests were answered."""
        await self.sim.until(lambda: len(self.dispatcher.sent) >= count)
        return self.dispatcher.sent[-1]

    async def handled(self, user: SimUser, chat: SimChat) -> None:
        """Return once all words said in a chat so far have been handled, by a `/play` behind."""
        before = len(self._named("play"))
        await user.says(chat, f"/play@{self.sim.bot.username}")
        await self.asked("play", before + 1)

    def _named(self, name: str) -> list[Request]:
        return [each for each in self.dispatcher.requests if each.name == name]


@asynccontextmanager
async def stage(
    *,
    privacy: bool = True,
    time: HastyTime | None = None,
    dispatcher: FakeDispatcher | None = None,
    sim: TelegramSimulator | None = None,
    gate: Gate = open_gate,
    **options: Any,
) -> AsyncIterator[Stage]:
    """Run a bot for as long as the context lasts; nothing it did may be against the rules."""
    time = time or HastyTime()
    dispatcher = dispatcher or FakeDispatcher()
    if sim:
        async with _run(sim, time, dispatcher, gate, options) as scene:
            yield scene
        return
    async with (
        TelegramSimulator(privacy=privacy, clock=time.wall, monotonic=time.now) as new,
        _run(new, time, dispatcher, gate, options) as scene,
    ):
        yield scene
    assert not new.violations


@asynccontextmanager
async def _run(
    sim: TelegramSimulator,
    time: HastyTime,
    dispatcher: FakeDispatcher,
    gate: Gate,
    more: dict[str, Any],
) -> AsyncIterator[Stage]:
    metrics = FakeMetrics()
    settings = {"patience": PATIENCE} | more
    options = TelegramOptions(token=sim.token, api_url=sim.api_url, **settings)
    clock = time.clock
    app = TelegramApp(options, metrics, time.timing, clock=clock, gate=gate)
    dispatcher.outbox = app
    dispatcher.notify = metrics.notify = sim.world.changes.notify
    task = asyncio.create_task(app.run(dispatcher))
    try:
        if not dispatcher.hold:
            await sim.until(lambda: dispatcher.caught_up or task.done())
        yield Stage(sim, app, dispatcher, metrics, time, clock, task)
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
