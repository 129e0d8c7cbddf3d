"""Words from a set of letters: `seize letters`."""

import time
from typing import Annotated

import typer
from rich.console import Console

from bot.app import App
from bot.console_app.daily.secrets import secret_grids
from bot.console_app.options import Lang
from bot.console_app.words.letters import LettersList
from bot.presenters.wording import wording
from bot.settings import Settings
from core.anagrams import MOST_WILDCARDS, Rack, words_of
from core.daily.puzzle import first_secret_day
from core.errors import SeizeError, translatable
from core.lexicon.alphabet import MAX_LETTERS, MIN_LETTERS


def letters(
    letters: Annotated[
        str,
        typer.Argument(help="1 to 16 letters in any order, such as CHIEN; ? is any letter."),
    ],
    lang: Lang = None,
    min_length: Annotated[
        int | None,
        typer.Option(
            help="Fewest letters of a word. Default: 2.", min=MIN_LETTERS, max=MAX_LETTERS
        ),
    ] = None,
    wildcards: Annotated[
        int, typer.Option(help="Add this many ? to the letters.", min=0, max=MOST_WILDCARDS)
    ] = 0,
    anagrams: Annotated[
        bool, typer.Option("--anagrams", help="Only words that use all letters.")
    ] = False,
    limit: Annotated[int | None, typer.Option(help="Show only the first N.", min=0)] = None,
    json_: Annotated[bool, typer.Option("--json", help="Print JSON instead.")] = False,
) -> None:
    """List the words that letters make, in any order, each as often as it is given."""
    if anagrams and min_length is not None:
        raise SeizeError(translatable("--anagrams cannot be used with --min-length"))
    seize = App(Settings.from_environment())
    lexicon = seize.lexicon(lang)
    rack = Rack.parse(lexicon.alphabet, letters, wildcards)
    rack.check_fair(secret_grids(seize.settings.database, first_secret_day(time.time())))
    least = len(rack) if anagrams else min_length or MIN_LETTERS
    found = LettersList(rack, lexicon.name, words_of(lexicon, rack, least), limit)
    if json_:
        print(found.to_json())
    else:
        found.show(Console(), wording(seize.settings.language))


def add_to(app: typer.Typer) -> None:
    """Add the command to those of `seize`."""
    app.command()(letters)
