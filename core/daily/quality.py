"""The quality of a grid: whether it may be a daily, and how hard it is."""

from dataclasses import dataclass
from enum import StrEnum

from core.daily.themes import Theme
from core.lexicon import Lexicon
from core.lexicon.unfit import slurs
from core.solver.solution import FoundWord, Solution


class Fault(StrEnum):
    """The faults for which a grid is refused, in the order in which they are looked for."""

    FEW_WORDS = "few words"
    MANY_WORDS = "many words"
    FEW_COMMON = "few common words"
    DEAD_TILE = "dead tile"
    NOT_HIDDEN = "hidden word missing"
    SLUR = "slur"


@dataclass(frozen=True, slots=True)
class Contract:
    """Limits of a daily: the least and the most words, and the least common ones."""

    least: int
    most: int
    common: int


def contract(theme: Theme) -> Contract:
    """Return the limits for the grid of a theme, in any language."""
    return _CONTRACTS.get(theme, _USUAL)


# A year of dailies of one short run each gave, in Italian and German: 335 words and more (4x4),
# 209 with E as the only vowel, 2290 (5x5); of them common 146, 91, 701. The most found are
# Spanish: 2360 (4x4) and 7438 (5x5). A grid outside is what a search had at its beginning.
_USUAL = Contract(200, 3000, 80)
_CONTRACTS = {
    Theme.ONLY_E: Contract(100, 3000, 40),
    Theme.BIG: Contract(800, 12_000, 250),
}


def fault(solution: Solution, lexicon: Lexicon, theme: Theme, word: str = "") -> Fault | None:
    """Return the first reason why a grid is refused, or None.

    `solution` is the grid's with this lexicon; `word` is the one that it hides. Cost: some ms.
    """
    limits, common = contract(theme), common_words(solution, lexicon)
    reached = {cell for found in solution for cell in found.path}
    faults = {
        Fault.FEW_WORDS: len(solution) < limits.least,
        Fault.MANY_WORDS: len(solution) > limits.most,
        Fault.FEW_COMMON: len(common) < limits.common,
        Fault.DEAD_TILE: len(reached) < len(solution.grid.tiles),
        Fault.NOT_HIDDEN: bool(word) and not solution.get(word),
        Fault.SLUR: any(found.word in slurs(lexicon.language) for found in common),
    }
    return next((fault for fault, present in faults.items() if present), None)


def common_words(solution: Solution, lexicon: Lexicon) -> list[FoundWord]:
    """Return the words of the common tier, in the order of the solution. Cost: some ms."""
    return [found for found in solution if lexicon.rank(found.word)]


# From which share of all points in common words, in percent, a grid is of level 1, 2, 3 or 4.
# Searches of 10 s gave 7 to 38: the fifths of them, about, over all themes and languages.
_LEVELS = (30, 25, 18, 12)


def difficulty(solution: Solution, lexicon: Lexicon) -> int:
    """Return how hard it is to find what a grid holds, from 1 (easy) to 5 (hard).

    By the share of its points that common words hold: the more of them lie in words that
    few people know, the harder to come near the total.
    """
    common = sum(found.points for found in common_words(solution, lexicon))
    share = 100 * common / max(solution.points, 1)
    return 1 + sum(share < level for level in _LEVELS)
