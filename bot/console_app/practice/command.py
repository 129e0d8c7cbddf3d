"""The command that practises the words a player missed: `seize practice`."""

import asyncio
import secrets
import sys
import time

from rich.console import Console

from bot.app import App
from bot.console_app.commands import Commands
from bot.console_app.options import Lang, Plain, Seed
from bot.console_app.play.seat import YOU, Seat, show
from bot.presenters.practice import practice_lines
from bot.presenters.wording import wording
from bot.settings import Settings
from bot.steady import steady_clock
from core.lexicon import Lexicon
from core.ports import Store
from core.rounds.record import Terms
from core.services.dealer import Dealer

app = Commands()


@app.command("practice")
def practise(lang: Lang = None, seed: Seed = None, plain: Plain = False) -> None:
    """Practise common words that you missed: they come again on grids made of them."""
    seize = App(Settings.from_environment())
    opened = seize.lexicons()
    lexicon = opened((lang or seize.settings.language).lower())
    seize.prepare_solver()
    seat = Seat(YOU, Console(), wording(seize.settings.language), steady_clock())
    start = secrets.randbelow(2**53) if seed is None else seed

    async def sit_and_play() -> None:
        from bot.console_app.play.session import alone

        async with alone(seat, opened, seize.store, start) as (store, dealer):
            await _play_on(store, dealer, lexicon, seat, plain=plain)

    asyncio.run(sit_and_play())


async def _play_on(
    store: Store, dealer: Dealer, lexicon: Lexicon, seat: Seat, *, plain: bool
) -> None:
    from bot.console_app.play.game import goes_on, keys_or_lines, play
    from bot.console_app.practice.table import PracticeTable

    given = keys_or_lines(seat, sys.stdin, plain=plain)
    while True:
        table = PracticeTable(store, dealer, seat.player, seat.clock)
        await table.open(Terms(lexicon=lexicon.name), lexicon.language)
        await play(table, seat, given)
        practised = await table.practised()
        show(seat.console, "", *practice_lines(practised, time.time(), lexicon, seat.wording))
        if not await goes_on(seat, given):
            return
