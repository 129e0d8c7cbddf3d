"""The command that plays duels in the terminal: `seize duel`."""

import asyncio
import secrets
import sys
from typing import Annotated

import typer
from rich.console import Console

from bot.app import App
from bot.console_app.commands import Commands
from bot.console_app.options import Lang, Plain
from bot.console_app.play.seat import YOU, Seat, show
from bot.presenters.duels.pages import DuelView, duel_list
from bot.presenters.wording import wording
from bot.settings import Settings
from bot.steady import steady_clock
from core.duels.duel import ROUNDS, Duel, Side
from core.ids import PlayerRef
from core.lexicon import Lexicon
from core.opponents.levels import LEVELS
from core.ports import Store
from core.rounds.record import Terms
from core.services.dealer import Dealer

app = Commands()


@app.command("duel")
def duel(
    code: Annotated[
        str, typer.Argument(help="A duel to accept, or to go on with.", show_default=False)
    ] = "",
    machine: Annotated[
        int | None,
        typer.Option(
            help="A new duel with the computer, from 1 (gentle) to 9.",
            min=LEVELS[0],
            max=LEVELS[-1],
            show_default=False,
        ),
    ] = None,
    lang: Lang = None,
    seconds: Annotated[int, typer.Option(help="Length of a round.", min=30, max=600)] = 120,
    plain: Plain = False,
) -> None:
    """Play a duel: three grids, each when you like; alone, it lists yours."""
    seize = App(Settings.from_environment())
    opened = seize.lexicons()
    lexicon = opened((lang or seize.settings.language).lower())
    seize.prepare_solver()
    seat = Seat(YOU, Console(), wording(seize.settings.language), steady_clock())

    async def sit_and_play() -> None:
        from bot.console_app.play.session import alone

        terms = Terms(lexicon=lexicon.name, seconds=seconds)
        async with alone(seat, opened, seize.store, secrets.randbelow(2**53)) as (store, dealer):
            await _Duelling(store, dealer, seat, lexicon, plain=plain).run(code, terms, machine)

    asyncio.run(sit_and_play())


class _Duelling:
    """Somebody who duels at a terminal."""

    def __init__(
        self, store: Store, dealer: Dealer, seat: Seat, lexicon: Lexicon, *, plain: bool
    ) -> None:
        from bot.console_app.duel.table import DuelTable
        from bot.console_app.play.game import keys_or_lines

        self._store, self._seat, self._lexicon = store, seat, lexicon
        self._table = DuelTable(store, dealer, seat.player, seat.clock)
        self._given = keys_or_lines(seat, sys.stdin, plain=plain)
        self._names: dict[PlayerRef, str] = {}

    async def run(self, code: str, terms: Terms, level: int | None) -> None:
        """Play the duel of a code or a new one, or list the player's."""
        if not (code or level):
            await self._list()
            return
        if code:
            duel, side = await self._table.take(code)
        else:
            duel, side = await self._table.offer(terms, level or 0), Side.CHALLENGER
        await self._play_on(duel, side)

    async def _list(self) -> None:
        those = await self._table.mine()
        await self._load(*(each for each, _ in those))
        told = duel_list(those, (), self._seat.wording, self._called, "seize duel --machine 5")
        codes = [f"seize duel {each.code}" for each, _ in those if not each.is_over]
        show(self._seat.console, *told.text.splitlines(), *codes)

    async def _play_on(self, duel: Duel, side: Side) -> None:
        """Play the rounds that are left, as long as Enter is pressed."""
        from bot.console_app.play.game import goes_on, play

        await self._load(duel)
        played = False
        while not duel.is_over and duel.left(side):
            if played and not await goes_on(self._seat, self._given):
                break
            self._show_page(duel, side)
            number = duel.left(side)[0]
            await self._table.open(duel)
            await play(self._table, self._seat, self._given)
            duel, played = await self._table.now(duel), True
            await self._show_round(duel, side, number)
        if not played:
            for number in range(1, ROUNDS + 1):
                await self._show_round(duel, side, number)
        self._show_page(duel, side)

    async def _show_round(self, duel: Duel, side: Side, number: int) -> None:
        compared = await self._table.compare(duel, number, side)
        if compared:
            told = self._view(duel).compared(compared, side, None)
            show(self._seat.console, "", told.title, *told.text.splitlines())

    def _show_page(self, duel: Duel, side: Side) -> None:
        page = self._view(duel).page(side)
        hint = [] if duel.is_over else [f"seize duel {duel.code}"]
        show(self._seat.console, "", page.title, *page.text.splitlines(), *hint)

    def _view(self, duel: Duel) -> DuelView:
        return DuelView(duel, self._seat.wording, self._called, self._seat.clock(), "seize duel")

    async def _load(self, *duels: Duel) -> None:
        async with self._store.read() as work:
            for player in (player for duel in duels for player in duel.players if player):
                known = await work.players.get(player)
                self._names[player] = known.name if known else ""

    def _called(self, player: PlayerRef) -> str:
        return self._names.get(player, "")
