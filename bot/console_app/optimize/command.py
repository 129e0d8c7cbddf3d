"""The commands that look for the best grid: `seize optimize` and what goes with it."""

import math
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console

from bot.app import App
from bot.console_app.commands import Commands
from bot.console_app.optimize.hall import hall_table, in_order, record_json
from bot.console_app.optimize.options import (
    By,
    How,
    Plot,
    PresetOption,
    Seed,
    Until,
    Wanted,
    at_most,
    methods_of,
    seed_or_any,
)
from bot.console_app.optimize.prove import prove
from bot.console_app.options import Json, Words, grouped, number
from bot.console_app.plotting import check_plot
from bot.interrupts import INTERRUPTED
from bot.presenters.wording import wording
from bot.settings import Settings
from core.errors import SeizeError, translatable
from core.lexicon.catalogue import listings
from core.optimizer import fame as hall_of_fame
from core.optimizer.methods import Preset

if TYPE_CHECKING:
    from core.optimizer.legs import Shelf

# The compiled search is imported inside the commands, after `prepare_search`.

EVALUATIONS = 100_000

app = Commands()
optimize_app = Commands()
app.add_typer(optimize_app, name="optimize")
optimize_app.command()(prove)


@optimize_app.callback(invoke_without_command=True)
@grouped
def search(
    context: typer.Context,
    wanted: Wanted,
    how: How,
    until: Until,
    by: By,
    seed: Seed = None,
    keep: Annotated[
        bool, typer.Option("--keep/--no-keep", help="Add the grid to your hall of fame.")
    ] = True,
    json_: Json = False,
    plot: Plot = None,
) -> None:
    """Look for the grid with the most words, points, or long words.

    Ctrl-C ends it with the best so far. Options of the commands below stand behind their names.
    """
    if context.invoked_subcommand:
        _refuse_options(context, context.invoked_subcommand)
        return
    method = how.chosen()
    if plot:
        check_plot(plot)
    seize = App(Settings.from_environment())
    problem = wanted.problem(seize.lexicon(wanted.lang, wanted.words))
    kernels = seize.prepare_search()
    from bot.console_app.optimize import runner
    from core.optimizer.ledger import Stops
    from core.optimizer.search import Search

    found = runner.find(
        Search(
            problem=problem,
            method=method,
            shelf=_shelf(seize, wanted.words),
            seed=seed_or_any(seed),
            stops=Stops(
                evaluations=at_most(until.evaluations),
                seconds=until.seconds,
                restarts=at_most(until.restarts),
                target=at_most(until.target),
                stall=at_most(until.stall),
            ),
        ),
        runner.team(by.workers, kernels if by.processes else None, by.dask),
        seize.settings.fame if keep else None,
        runner.Output(json_, plot, wording(seize.settings.language)),
    )
    if not found:
        raise typer.Exit(INTERRUPTED)


@optimize_app.command()
@grouped
def compare(
    wanted: Wanted,
    by: By,
    methods: Annotated[
        str | None,
        typer.Option(help="Which methods, joined by commas. Default: all.", metavar="A,B,…"),
    ] = None,
    preset: PresetOption = Preset.SEIZE,
    evaluations: Annotated[
        int | None,
        typer.Option(
            help="Grids to score in each search. Default: 100000, or no limit with --time.",
            min=1,
            metavar="N",
        ),
    ] = None,
    time: Annotated[
        float | None,
        typer.Option(help="Seconds of each search.", min=0.01, metavar="S", callback=number),
    ] = None,
    searches: Annotated[
        int, typer.Option(help="How many searches with each method.", min=1, max=1000)
    ] = 5,
    seed: Seed = None,
    json_: Json = False,
    plot: Plot = None,
) -> None:
    """Search with several methods, with the same budget from the same seeds."""
    chosen = methods_of(methods, preset)
    if plot:
        check_plot(plot)
    seize = App(Settings.from_environment())
    problem = wanted.problem(seize.lexicon(wanted.lang, wanted.words))
    kernels = seize.prepare_search()
    from bot.console_app.optimize import runner
    from core.optimizer.compare import Comparison
    from core.optimizer.ledger import Stops

    compared = runner.compare(
        Comparison(
            problem=problem,
            methods=chosen,
            shelf=_shelf(seize, wanted.words),
            seed=seed_or_any(seed),
            searches=searches,
            stops=Stops(
                evaluations=at_most(evaluations or (None if time else EVALUATIONS)),
                seconds=time or math.inf,
            ),
        ),
        runner.team(by.workers, kernels if by.processes else None, by.dask),
        runner.Output(json_, plot, wording(seize.settings.language)),
    )
    if not compared:
        raise typer.Exit(INTERRUPTED)


@optimize_app.command()
def fame(
    lexicon: Annotated[
        str | None, typer.Option("--lexicon", "--lang", help="Only grids of this lexicon.")
    ] = None,
    json_: Json = False,
) -> None:
    """Show the hall of fame: grids that searches found, the best first."""
    settings = Settings.from_environment()
    records = in_order(hall_of_fame.hall(settings.fame))
    if lexicon is not None:
        records = [
            record for record in records if record.problem.lexicon.lower() == lexicon.lower()
        ]
    if json_:
        for record in records:
            print(record_json(record))
    elif records:
        console = Console()
        console.print(hall_table(records, console, wording(settings.language)))
    else:
        words = wording(settings.language)
        print(words.gettext("the hall of fame is empty: seize optimize finds grids for it"))


@optimize_app.command()
def replay(
    key: Annotated[str, typer.Argument(help="The id, or its beginning.", metavar="ID")],
    words: Words = None,
    json_: Json = False,
) -> None:
    """Find a grid of the hall of fame again; exit 1 if it is not the same."""
    seize = App(Settings.from_environment())
    record = hall_of_fame.find(seize.settings.fame, key)
    name = record.problem.lexicon
    if words is None and name not in listings():
        template = translatable("{key} was found with the file of a list, {name}: add --words FILE")
        raise SeizeError(template, key=record.key, name=name)
    if words is None:
        seize.lexicon(name)  # which says so where it is packed only now
    seize.prepare_search()
    from bot.console_app.optimize import runner

    found = runner.replay(record, _shelf(seize, words))
    if json_:
        print(found.json())
    else:
        found.print(Console(), wording(seize.settings.language))
    if not found.same:
        raise typer.Exit(1)


def _shelf(seize: App, words: Path | None) -> "Shelf":
    """Return where workers find the lexicon, whatever folder they are in."""
    from core.optimizer.legs import Shelf

    return Shelf(seize.settings.lexicons.absolute(), words.absolute() if words else None)


def _refuse_options(context: typer.Context, command: str) -> None:
    """Refuse options before the name of a command: it would not get them."""
    for name in context.params:
        source = context.get_parameter_source(name)
        if source and source.name == "COMMANDLINE":
            template = translatable(
                "options stand behind the command: seize optimize {command} --{option}"
            )
            raise SeizeError(template, command=command, option=name.strip("_").replace("_", "-"))
