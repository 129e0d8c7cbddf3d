"""The making of a daily: a search within a budget, and the best grid that is good enough."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import count
from typing import NamedTuple

import numpy as np

from core.daily.hidden import common_slurs, hidden_word, needed_letters
from core.daily.order import Made, Order
from core.daily.quality import common_words, difficulty, fault
from core.daily.recipe import APART, DISTANCE, MOST_KNOWN, Recipe, of_size
from core.daily.themes import ASKED, RULES, theme_of
from core.errors import SeizeError, translatable
from core.grid import Grid
from core.lexicon import Lexicon, alphabet
from core.lexicon.catalogue import open_file, open_lexicon
from core.lexicon.wordlist import WordList
from core.optimizer.constraints import Constraints
from core.optimizer.legs import Leg, Shelf, go
from core.optimizer.methods import Hybrid, Method
from core.optimizer.objective import BadObjective
from core.optimizer.task import to_grid
from core.scoring import Ruleset, ruleset
from core.solver.solver import GridCounter, solve

# A run takes a second or two on 4x4, and with a quarter of the usual moves some ten on 5x5.
METHODS: dict[tuple[int, int], Method] = {(4, 4): Hybrid(), (5, 5): Hybrid(effort=10)}
# Evaluations of a leg: less than a second of a 5x5 grid.
LEG = 2000
# So many grids are solved at most, each time that the budget is used up.
EXAMINED = 48


class NoPuzzle(SeizeError):
    """Raised when a search came to no grid good enough within twice its budget."""

    template = translatable(
        "no grid was found for the daily {number} ({language}): "
        "{tried} were examined, none was good enough"
    )


class Candidate(NamedTuple):
    """A new best of run `restart`, after some evaluations of it."""

    score: int
    restart: int
    evaluations: int
    board: bytes


def make(order: Order, shelf: Shelf, clock: Callable[[], float]) -> Made:
    """Search, and return the grid with the best score of those that are good enough.

    `clock` tells seconds. It ends within about a second of the budget, or where nothing was
    good enough then, of twice the budget: NoPuzzle. The same order gives the same grid if
    `runs` ends it. Raises also Impossible where the earlier grids leave no room, BadObjective
    for a list that does not tell which words are common, UnknownLexicon, BadWordList,
    BadRecipe, BadGrid. It computes all the time: call it in a process of its own.
    """
    began = clock()
    search = _Search(order, shelf)
    for times in (1, 2):
        search.run(times * order.runs, clock, began + times * order.seconds)
        if made := search.pick():
            return replace(made, seconds=clock() - began)
    tried = len(search.refused)
    raise NoPuzzle(number=order.number, language=order.language, tried=tried)


class _Search:
    """The runs of an order so far, what they found, and what of it was refused."""

    def __init__(self, order: Order, shelf: Shelf) -> None:
        self.lexicon = _open(order, shelf)
        if not self.lexicon.ranks.any():
            raise BadObjective.no_common_tier(self.lexicon.name)
        self.draft = _draft(order, self.lexicon)
        self.problem = self.draft.problem(order.earlier)
        self.found: list[Candidate] = []
        self.refused: set[Grid] = set()
        self.runs = self.evaluations = 0
        self._legs = self._run(shelf)
        self._slurs = _slur_counter(self.lexicon, self.problem.ruleset)

    def run(self, runs: int, clock: Callable[[], float], end: float) -> None:
        """Go on until `runs` (0: any number) are made or the time is up, a leg at least."""
        for _ in self._legs:
            if clock() >= end or (runs and self.runs >= runs):
                return

    def _run(self, shelf: Shelf) -> Iterator[None]:
        """Make one run after the other, and yield after each leg."""
        for restart in count():
            leg = Leg(self.problem, self.draft.method, shelf, self.draft.seed, restart, LEG)
            finished = False
            while not finished:
                reached = go(leg)
                finished = reached.run.finished
                self.evaluations += reached.run.evaluations - (leg.evaluations - LEG)
                self.found += [
                    Candidate(gain.score, restart, gain.evaluations, gain.board)
                    for gain in reached.gains
                ]
                leg = replace(leg, run=reached.run, evaluations=reached.run.evaluations + LEG)
                self.runs += finished
                yield

    def pick(self) -> Made | None:
        """Return the best that is good enough, of the best EXAMINED not refused yet."""
        left = EXAMINED
        for candidate in self._clean():
            grid = to_grid(self.problem, candidate.board)
            if (seen := grid.canonical()) in self.refused:
                continue
            if not left:
                break
            left -= 1
            if made := self._examine(candidate, grid):
                return made
            self.refused.add(seen)
        return None

    def _clean(self) -> list[Candidate]:
        """Return the candidates without slurs, best first: rich grids often hold one."""
        tiles = self.problem.size[0] * self.problem.size[1]
        boards = np.frombuffer(b"".join(found.board for found in self.found), np.uint8)
        letters = boards.reshape(len(self.found), -1)[:, :tiles]
        slurs_on = self._slurs.count_many(letters, *self.problem.size, longest=False).words
        clean = [self.found[number] for number in np.flatnonzero(slurs_on == 0)]
        return sorted(clean, key=lambda c: (-c.score, c.restart, c.evaluations))

    def _examine(self, candidate: Candidate, grid: Grid) -> Made | None:
        """Solve a grid, and return it as a daily if it is good enough."""
        solution = solve(grid, self.lexicon, self.problem.ruleset)
        if fault(solution, self.lexicon, self.draft.theme, self.draft.word):
            return None
        return Made(
            grid=grid,
            recipe=replace(
                self.draft, restart=candidate.restart, evaluations=candidate.evaluations
            ),
            words=len(solution),
            points=solution.points,
            common=len(common_words(solution, self.lexicon)),
            difficulty=difficulty(solution, self.lexicon),
            tried=len(self.refused) + 1,
            evaluations=self.evaluations,
            seconds=0.0,
        )


def _open(order: Order, shelf: Shelf) -> Lexicon:
    if shelf.words is not None:
        return open_file(shelf.words, alphabet(order.language), shelf.folder)
    return open_lexicon(order.lexicon, shelf.folder, lambda _: None)


def _draft(order: Order, lexicon: Lexicon) -> Recipe:
    """Return the recipe but for the run that will have found the grid."""
    theme = theme_of(order.day)
    asked = ASKED[theme]
    rules = ruleset(RULES, lexicon.language)
    allowed = Constraints(without=asked.without, only_vowel=asked.only_vowel)
    letters = allowed.allowed(lexicon.alphabet, rules)
    return Recipe(
        number=order.number,
        language=lexicon.language,
        lexicon=lexicon.name,
        digest=lexicon.list_digest,
        theme=theme,
        word=hidden_word(lexicon, order.seed, order.used_words) if asked.hides else "",
        distance=DISTANCE[asked.size],
        earlier=len(of_size(order.earlier, asked.size)),
        method=METHODS[asked.size],
        seed=order.seed,
        restart=0,
        evaluations=1,
        needed="" if asked.hides else needed_letters(lexicon, letters, order.seed),
        known=of_size(order.known, asked.size)[-MOST_KNOWN:],
        apart=APART[asked.size],
    )


def _slur_counter(lexicon: Lexicon, rules: Ruleset) -> GridCounter:
    """Return a counter of the common slurs on many grids at once."""
    shown = common_slurs(lexicon)
    words = WordList(dict(zip(shown, shown, strict=True)), {})
    return GridCounter(Lexicon.build("slurs", lexicon.alphabet, "", words), rules)
