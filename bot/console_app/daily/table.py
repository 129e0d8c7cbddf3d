"""The table of dailies: attempts of one player, which a killed process does not end."""

from contextlib import suppress

from bot.console_app.play.table import Table
from core.daily.puzzle import Puzzle, daily_room
from core.ids import PlayerRef
from core.ports import Clock, Conflict, Store
from core.services.dailies import DailiesService
from core.services.daily_maker import DailyMaker
from core.services.dealer import Dealer
from core.services.refusals import RoundActive


class DailyTable(Table):
    """Attempts at dailies, one at a time, in the player's own room for that."""

    def __init__(
        self, store: Store, maker: DailyMaker, dealer: Dealer, player: PlayerRef, clock: Clock
    ) -> None:
        room = daily_room(player)
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
            puzzle = await work.puzzles.get(record.puzzle) if record else None
        if record is None or puzzle is None:
            return None
        # The rounds of other terminals go on there. What a room has already is taken up where a
        # second round is refused; if it has ended meanwhile, a second attempt is refused as well.
        with suppress(RoundActive, Conflict):
            await self._service.attempt(self._you, puzzle, ranked=record.ranked)
        self._record = self._service.live.record(self._room)
        return puzzle if self._record else None
