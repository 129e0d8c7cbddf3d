"""The words that a player was told of a secret grid, and those that they may be told next.

A grid that is still played is secret, though everybody sees its letters: who asks for parts of
it, for grids or letters that hold it, or for single words, is told its words all the same. So
what counts is the answers, not what the questions look like.

An honest question tells some of these words, too: as many as of any grid of that kind. `decoys`,
random grids of the kind, measure how many by chance: what was told of the secret, in points, may
be ALLOWANCE more than what the same answers told of them.

What would be more is left out, the best words first; all of it where most of the answer is about
the secret. From then on the player is told no new word of that secret, and is told with every
answer that words may be left out, whether any are: so nobody learns from what is missing.

So much for one player. All who ask in a chat are told ALLOWANCE_TOGETHER more than by chance, by
a tally of their own. Which words were told is known in one process, and as long as it lives; what
outlasts it are their shares. As nobody knows which words two of these have in common, what was
told is added up, and of what chance would tell the most is taken: restarts bring nobody more.
"""

from collections.abc import Iterable, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import chain, islice
from math import ceil

import numpy as np
from numpy.typing import NDArray

from core.errors import SeizeError, translatable
from core.generator import place_bonuses, random_grids
from core.grid import Bonus, Grid
from core.lexicon import Lexicon
from core.limits import Spent
from core.solver.compiler import IMPORTING
from core.solver.solution import Solution

# Of a secret's points: decoys are few, and so tell chance to a hundredth or two only.
ALLOWANCE = 0.06
ALLOWANCE_TOGETHER = 0.25
_STEP = 0.02  # that what was told is kept by, rounded up: so it is seldom written
DECOYS = 128
_LONG = 10  # letters: longer words count as these do


class SecretWords(SeizeError):
    """Raised when an answer could tell words of a grid that is still played."""

    template = translatable(
        "this could tell words of a grid that is still played: ask again when its time is over"
    )


