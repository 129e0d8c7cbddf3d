"""The `seize` command."""

import asyncio
import json
import os
import secrets
import sys
import time
from dataclasses import asdict
from importlib.metadata import version
from itertools import islice
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from typer.exceptions import TyperException

from bot.app import INTERRUPTED, App, say, show_warnings_once
from bot.chat.grids import read_grid
from bot.console_app.daily import command as cli_daily
from bot.console_app.daily.secrets import check_secret, secret_grids
from bot.console_app.optimize import command as cli_optimize
from bot.console_app.options import Lang
from bot.console_app.play.seat import YOU, Seat
from bot.console_app.scores import command as cli_scores
from bot.console_app.study import command as cli_study
from bot.console_app.wordle import command as cli_wordle
from bot.console_app.words import letters_command as cli_letters
from bot.console_app.words.look_up import lexicon_table, look_up
from bot.console_app.words.picture_file import check_picture, draw_best
from bot.presenters.wording import wording
from bot.server import command as cli_serve
from bot.server import database as cli_db
from bot.server.doctor import command as cli_doctor
from bot.server.logs import start_logging
from bot.settings import Settings, locale_language
from core.daily.puzzle import first_secret_day
from core.dice import with_dice
from core.errors import SeizeError, translatable
from core.generator import Model, generator, place_bonuses, random_grids
from core.grid import Grid, parse_size
from core.lexicon.catalogue import listings
from core.rounds.laws import Law
from core.rounds.match import LADDER
from core.scoring import Rules, ruleset
from core.solver.solution import Sort

# What imports the solver is imported inside the commands, after `prepare_solver`: the
# compiled kernel must be told its folder first, and `seize --help` must not wait for it.

