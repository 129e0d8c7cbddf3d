"""The order for a daily and its delivery, as values that any process can take."""

from dataclasses import dataclass
from datetime import date

from core.daily.recipe import Recipe
from core.grid import Grid


@dataclass(frozen=True, slots=True, kw_only=True)
class Order:
    """The order for a daily: `number` of `day` in a language, from the list called `lexicon`.

    `earlier` are the grids (as `str` gives them) of the last 365 puzzles of the language, of
    any size, oldest first; `used_words` those that they hid; `known` are grids that everybody
    may have seen. `seed` (0 to 2**63 - 1) is all
    the chance of it. It may take `seconds`, and `runs` of the search (0: as time allows).
    """

    number: int
    day: date
    language: str
    lexicon: str
    earlier: tuple[str, ...]
    used_words: frozenset[str]
    known: tuple[str, ...]
    seed: int
    seconds: float
    runs: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Made:
    """A daily, and how it was found again.

    `words`, `points` and `common` count the grid's words without house words; `difficulty`
    is 1 to 5. `tried` grids were examined, `evaluations` done by all runs, in `seconds`.
    """

    grid: Grid
    recipe: Recipe
    words: int
    points: int
    common: int
    difficulty: int
    tried: int
    evaluations: int
    seconds: float
