"""Calls to a chat: made when their turn has come, and again after failures on the way."""

import asyncio
import datetime as dt
import logging
from collections.abc import Awaitable, Callable, Iterator
from math import inf
from typing import TypeVar

from telegram.error import ChatMigrated, NetworkError, RetryAfter, TelegramError

from bot.chat.metrics import Metrics
from bot.messages import Gone
from bot.telegram_app.budget import Budget, Level, Turn
from bot.telegram_app.errors import is_gone, is_without_media, may_pass
from bot.telegram_app.options import PLATFORM, Timing
from bot.telegram_app.places import chat_ref
from core.ids import ChatRef

T = TypeVar("T")
Attempt = Callable[[int, Turn], Awaitable[T]]
"""Calls Telegram for a chat by its id; it is a new attempt each time."""
Moved = Callable[[ChatRef, ChatRef], Awaitable[None]]

ANSWER, POST, EDIT = "answer", "post", "edit"  # what metrics count
PATIENCE = 30.0  # seconds for which failures of the network are tried again
_REFUSALS = 8  # times that "too many requests" is obeyed for one call

logger = logging.getLogger(__name__)


class Migrations:
    """The present ids of chats that moved; each move is announced once."""

    def __init__(self) -> None:
        self._new: dict[int, int] = {}
        self._telling: dict[int, asyncio.Task[None]] = {}
        self._tell: Moved | None = None

    def tell(self, tell: Moved) -> None:
        """Call `tell` for each move from now on."""
        self._tell = tell

    def now(self, chat_id: int) -> int:
        """Return the present id of a chat."""
        return self._new.get(chat_id, chat_id)

    async def moved(self, old: int, new: int) -> None:
        """Note a chat's new id, announce the move once, and wait for that."""
        if old not in self._telling:
            self._new[old] = new
            self._telling[old] = asyncio.create_task(self._told(old, new))
        await asyncio.shield(self._telling[old])

    async def _told(self, old: int, new: int) -> None:
        if self._tell:
            await self._tell(chat_ref(old), chat_ref(new))


class Deliveries:
    """Makes the calls of one bot."""

    def __init__(
        self, budget: Budget, migrations: Migrations, metrics: Metrics, timing: Timing
    ) -> None:
        self._budget = budget
        self._migrations = migrations
        self._metrics = metrics
        self._timing = timing

    async def deliver(
        self, chat_id: int, level: Level, attempt: Attempt[T], asker: int | None = None
    ) -> T:
        """Attempt a call until it succeeds; raises Gone, or TelegramError after some attempts.

        `asker` is the player whom an answer is for; raises Crowded if too many of these wait.
        What failed on the way may have arrived all the same: a board that stands there twice
        is better than none.
        """
        pauses, refusals, failed_at = backoff(), 0, inf
        while True:
            now_id = self._migrations.now(chat_id)
            try:
                return await self._attempt(now_id, level, attempt, asker)
            except ChatMigrated as error:
                await self._migrations.moved(now_id, error.new_chat_id)
            except RetryAfter as error:
                self.refused(now_id, error)
                refusals += 1
                if refusals == _REFUSALS:
                    raise
            except NetworkError as error:
                now = self._timing.now()
                failed_at = min(failed_at, now)
                if not may_pass(error) or now - failed_at > PATIENCE:
                    raise
                await self._timing.sleep(next(pauses))

    async def _attempt(
        self, chat_id: int, level: Level, attempt: Attempt[T], asker: int | None
    ) -> T:
        async with self._budget.turn(chat_id, level, asker) as turn:
            try:
                return await attempt(chat_id, turn)
            except TelegramError as error:
                if is_gone(error) and not is_without_media(error):
                    raise Gone(type(error).__name__) from error
                raise

    def refused(self, chat_id: int, error: RetryAfter) -> None:
        """Leave a chat alone for as long as Telegram asks."""
        seconds = seconds_of(error)
        logger.warning("too many requests", extra={"platform": PLATFORM, "seconds": seconds})
        self._metrics.rate_limited(PLATFORM)
        self._budget.close(chat_id, seconds)


def seconds_of(error: RetryAfter) -> float:
    """Return the seconds for which Telegram is not to be asked again."""
    after = error.retry_after
    return after.total_seconds() if isinstance(after, dt.timedelta) else float(after)


def backoff(first: float = 1.0, most: float = 16.0) -> Iterator[float]:
    """Yield the seconds to wait after one failure after another."""
    seconds = first
    while True:
        yield seconds
        seconds = min(2 * seconds, most)


async def unless_cancelled(flight: "asyncio.Task[T]") -> T:
    """Await a task, which goes on by itself if the awaiting one is cancelled."""
    flight.add_done_callback(_look_at)
    return await asyncio.shield(flight)


def _look_at(flight: "asyncio.Task[T]") -> None:
    # An error that nobody waits for any more would be logged as one that was overlooked.
    if not flight.cancelled():
        flight.exception()


def note_failure(metrics: Metrics, kind: str, error: Exception) -> None:
    """Count a failure that ends here, and log what it was; never what was to be said."""
    metrics.delivery_failed(PLATFORM, kind)
    facts = {"platform": PLATFORM, "kind": kind, "reason": type(error).__name__}
    logger.warning("not delivered", extra=facts)
