"""The ports over dicts: for what need not last, and to check the other stores against.

What is obvious cannot go stale: nothing is computed ahead.
"""

from asyncio import Lock
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from core.ids import Room
from core.ports import UnitOfWork
from core.store.memory.attempts import MemoryAttempts
from core.store.memory.cards import MemoryCards
from core.store.memory.duels import MemoryDuels
from core.store.memory.house import MemoryChats, MemoryHouse
from core.store.memory.leases import MemoryLeases
from core.store.memory.limits import MemoryLimits
from core.store.memory.links import MemoryLinks
from core.store.memory.players import MemoryPlayers
from core.store.memory.puzzles import MemoryPuzzles
from core.store.memory.ratings import MemoryRatings
from core.store.memory.rounds import MemoryPlays, MemoryRounds
from core.store.memory.standings import MemoryStandings
from core.store.memory.tables import Tables
from core.store.memory.tallies import MemoryTallies
from core.store.memory.tickets import MemoryTickets
from core.store.memory.wordles import MemoryWordles


class MemoryStore:
    """A store that is gone when the process ends."""

    def __init__(self) -> None:
        self._kept = Tables()
        self._turn = Lock()

    @asynccontextmanager
    async def read(self) -> AsyncIterator[UnitOfWork]:
        """Open a unit of work that sees one state of the store throughout."""
        yield _unit_of_work(self._kept.copy())

    @asynccontextmanager
    async def write(self, room: Room | None = None) -> AsyncIterator[UnitOfWork]:  # noqa: ARG002
        """Open a unit of work that is committed as it closes, or, if anything raises, not at all.

        Writers wait for one another.
        """
        async with self._turn:
            draft = self._kept.copy()
            yield _unit_of_work(draft)
            self._kept = draft

    async def close(self) -> None:
        """Do nothing: there are no files and no connections."""


def _unit_of_work(tables: Tables) -> UnitOfWork:
    return UnitOfWork(
        players=MemoryPlayers(tables),
        rounds=MemoryRounds(tables),
        plays=MemoryPlays(tables),
        standings=MemoryStandings(tables),
        chats=MemoryChats(tables),
        house=MemoryHouse(tables),
        puzzles=MemoryPuzzles(tables),
        attempts=MemoryAttempts(tables),
        links=MemoryLinks(tables),
        wordles=MemoryWordles(tables),
        leases=MemoryLeases(tables),
        cards=MemoryCards(tables),
        tickets=MemoryTickets(tables),
        tallies=MemoryTallies(tables),
        duels=MemoryDuels(tables),
        ratings=MemoryRatings(tables),
        limits=MemoryLimits(tables),
    )
