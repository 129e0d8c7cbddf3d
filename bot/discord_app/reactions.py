"""Marks on messages: left out when there is no time for them."""

import asyncio
import logging
from collections import deque
from collections.abc import Awaitable, Callable

import discord

from bot.chat.metrics import Metrics
from bot.discord_app.errors import TRANSIENT
from bot.discord_app.options import PLATFORM
from bot.messages import Mark
from core.ids import Room

logger = logging.getLogger(__name__)

MOST_WAITING = 20  # in one channel: some five seconds' worth
APART = 1 / 20  # seconds between two, of all channels: other requests share Discord's 50 a second
SIGNS = {Mark.ACCEPTED: "✅", Mark.REFUSED: "❌", Mark.REPEATED: "🔁", Mark.FAILED: "⚠️"}

Add = Callable[[Room, int, str], Awaitable[None]]


class Reactions:
    """Waiting marks, a queue and a worker for each channel.

    `add` puts a sign to a message, and waits as long as Discord wants it to.
    """

    def __init__(self, add: Add, metrics: Metrics, apart: float = APART) -> None:
        self._add = add
        self._metrics = metrics
        self._apart = apart
        self._next = 0.0
        self._waiting: dict[Room, deque[tuple[int, str]]] = {}
        self._workers: set[asyncio.Task[None]] = set()

    def mark(self, room: Room, message_id: str, mark: Mark) -> None:
        """Have a message marked soon; the oldest that wait make room."""
        if not message_id.isdecimal():
            return
        waiting = self._waiting.get(room)
        if waiting is None:
            waiting = self._waiting[room] = deque()
            worker = asyncio.get_running_loop().create_task(self._work(room, waiting))
            self._workers.add(worker)
            worker.add_done_callback(self._workers.discard)
        waiting.append((int(message_id), SIGNS[mark]))
        while len(waiting) > MOST_WAITING:
            waiting.popleft()
            self._metrics.reaction_dropped(PLATFORM)

    async def close(self) -> None:
        """Cancel the marks that wait."""
        workers = list(self._workers)
        for worker in workers:
            worker.cancel()
        await asyncio.gather(*workers, return_exceptions=True)

    async def _work(self, room: Room, waiting: deque[tuple[int, str]]) -> None:
        try:
            while waiting:
                await self._turn()
                await self._mark(room, *waiting.popleft())
        finally:
            del self._waiting[room]

    async def _turn(self) -> None:
        """Wait until no other mark of any channel is too near."""
        now = asyncio.get_running_loop().time()
        mine = max(now, self._next)
        self._next = mine + self._apart
        await asyncio.sleep(mine - now)

    async def _mark(self, room: Room, message_id: int, sign: str) -> None:
        try:
            await self._add(room, message_id, sign)
        except (*TRANSIENT, discord.DiscordException) as error:
            logger.debug("not marked", extra={"reason": type(error).__name__})
            self._metrics.reaction_dropped(PLATFORM)
        except Exception:
            logger.exception("not marked")
            self._metrics.reaction_dropped(PLATFORM)