@dataclass(frozen=True, slots=True, eq=False)
class Words:
    """The words of one or several solutions. `places` are those of each word in the arrays.

    `weights`: float64[words], a word's share of the points, 1 in all; `lengths`: int64[words].
    """

    places: Mapping[str, list[int]]
    weights: NDArray[np.float64]
    lengths: NDArray[np.int64]

    @classmethod
    def of(cls, solutions: Iterable[Solution]) -> "Words":
        """Take the words of solutions, each of which weighs as much as the others."""
        places: dict[str, list[int]] = {}
        weights: list[float] = []
        lengths: list[int] = []
        for solution in solutions:
            whole = solution.points or 1
            for found in solution:
                places.setdefault(found.word, []).append(len(weights))
                weights.append(found.points / whole)
                lengths.append(min(len(found.word), _LONG))
        shares = np.array(weights, np.float64)
        return cls(places, shares / (shares.sum() or 1.0), np.array(lengths, np.int64))

    def among(self, words: AbstractSet[str]) -> NDArray[np.bool_]:
        """Return bool[words]: which of these are among others."""
        marks = np.zeros(len(self.weights), bool)
        found = self.places.keys() & words
        marks[list(chain.from_iterable(map(self.places.__getitem__, found)))] = True
        return marks

    def by_length(self, of: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return float64[11]: the sums for each length of one number a word."""
        sums: NDArray[np.float64] = np.bincount(self.lengths, of, _LONG + 1).astype(np.float64)
        return sums


@dataclass(frozen=True, slots=True, eq=False)
class Secret:
    """The words of a grid that is still played; `decoys` are those of random grids like it."""

    grid: Grid
    words: Words
    decoys: Words

    def chance(self, heard: "Heard | None") -> float:
        """Estimate the share that would be told of a grid like this, by what decoys were told.

        Of the mean of the decoys, and that of words as long as those of this grid, the lower
        one: grids with many long words are less like others.
        """
        if heard is None:
            return 0.0
        share, rates = heard.shares
        own = self.words.by_length(self.words.weights)
        return min(share, float(own @ rates))


@dataclass(frozen=True, eq=False)
class Heard:
    """The words of a kind's decoys that were told, in bits: one of tallies that began together."""

    decoys: Words
    bits: NDArray[np.uint8]

    @cached_property
    def shares(self) -> tuple[float, NDArray[np.float64]]:
        """The shares that were told: of all points, and (float64[11]) of those of each length."""
        weights = self.decoys.weights * _unpacked(self.bits, self.decoys)
        whole, part = self.decoys.by_length(self.decoys.weights), self.decoys.by_length(weights)
        rates = np.divide(part, whole, out=np.zeros_like(whole), where=whole > 0)
        return float(weights.sum()), rates


@dataclass(slots=True)
class Tally:
    """The words of a secret that a player was told, in bits, and those of its decoys.

    Or all in a chat. `heard` is None as long as nothing was asked; `shut`: no new word of it is
    told. `others` is what they were told elsewhere, `kept` what is kept already of this one.
    """

    told: NDArray[np.uint8]
    allowance: float = ALLOWANCE
    heard: Heard | None = None
    shut: bool = False
    others: Spent = field(default_factory=Spent)
    kept: Spent = field(default_factory=Spent)

    @classmethod
    def none(cls, secret: Secret, allowance: float = ALLOWANCE) -> "Tally":
        """Return that of who was told nothing yet."""
        return cls(np.packbits(np.zeros(len(secret.words.weights), bool)), allowance)

    def join(self, stored: Spent) -> None:
        """Take into account what is kept, of which some was told here."""
        self.others = replace(stored, told=max(0.0, stored.told - self.kept.told))
        self.shut = self.shut or stored.shut

    def share(self, secret: Secret) -> float:
        """Return the share of the secret's points that was told here."""
        return float(secret.words.weights @ _unpacked(self.told, secret.words))

    def unkept(self, secret: Secret) -> Spent | None:
        """Return what is to be added to what is kept, None for nothing."""
        told = _STEP * ceil(self.share(secret) / _STEP)
        if told <= self.kept.told and self.shut == (self.kept.shut or self.others.shut):
            return None
        return Spent(max(0.0, told - self.kept.told), secret.chance(self.heard), self.shut)


def deal_decoys(lexicon: Lexicon, like: Solution, rng: np.random.Generator) -> Words:
    """Deal random grids of the size, the rules and the bonuses of a solution, and solve them.

    Cost: some 0.3 s.
    """
    # The compiled solver: only where a job may wait for it.
    with IMPORTING:
        from core.playable import NoPlayableGrid, playable_grids  # noqa: PLC0415
        from core.solver.solver import solve  # noqa: PLC0415

    size = like.grid.rows, like.grid.cols
    bonuses = [tile.bonus for tile in like.grid.tiles if tile.bonus is not Bonus.NONE]
    try:
        grids = list(islice(playable_grids(lexicon, like.rules, rng, size), DECOYS))
    except NoPlayableGrid:
        grids = list(islice(random_grids(lexicon, like.rules, rng, size), DECOYS))
    placed = (place_bonuses(grid, bonuses, rng) for grid in grids)
    return Words.of(solve(grid, lexicon, like.rules) for grid in placed)


@dataclass(frozen=True, slots=True)
class Answer:
    """The words that answer a question, looked up once among those of each secret and kind."""

    words: frozenset[str]
    # By identity, and with the keys themselves, so that they live as long.
    _among: dict[int, tuple[Words, NDArray[np.bool_]]] = field(default_factory=dict, compare=False)
    _heard: dict[tuple[int, int], tuple[Heard | None, Heard]] = field(
        default_factory=dict, compare=False
    )

    def among(self, words: Words) -> NDArray[np.bool_]:
        """Return bool[words]: which of these are told."""
        if id(words) not in self._among:
            self._among[id(words)] = words, words.among(self.words)
        return self._among[id(words)][-1]

    def heard(self, decoys: Words, before: Heard | None) -> Heard:
        """Return the decoys' words told by this answer, with those told before."""
        if before and before.decoys is not decoys:  # which were dealt again
            before = None
        key = id(decoys), id(before)
        if key not in self._heard:
            bits = np.packbits(self.among(decoys))
            self._heard[key] = before, Heard(decoys, bits | before.bits if before else bits)
        return self._heard[key][-1]

    def without(self, words: AbstractSet[str]) -> "Answer":
        """Return the answer without some words."""
        return Answer(self.words - words) if words else self


def tell(secret: Secret, tally: Tally, answer: Answer) -> AbstractSet[str]:
    """Note what an answer tells of a secret; return its words that are to be left out.

    Cost: see benchmarks/secrets.py.
    """
    told = _unpacked(tally.told, secret.words)
    asked = answer.among(secret.words)
    new = asked & ~told
    places, weights = secret.words.places, secret.words.weights
    fresh = {word for word in places.keys() & answer.words if new[places[word][0]]}
    if tally.shut:
        return fresh
    heard = answer.heard(secret.decoys, tally.heard)
    share = tally.others.told + tally.share(secret)
    # What chance would tell takes longer to know, and makes no difference at first.
    whole = share + float(weights @ new)
    if whole <= tally.allowance or whole <= _most(secret, tally, heard):
        tally.told, tally.heard = np.packbits(told | new), heard
        return frozenset()
    tally.shut = True
    if 2 * np.count_nonzero(asked) >= len(answer.words):
        return fresh
    # What is left out tells nothing of the decoys, either.
    heard = answer.without(fresh).heard(secret.decoys, tally.heard)
    light = np.flatnonzero(new)[np.argsort(weights[new], kind="stable")]
    kept = light[np.cumsum(weights[light]) <= _most(secret, tally, heard) - share]
    told[kept] = True
    tally.told = np.packbits(told)
    return {word for word in fresh if not told[places[word][0]]}


def _most(secret: Secret, tally: Tally, heard: Heard) -> float:
    """Return the share of a secret that may have been told by now."""
    return max(tally.others.chance, secret.chance(heard)) + tally.allowance


def could_tell(secret: Secret, tally: Tally, word: str) -> bool:
    """Return whether a word, if it is one, would be a new one of a secret of which no more is told.

    Whether it is one makes no difference, so that a refusal does not tell.
    """
    if not tally.shut:
        return False
    if place := secret.words.places.get(word):
        return not _unpacked(tally.told, secret.words)[place[0]]
    return secret.grid.trace(word)[0] is not None


def _unpacked(bits: NDArray[np.uint8], words: Words) -> NDArray[np.bool_]:
    return np.unpackbits(bits, count=len(words.weights)).view(bool)
