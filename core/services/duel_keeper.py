"""The keeper of duels: ends those whose time is up, and has their players told."""

import asyncio
import logging
from collections.abc import Awaitable, Callable

from core.duels.duel import Duel
from core.duels.news import DuelNews
from core.errors import SeizeError
from core.ids import PlayerRef, private_chat
from core.services.duels import DuelsService
from core.services.sleeper import Wait, wait_for

BEAT = 2.0  # seconds between two looks at what is due, and to be told
LATER = 60.0  # seconds until what could not be told is tried again

logger = logging.getLogger(__name__)

Tell = Callable[[Duel, DuelNews, PlayerRef], Awaitable[None]]


class DuelKeeper:
    """Keeps the duels of a service. `tell` tells a player; what it raises is tried again.

    Each thing is told once by a process, or (after a kill between the telling and the noting) once
    more by the next one.
    """

    def __init__(self, duels: DuelsService, tell: Tell, wait: Wait = wait_for) -> None:
        self._duels, self._tell, self._wait = duels, tell, wait
        self._told: set[int] = set()  # what could not be noted yet
        self._later: dict[int, float] = {}  # what could not be told, and until when it waits

    async def run(self) -> None:
        """Keep duels until cancelled."""
        never = asyncio.Event()
        while True:
            await self._wait(never, BEAT)
            try:
                await self.tick()
            except Exception as error:
                surprise = not isinstance(error, SeizeError)
                facts = {"reason": type(error).__name__}
                logger.warning("duels not kept", extra=facts, exc_info=surprise)

    async def tick(self) -> None:
        """Do what is due now."""
        await self._duels.tick()
        now = self._duels.clock()
        for duel, told in await self._duels.untold():
            player = duel.player(told.side)
            if self._later.get(told.id, now) > now:
                continue
            if player and self._duels.rounds.served.has(private_chat(player)):
                await self._try(duel, told, player)

    async def _try(self, duel: Duel, told: DuelNews, player: PlayerRef) -> None:
        try:
            if told.id not in self._told:
                await self._tell(duel, told, player)
                self._told.add(told.id)
            await self._duels.told(told)
            self._told.discard(told.id)
            self._later.pop(told.id, None)
        except Exception as error:
            self._later[told.id] = self._duels.clock() + LATER
            surprise = not isinstance(error, SeizeError)
            facts = {"reason": type(error).__name__}
            logger.warning("duel not told", extra=facts, exc_info=surprise)
