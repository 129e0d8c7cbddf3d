"""The options of `seize optimize` and `seize optimize compare`, and what they ask for."""

import math
import secrets
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer

from bot.console_app.options import SIZE, Lang, RulesOption, Words, number
from core.errors import SeizeError, translatable
from core.grid import parse_size
from core.lexicon import Lexicon
from core.optimizer.constraints import Constraints
from core.optimizer.methods import PRESETS, Method, Name, Preset, named
from core.optimizer.objective import Objective
from core.optimizer.problem import NO_BONUS, Problem
from core.rounds.match import LADDER
from core.scoring import Rules

MOST = 2**62  # what the search counts with
SECONDS = 10.0


Seed = Annotated[int | None, typer.Option(help="The same seed gives the same search.", min=0)]
PresetOption = Annotated[
    Preset, typer.Option(help="Parameters of the methods: ours, or those that Müller published.")
]
Plot = Annotated[
    Path | None,
    typer.Option(help="Also draw the best score by evaluations in a PNG file.", metavar="FILE"),
]


@dataclass(frozen=True, slots=True)
class Wanted:
    """The options that say which grid is sought."""

    lang: Lang = None
    words: Words = None
    rules: RulesOption = Rules.RUZZLE
    size: Annotated[str, typer.Option(help=SIZE, metavar="RxC")] = "4x4"
    objective: Annotated[
        str,
        typer.Option(
            help="What to have the most of: words, points, length:4 (words of 4 letters), "
            "long:8 (of 8 and more), longest, common, or a sum such as words+10*long:8.",
        ),
    ] = "words"
    without: Annotated[str, typer.Option(help="Letters that must not appear.")] = ""
    only_vowel: Annotated[str, typer.Option(help="The only vowels that may appear.")] = ""
    letters: Annotated[str, typer.Option(help="The only letters that may appear.")] = ""
    needed: Annotated[
        str, typer.Option(help="Letters that must appear, each as often as it stands here.")
    ] = ""
    fixed: Annotated[
        str,
        typer.Option(help="One character a tile: its letter, or '.' for any.", metavar="TILES"),
    ] = ""
    contains: Annotated[
        str, typer.Option(help="A word that must be traceable.", metavar="WORD")
    ] = ""
    far_from: Annotated[
        list[str] | None,
        typer.Option(
            help="With --distance: a grid to differ from, however it is turned; repeatable.",
            metavar="GRID",
        ),
    ] = None
    distance: Annotated[
        int | None,
        typer.Option(help="With --far-from: in how many tiles at least.", min=1, max=64),
    ] = None
    bonuses: Annotated[
        str,
        typer.Option(
            help="Bonuses that lie where they stand here, one character a tile: . none, "
            "{bonuses}; with --objective points.",
            metavar="SPEC",
        ),
    ] = ""
    bonus_round: Annotated[
        int,
        typer.Option(
            help="Place the bonuses of this round of a match where they are worth most; 0: none.",
            min=0,
            max=3,
        ),
    ] = 0

    def problem(self, lexicon: Lexicon) -> Problem:
        """Return the problem in a lexicon; raises what Problem.of raises, and SeizeError."""
        if bool(self.far_from) != (self.distance is not None):
            raise SeizeError(translatable("--far-from and --distance go together"))
        if self.bonuses and self.bonus_round:
            raise SeizeError(translatable("--bonuses goes without --bonus-round"))
        rows, cols = parse_size(self.size)
        bonuses = self.bonuses
        if self.bonus_round:
            placed = "".join(bonus.code for bonus in LADDER[self.bonus_round - 1])
            if len(placed) > rows * cols:
                template = translatable("the bonuses of that round need {count} tiles")
                raise SeizeError(template, count=len(placed))
            bonuses = placed.ljust(rows * cols, NO_BONUS)
        constraints = Constraints.read(
            lexicon.alphabet,
            earlier=tuple(self.far_from or ()),
            distance=self.distance or 0,
            fixed=self.fixed,
            letters=self.letters,
            without=self.without,
            only_vowel=self.only_vowel,
            needed=self.needed,
            word=self.contains,
        )
        return Problem.of(
            lexicon,
            self.rules,
            Objective.parse(self.objective),
            (rows, cols),
            constraints,
            bonuses,
            placed=bool(self.bonus_round),
        )


