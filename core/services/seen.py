"""What can be seen of the rounds of all rooms, changing nothing."""

from typing import TypeGuard

from core.daily.puzzle import gives_away
from core.grid import Grid
from core.ids import PlayerRef, Room
from core.ports import Store
from core.rounds.record import RoundRecord
from core.rounds.round import Round, State
from core.services.live import Live, LiveRounds
from core.services.refusals import NoRound


class RoundsSeen:
    """Rounds as this process knows them, and as they are stored."""

    def __init__(self, store: Store, live: LiveRounds) -> None:
        self._store = store
        self._live = live

    def running(self, room: Room) -> Round | None:
        """Return the round that runs in a room as this process knows it, only to be looked at."""
        live = self._live.get(room)
        return live.round if runs(live) else None

    def is_on(self, room: Room) -> bool:
        """Return whether a round waits or runs in a room, as far as this process knows."""
        return self._live.record(room) is not None

    def rooms(self) -> list[Room]:
        """Return the rooms where a round waits or runs."""
        return self._live.rooms()

    def record(self, room: Room) -> RoundRecord | None:
        """Return what the round that waits or runs in a room is, None if there is none."""
        return self._live.record(room)

    def plays_on(self, grid: Grid) -> bool:
        """Return whether a grid, however it is turned, gives that of a round that runs away."""
        return any(gives_away(grid, played) for played in self.grids())

    def grids(self) -> list[Grid]:
        """Return the grids of the rounds that run."""
        running = (self.running(room) for room in self.rooms())
        return [round_.solution.grid for round_ in running if round_]

    def rooms_of(self, player: PlayerRef) -> list[Room]:
        """Return the rooms where a player has a part in the round that is on, the last first."""
        return self._live.rooms_of(player)

    async def look_up(self, round_id: int) -> RoundRecord:
        """Return a round, whatever its state; raises NoRound."""
        async with self._store.read() as work:
            record = await work.rounds.get(round_id) if 0 < round_id < 2**63 else None
        if record is None:
            raise NoRound
        return record

    async def replay(self, record: RoundRecord) -> Round:
        """Return a stored round, made anew from its journal, only to be looked at."""
        return await self._live.replay(record)


def runs(live: Live | None) -> TypeGuard[Live]:
    """Return whether there is a round, and words are let in."""
    return live is not None and live.round.state is State.RUNNING
