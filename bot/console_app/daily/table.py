"""The table of dailies: attempts of one player, which a killed process does not end."""

from bot.console_app.play.table import Table
from core.daily.puzzle import Puzzle
from core.ids import PlayerRef, own_room
from core.ports import Clock, Store
from core.rounds.purpose import ForDaily
from core.services.dailies import DailiesService
from core.services.daily_maker import DailyMaker
from core.services.dealer import Dealer


class DailyTable(Table):
    """Attempts at dailies, one at a time, in the player's own room for that."""

    def __init__(
        self, store: Store, maker: DailyMaker, dealer: Dealer, player: PlayerRef, clock: Clock
    ) -> None:
        room = own_room(player)
        super().__init__(store, dealer, player, clock, room)
        self.store = store
        self.dailies = DailiesService(store, clock, maker, self._service, dealer)

    async def open(self, puzzle: Puzzle) -> None:
        """Begin an attempt now; raises what DailiesService.open raises."""
        self._take_up(await self.dailies.open(puzzle, self._you))

    async def go_on(self) -> Puzzle | None:
        """Take up the attempt that another process left; return its puzzle, None without one."""
        async with self.store.read() as work:
            record = await work.rounds.active(self._room)
            attempt = record.purpose if record else None
            puzzle = (
                await work.puzzles.get(attempt.puzzle) if isinstance(attempt, ForDaily) else None
            )
        if record is None or puzzle is None:
            return None
        # Rounds of other terminals are theirs to go on with: this room's alone is read.
        self._service.live.invalidate(record, self._clock())
        await self._service.running(self._room)  # it may have ended meanwhile
        self._record = self._service.live.record(self._room)
        return puzzle if self._record else None
