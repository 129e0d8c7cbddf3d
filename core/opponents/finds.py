"""Computer players: which words of a grid they find, and when.

Each level knows some of the words, the frequent ones rather than the rare. Of those it knows, it
finds first those that are frequent, short, and whose paths turn little; and after a word it often
finds what lies near it: a form of it, or its beginning. Finds come at the pace of people, and more
slowly towards the end. A level differs from the next by what it knows, by its pace, and by how much
length puts it off. The numbers are calibrated by matches against each other
(benchmarks/opponents.py), so that each level beats the one below in about seven of ten.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from itertools import pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from core.generator import generator
from core.grid import Path
from core.lexicon import Lexicon
from core.opponents.levels import LEVELS
from core.solver.solution import FoundWord, Solution

_UNRANKED = 120_000.0  # rank of a word outside of the common tier
_VAGUE = 0.6  # how gradually knowledge ends, in powers of e of the rank
_TURN = 0.15  # what a turn of the path costs, as _FREQUENCY and a level's `length` in logits
_FREQUENCY = 0.55
_SPREAD = 0.5  # of the pauses between two finds: of their logarithms
_TIRED = 0.7  # by how much longer pauses are at the end
_NEAR, _QUICK = 0.35, 0.45  # the chance to find what is near, and how much sooner that comes
_FIRST = 2.0  # seconds in which a grid is read
_LETTER = 0.12  # seconds that a letter takes to trace
_EASE = 0.15
_AT_LEAST = 2  # letters that a word and what is near it have in common but for one or two


@dataclass(frozen=True, slots=True)
class Skill:
    """The skill of a level: a rank, the pause between two finds in seconds, what a letter costs."""

    known: float
    pause: float
    length: float


class Find(NamedTuple):
    """A word that is found, so many seconds after the beginning."""

    at: float
    found: FoundWord


@cache
def skill(level: int) -> Skill:
    """Return the skill of a level of LEVELS."""
    step = (level - LEVELS[0]) / (len(LEVELS) - 1)
    step *= 1 - _EASE * step  # the better two are, the less chance decides between them
    return Skill(
        known=3_000 * 30**step,
        pause=14.0 * 0.18**step,
        length=1.0 - 0.9 * step,
    )


def finds(
    solution: Solution, lexicon: Lexicon, level: int, seconds: float, seed: str
) -> list[Find]:
    """Return the finds of a level on a grid, in their order; the same for the same `seed`.

    `lexicon` tells how frequent words are. Cost: about a millisecond for 500 words.
    """
    words = solution.words
    if not words:
        return []
    how = skill(level)
    rng = generator(int.from_bytes(sha256(f"{seed} {level}".encode()).digest()[:6], "big"))
    rarity = np.log([lexicon.rank(each.word) or _UNRANKED for each in words])
    known = rng.random(len(words)) < 1 / (1 + np.exp((rarity - np.log(how.known)) / _VAGUE))
    order = _order(words, rarity, known, how, rng)
    return list(_timed(words, order, _neighbours(words), how, seconds, rng))


def _order(
    words: Sequence[FoundWord],
    rarity: NDArray[np.float64],
    known: NDArray[np.bool_],
    how: Skill,
    rng: np.random.Generator,
) -> list[int]:
    """Return the words that are known, in an order drawn by how easily they are found.

    To sort by logits with Gumbel noise is to draw one after the other by their odds
    (Yellott, 1977: https://doi.org/10.1016/0022-2496(77)90026-8).
    """
    ease = [-how.length * (len(each.word) - 3) - _TURN * _turns(each.path) for each in words]
    keys = np.array(ease) - _FREQUENCY * rarity + rng.gumbel(size=len(words))
    return [int(number) for number in np.argsort(-keys, kind="stable") if known[number]]


def _timed(
    words: Sequence[FoundWord],
    order: list[int],
    near: Sequence[Sequence[int]],
    how: Skill,
    seconds: float,
    rng: np.random.Generator,
) -> Iterator[Find]:
    """Yield finds in an order, at their times; what is near a word may come right after it."""
    left, at = dict.fromkeys(order), _FIRST
    pace = 1.0
    number = next(iter(left), None)
    while number is not None:
        pause = how.pause * pace * float(np.exp(_SPREAD * rng.standard_normal()))
        at += pause * (1 + _TIRED * at / seconds) + _LETTER * len(words[number].word)
        if at >= seconds:
            return
        yield Find(at, words[number])
        del left[number]
        close = next((each for each in near[number] if each in left), None)
        if close is not None and rng.random() < _NEAR:
            number, pace = close, _QUICK
        else:
            number, pace = next(iter(left), None), 1.0


def _neighbours(words: Sequence[FoundWord]) -> list[list[int]]:
    """Return of each word those that are it with one or two letters more, or less, at the end."""
    numbers = {each.word: number for number, each in enumerate(words)}
    near: list[list[int]] = [[] for _ in words]
    for number, each in enumerate(words):
        for cut in (1, 2):
            other = numbers.get(each.word[:-cut])
            if other is not None and len(each.word) - cut >= _AT_LEAST:
                near[number].append(other)
                near[other].append(number)
    return near


def _turns(path: Path) -> int:
    """Return how often a path changes its direction; steps are differences of cells."""
    steps = [later - earlier for earlier, later in pairwise(path)]
    return sum(before != after for before, after in pairwise(steps))
