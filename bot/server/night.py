"""The night's work in this process: when it is done, and by whom."""

import asyncio
import logging
from zoneinfo import ZoneInfo

from core.daily.calendar import following
from core.errors import SeizeError
from core.ports import Clock
from core.services.nights import Nights
from core.services.scheduler import Wait, wait_for

RETRY = 1800.0  # seconds until a night that left something undone is tried again

logger = logging.getLogger(__name__)


class Night:
    """Does the night's work once a day at an hour of UTC, and first of all what is missing."""

    def __init__(self, nights: Nights, clock: Clock, hour: int, wait: Wait = wait_for) -> None:
        self._nights = nights
        self._clock = clock
        self._hour = hour
        self._wait = wait

    async def run(self) -> None:
        """Work, then sleep until the next night, until cancelled."""
        never = asyncio.Event()
        while True:
            pause = following(self._hour, ZoneInfo("UTC"), self._clock()) - self._clock()
            try:
                made = await self._nights.work()
                if made:
                    logger.info("night's work done", extra={"dailies": len(made)})
                if await self._nights.missing():
                    pause = min(pause, RETRY)
            except SeizeError as error:
                logger.warning("night's work not done", extra={"reason": type(error).__name__})
                pause = min(pause, RETRY)
            await self._wait(never, max(pause, 1.0))
