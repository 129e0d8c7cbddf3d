"""The messages written in rooms while the process was away, and the commands that follow them."""

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable
from contextlib import asynccontextmanager
from datetime import UTC, datetime

import discord

from bot.discord_app.channels import channel_of, permissions_in
from bot.discord_app.deliveries import backoff
from bot.discord_app.errors import TRANSIENT
from bot.discord_app.reactions import SIGNS
from bot.messages import Gone, Mark
from core.ids import Room
from core.services.sleeper import wait_for

logger = logging.getLogger(__name__)

MOST = 2_000  # messages of a room
AT_ONCE = 4  # rooms
TRIES = 3
PATIENCE = 10.0  # seconds that the end of a round waits for words written before it

Hear = Callable[[discord.Message], Awaitable[object]]


class Ends:
    """Commands that end rounds: they wait for what was written before, and its reader for them."""

    def __init__(self) -> None:
        self._read, self._none = asyncio.Event(), asyncio.Event()
        self._none.set()
        self._reading = self._waiting = 0

    @asynccontextmanager
    async def after_reading(self) -> AsyncIterator[None]:
        """End a round inside, once what was written before is read."""
        self._waiting += 1
        self._none.clear()
        try:
            await wait_for(self._read, PATIENCE)
            yield
        finally:
            self._waiting -= 1
            if not self._waiting:
                self._none.set()

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[None]:
        """Read inside what was written; at the end, the rounds that are to end have ended."""
        self._reading += 1
        self._read.clear()
        try:
            yield
        finally:
            self._reading -= 1
            if not self._reading:
                self._read.set()
        await wait_for(self._none, PATIENCE)


async def catch_up(
    client: discord.Client, rooms: Iterable[tuple[Room, float]], hear: Hear, pause: float
) -> None:
    """Pass the messages of rooms since a time (UTC epoch) to `hear`, oldest first in a room.

    Those that Seize has marked as stored are left out.
    """
    turns = asyncio.Semaphore(AT_ONCE)

    async def read(room: Room, since: float) -> None:
        async with turns:
            await _read(client, room, since, hear, pause)

    await asyncio.gather(*(read(room, since) for room, since in rooms))


async def _read(client: discord.Client, room: Room, since: float, hear: Hear, pause: float) -> None:
    try:
        channel = await channel_of(client, room)
    except Gone:
        return
    except (*TRANSIENT, discord.HTTPException) as error:
        logger.warning("room not found", extra={"reason": type(error).__name__})
        return
    may = permissions_in(channel)
    if not (may.view_channel and may.read_message_history):
        logger.warning("history not read", extra={"missing": "Read Message History"})
        return
    moment = datetime.fromtimestamp(since, UTC)
    # One less than the first id of that millisecond.
    last = discord.utils.time_snowflake(moment) - 1
    left, pauses = MOST, backoff(pause, TRIES)
    while left > 0:
        try:
            history = channel.history(limit=left, after=discord.Object(last), oldest_first=True)
            async for message in history:
                if not _is_stored(message):
                    await hear(message)
                last, left = message.id, left - 1
        except (*TRANSIENT, discord.HTTPException) as error:
            wait = None if isinstance(error, discord.Forbidden) else next(pauses, None)
            if wait is None:
                logger.warning("history not read", extra={"reason": type(error).__name__})
                return
            await asyncio.sleep(wait)
        else:
            return


def _is_stored(message: discord.Message) -> bool:
    marks = {str(reaction.emoji) for reaction in message.reactions if reaction.me}
    return bool(marks) and SIGNS[Mark.FAILED] not in marks
