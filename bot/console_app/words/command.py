"""The commands about words and grids: `seize solve`, `grid`, `letters`, `words`, `lexicons`."""

import json
import secrets
import time
from dataclasses import asdict
from itertools import islice
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from bot.app import App
from bot.chat.grids import read_grid
from bot.console_app.commands import Commands
from bot.console_app.options import SIZE, Bonuses, Json, Lang, RulesOption, Seed, Words
from bot.console_app.plotting import check_plot
from bot.console_app.words.letters import LettersList
from bot.console_app.words.look_up import lexicon_table, look_up
from bot.console_app.words.picture_file import check_picture, draw_best
from bot.console_app.words.secrets import secret_grids
from bot.locale import locale_language
from bot.presenters.wording import wording
from bot.settings import Settings
from core.anagrams import MOST_WILDCARDS, Rack, words_of
from core.dice import dice
from core.errors import SeizeError, translatable
from core.generator import Model, generator, place_bonuses, random_grids
from core.grid import Grid, parse_size
from core.lexicon.alphabet import MAX_LETTERS, MIN_LETTERS
from core.lexicon.catalogue import listing, listings
from core.rounds.match import LADDER
from core.scoring import Rules, ruleset
from core.solver.solution import Sort

app = Commands()
words_app = Commands(no_args_is_help=True, help="Look words up.")
app.add_typer(words_app, name="words")


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
    words: Words = None,
    rules: RulesOption = Rules.RUZZLE,
    size: Annotated[str | None, typer.Option(help=SIZE, metavar="RxC")] = None,
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
        raise SeizeError(translatable("with “-” the bonuses stand in the lines: ABCD d..T"))
    if full and not stream:
        raise SeizeError(translatable("--full goes with “-”: one grid already lists its words"))
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
    from bot.console_app.words.keeper import Keeper

    secret = secret_grids(seize.settings.database, time.time())
    query = answer_key.Query(lexicon, scoring, sort, limit, Keeper.of(secret, seize.lexicon))
    if asked is None:
        answer_key.answer_lines(query, dimensions, full=full)
        return
    solution = query.solve(asked)
    if picture:
        draw_best(solution, picture, dark=dark)
    if json_:
        print(answer_key.to_json(query, solution))
    else:
        answer_key.show(query, solution, Console(), wording(seize.settings.language))


@app.command()
def grid(
    lang: Lang = None,
    size: Annotated[str, typer.Option(help=SIZE, metavar="RxC")] = "4x4",
    seed: Seed = None,
    count: Annotated[int, typer.Option(help="How many grids.", min=1)] = 1,
    playable: Annotated[
        bool | None,
        typer.Option(
            "--playable/--raw",
            help="Only grids worth playing (enough words, a long one, no dead tile), or any.",
        ),
    ] = None,
    model: Annotated[
        Model,
        typer.Option(
            help="Draw letters each for itself, so that neighbours resemble words, or by "
            "Boggle's dice (4x4; {dice})."
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
    if histogram and playable:
        raise SeizeError(translatable("--histogram counts raw grids: leave out --playable"))
    seize = App(Settings.from_environment())
    dimensions = parse_size(size)
    if model is Model.DICE:
        dice(listing((lang or seize.settings.language).lower()).language, dimensions)
    lexicon = seize.lexicon(lang)
    seize.prepare_solver()
    from bot.console_app.words.histogram import count_grids
    from core.playable import playable_grids

    scoring = ruleset(rules, lexicon.language)
    seed = secrets.randbelow(2**53) if seed is None else seed
    rng = generator(seed)
    if histogram:
        if plot:
            check_plot(plot)
        counted = count_grids(
            lexicon, scoring, rng, count, dimensions, model, wording(seize.settings.language)
        )
        print(counted.draw())
        if plot:
            counted.plot(plot)
        return
    source = random_grids if playable is False else playable_grids
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


@app.command()
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
    json_: Json = False,
) -> None:
    """List the words that letters make, in any order, each as often as it is given."""
    if anagrams and min_length is not None:
        raise SeizeError(translatable("--anagrams cannot be used with --min-length"))
    seize = App(Settings.from_environment())
    lexicon = seize.lexicon(lang)
    rack = Rack.parse(lexicon.alphabet, letters, wildcards)
    least = len(rack) if anagrams else min_length or MIN_LETTERS
    classes = words_of(lexicon, rack, least)
    if secret := secret_grids(seize.settings.database, time.time()):
        seize.prepare_solver()
        from bot.console_app.words.keeper import Keeper

        words = {word for each in classes for word in each.words}
        kept = words - Keeper.of(secret, seize.lexicon).told(words)
        classes = [rest for each in classes if (rest := each.without(kept)).words]
    found = LettersList(rack, lexicon.name, classes, limit)
    if json_:
        print(found.to_json())
    else:
        found.show(Console(), wording(seize.settings.language))


@words_app.command()
def check(
    words: Annotated[list[str], typer.Argument(help="Words to look up.")],
    lang: Lang = None,
    json_: Json = False,
) -> None:
    """Tell whether words are in the dictionary; exit 1 if one is not."""
    seize = App(Settings.from_environment())
    lexicon, said = seize.lexicon(lang), wording(seize.settings.language)
    entries = [look_up(lexicon, word) for word in words]
    for entry in entries:
        print(entry.to_json() if json_ else entry.line(said))
    if not all(entry.accepted for entry in entries):
        raise typer.Exit(1)


@words_app.command()
def define(
    words: Annotated[list[str], typer.Argument(help="Words to define.")],
    lang: Lang = None,
    json_: Json = False,
) -> None:
    """Tell what words mean; exit 1 if one has no meaning here."""
    from bot.console_app.words.definitions import Definition  # which imports Babel

    seize = App(Settings.from_environment())
    lexicon, said = seize.lexicon(lang), wording(seize.settings.language)
    definitions = [Definition.of(lexicon, word) for word in words]
    for definition in definitions:
        print(definition.to_json() if json_ else definition.text(said))
    if not all(definition.meanings for definition in definitions):
        raise typer.Exit(1)


@words_app.command()
def complete(
    prefix: Annotated[str, typer.Argument(help="How the words begin.")],
    lang: Lang = None,
    limit: Annotated[int, typer.Option(help="At most this many.", min=1)] = 20,
) -> None:
    """List the words that begin with PREFIX, one a line."""
    lexicon = App(Settings.from_environment()).lexicon(lang)
    for word in lexicon.complete(lexicon.alphabet.read(prefix), limit):
        print(lexicon.display(word))


@app.command()
def lexicons(json_: Json = False) -> None:
    """List the word lists that are installed."""
    if json_:
        for listed in listings().values():
            print(json.dumps(asdict(listed), ensure_ascii=False))
    else:
        Console().print(lexicon_table(listings().values(), wording(locale_language())))
