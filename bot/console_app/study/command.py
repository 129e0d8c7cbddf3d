"""The commands that compare: `seize study`."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from bot.app import App, say
from bot.console_app.commands import Commands
from bot.console_app.options import Json, Lang, Words, number
from bot.console_app.plotting import check_plot, check_plots
from bot.console_app.study import letters as study_letters
from bot.settings import Settings
from core.wordle.game import CLASSIC, SHORTEST
from core.wordle.words import wordle_words

_LONG = 6  # letters: with each one more, all marks take three times as long
_EVERY = 10.0  # seconds between lines of progress, where there is no terminal

app = Commands()
study_app = Commands(
    no_args_is_help=True, help="What earlier works on this game compared, beside what runs here."
)
app.add_typer(study_app, name="study")

Seed = Annotated[int, typer.Option(help="The same seed draws the same grids, everywhere.", min=0)]


@study_app.command()
def structures(
    lang: Lang = None,
    words: Words = None,
    grids: Annotated[
        int, typer.Option(help="Grids of 3x3 and of 4x4 to search.", min=1, max=1000)
    ] = 20,
    seed: Seed = 1,
    limit: Annotated[
        float,
        typer.Option(
            help="Seconds for each search; what takes longer is extrapolated.",
            min=0.01,
            callback=number,
        ),
    ] = 10.0,
    plot: Annotated[
        Path | None, typer.Option(help="Also draw charts, PNG files in this folder.", metavar="DIR")
    ] = None,
    json_: Json = False,
) -> None:
    """Compare dictionaries and ways to search: building, searching, memory. Takes minutes."""
    if plot:
        check_plots(plot)
    seize = App(Settings.from_environment())
    lexicon = seize.lexicon(lang, words)
    seize.prepare_solver()
    from bot.console_app.study import structures as study_structures
    from core.study.comparison import compare

    with _progress() as tell:
        study = compare(lexicon, grids, seed, limit, tell)
    study_structures.run(study, plot, json_=json_)


@contextmanager
def _progress() -> Iterator[Callable[[str], None]]:
    """Tell on stderr what is measured: in a terminal as it begins, else a line now and then."""
    console = Console(stderr=True)
    if console.is_terminal:
        with console.status("", refresh_per_second=2) as status:  # seldom: it takes time, too
            yield status.update
        return
    said = time.monotonic()

    def tell(text: str) -> None:
        nonlocal said
        if time.monotonic() - said >= _EVERY:
            said = time.monotonic()
            say(text)

    yield tell


@study_app.command()
def letters(
    lang: Lang = None,
    plot: Annotated[
        Path | None, typer.Option(help="Also draw them in a PNG file.", metavar="FILE")
    ] = None,
    json_: Json = False,
) -> None:
    """Count letters, and letters that follow each other; which ones the best grids use."""
    if plot:
        check_plot(plot)
    study_letters.run(App(Settings.from_environment()).lexicon(lang), plot, json_=json_)


@study_app.command()
def grids(
    count: Annotated[int, typer.Option(help="Grids of each kind.", min=1)] = 100_000,
    lang: Lang = None,
    seed: Seed = 1,
    plot: Annotated[
        Path | None, typer.Option(help="Also draw them in a PNG file.", metavar="FILE")
    ] = None,
    json_: Json = False,
) -> None:
    """Count the words of random grids, drawn by letters, by pairs and by dice."""
    if plot:
        check_plot(plot)
    app = App(Settings.from_environment())
    lexicon = app.lexicon(lang)
    app.prepare_solver()
    from bot.console_app.study import grids as study_grids

    study_grids.run(lexicon, count, seed, plot, json_=json_)


@study_app.command()
def wordle(
    lang: Lang = None,
    length: Annotated[
        int, typer.Option(help="Letters of the words.", min=SHORTEST, max=_LONG)
    ] = CLASSIC,
    limit: Annotated[
        float,
        typer.Option(
            help="Seconds for each way; what takes longer is extrapolated.",
            min=0.01,
            callback=number,
        ),
    ] = 10.0,
    json_: Json = False,
) -> None:
    """Find the first guess of a Wordle that tells most, in three ways, and time each."""
    words = wordle_words(App(Settings.from_environment()).lexicon(lang), length)
    from bot.console_app.study import wordle as study_wordle

    study_wordle.run(words, limit, json_=json_)
