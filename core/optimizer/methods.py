"""The methods of search, each in one class: its parameters, and how the loop carries it out.

Each starts a run from a random grid and ends it by itself; a search makes as many runs as
its stops allow. "Neighbours" differ in one tile, so a grid of 16 tiles and 26 letters has
400. Müller's figures are those of Didier Müller, "Ruzzle : à la recherche de la plus belle
grille", Lycée cantonal de Porrentruy, who compared the first five for French.
"""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from enum import StrEnum
from typing import Any, NamedTuple

from core.errors import SeizeError, translatable

MANY = 10**9
ENDLESS = 2**62
SAMPLE, CLIMB, ANNEAL, BREED = range(4)  # the rules of core.optimizer.loop
_PLATEAUS = 1000


class BadMethod(SeizeError):
    """Raised when a method, preset or parameter does not exist, or a value is out of range."""


class Name(StrEnum):
    """The names of the methods."""

    HYBRID = "hybrid"
    RANDOM = "random"
    ASCENT = "ascent"
    TABU = "tabu"
    ANNEALING = "annealing"
    GENETIC = "genetic"


class Plan(NamedTuple):
    """A method as the loop takes it: one record of core.optimizer.loop.PLAN.

    `rule` proposes and accepts candidates, for `iterations`. The other fields are each of one
    rule, and 0 for those who do not ask for it; the class of a method says what they mean.
    `relative` temperatures are shares of the best score, `distribution` 1 draws letters by the
    square root of their frequency, `polish` ends with an ascent, `tabu` is how many of the last
    grids are forbidden.
    """

    rule: int
    iterations: int
    start: float = 0
    cooling: float = 0
    plateau: int = 0
    relative: int = 0
    swapping: float = 0
    distribution: int = 0
    doubt: float = 0
    again: float = 0
    polish: int = 0
    tabu: int = 0
    population: int = 0
    mutation: float = 0
    elite: int = 0


@dataclass(frozen=True, slots=True)
class Method(ABC):
    """Parameters, checked at construction: BadMethod names the one out of range."""

    @abstractmethod
    def plan(self, tiles: int) -> Plan:
        """Tell the loop how to carry the method out on a grid of so many tiles."""

    @property
    def rows(self) -> int:
        """Return how many boards a run remembers besides its own, its best and its candidate."""
        return 0

    def _check(self, **ranges: tuple[float, float]) -> None:
        for name, (low, high) in ranges.items():
            value = getattr(self, name)
            if not low <= value <= high:
                raise BadMethod(
                    translatable("{name} is {value}: from {low:g} to {high:g}"),
                    name=name,
                    low=low,
                    high=high,
                    value=value,
                )


@dataclass(frozen=True, slots=True)
class Random(Method):
    """Draw `iterations` grids, letters by their frequency, and keep the best.

    Cost: one evaluation a grid. Source: Müller.
    """

    iterations: int = 100_000

    def __post_init__(self) -> None:
        self._check(iterations=(1, MANY))

    def plan(self, tiles: int) -> Plan:
        return Plan(SAMPLE, self.iterations)


@dataclass(frozen=True, slots=True)
class Ascent(Method):
    """Go to the best of all neighbours while it is better, and end at a local optimum.

    Cost: 400 evaluations a step by 16 searches with a wildcard; some ten to twenty steps.
    Source: Müller ("méthode de la plus grande pente").
    """

    def plan(self, tiles: int) -> Plan:
        return Plan(CLIMB, ENDLESS)


@dataclass(frozen=True, slots=True)
class Tabu(Method):
    """Go to the best of all neighbours that is none of the last `length` grids.

    It may be worse; after `iterations` steps the run ends. Cost: as ascent, each step.
    Source: Müller; Glover, "Tabu Search, Part I", ORSA Journal on Computing 1, 1989.
    """

    length: int = 50
    iterations: int = 500

    def __post_init__(self) -> None:
        self._check(length=(1, 10_000), iterations=(1, MANY))

    def plan(self, tiles: int) -> Plan:
        return Plan(CLIMB, self.iterations, tabu=self.length)

    @property
    def rows(self) -> int:
        return self.length


@dataclass(frozen=True, slots=True)
class Annealing(Method):
    """Go to a random neighbour, if it is worse by `loss` only with chance exp(-loss / T).

    T begins at `start` (in the unit of the score), and is multiplied by `cooling` after each
    plateau of `plateau` iterations, `iterations` in all. A share of `swapping` of the moves
    swap two tiles instead. Cost: one evaluation an iteration. Sources: Metropolis et al.,
    1953; Kirkpatrick, Gelatt and Vecchi, "Optimization by Simulated Annealing", Science 220,
    1983; Müller.
    """

    start: float = 100.0
    cooling: float = 0.9976
    plateau: int = 100
    iterations: int = 50_000
    swapping: float = 0.5

    def __post_init__(self) -> None:
        self._check(
            start=(0, 1e6),
            cooling=(0.01, 1),
            plateau=(1, MANY),
            iterations=(1, MANY),
            swapping=(0, 1),
        )

    def plan(self, tiles: int) -> Plan:
        return Plan(ANNEAL, **asdict(self))


