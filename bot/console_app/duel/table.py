"""The table of a duel: one side's rounds, whose words stay hidden until both have played them."""

from bot.codes import draw_code
from bot.console_app.play.seat import HERE
from bot.console_app.play.table import Table
from core.duels.comparison import Comparison
from core.duels.duel import Duel, Side
from core.ids import PlayerRef, Room, own_room
from core.ports import Clock, Store
from core.rounds.record import Terms
from core.services.dealer import Dealer
from core.services.duels import DuelsService


class DuelTable(Table):
    """The duels of a player at a terminal, in the room of what they play alone."""

    def __init__(self, store: Store, dealer: Dealer, player: PlayerRef, clock: Clock) -> None:
        super().__init__(store, dealer, player, clock, own_room(player))
        self._duels = DuelsService(store, clock, self._service, dealer, draw_code)

    async def offer(self, terms: Terms, level: int) -> Duel:
        """Make a duel with the computer, or (0) one that is open to whoever has its code."""
        return await self._duels.offer(Room(HERE), self._you, terms, level=level)

    async def take(self, code: str) -> tuple[Duel, Side]:
        """Return a duel of the player's and their side, which is accepted if it is open.

        Raises NoDuel, CannotDuel, DuelRefused.
        """
        duel = await self._duels.seen(code, self._you.ref)
        side = await self._duels.side(duel, self._you.ref)
        if side is None:
            duel = await self._duels.accept(code, self._you)
            side = Side.OPPONENT
        return duel, side

    async def open(self, duel: Duel) -> None:
        """Begin the player's next round now; raises DuelRefused."""
        self._take_up(await self._duels.play(duel.code, self._you))

    async def now(self, duel: Duel) -> Duel:
        """Return a duel as it is by now."""
        await self._duels.tick()
        return await self._duels.by_id(duel.id)

    async def mine(self) -> list[tuple[Duel, Side]]:
        """Return the player's duels, the open ones first."""
        opened, over = await self._duels.mine(self._you.ref)
        sides = [(each, await self._duels.side(each, self._you.ref)) for each in (*opened, *over)]
        return [(each, side) for each, side in sides if side is not None]

    async def compare(self, duel: Duel, number: int, side: Side) -> Comparison | None:
        """Return a round of both side by side, None while it may not be seen."""
        if not duel.is_shown(number, side):
            return None
        return await self._duels.compare(duel, number, side)
