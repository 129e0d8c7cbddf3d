"""The command that plays a Wordle in the terminal: `seize wordle play`."""

import asyncio
import sys
import time
from typing import Annotated

import typer
from rich.console import Console

from bot.app import INTERRUPTED, App
from bot.console_app.play.seat import YOU, Seat
from bot.presenters.wording import wording
from bot.settings import Settings
from core.chats.settings import Palette
from core.lexicon.catalogue import listing
from core.wordle.game import CLASSIC, LONGEST, SHORTEST


def play(
    lang: Annotated[
        str | None, typer.Option(help="Language of the words. Default: your locale's, else en.")
    ] = None,
    length: Annotated[
        int,
        typer.Option(
            help="Letters of the word; but for 5, a free game.", min=SHORTEST, max=LONGEST
        ),
    ] = CLASSIC,
    hard: Annotated[
        bool, typer.Option("--hard", help="Hard mode: whatever was told must be used from then on.")
    ] = False,
    free: Annotated[bool, typer.Option("--free", help="A random word, not today's.")] = False,
    plain: Annotated[
        bool, typer.Option("--plain", help="Marks in words, for screen readers.")
    ] = False,
    count: Annotated[
        bool, typer.Option("--count", help="Tell after each guess how many words are left.")
    ] = False,
    palette: Annotated[
        Palette, typer.Option(help="Green and yellow, or orange and blue.")
    ] = Palette.CLASSIC,
) -> None:
    """Play the word of the day, or a random one; a game that is left goes on later."""
    seize = App(Settings.from_environment())
    language = listing((lang or seize.settings.language).lower()).language
    seize.prepare_solver()
    from bot.console_app.wordle.play import play_wordle  # noqa: PLC0415
    from bot.console_app.wordle.table import Look, WordleTable  # noqa: PLC0415

    seat = Seat(YOU, Console(), wording(seize.settings.language), time.time)
    look = Look(palette, plain, count)

    async def sit_and_play() -> bool:
        store = await seize.store()
        try:
            table = WordleTable.at(store, seize.lexicons(), seat, look)
            record = await table.begin(language, length, free=free, hard=hard)
            return await play_wordle(table, record, sys.stdin)
        finally:
            await store.close()

    if asyncio.run(sit_and_play()):
        raise typer.Exit(INTERRUPTED)