@dataclass(frozen=True, slots=True)
class How:
    """The options that say by which method to search."""

    method: Annotated[Name, typer.Option(help="How to search.")] = Name.HYBRID
    preset: PresetOption = Preset.SEIZE
    set_: Annotated[
        list[str] | None,
        typer.Option(
            "--set", help="Change a parameter of the method; repeatable.", metavar="NAME=VALUE"
        ),
    ] = None

    def chosen(self) -> Method:
        """Return the method with its parameters; raises BadMethod, SeizeError."""
        changes = {}
        for text in self.set_ or ():
            name, equals, value = text.partition("=")
            if not equals:
                template = translatable("--set takes NAME=VALUE, such as effort=80: {text!r}")
                raise SeizeError(template, text=text)
            changes[name.strip()] = value.strip()
        return named(self.method, self.preset, changes)


@dataclass(frozen=True, slots=True)
class Until:
    """The options that say when to end."""

    time: Annotated[
        float | None,
        typer.Option(
            help="Seconds to search. Default: 10, or no limit with --evaluations, --restarts "
            "or --target.",
            min=0.01,
            metavar="S",
            callback=number,
        ),
    ] = None
    evaluations: Annotated[
        int | None, typer.Option(help="Score at most so many grids.", min=1, metavar="N")
    ] = None
    restarts: Annotated[
        int | None, typer.Option(help="Make at most so many runs.", min=1, metavar="N")
    ] = None
    stall: Annotated[
        int | None,
        typer.Option(help="End after so many grids without a better one.", min=1, metavar="N"),
    ] = None
    target: Annotated[
        int | None, typer.Option(help="End at a grid with this score.", min=0, metavar="N")
    ] = None

    @property
    def seconds(self) -> float:
        """The seconds that the search may take."""
        limited = any(n is not None for n in (self.evaluations, self.restarts, self.target))
        return self.time or (math.inf if limited else SECONDS)


@dataclass(frozen=True, slots=True)
class By:
    """The options that say who searches."""

    workers: Annotated[
        int | None,
        typer.Option(
            help="How many search at a time. They find the same; more are faster. Default: 1, "
            "or with --dask as many as the cluster has threads.",
            min=1,
            max=1024,
        ),
    ] = None
    processes: Annotated[
        bool, typer.Option("--processes", help="Processes instead of threads.")
    ] = False
    dask: Annotated[
        str | None,
        typer.Option(help="The workers of a Dask cluster instead.", metavar="ADDRESS"),
    ] = None

    def __post_init__(self) -> None:
        if self.processes and self.dask is not None:
            raise SeizeError(translatable("--dask goes without --processes"))


def at_most(number: int | None) -> int:
    """Return a limit as the search counts, where none is given one that is not reached."""
    return MOST if number is None else min(number, MOST)


def seed_or_any(seed: int | None) -> int:
    """Return a seed, drawn where none is given."""
    return secrets.randbelow(2**53) if seed is None else seed


def methods_of(names: str | None, preset: Preset) -> dict[Name, Method]:
    """Read the names of methods, joined by commas, by default all; raises BadMethod, SeizeError."""
    if names is None:
        return dict(PRESETS[preset])
    chosen = {}
    for text in names.split(","):
        name = text.strip().lower()
        if name not in list(Name):
            template = translatable("unknown method {method!r}: use one of {known}")
            raise SeizeError(template, method=name, known=", ".join(PRESETS[preset]))
        chosen[Name(name)] = named(Name(name), preset)
    return chosen
