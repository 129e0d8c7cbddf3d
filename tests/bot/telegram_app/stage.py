"""A bot at work with a simulated Telegram, and a dispatcher that says what a test wants."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any, cast

from bot.chat.dispatcher import Dispatcher
from bot.chat.metrics import Metrics
from bot.messages import Mark, Outbox, Reply, Request, Said, Send, Span, Typed
from bot.telegram_app.app import TelegramApp
from bot.telegram_app.options import TelegramOptions, Timing
from core.ids import ChatRef, Room
from tests.bot.telegram_app.times import HastyTime
from tests.simulators.telegram import SimChat, SimMessage, SimUser, TelegramSimulator


def says(text: str, **more: Any) -> Reply:
    return Reply(body=(Span(text),), **more)


def last(chat: SimChat) -> SimMessage:
    """Return the last thing that the bot said in a chat."""
    assert chat.last
    return chat.last


class FakeMetrics:
    def __init__(self) -> None:
        self.limited = 0
        self.dropped = 0
        self.failed: list[str] = []
        self.notify: Callable[[], None] = lambda: None

    def rate_limited(self, platform: str) -> None:
        assert platform == "telegram"
        self.limited += 1

    def delivery_failed(self, platform: str, kind: str) -> None:
        assert platform == "telegram"
        self.failed.append(kind)
        self.notify()

    def reaction_dropped(self, platform: str) -> None:
        assert platform == "telegram"
        self.dropped += 1
        self.notify()


@dataclass
class FakeDispatcher:
    """Keeps what it is asked; answers requests by their names, and words with `mark`."""

    replies: dict[str, Reply] = field(default_factory=dict)
    outbox: Outbox | None = None
    mark: Mark | None = Mark.ACCEPTED
    on: list[Room] = field(default_factory=list)
    requests: list[Request] = field(default_factory=list)
    texts: list[Typed] = field(default_factory=list)
    moves: list[tuple[ChatRef, ChatRef]] = field(default_factory=list)
    gone: list[ChatRef] = field(default_factory=list)
    log: list[str] = field(default_factory=list)
    sent: list[str] = field(default_factory=list)
    errors: list[Exception] = field(default_factory=list)
    notify: Callable[[], None] = lambda: None
    take_up: asyncio.Event = field(default_factory=asyncio.Event)
    hold: bool = False
    caught_up: bool = False
    busy: dict[str, asyncio.Event] = field(default_factory=dict)

    async def run(self) -> None:
        if self.hold:
            await self.take_up.wait()
        self.log.append("taken up")
        assert self.outbox
        await self.outbox.catch_up()
        self.log.append("caught up")
        self.caught_up = True
        self.notify()
        await asyncio.Event().wait()

    async def answer(self, request: Request, send: Send) -> None:
        self.requests.append(request)
        self.log.append(f"begun {request.name}")
        self.notify()
        if busy := self.busy.get(request.name):
            await busy.wait()
        try:
            self.sent.append(await send(self.replies.get(request.name, says(request.name))))
        except Exception as error:  # noqa: BLE001 - as the real one
            self.errors.append(error)
        self.log.append(f"done {request.name}")
        self.notify()

    async def typed(self, typed: Typed, send: Send | None = None) -> list[Said]:
        if busy := self.busy.get(typed.text):
            await busy.wait()
        self.texts.append(typed)
        self.log.append(f"typed {typed.text}")
        self.notify()
        if self.mark is None:
            return []
        assert self.outbox
        self.outbox.react(typed.room, typed.message_id, self.mark)
        return [Said(f"{typed.text}: {self.mark}", self.mark)]

    def rooms(self) -> list[tuple[Room, float]]:
        return [(room, 0.0) for room in self.on]

    async def moved(self, old: ChatRef, new: ChatRef) -> None:
        self.moves.append((old, new))
        self.notify()

    async def left(self, chat: ChatRef) -> None:
        self.gone.append(chat)
        self.notify()


@dataclass
class Stage:
    """What a test has at hand."""

    sim: TelegramSimulator
    app: TelegramApp
    dispatcher: FakeDispatcher
    metrics: FakeMetrics
    time: HastyTime
    task: asyncio.Task[None]

    async def asked(self, name: str, count: int = 1) -> Request:
        """Return the last request of a name once there are so many."""
        await self.sim.until(lambda: len(self._named(name)) >= count)
        return self._named(name)[-1]

    async def heard(self, text: str) -> Typed:
        """Return what the dispatcher was given of a text."""
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


def metrics_of(fake: FakeMetrics) -> Metrics:
    return cast("Metrics", fake)


def dispatcher_of(fake: FakeDispatcher) -> Dispatcher:
    return cast("Dispatcher", fake)


@asynccontextmanager
async def stage(
    *,
    privacy: bool = True,
    time: HastyTime | None = None,
    dispatcher: FakeDispatcher | None = None,
    sim: TelegramSimulator | None = None,
    **options: Any,
) -> AsyncIterator[Stage]:
    """Run a bot for as long as the context lasts; nothing it did may be against the rules."""
    time = time or HastyTime()
    dispatcher = dispatcher or FakeDispatcher()
    if sim:
        async with _run(sim, time, dispatcher, options) as scene:
            yield scene
        return
    async with (
        TelegramSimulator(privacy=privacy, clock=time.wall, monotonic=time.now) as new,
        _run(new, time, dispatcher, options) as scene,
    ):
        yield scene
    assert not new.violations


@asynccontextmanager
async def _run(
    sim: TelegramSimulator, time: HastyTime, dispatcher: FakeDispatcher, more: dict[str, Any]
) -> AsyncIterator[Stage]:
    metrics = FakeMetrics()
    options = TelegramOptions(token=sim.token, api_url=sim.api_url, **more)
    app = new_app(options, metrics, time.timing)
    dispatcher.outbox = app
    dispatcher.notify = metrics.notify = sim.world.changes.notify
    task = asyncio.create_task(app.run(dispatcher_of(dispatcher)))
    try:
        if not dispatcher.hold:
            await sim.until(lambda: dispatcher.caught_up or task.done())
        yield Stage(sim, app, dispatcher, metrics, time, task)
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)


def new_app(options: TelegramOptions, metrics: FakeMetrics, timing: Timing) -> TelegramApp:
    return TelegramApp(options, metrics_of(metrics), timing)
