"""The table of races: a player alone against the ghost of their last round, on its grid."""

from bot.console_app.play.table import Table
from core.duels.comparison import Comparison
from core.ids import PlayerRef, own_room
from core.ports import Clock, Store
from core.services.dealer import Dealer
from core.services.ghosts import GhostsService
from core.services.settings import SettingsService


class GhostTable(Table):
    """Races, one at a time, in the room of the player's dailies."""

    def __init__(self, store: Store, dealer: Dealer, player: PlayerRef, clock: Clock) -> None:
        super().__init__(store, dealer, player, clock, own_room(player))
        settings = SettingsService(store, clock).of
        self._ghosts = GhostsService(store, clock, self._service, dealer, settings)

    async def open(self) -> None:
        """Begin a race against the player's last round; raises NoGhost."""
        self._take_up(await self._ghosts.race(self._you, self._you.ref))

    async def again(self) -> None:
        """Begin another race against the same ghost."""
        self._take_up(await self._ghosts.again(self._you, self.record))

    async def compare(self) -> Comparison:
        """Return the last race beside its ghost's round."""
        return await self._ghosts.compare(await self._service.live.look_up(self.record.id))
