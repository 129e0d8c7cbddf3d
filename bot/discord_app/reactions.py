"""Marks on messages: left out when there is no time for them."""

import asyncio
import logging
from collections.abc import Awaitable, Callable

import discord

from bot.chat.marks import Marks, Waiting
from bot.chat.metrics import Metrics
from bot.discord_app.errors import TRANSIENT
from bot.discord_app.options import PLATFORM
from bot.messages import Mark, Marking
from core.ids import Room

logger = logging.getLogger(__name__)

AT_ONCE = 4  # of a channel's marks that wait a second or less
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
        self._waiting: dict[Room, Marks] = {}
        self._workers: set[asyncio.Task[None]] = set()

    def mark(self, room: Room, message_id: str, marking: Marking) -> None:
        """Have a message marked soon, if its player is not told before."""
        if not message_id.isdecimal():
            marking.late = True
            return
        loop = asyncio.get_running_loop()
        waiting = self._waiting.get(room)
        if waiting is None:
            waiting = self._waiting[room] = Marks()
            worker = loop.create_task(self._work(room, waiting))
            self._workers.add(worker)
            worker.add_done_callback(self._workers.discard)
        marking.late = len(waiting) >= AT_ONCE
        waiting.add(Waiting(int(message_id), marking, loop.time() - marking.age))

    async def close(self) -> None:
        """Cancel the marks that wait."""
        workers = list(self._workers)
        for worker in workers:
            worker.cancel()
        await asyncio.gather(*workers, return_exceptions=True)

    async def _work(self, room: Room, waiting: Marks) -> None:
        now = asyncio.get_running_loop().time
        try:
            while waiting:
                await self._turn()
                for _ in range(waiting.drop(now())):
                    self._metrics.reaction_dropped(PLATFORM)
                if first := waiting.take(now()):
                    await self._mark(room, first)
        finally:
            del self._waiting[room]

    async def _turn(self) -> None:
        """Wait until no other mark of any channel is too near."""
        now = asyncio.get_running_loop().time()
        mine = max(now, self._next)
        self._next = mine + self._apart
        await asyncio.sleep(mine - now)

    async def _mark(self, room: Room, waiting: Waiting) -> None:
        marking = waiting.marking
        try:
            await self._add(room, waiting.message_id, SIGNS[marking.mark])
        except (*TRANSIENT, discord.DiscordException) as error:
            logger.debug("not marked", extra={"reason": type(error).__name__})
            self._failed(marking)
        except Exception:
            logger.exception("not marked")
            self._failed(marking)
        else:
            marking.told = True

    def _failed(self, marking: Marking) -> None:
        marking.late = True
        self._metrics.reaction_dropped(PLATFORM)
