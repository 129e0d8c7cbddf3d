"""The dealer: makes the grids of rounds, and solves them again, off the event loop."""

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np

from core.errors import SeizeError
from core.generator import generator, place_bonuses
from core.grid import Bonus, Grid
from core.lexicon import HouseWords, Lexicon
from core.lexicon.catalogue import UnknownLexicon
from core.lexicon.wordlist import BadWordList
from core.rounds.lessons import KNOWN, Lessons, lessons
from core.rounds.record import PinnedLexicon, RoundRecord, Terms
from core.scoring import Ruleset, ruleset
from core.services.workers import Workers
from core.solver.compiler import IMPORTING
from core.solver.solution import FoundWord, Solution, longest


class Dealt(NamedTuple):
    """A grid with its complete solution, and the words it was solved with."""

    solution: Solution
    lexicon: PinnedLexicon


@dataclass(frozen=True, slots=True)
class Dealer:
    """Deals playable grids, each drawn from the next of `seeds`: the grid of `seize grid --seed`.

    `lexicon` opens one by its name. The workers call it, too: that may take a second the
    first time.
    """

    lexicon: Callable[[str], Lexicon]
    seeds: Iterator[int]
    workers: Workers = field(default_factory=Workers)

    async def deal(
        self,
        terms: Terms,
        house: HouseWords,
        bonuses: Collection[Bonus],
        grid: Grid | None = None,
    ) -> Dealt:
        """Deal `grid`, or a random one with `bonuses` (if the rules use any), solved.

        Raises UnknownLexicon, NoPlayableGrid.
        """
        rng = generator(next(self.seeds))
        return await self.workers.run(_deal, self.lexicon, terms, house, bonuses, grid, rng)

    async def solve(self, record: RoundRecord, accepted: Collection[FoundWord]) -> Solution:
        """Solve a stored round anew: the solution that it is judged by.

        Where the list changed since, the words `accepted` before stay so; where it is no
        longer installed, they are all there is.
        """
        return await self.workers.run(_solve, self.lexicon, record, accepted)

    async def lessons(
        self, fit: Sequence[FoundWord], found: Collection[str], lexicon: str
    ) -> Lessons:
        """Return the lessons of the fit words of a grid but those found, by a list.

        Where that is no longer installed, the best of them are told.
        """
        try:
            return await self.workers.run(_lessons, self.lexicon, fit, found, lexicon)
        except (UnknownLexicon, BadWordList):
            missed = tuple(each for each in fit if each.word not in found)
            return Lessons(missed[:KNOWN], longest=longest(fit))


def _lessons(
    opened: Callable[[str], Lexicon],
    fit: Sequence[FoundWord],
    found: Collection[str],
    lexicon: str,
) -> Lessons:
    return lessons(fit, found, opened(lexicon))


def _deal(
    opened: Callable[[str], Lexicon],
    terms: Terms,
    house: HouseWords,
    bonuses: Collection[Bonus],
    grid: Grid | None,
    rng: np.random.Generator,
) -> Dealt:
    # The compiled solver: only where a job may wait for it.
    with IMPORTING:
        from core.playable import playable_grids  # noqa: PLC0415
        from core.solver.solver import solve  # noqa: PLC0415

    lexicon = opened(terms.lexicon).with_house(house)
    rules = _rules(terms, lexicon.language)
    if grid is None:
        grid = next(playable_grids(lexicon, rules, rng, terms.size))
        if rules.uses_bonuses:
            grid = place_bonuses(grid, bonuses, rng)
    pinned = PinnedLexicon(lexicon.name, lexicon.language, lexicon.digest, house)
    return Dealt(solve(grid, lexicon, rules), pinned)


def _rules(terms: Terms, language: str) -> Ruleset:
    rules = ruleset(terms.rules, language)
    return rules.with_min_length(terms.min_length) if terms.min_length else rules


def _solve(
    opened: Callable[[str], Lexicon], record: RoundRecord, accepted: Collection[FoundWord]
) -> Solution:
    with IMPORTING:
        from core.solver.solver import solve  # noqa: PLC0415 (as above)

    house = record.lexicon.house
    try:
        lexicon = opened(record.lexicon.name).with_house(house)
    except SeizeError:
        return Solution(record.grid, record.ruleset, tuple(accepted))
    if lexicon.digest != record.lexicon.digest:
        words = {found.word for found in accepted}
        kept = HouseWords(house.added | words, house.removed - words)
        lexicon = lexicon.with_house(kept)
    return solve(record.grid, lexicon, record.ruleset)
