"""Calls that are made again after transient failures."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterator
from typing import TypeVar

import discord

from bot.chat.metrics import Metrics
from bot.discord_app.errors import TRANSIENT, is_gone
from bot.discord_app.options import PLATFORM
from bot.messages import Gone

T = TypeVar("T")

ANSWER, POST, EDIT, COMMANDS = "answer", "post", "edit", "commands"  # what metrics count

logger = logging.getLogger(__name__)


def backoff(first: float, times: int) -> Iterator[float]:
    """Yield the seconds to wait after each of `times` failures, each twice the one before."""
    for number in range(times):
        yield first * 2**number


async def retry(
    call: Callable[[], Awaitable[T]], pauses: Iterator[float], within: float = 30.0
) -> T:
    """Call again after each of `pauses` (seconds) while the failure is transient.

    No try starts later than `within` seconds after the first. Raises Gone for a room that
    is gone, or what the last try raised.
    """
    loop = asyncio.get_running_loop()
    deadline = loop.time() + within
    while True:
        try:
            return await call()
        except TRANSIENT:
            wait = next(pauses, None)
            if wait is None or loop.time() + wait > deadline:
                raise
            await asyncio.sleep(wait)
        except discord.HTTPException as error:
            if is_gone(error):
                raise Gone from error
            raise


def note_failure(metrics: Metrics, kind: str, error: Exception) -> None:
    """Count a failure that ends here, and log what it was; never what was to be said."""
    metrics.delivery_failed(PLATFORM, kind)
    facts = {"kind": kind, "reason": type(error).__name__, "code": getattr(error, "code", 0)}
    logger.warning("not delivered", extra={"platform": PLATFORM, **facts})
