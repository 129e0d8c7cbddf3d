"""The command that races a player's last round: `seize ghost`."""

import asyncio
import sys

from rich.console import Console

from bot.app import App
from bot.console_app.commands import Commands
from bot.console_app.options import Plain
from bot.console_app.play.seat import YOU, Seat, show
from bot.presenters.ghosts import ghost_end
from bot.presenters.wording import wording
from bot.settings import Settings
from bot.steady import steady_clock
from core.ports import Store
from core.services.dealer import Dealer

app = Commands()


@app.command("ghost")
def ghost(plain: Plain = False) -> None:
    """Race your last round: on its grid, against the words that you found then."""
    seize = App(Settings.from_environment())
    seize.prepare_solver()
    seat = Seat(YOU, Console(), wording(seize.settings.language), steady_clock())

    async def sit_and_play() -> None:
        from bot.console_app.play.session import alone

        async with alone(seat, seize.lexicons(), seize.store) as (store, dealer):
            await _play_on(store, dealer, seat, plain=plain)

    asyncio.run(sit_and_play())


async def _play_on(store: Store, dealer: Dealer, seat: Seat, *, plain: bool) -> None:
    from bot.console_app.ghost.table import GhostTable
    from bot.console_app.play.game import goes_on, keys_or_lines, play

    given = keys_or_lines(seat, sys.stdin, plain=plain)
    table = GhostTable(store, dealer, seat.player, seat.clock)
    await table.open()
    while True:
        await play(table, seat, given)
        told = ghost_end(table.record, await table.compare(), seat.wording, None)
        show(seat.console, "", told.title, *told.text.splitlines())
        if not await goes_on(seat, given):
            return
        await table.again()
