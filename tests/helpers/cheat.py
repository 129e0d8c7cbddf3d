"""A cheat who wants the words of a grid that others play, and asks whatever may tell them.

They know the answer of each question beforehand, and the rule that answers are told by: no real
one does as well.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import combinations

import numpy as np

from core.anagrams import Rack, words_of
from core.grid import Grid, Tile
from core.lexicon import Lexicon
from core.scoring import Ruleset
from core.secrets import ALLOWANCE, Answer, Secret, Tally, Words, deal_decoys, tell
from core.solver.solution import Solution
from core.solver.solver import solve

QUESTIONS = 50
SHOWN = 25  # completions of a word

Answers = Mapping[str, frozenset[str]]
"""The words that answer each question."""


@dataclass(frozen=True, slots=True)
class Table:
    """A grid that is played, by the words of a lexicon under some rules."""

    solution: Solution
    lexicon: Lexicon
    rules: Ruleset

    @classmethod
    def of(cls, grid: Grid, lexicon: Lexicon, rules: Ruleset) -> "Table":
        """Solve a grid."""
        return cls(solve(grid, lexicon, rules), lexicon, rules)

    def secret(self, rng: np.random.Generator) -> Secret:
        """Return the secret, as its guard knows it."""
        decoys = deal_decoys(self.lexicon, self.solution, rng)
        return Secret(self.solution.grid, Words.of([self.solution]), decoys)

    def grids(self) -> Answers:
        """Return answers of `/solve`: parts of the grid, and grids that hold it, or nearly."""
        grid = self.solution.grid
        asked = {*_parts(grid), *_changed(grid), *_wider(grid)}
        return {f"solve {each}": _spelt(solve(each, self.lexicon, self.rules)) for each in asked}

    def racks(self) -> Answers:
        """Return answers of `/letters`: all but some letters of the grid, and those of its rows."""
        letters = "".join(tile.letters for tile in self.solution.grid.tiles)[:16]
        left_out = [out for count in (0, 1, 2) for out in combinations(range(len(letters)), count)]
        racks = {_without(letters, out) for out in left_out[:: max(1, len(left_out) // 60)]}
        racks |= {each.word for each in self.solution.words[:60]}
        answers = {}
        for rack in racks:
            classes = words_of(self.lexicon, Rack(rack))
            answers[f"letters {rack}"] = frozenset(w for each in classes for w in each.words)
        return answers

    def checks(self) -> Answers:
        """Return answers of `/check`: its words, one by one."""
        return {f"check {each.word}": frozenset([each.word]) for each in self.solution.words[:120]}

    def completions(self) -> Answers:
        """Return completions of how its words begin."""
        words = {each.word for each in self.solution.words}
        begun = {word[:length] for word in words for length in range(1, len(word))}
        complete = self.lexicon.complete
        return {f"complete {each}": frozenset(complete(each, SHOWN)) for each in sorted(begun)}

    def roads(self) -> Mapping[str, Callable[[], Answers]]:
        """Return the roads to its words, one by one."""
        return {
            "/solve": self.grids,
            "/letters": self.racks,
            "/check": self.checks,
            "completions": self.completions,
        }


@dataclass(slots=True)
class Cheat:
    """A cheat, with all that a secret's guard told; `others` are random grids for comparison."""

    secret: Secret
    others: Words
    told: set[str] = field(default_factory=set)
    heard: set[str] = field(default_factory=set)  # with what was left out
    together: Tally | None = None  # that of all in their chat
    tally: Tally = field(init=False)
    refused: int = 0

    def __post_init__(self) -> None:
        self.tally = Tally.none(self.secret)

    @property
    def share(self) -> float:
        """Return the share of the secret's points that they were told."""
        return _share(self.secret.words, self.told)

    @property
    def excess(self) -> float:
        """Return how much more that is than what the same answers tell of other grids."""
        return self.share - _share(self.others, self.told)

    def ask(self, words: frozenset[str]) -> None:
        """Ask a question, and note what is told."""
        left_out = set(tell(self.secret, self.tally, Answer(words)))
        if self.together:
            left_out |= tell(self.secret, self.together, Answer(words - left_out))
        self.heard |= words
        self.told |= words - left_out
        self.refused += bool(left_out)

    def play(self, answers: Answers, questions: int = QUESTIONS) -> None:
        """Ask so many questions: each time the one that brings most, and does not go too far."""
        asked = list(answers.values())
        mine, decoys, others = (
            np.array([each.among(words) for words in asked])
            for each in (self.secret.words, self.secret.decoys, self.others)
        )
        for _ in range(min(questions, len(asked))):
            if self.tally.shut:
                return  # nothing new is told from now on
            told = self.secret.words.among(self.told)
            gain = (mine & ~told) @ self.secret.words.weights
            by_chance = (others & ~self.others.among(self.told)) @ self.others.weights
            heard = self.secret.decoys.among(self.heard)
            chance = (decoys | heard) @ self.secret.decoys.weights
            share = self.tally.others.told + self.tally.share(self.secret)
            fits = share + gain <= chance + ALLOWANCE
            worth = np.where(fits, gain - by_chance, -1.0)
            if worth.max() <= 0:
                worth = gain - by_chance
            self.ask(asked[int(worth.argmax())])


def _share(words: Words, told: Iterable[str]) -> float:
    return float(words.weights @ words.among(frozenset(told)))


def _spelt(solution: Solution) -> frozenset[str]:
    return frozenset(found.word for found in solution)


def _without(letters: str, places: Iterable[int]) -> str:
    out = set(places)
    return "".join(letter for place, letter in enumerate(letters) if place not in out)


def _parts(grid: Grid) -> Iterator[Grid]:
    """Yield every window of a grid, itself among them."""
    for rows in range(2, grid.rows + 1):
        for cols in range(2, grid.cols + 1):
            for top in range(grid.rows - rows + 1):
                for left in range(grid.cols - cols + 1):
                    tiles = [
                        grid.tiles[row * grid.cols + col]
                        for row in range(top, top + rows)
                        for col in range(left, left + cols)
                    ]
                    yield Grid(rows, cols, tuple(tiles))


def _changed(grid: Grid) -> Iterator[Grid]:
    """Yield a grid with one or two tiles replaced by a rare letter."""
    for count in (1, 2):
        for places in combinations(range(len(grid.tiles)), count):
            tiles = list(grid.tiles)
            for place in places:
                tiles[place] = Tile("k")
            yield Grid(grid.rows, grid.cols, tuple(tiles))


def _wider(grid: Grid) -> Iterator[Grid]:
    """Yield grids that hold it, with more and more around."""
    for rows, cols in ((5, 5), (6, 6), (8, 8)):
        if rows > grid.rows and cols > grid.cols:
            for around in "esk":
                tiles = [Tile(around)] * (rows * cols)
                for place, tile in enumerate(grid.tiles):
                    tiles[place // grid.cols * cols + place % grid.cols] = tile
                yield Grid(rows, cols, tuple(tiles))
