"""A dispatcher that does what a test says, and counts instead of Prometheus."""

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable, Sequence

from bot.chat.dispatcher import Dispatcher
from bot.chat.metrics import Metrics
from bot.messages import Audience, Outbox, Reply, Request, Said, Send, Typed
from core.ids import ChatRef, Room, Shard
from tests.helpers.patience import PATIENCE

Answerer = Callable[[Request, Send], Awaitable[None]]


class Waited:
    """Lets tests wait for what happens to it."""

    def __init__(self) -> None:
        self.news = asyncio.Event()

    async def until(self, found: Callable[[], object], within: float = PATIENCE) -> None:
        async with asyncio.timeout(within):
            while not found():
                self.news.clear()
                await self.news.wait()


class FakeDispatcher(Waited, Dispatcher):
    """Answers with `reply`, or as `answers` does; remembers what it was asked."""

    def __init__(self) -> None:
        super().__init__()
        self.reply = Reply(title="Seize", audience=Audience.ROOM)
        self.answers: Answerer | None = None
        self.said: list[Said] = []
        self.completions: list[tuple[str, str]] = []
        self.running: list[tuple[Room, float]] = []
        self.requests: list[Request] = []
        self.texts: list[Typed] = []
        self.asked: list[tuple[str, str, str]] = []
        self.ids: list[str] = []
        self.gone: list[ChatRef] = []
        self.runs = 0
        self.outbox: Outbox | None = None
        self.board: Reply | None = None
        self.met: list[tuple[Room, str, str]] = []

    async def answer(self, request: Request, send: Send) -> None:
        self.requests.append(request)
        if self.answers:
            await self.answers(request, send)
        else:
            self.ids.append(await send(self.reply))
        self.news.set()

    async def met_board(self, room: Room, message_id: str, data: str) -> None:
        self.met.append((room, message_id, data))

    async def typed(
        self, typed: Typed, send: Send | None = None, go: Callable[[], None] = lambda: None
    ) -> list[Said]:
        self.texts.append(typed)
        self.news.set()
        return self.said

    async def board_after(self, typed: Typed, said: Sequence[str]) -> Reply | None:
        return self.board

    async def choices(
        self, command: str, argument: str, text: str, request: Request
    ) -> list[tuple[str, str]]:
        self.asked.append((command, argument, text))
        return self.completions

    def rooms(self) -> list[tuple[Room, float]]:
        return self.running

    async def recognise(self) -> None:
        pass

    async def run(self) -> None:
        self.runs += 1
        self.news.set()
        if self.outbox:
            await self.outbox.catch_up()
        await asyncio.Event().wait()

    async def gain(self, shard: Shard, catch_up: Callable[[], Awaitable[None]]) -> None:
        await catch_up()

    async def let_go(self, shard: Shard) -> None:
        pass

    async def left(self, chat: ChatRef) -> None:
        self.gone.append(chat)
        self.news.set()


class FakeMetrics(Waited, Metrics):
    """Counts."""

    def __init__(self) -> None:
        super().__init__()
        self.counts: Counter[str] = Counter()

    def rate_limited(self, platform: str) -> None:
        self._count("limited")

    def reaction_dropped(self, platform: str) -> None:
        self._count("dropped")

    def delivery_failed(self, platform: str, kind: str) -> None:
        self._count(kind)

    def _count(self, kind: str) -> None:
        self.counts[kind] += 1
        self.news.set()
