"""Updates fetched by long polling (Bot API: getUpdates)."""

import asyncio
import datetime as dt
import logging
from collections.abc import Callable
from contextlib import suppress

from telegram import Bot
from telegram.error import Conflict, InvalidToken, RetryAfter, TelegramError

from bot.gate import Gate
from bot.telegram_app.deliveries import backoff, seconds_of
from bot.telegram_app.errors import TokenRefused
from bot.telegram_app.intake import ALLOWED, Intake
from bot.telegram_app.options import PLATFORM, Timing
from bot.telegram_app.queues import Queues
from core.ports import StoreError

BATCH = 100
_LONG = dt.timedelta(seconds=25)
_AT_ONCE = dt.timedelta(0)
_SETTLE = 0.25  # seconds that a batch has before it is confirmed; a slow chat holds up no other
_CATCH_UP = 10.0  # seconds that a batch has which waited for this process
_CONFIRM = 0.5  # seconds that a last confirmation may take
_MANY = 5000  # jobs that wait; Telegram keeps the others better
_PAUSE = 0.1
_CONFLICT = "another process asks for the updates of this bot: stop it, or give it its own token"

logger = logging.getLogger(__name__)


class Polling:
    """Polls for updates.

    `well` is told whether that works; `caught_up` is set once those that waited are handled.
    `gate` is waited for before anything is taken.
    """

    def __init__(
        self,
        bot: Bot,
        intake: Intake,
        queues: Queues,
        timing: Timing,
        *,
        well: Callable[[bool], None],
        caught_up: asyncio.Event,
        gate: Gate,
    ) -> None:
        self._gate = gate
        self._caught_up = caught_up
        self._bot = bot
        self._intake = intake
        self._queues = queues
        self._timing = timing
        self._well = well
        self._offset: int | None = None
        self._limit = BATCH
        self._handled: list[asyncio.Event] = []  # of the updates that are not confirmed
        self._troubled = ""

    async def run(self) -> None:
        """Ask until cancelled; raises TokenRefused."""
        pauses, ask = backoff(), self._clear_webhook
        while True:
            try:
                await ask()
                ask = self._once
                pauses = backoff()
                self._recovered()
            except InvalidToken:
                raise TokenRefused from None
            except RetryAfter as error:
                await self._timing.sleep(seconds_of(error))
            except (TelegramError, StoreError) as error:
                self._trouble(error)
                await self._timing.sleep(next(pauses))
            except Exception:
                logger.exception("update not understood")
                self._skip()
                await self._timing.sleep(_PAUSE)

    async def close(self) -> None:
        """Confirm what has been handled, so that it is not delivered to the next process."""
        if not self._handled or not all(event.is_set() for event in self._handled):
            return
        with suppress(TelegramError, TimeoutError):
            async with asyncio.timeout(_CONFIRM):
                await self._bot.get_updates(
                    self._offset, limit=1, timeout=_AT_ONCE, allowed_updates=ALLOWED
                )

    async def _clear_webhook(self) -> None:
        # While Telegram sends updates somewhere it does not let them be asked for.
        await self._bot.delete_webhook(drop_pending_updates=False)

    async def _once(self) -> None:
        updates = await self._bot.get_updates(
            self._offset,
            limit=self._limit,
            timeout=_LONG if self._caught_up.is_set() else _AT_ONCE,
            allowed_updates=ALLOWED,
        )
        await self._gate()
        if updates:
            self._offset = updates[-1].update_id + 1
        self._handled = [event for event in map(self._intake.take, updates) if event]
        await self._settle()
        if len(updates) < self._limit:
            self._caught_up.set()
        self._limit = BATCH

    def _skip(self) -> None:
        """Go past an update that the library makes nothing of; its number is the next one."""
        if self._limit == 1 and self._offset is not None:
            self._offset += 1
        self._limit = 1

    async def _settle(self) -> None:
        # What is not confirmed is delivered again, should this process die before it is stored.
        with suppress(TimeoutError):
            async with asyncio.timeout(_SETTLE if self._caught_up.is_set() else _CATCH_UP):
                for event in self._handled:
                    await event.wait()
        while self._queues.waiting > _MANY:
            await self._timing.sleep(_PAUSE)

    def _trouble(self, error: TelegramError | StoreError) -> None:
        reason = type(error).__name__
        self._well(False)
        if self._troubled == reason:
            return
        self._troubled = reason
        if isinstance(error, Conflict):
            logger.warning(_CONFLICT, extra={"platform": PLATFORM})
        else:
            logger.warning("no updates", extra={"platform": PLATFORM, "reason": reason})

    def _recovered(self) -> None:
        self._well(True)
        if self._troubled:
            self._troubled = ""
            logger.info("updates again", extra={"platform": PLATFORM})
