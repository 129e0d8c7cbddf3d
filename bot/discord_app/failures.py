"""Which failures of Discord's pass by, which mean that a room is gone."""

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from typing import TypeVar

import aiohttp
import discord

from bot.messages import Gone

T = TypeVar("T")

# A connection that drops is not among the library's own errors.
PASSING = (aiohttp.ClientError, OSError, TimeoutError, discord.DiscordServerError)
UNKNOWN_MESSAGE, ACKNOWLEDGED = 10008, 40060
_ENDED = (10003, 10004, 50083)  # unknown channel, unknown guild, thread archived and locked


def is_gone(error: discord.HTTPException) -> bool:
    """Return whether a refusal means that Seize cannot speak in a room any more."""
    return isinstance(error, discord.Forbidden) or error.code in _ENDED


def pauses(first: float, times: int) -> Iterator[float]:
    """Yield growing pauses, in seconds."""
    for number in range(times):
        yield first * 2**number


async def insist(
    deed: Callable[[], Awaitable[T]], waits: Iterator[float], within: float = 30.0
) -> T:
    """Return what `deed` returns, done again after each of `waits` while it fails in passing.

    No try starts later than `within` seconds after the first. Raises Gone for a room that
    is gone, or what the last try raised.
    """
    loop = asyncio.get_running_loop()
    deadline = loop.time() + within
    while True:
        try:
            return await deed()
        except PASSING:
            wait = next(waits, None)
            if wait is None or loop.time() + wait > deadline:
                raise
            await asyncio.sleep(wait)
        except discord.HTTPException as error:
            if is_gone(error):
                raise Gone from error
            raise
