"""A dispatcher that says what a test wants, and counts instead of Prometheus."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from bot.chat.dispatcher import Dispatcher
from bot.chat.metrics import Metrics
from bot.messages import Mark, Marking, Outbox, Reply, Request, Said, Send, Span, Typed
from core.ids import ChatRef, Room


def says(text: str, **more: Any) -> Reply:
    return Reply(body=(Span(text),), **more)


class FakeMetrics(Metrics):
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
class FakeDispatcher(Dispatcher):
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
    french: bool = False
    caught_up: bool = False
    busy: dict[str, asyncio.Event] = field(default_factory=dict)

    async def recognise(self) -> None:
        pass

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

    async def typed(
        self, typed: Typed, send: Send | None = None, go: Callable[[], None] = lambda: None
    ) -> list[Said]:
        if busy := self.busy.get(typed.text):
            await busy.wait()
        self.texts.append(typed)
        self.log.append(f"typed {typed.text}")
        self.notify()
        if self.mark is None:
            return []
        assert self.outbox
        self.outbox.react(typed.room, typed.id, Marking(self.mark, typed.member.ref))
        return [Said(f"{typed.text}: {self.mark}", self.mark)]

    def rooms(self) -> list[tuple[Room, float]]:
        return [(room, 0.0) for room in self.on]

    async def speaks(self, chat: ChatRef) -> str:
        return "fr" if self.french else "en"

    async def moved(self, old: ChatRef, new: ChatRef) -> None:
        self.moves.append((old, new))
        self.notify()

    async def left(self, chat: ChatRef) -> None:
        self.gone.append(chat)
        self.notify()
