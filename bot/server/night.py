"""The nightly job of this process: to make the dailies of the days ahead."""

import logging
from collections.abc import Callable
from zoneinfo import ZoneInfo

from core.daily.calendar import following
from core.errors import SeizeError
from core.ports import Clock
from core.services.daily_maker import DailyMaker
from core.services.sleeper import Wait, sleep_between, wait_for

LOOK = 60.0  # seconds until it is asked again whose turn it is
RETRY = 1800.0  # seconds until a night that left something undone is tried again

logger = logging.getLogger(__name__)


class NightlyJob:
    """Makes dailies once a day at an hour of UTC, and first of all what is missing.

    While it is not `its_turn`, it leaves that to another process.
    """

    def __init__(
        self,
        maker: DailyMaker,
        clock: Clock,
        hour: int,
        wait: Wait = wait_for,
        its_turn: Callable[[], bool] = lambda: True,
    ) -> None:
        self._maker = maker
        self._its_turn = its_turn
        self._clock = clock
        self._hour = hour
        self._wait = wait

    async def run(self) -> None:
        """Make what is missing, then sleep until the next night, until cancelled."""
        await sleep_between(self._make, self._clock, self._wait)

    async def _make(self) -> float:
        """Make what is missing; return when to look again."""
        if not self._its_turn():
            return self._clock() + LOOK
        night = following(self._hour, ZoneInfo("UTC"), self._clock())
        undone = True
        try:
            if made := await self._maker.make_missing():
                logger.info("night's work done", extra={"dailies": len(made)})
            undone = await self._maker.missing()
        except SeizeError as error:
            logger.warning("night's work not done", extra={"reason": type(error).__name__})
        return min(night, self._clock() + RETRY) if undone else night