@dataclass(frozen=True, slots=True)
class Genetic(Method):
    """Cross the grids of a population two by two, mutate the children, keep the best.

    Ranked by score, grids 2k - 1 and 2k exchange their letters behind a random tile; each
    child gets a random letter at a random tile with chance `mutation`; the `elite` best
    parents stay for the worst children; a copy of the best takes the place of the worst.
    `iterations` generations. Cost: `population` evaluations a generation. Source: Müller;
    Holland, "Adaptation in Natural and Artificial Systems", 1975.
    """

    population: int = 80
    iterations: int = 600
    mutation: float = 0.5
    elite: int = 8

    def __post_init__(self) -> None:
        self._check(population=(2, 10_000), iterations=(1, MANY), mutation=(0, 1))
        if self.population % 2:
            raise BadMethod(
                translatable("the population is {population}: use an even number, to go in pairs"),
                population=self.population,
            )
        self._check(elite=(0, self.population))

    def plan(self, tiles: int) -> Plan:
        return Plan(BREED, **asdict(self))

    @property
    def rows(self) -> int:
        return 2 * self.population  # and their children


@dataclass(frozen=True, slots=True)
class Hybrid(Method):
    """Anneal at shares of the best score, with a memory of losses, then ascend.

    T goes from `start` to `end` times the best score of the run so far per tile, geometrically,
    in `effort` x tiles^3 moves: so one schedule, near the temperature at which runs freeze,
    serves every language, size and objective. Most moves are hopeless, and the same ones again
    and again: one that lost more than `doubt` times T when last tried is only tried again with
    chance `again` (0 for `doubt`: all are tried). Moves as in annealing, but letters are drawn
    by the square root of their frequency. The last step, an ascent from the best, finds what
    was just missed. Cost: at most one evaluation a move; about one for five moves on 4x4. It is
    the default, for it measured best (see benchmarks/article.py). After annealing; the memory
    is akin to the candidate lists of tabu search (Glover, "Tabu Search, Part II", ORSA Journal
    on Computing 2, 1990).
    """

    start: float = 0.4
    end: float = 0.28
    effort: float = 40.0
    swapping: float = 0.5
    doubt: float = 8.0
    again: float = 0.15

    def __post_init__(self) -> None:
        self._check(start=(1e-6, 1000), end=(1e-6, 1000), effort=(0.1, 1e6))
        self._check(swapping=(0, 1), doubt=(0, 1e6), again=(0, 1))

    def plan(self, tiles: int) -> Plan:
        moves = max(1, int(self.effort * tiles**3))
        plateau = -(-moves // _PLATEAUS)
        return Plan(
            ANNEAL,
            moves,
            start=self.start / tiles,
            cooling=(self.end / self.start) ** (plateau / moves),
            plateau=plateau,
            relative=1,
            swapping=self.swapping,
            distribution=1,
            doubt=self.doubt,
            again=self.again,
            polish=1,
        )


DEFAULTS: Mapping[Name, Method] = {
    Name.HYBRID: Hybrid(),
    Name.RANDOM: Random(),
    Name.ASCENT: Ascent(),
    Name.TABU: Tabu(),
    Name.ANNEALING: Annealing(),
    Name.GENETIC: Genetic(),
}
# As published. The article names neither how many random grids made its table (a million
# in its second experiment), nor the length of the list and of the runs with it.
MULLER: Mapping[Name, Method] = {
    Name.RANDOM: Random(1_000_000),
    Name.ASCENT: Ascent(),
    Name.TABU: Tabu(),
    Name.ANNEALING: Annealing(start=70, cooling=0.95, plateau=10, iterations=1000, swapping=0),
    Name.GENETIC: Genetic(population=80, iterations=600, mutation=0.1, elite=0),
}


class Preset(StrEnum):
    """The names of the sets of parameters."""

    SEIZE = "seize"
    MULLER = "muller"


PRESETS: Mapping[Preset, Mapping[Name, Method]] = {Preset.SEIZE: DEFAULTS, Preset.MULLER: MULLER}


def named(
    name: Name, preset: Preset = Preset.SEIZE, changes: Mapping[str, str] | None = None
) -> Method:
    """Return a method with the parameters of a preset, some of them changed.

    Raises BadMethod for a method that the preset lacks, an unknown parameter, a bad value.
    """
    if name not in PRESETS[preset]:
        raise BadMethod(
            translatable("the preset {preset} has no method {method}: use one of {known}"),
            method=name,
            preset=preset,
            known=", ".join(PRESETS[preset]),
        )
    method = PRESETS[preset][name]
    values = parameters(method)
    known = {name: type(value) for name, value in values.items()}
    for key, text in (changes or {}).items():
        if key not in known:
            raise BadMethod(
                translatable("the method {method} has no parameter {name!r}: use one of {known}"),
                name=key,
                method=name,
                known=", ".join(known) or "–",
            )
        try:
            values[key] = known[key](text)
        except ValueError:
            raise BadMethod(
                translatable("{name} takes a number, not {text!r}"), name=key, text=text
            ) from None
    return type(method)(**values)


def parameters(method: Method) -> dict[str, Any]:
    """Return the parameters of a method, each in the type of its default: 5 may stand for 5.0."""
    kinds: dict[str, type] = {field.name: type(field.default) for field in fields(method)}
    return {name: kind(getattr(method, name)) for name, kind in kinds.items()}


def name_of(method: Method) -> Name:
    """Return the name of a method."""
    return Name(type(method).__name__.lower())
