"""Computer players and ghosts in rounds: their words are sent when they find them, as people's are.

Nothing is kept of computer players but their level: what they find follows from the round, so that
after a crash the same words are sent again, and each counts once.
"""

import asyncio
import logging
from collections.abc import Callable

from core.errors import SeizeError
from core.ids import Member, Room
from core.latest import Latest
from core.lexicon import Lexicon
from core.opponents.finds import Find, finds
from core.opponents.levels import GHOST, opponent
from core.ports import Clock
from core.rounds.purpose import ForRace
from core.rounds.record import RoundRecord
from core.services.rounds import RoundsService
from core.services.sleeper import Wait, wait_for
from core.solver.solution import Solution

BEAT = 0.5  # seconds between two looks at what they have found
_KEPT = 1000  # rounds whose finds are kept

logger = logging.getLogger(__name__)


class Opponents:
    """The computer players in the rounds of a service; `heard` is told of rooms they found in."""

    def __init__(
        self,
        rounds: RoundsService,
        lexicon: Callable[[str], Lexicon],
        clock: Clock,
        heard: Callable[[Room], None] = lambda _: None,
    ) -> None:
        self._rounds, self._lexicon, self._clock, self._heard = rounds, lexicon, clock, heard
        self._finds: Latest[int, list[Find]] = Latest(_KEPT)
        self._sent: Latest[int, int] = Latest(_KEPT)

    async def run(self, wait: Wait = wait_for) -> None:
        """Look twice a second at what they have found, until cancelled."""
        never = asyncio.Event()
        while True:
            await self.tick()
            await wait(never, BEAT)

    async def tick(self) -> None:
        """Send what has been found by now."""
        live, now = self._rounds.live, self._clock()
        for room in live.rooms():
            record = live.record(room)
            player = _opponent(record) if record and now >= record.starts_at else None
            if record is None or player is None:
                continue
            try:
                await self._send(record, player, now)
            except SeizeError as error:  # the same words are sent by the next tick
                logger.warning("opponent waits", extra={"reason": type(error).__name__})

    async def _send(self, record: RoundRecord, player: Member, now: float) -> None:
        found = await self._of(record)
        first = self._sent.get(record.id, 0)
        for number, each in enumerate(found[first:], first):
            at = record.starts_at + each.at
            if at > now:
                return
            message_id = f"{record.id}.{number}"
            await self._rounds.submit(record.room, player, each.found.word, at, message_id)
            self._sent[record.id] = number + 1
            self._heard(record.room)

    async def _of(self, record: RoundRecord) -> list[Find]:
        """Return the words that the opponent of a round finds in it."""
        if record.id not in self._finds:
            running = await self._rounds.running(record.room)
            if running is None or running.id != record.id:
                return []
            self._finds[record.id] = self._finds_in(record, running.solution)
        return self._finds[record.id]

    def _finds_in(self, record: RoundRecord, solution: Solution) -> list[Find]:
        if isinstance(record.purpose, ForRace):
            words = ((at, solution.get(word)) for at, word in record.purpose.ghost)
            return [Find(at, found) for at, found in words if found]
        lexicon, seconds = self._lexicon(record.lexicon.name), float(record.seconds)
        return finds(solution, lexicon, record.opponent, seconds, record.token)


def _opponent(record: RoundRecord) -> Member | None:
    """Return who plays along by itself in a round: a ghost, a computer player, or nobody."""
    if isinstance(record.purpose, ForRace):
        return GHOST
    return opponent(record.opponent) if record.opponent else None
