"""The command that plays a round in the terminal: `seize play`."""

import asyncio
import secrets
import sys
import time
from typing import Annotated

import typer
from rich.console import Console

from bot.app import App
from bot.chat.grids import read_grid
from bot.console_app.commands import Commands
from bot.console_app.options import Bonuses, Lang, Plain, RulesOption, Seed
from bot.console_app.play.seat import YOU, Seat
from bot.console_app.words.secrets import secret_grids
from bot.presenters.wording import wording
from bot.settings import Settings
from bot.steady import steady_clock
from core.errors import SeizeError, translatable
from core.opponents.levels import LEVELS
from core.rounds.laws import Law
from core.rounds.match import LADDER
from core.rounds.record import Terms
from core.scoring import Rules, ruleset

app = Commands()


@app.command("play")
def play_round(
    lang: Lang = None,
    seconds: Annotated[int, typer.Option(help="Length of a round.", min=1, max=3600)] = 120,
    letters: Annotated[
        str | None, typer.Option(help="Play this grid; default: a random playable one.")
    ] = None,
    bonuses: Bonuses = "",
    seed: Seed = None,
    rules: RulesOption = Rules.RUZZLE,
    law: Annotated[
        Law, typer.Option(help="How players share a word's points (alone: no difference).")
    ] = Law.EVERY_FINDER,
    match: Annotated[bool, typer.Option("--match", help="Three rounds with growing bonuses.")] = (
        False
    ),
    opponent: Annotated[
        int | None,
        typer.Option(
            "--with",
            help="A computer player who plays along, from 1 (gentle) to 9.",
            min=LEVELS[0],
            max=LEVELS[-1],
            show_default=False,
        ),
    ] = None,
    plain: Plain = False,
    _: Annotated[
        bool, typer.Option("--web", help="Play on a page in the browser, as `seize web` does.")
    ] = False,
) -> None:
    """Play a round in the terminal: two minutes, every word you can trace."""
    if match and letters is not None:
        raise SeizeError(translatable("--match draws its own grids: leave out --letters"))
    if bonuses and letters is None:
        raise SeizeError(
            translatable("--bonuses goes with --letters, such as --letters ABCD --bonuses d..T")
        )
    seize = App(Settings.from_environment())
    opened = seize.lexicons()
    lexicon = opened((lang or seize.settings.language).lower())
    scoring = ruleset(rules, lexicon.language)
    given = None if letters is None else read_grid(lexicon, scoring, letters, bonuses)
    seize.prepare_solver()
    if given:  # its card will tell the best words
        from bot.console_app.words.keeper import Keeper
        from core.secrets import SecretWords
        from core.solver.solver import solve

        secret = secret_grids(seize.settings.database, time.time())
        words = {found.word for found in solve(given, lexicon, scoring)}
        if Keeper.of(secret, opened).kept(words):
            raise SecretWords
    from bot.console_app.play.game import keys_or_lines, play_on
    from bot.console_app.play.session import Asked, sit_down

    terms = Terms(
        lexicon=lexicon.name, rules=rules, law=law, seconds=seconds, opponent=opponent or 0
    )
    seeds = iter(lambda: secrets.randbelow(2**53), None)
    asked = Asked(terms, next(seeds) if seed is None else seed, len(LADDER) if match else 1, given)
    seat = Seat(YOU, Console(), wording(seize.settings.language), steady_clock())

    async def sit_and_play() -> None:
        await play_on(
            asked,
            seat,
            keys_or_lines(seat, sys.stdin, plain=plain),
            lambda wish: sit_down(wish, seat, opened, seize.store),
            seeds,
        )

    asyncio.run(sit_and_play())