app = typer.Typer(
    help="The word-grid game: sixteen letters, two minutes, every word you can trace.",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode="rich",
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
words_app = typer.Typer(no_args_is_help=True, help="Look words up.")
app.add_typer(words_app, name="words")


RulesOption = Annotated[Rules, typer.Option(help="Rules to score by.")]
Size = Annotated[str | None, typer.Option(help="Rows x columns, 2x2 to 8x8.", metavar="RxC")]
Seed = Annotated[
    int | None, typer.Option(help="The same seed gives the same grid, everywhere.", min=0)
]
Json = Annotated[bool, typer.Option("--json", help="Print JSON instead.")]
Bonuses = Annotated[
    str,
    typer.Option(help="One character a tile: . none, d DL, t TL, D DW, T TW.", metavar="SPEC"),
]


def _version(wanted: bool) -> None:
    if wanted:
        print(f"seize {version('seize')}")
        raise typer.Exit


@app.callback()
def _root(
    context: typer.Context,
    _: Annotated[
        bool,
        typer.Option("--version", callback=_version, is_eager=True, help="Print the version."),
    ] = False,
) -> None:
    if context.invoked_subcommand != "doctor":  # which says what is wrong with the settings
        start_logging(Settings.from_environment().log_level)


@app.command()
def solve(
    letters: Annotated[
        str,
        typer.Argument(
            help="The grid row by row, such as CRESAMINILATLSER; Qu in mixed case is one tile. "
            "'-' reads one grid a line from standard input."
        ),
    ],
    bonuses: Bonuses = "",
    lang: Lang = None,
    words: Annotated[
        Path | None,
        typer.Option(help="Your own list, one word a line; --lang gives its language."),
    ] = None,
    rules: RulesOption = Rules.RUZZLE,
    size: Size = None,
    min_length: Annotated[
        int | None, typer.Option(help="Fewest letters of a word.", min=1, max=16)
    ] = None,
    sort: Annotated[Sort, typer.Option(help="Order of the words.")] = Sort.POINTS,
    limit: Annotated[int | None, typer.Option(help="Show only the first N.", min=0)] = None,
    json_: Json = False,
    full: Annotated[bool, typer.Option("--full", help="With '-': list the words too.")] = False,
    picture: Annotated[
        Path | None, typer.Option(help="Also draw the grid and its best word in a PNG file.")
    ] = None,
    dark: Annotated[bool, typer.Option("--dark", help="With --picture: light on dark.")] = False,
) -> None:
    """Print every word of a grid, with its points and its best path."""
    stream = letters == "-"
    if stream and bonuses:
        raise SeizeError(translatable("with '-' the bonuses stand in the lines: ABCD d..T"))
    if full and not stream:
        raise SeizeError(translatable("--full goes with '-': one grid already lists its words"))
    check_picture(picture, stream=stream, dark=dark)
    dimensions = parse_size(size) if size else None
    seize = App(Settings.from_environment())
    lexicon = seize.lexicon(lang, words)
    scoring = ruleset(rules, lexicon.language)
    if min_length is not None:
        scoring = scoring.with_min_length(min_length)
    asked = None if stream else read_grid(lexicon, scoring, letters, bonuses, dimensions)
    seize.prepare_solver()
    from bot.console_app.words import answer_key
    from bot.console_app.words.answer_stream import answer_lines

    secrets_now = secret_grids(seize.settings.database, first_secret_day(time.time()))
    query = answer_key.Query(lexicon, scoring, sort, limit, secrets_now)
    if asked is None:
        answer_lines(query, dimensions, full=full)
        return
    solution = query.solve(asked)
    if picture:
        draw_best(solution, picture, dark=dark)
    if json_:
        print(answer_key.to_json(query, solution))
    else:
        answer_key.show(query, solution, Console())


@app.command()
def grid(
    lang: Lang = None,
    size: Annotated[str, typer.Option(help="Rows x columns, 2x2 to 8x8.", metavar="RxC")] = "4x4",
    seed: Seed = None,
    count: Annotated[int, typer.Option(help="How many grids.", min=1)] = 1,
    playable: Annotated[
        bool,
        typer.Option(
            "--playable/--raw",
            help="Only grids worth playing (enough words, a long one, no dead tile), or any.",
        ),
    ] = True,
    model: Annotated[
        Model,
        typer.Option(
            help="Draw letters each for itself, so that neighbours resemble words, or by "
            f"Boggle's dice (4x4; {', '.join(with_dice())})."
        ),
    ] = Model.LETTERS,
    rules: RulesOption = Rules.RUZZLE,
    bonus_round: Annotated[
        int,
        typer.Option(help="Place the bonuses of this round of a match; 0: none.", min=0, max=3),
    ] = 0,
    histogram: Annotated[
        bool,
        typer.Option("--histogram", help="Count the words of raw grids and draw how they spread."),
    ] = False,
    plot: Annotated[
        Path | None, typer.Option(help="With --histogram: also draw it in a PNG file.")
    ] = None,
    json_: Json = False,
) -> None:
    """Draw random grids, one a line."""
    if plot and not histogram:
        raise SeizeError(translatable("--plot goes with --histogram"))
    if histogram and (json_ or bonus_round):
        raise SeizeError(translatable("--histogram goes without --json and --bonus-round"))
    seize = App(Settings.from_environment())
    dimensions = parse_size(size)
    lexicon = seize.lexicon(lang)
    seize.prepare_solver()
    from bot.console_app.plotting import check_plot
    from bot.console_app.words.histogram import count_grids
    from core.playable import playable_grids

    scoring = ruleset(rules, lexicon.language)
    seed = secrets.randbelow(2**53) if seed is None else seed
    rng = generator(seed)
    if histogram:
        if plot:
            check_plot(plot)
        counted = count_grids(lexicon, scoring, rng, count, dimensions, model)
        print(counted.draw())
        if plot:
            counted.plot(plot)
        return
    source = playable_grids if playable else random_grids
    for drawn in islice(source(lexicon, scoring, rng, dimensions, model), count):
        made = drawn
        if bonus_round and scoring.uses_bonuses:
            made = place_bonuses(drawn, LADDER[bonus_round - 1], rng)
        print(json.dumps(_facts(made, lexicon.name, seed)) if json_ else made)


def _facts(grid: Grid, lexicon: str, seed: int) -> dict[str, object]:
    return {
        "grid": grid.letters,
        "rows": grid.rows,
        "cols": grid.cols,
        "bonuses": grid.bonuses,
        "lexicon": lexicon,
        "seed": seed,
    }


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
    plain: Annotated[
        bool,
        typer.Option("--plain", help="Lines of text, no live screen: for screen readers."),
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
    if given:  # its card would tell the best words
        check_secret(given, secret_grids(seize.settings.database, first_secret_day(time.time())))
    seize.prepare_solver()
    from bot.console_app.play.game import play
    from bot.console_app.play.sitting import Asked, sit_down
    from core.rounds.record import Terms

    terms = Terms(lexicon=lexicon.name, rules=rules, law=law, seconds=seconds)
    seed = secrets.randbelow(2**53) if seed is None else seed
    asked = Asked(terms, seed, len(LADDER) if match else 1, given)
    seat = Seat(YOU, Console(), wording(seize.settings.language), time.time)

    async def sit_and_play() -> None:
        async with sit_down(asked, seat, opened, seize.store) as table:
            await play(table, seat, sys.stdin, plain=plain)

    asyncio.run(sit_and_play())


@words_app.command()
def check(
    words: Annotated[list[str], typer.Argument(help="Words to look up.")],
    lang: Lang = None,
    json_: Json = False,
) -> None:
    """Tell whether words are in the dictionary; exit 1 if one is not."""
    lexicon = App(Settings.from_environment()).lexicon(lang)
    entries = [look_up(lexicon, word) for word in words]
    for entry in entries:
        print(entry.to_json() if json_ else entry)
    if not all(entry.accepted for entry in entries):
        raise typer.Exit(1)


@words_app.command()
def complete(
    prefix: Annotated[str, typer.Argument(help="How the words begin.")],
    lang: Lang = None,
    limit: Annotated[int, typer.Option(help="At most this many.", min=1)] = 20,
) -> None:
    """List the words that begin with PREFIX, one a line."""
    lexicon = App(Settings.from_environment()).lexicon(lang)
    for word in lexicon.complete(lexicon.alphabet.normalise(prefix), limit):
        print(lexicon.display(word))


@app.command()
def lexicons(json_: Json = False) -> None:
    """List the word lists that are installed."""
    if json_:
        for listed in listings().values():
            print(json.dumps(asdict(listed), ensure_ascii=False))
    else:
        Console().print(lexicon_table(listings().values()))


cli_letters.add_to(app)
cli_optimize.add_to(app)
cli_scores.add_to(app)
cli_daily.add_to(app)
cli_wordle.add_to(app)
cli_study.add_to(app)
cli_db.add_to(app)
cli_doctor.add_to(app)
cli_serve.add_to(app)


def main() -> None:
    """Run the command: bad input gives one line on stderr and exit status 2."""
    language = locale_language()
    show_warnings_once(language)
    if sys.stdout is None:
        sys.stdout = Path(os.devnull).open("w", encoding="utf-8")  # noqa: SIM115 (as long as we run)
    sys.stdout.reconfigure(errors="replace")  # type: ignore[union-attr]
    try:
        status = app(standalone_mode=False)
        print(end="", flush=True)
    except (SeizeError, TyperException) as error:
        status = _explain(error, language)
    except typer.Abort:  # Ctrl-C
        status = INTERRUPTED
    except OSError as error:
        # Nothing more can be written: no traceback now, and none at interpreter exit.
        sys.stdout = None
        status = 0
        if not isinstance(error, BrokenPipeError):
            status = _explain(SeizeError("{reason}", reason=error.strerror), language)
    sys.exit(status)


def _explain(error: SeizeError | TyperException, language: str) -> int:
    """Say what was wrong in one line; return the exit status."""
    if isinstance(error, SeizeError):
        say(wording(language).notice(error))
        return 2
    context = getattr(error, "ctx", None)
    where = context.command_path if context else "seize"
    message = " ".join(error.format_message().split()).rstrip(".")
    if not message:  # the help was asked for by giving no command, and printed
        return 0
    say(f"{message}; see {where} --help")
    return 2
