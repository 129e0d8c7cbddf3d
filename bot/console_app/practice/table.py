"""The table of practices: rounds of one player on grids of their due words."""

from collections.abc import Sequence

from bot.console_app.play.table import Table
from core.ids import PlayerRef, own_room
from core.ports import Clock, Store
from core.rounds.record import Terms
from core.services.dealer import Dealer
from core.services.practice import PracticeService, Practised


class PracticeTable(Table):
    """Practices, one at a time, in the room of the player's dailies."""

    def __init__(self, store: Store, dealer: Dealer, player: PlayerRef, clock: Clock) -> None:
        super().__init__(store, dealer, player, clock, own_room(player))
        self._practice = PracticeService(store, clock, self._service, dealer)

    async def open(self, terms: Terms, language: str) -> None:
        """Begin a practice now; raises what PracticeService.start raises."""
        self._take_up(await self._practice.start(self._you, terms, language))

    async def practised(self) -> Sequence[Practised]:
        """Return the outcome of each word of the last practice."""
        return await self._practice.practised(self.record)
