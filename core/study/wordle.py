"""The first word of a Wordle by three ways to the same sum: Shannon's entropy of what it is told.

A. Paradis and M. Varenne, "Rapport IN104 - Wordle" (2022), go through all marks that there are,
3 to the power of the letters, and look each time which words fit. But each word tells but one of
them, so it does to count what the words tell. Seize adds up columns (core/wordle/columns.py).
"""

import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from math import isclose, log2

from core.study.runner import Disagreement
from core.wordle.columns import Columns, spelt
from core.wordle.marks import Mark, marks
from core.wordle.partition import Partition
from core.wordle.words import WordleWords

_BATCH = 512  # guesses whose marks are held at once


@dataclass(frozen=True, slots=True)
class Timed:
    """The seconds (wall clock) of a way for `done` of `guesses` words: what each tells, in bits."""

    name: str
    guesses: int
    done: int
    seconds: float

    @property
    def whole(self) -> float:
        """Return the seconds for all words, at the rate of those that were done."""
        return self.seconds * self.guesses / self.done


def by_all_marks(guess: str, answers: Sequence[str]) -> float:
    """Return the bits that a guess tells, going through all answers for each of all marks.

    Cost: 3^letters times the answers.
    """
    bits = 0.0
    for told in product(Mark, repeat=len(guess)):
        share = sum(marks(guess, answer) == told for answer in answers) / len(answers)
        if share:
            bits -= share * log2(share)
    return bits


def by_counting(guess: str, answers: Sequence[str]) -> float:
    """Return the bits that a guess tells, going through all answers once."""
    shares = [count / len(answers) for count in Counter(_told(guess, answers)).values()]
    return -sum(share * log2(share) for share in shares)


def by_columns(words: WordleWords) -> Iterator[float]:
    """Yield the bits that each guess tells, in their order."""
    columns = Columns(spelt(words.guesses, words.length))
    told = columns.told(spelt(words.answers, words.length))
    for start in range(0, len(words.guesses), _BATCH):
        yield from Partition.of(columns.marks(told, slice(start, start + _BATCH))).bits().tolist()


def compare(words: WordleWords, limit: float) -> tuple[list[Timed], str, float]:
    """Time the three ways, up to `limit` seconds each; return also the best word and its bits.

    Raises Disagreement where two ways do not come to the same.
    """

    def way(bits_of: Callable[[str, Sequence[str]], float]) -> Iterator[float]:
        return (bits_of(guess, words.answers) for guess in words.guesses)

    ours, bits = _timed("columns of marks", words, by_columns(words), float("inf"))
    timed = [
        _timed("all marks", words, way(by_all_marks), limit),
        _timed("each word once", words, way(by_counting), limit),
    ]
    for each, found in timed:
        check(each.name, found, bits)
    most = max(range(len(bits)), key=bits.__getitem__)
    return [*(each for each, _ in timed), ours], words.guesses[most], bits[most]


def check(name: str, found: Sequence[float], bits: Sequence[float]) -> None:
    """Raise Disagreement where the first guesses do not tell what they do by columns."""
    if not all(isclose(a, b, abs_tol=1e-9) for a, b in zip(found, bits, strict=False)):
        raise Disagreement(f"{name} and columns of marks")


def _timed(
    name: str, words: WordleWords, found: Iterable[float], limit: float
) -> tuple[Timed, list[float]]:
    bits: list[float] = []
    started = time.perf_counter()
    for each in found:
        bits.append(each)
        if time.perf_counter() - started > limit:
            break
    return Timed(name, len(words.guesses), len(bits), time.perf_counter() - started), bits


def _told(guess: str, answers: Sequence[str]) -> Iterator[tuple[Mark, ...]]:
    return (marks(guess, answer) for answer in answers)
