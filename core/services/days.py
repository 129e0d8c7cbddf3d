"""The keeper of days: closes those that are over, and announces their ends to chats."""

import asyncio
import logging
from collections.abc import Awaitable, Callable

from core.errors import SeizeError
from core.ports import Clock
from core.services.calendar import Calendar, DailyNews
from core.services.sleeper import Wait, sleep_between, wait_for

AT_ONCE = 8  # chats that are told at the same time: one that is slow holds up no other
FIRST = 20.0  # seconds from the start to the first look
LONGEST = 60.0  # seconds of a sleep: by then what chats have set meanwhile is seen

logger = logging.getLogger(__name__)

Tell = Callable[[DailyNews], Awaitable[None]]


class Days:
    """Runs a calendar. `tell` tells one chat; what it raises is tried again in a minute."""

    def __init__(self, calendar: Calendar, tell: Tell, clock: Clock, wait: Wait = wait_for) -> None:
        self._calendar = calendar
        self._tell = tell
        self._clock = clock
        self._wait = wait
        self._told: set[tuple[object, int]] = set()  # what could not be noted yet

    async def run(self) -> None:
        """Do what is due, then sleep until there is more, until cancelled.

        Not at once: attempts that an earlier process left are to be ended first.
        """
        await self._wait(asyncio.Event(), FIRST)
        await sleep_between(self._keep, self._clock, self._wait)

    async def _keep(self) -> float:
        """Do what is due; return when to look again."""
        try:
            await self.tick()
            return min(await self._calendar.next(), self._clock() + LONGEST)
        except Exception as error:
            surprise = not isinstance(error, SeizeError)
            facts = {"reason": type(error).__name__}
            logger.warning("day not kept", extra=facts, exc_info=surprise)
            return self._clock() + LONGEST

    async def tick(self) -> None:
        """Close the days that are over, and announce them to the chats whose hour has come."""
        for puzzle in await self._calendar.dailies.close_due():
            facts = {"language": puzzle.language, "daily": puzzle.number}
            logger.info("day closed", extra=facts)
        turns = asyncio.Semaphore(AT_ONCE)

        async def tell(news: DailyNews) -> None:
            try:
                await self._try(news)
            finally:
                turns.release()

        async with asyncio.TaskGroup() as telling:
            async for news in self._calendar.due():
                await turns.acquire()
                telling.create_task(tell(news))

    async def _try(self, news: DailyNews) -> None:
        """Tell a chat, unless that is done, and note it; what fails is tried again later."""
        key = news.room, news.today.id
        try:
            if key not in self._told:
                await self._tell(news)
                self._told.add(key)
            await self._calendar.told(news)
            self._told.discard(key)
        except Exception as error:
            surprise = not isinstance(error, SeizeError)
            facts = {"reason": type(error).__name__}
            logger.warning("day not told", extra=facts, exc_info=surprise)
