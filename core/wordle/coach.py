"""The coach: the best next word of any position, and what each guess of a game has cost."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

import numpy as np

from core.wordle.columns import Columns, marks_against, spelt
from core.wordle.contradictions import contradiction
from core.wordle.game import TRIES, Turn, WrongLength
from core.wordle.hard import HardMode
from core.wordle.mark_table import MarkTable, Numbers
from core.wordle.marks import code_of
from core.wordle.openers import Found, openers, second_words
from core.wordle.partition import Partition
from core.wordle.search import (
    A_LITTLE,
    BEAM,
    FEW,
    HARD_BEAM,
    LOST,
    PATIENCE,
    PATIENT_UP_TO,
    Search,
    quick,
)
from core.wordle.words import WordleWords

MOST = 10  # words that are suggested at most


class Strategy(StrEnum):
    """The goal of the next word: the fewest guesses to come, or the most information."""

    BEST = "best"
    ENTROPY = "entropy"


@dataclass(frozen=True, slots=True)
class Advice:
    """The worth of a word in a position.

    `bits`: the information that its marks give, on average. `expected` and `worst`: how many
    words are left after it, on average and at most. `possible`: it can be the answer.
    `guesses`: how many more it takes on average, this one included, a lost game counting as
    one more than there are tries; None where the strategy does not ask.
    """

    word: str
    bits: float
    expected: float
    worst: int
    possible: bool
    guesses: float | None = None


@dataclass(frozen=True, slots=True)
class Review:
    """A guess of a game, the best one in its place, and how many bits less it gave (0 or more)."""

    turn: Turn
    own: Advice
    best: Advice
    cost: float

    @property
    def wasted(self) -> bool:
        """Return whether but one word was left, and this was another: a try, though no bit."""
        return not self.best.bits and not self.own.possible


class Coach:
    """A coach for the words of one language and length. Immutable; some 10 MB.

    `hard`: only words that hard mode takes are suggested. `patient`: wherever a game would be
    lost, look further, for as many seconds as that takes, and find second words anew.
    """

    def __init__(self, words: WordleWords, *, hard: bool = False, patient: bool = False) -> None:
        """Take the words. Cost: up to 0.3 s."""
        self.words = words
        self.hard = hard
        self._patient = patient
        self._words = [word for word in words.guesses if word not in words.hidden]
        self._letters = spelt(self._words, words.length)
        self._columns = Columns(self._letters)
        answers = set(words.answers)
        self._common = np.array([word in answers for word in self._words])

    def remaining(self, turns: Sequence[Turn]) -> list[str]:
        """Return the answers that fit; where none does, all words that fit.

        Raises Contradiction with the first contradiction, WrongLength.
        """
        return [self._word(number) for number in self._left(turns)]

    def advise(
        self, turns: Sequence[Turn], strategy: Strategy = Strategy.BEST, count: int = 5
    ) -> list[Advice]:
        """Return the best next words, `count` at most, the best first; as `remaining` raises.

        The first guess is known for shipped words, in hard mode the second one, too (see
        core/wordle/openers.py); of others, the first is that of the most information. Where
        guesses times words left are too many marks, only those guesses are looked at that may
        give most (see core/wordle/mark_table.py). Cost: some 10 ms, up to 0.2 s where hundreds of
        words are left, or where a game of hard mode may be lost.
        """
        left = self._left(turns)
        known = self._known(turns, strategy)[:count]
        advices = self._advices(known, left) if known else []
        if len(known) < count:
            words = {word for word, _ in known}
            best = self._best(turns, left, strategy, count)
            found = [each for each in best if each[0] not in words][: count - len(known)]
            advices += self._advices(found, left) if found else []
        return advices

    def review(self, turns: Sequence[Turn]) -> list[Review]:
        """Return each guess of a game beside the best one in its place; as `remaining` raises."""
        return [self._review(turns[:number], turn) for number, turn in enumerate(turns)]

    def _review(self, before: Sequence[Turn], turn: Turn) -> Review:
        left = self._left(before)
        (best,) = self.advise(before, count=1)
        (own,) = self._advices([(turn.word, None)], left)
        return Review(turn, own, best, max(0.0, best.bits - own.bits))

    def _left(self, turns: Sequence[Turn]) -> Numbers:
        for turn in turns:
            if len(turn.word) != self.words.length:
                raise WrongLength(turn.word, self.words.length)
        for numbers in (np.flatnonzero(self._common), np.arange(len(self._letters))):
            left = self._fitting(numbers, turns)
            if len(left):
                return left
        numbers, first = np.arange(len(self._letters)), 0
        while len(numbers):
            numbers, first = self._fitting(numbers, turns[first : first + 1]), first + 1
        raise contradiction(turns[:first], self.words.letters)

    def _fitting(self, numbers: Numbers, turns: Sequence[Turn]) -> Numbers:
        """Return those of the words (by number) that would have told what the turns tell."""
        for turn in turns:
            told = marks_against(turn.word, self._letters[numbers])
            numbers = numbers[told == code_of(turn.marks)]
        return numbers

    def _known(self, turns: Sequence[Turn], strategy: Strategy) -> Sequence[Found]:
        """Return the first or second words that are known, with their costs."""
        hard = self.hard and strategy is Strategy.BEST
        if not turns:
            return openers(self.words, "hard" if hard else strategy)
        if hard and len(turns) == 1 and not self._patient:
            return second_words(self.words, turns[0])
        return ()

    def _best(
        self, turns: Sequence[Turn], left: Numbers, strategy: Strategy, count: int
    ) -> Sequence[Found]:
        """Return the best words with their costs, which nothing is known of at the first guess."""
        best, tries = strategy is Strategy.BEST, max(1, TRIES - len(turns))
        if len(left) <= 2:
            return [(self._word(number), 2 * len(left) - 1 if best else None) for number in left]
        if count == 1 and len(left) <= FEW:
            columns = Columns(self._letters[left])
            found = quick(columns.marks(columns.told(self._letters[left])), tries if best else 2)
            if found:
                return [(self._word(left[found[1]]), found[0] if best else None)]
        taken, columns = self._taken(turns)
        own, common = np.searchsorted(taken, left), self._common[taken]
        table = MarkTable.of(self._letters[taken], columns, own, common)
        ranked: Sequence[tuple[int | None, int]]
        if best and turns:
            ranked = self._searched(table, tries, count)
        else:
            ranked = [(None, guess) for guess in table.most_bits(count)]
        return [(self._word(taken[table.guesses[guess]]), cost) for cost, guess in ranked]

    def _searched(self, table: MarkTable, tries: int, count: int) -> list[tuple[int, int]]:
        """Return the least costs on a table with their guesses; look further before a loss."""
        everything = np.arange(len(table.own)), np.arange(len(table.guesses))
        beam = HARD_BEAM if self.hard else BEAM
        ranked = Search(table, self.hard, beam).ranked(*everything, tries, count)
        losses = ranked[0][0] // LOST
        if not losses or (len(table.own) > PATIENT_UP_TO and not self._patient):
            return ranked
        fewer = losses * LOST
        search = Search(table, self.hard, beam, PATIENCE if self._patient else A_LITTLE)
        further = search.ranked(*everything, tries, count, fewer)
        return further if further[0][0] < fewer else ranked

    def _taken(self, turns: Sequence[Turn]) -> tuple[Numbers, Columns]:
        """Return the guesses that may be made, with their columns."""
        if not (self.hard and turns):
            return np.arange(len(self._letters)), self._columns
        mode = HardMode(self._letters.T)
        fits = [mode.taken(spelt([turn.word], len(turn.word))[0], turn.marks) for turn in turns]
        taken = np.flatnonzero(np.logical_and.reduce(fits))
        return taken, Columns(self._letters[taken])

    def _word(self, number: int) -> str:
        return self._words[number]

    def _advices(self, found: Sequence[Found], left: Numbers) -> list[Advice]:
        """Return the worth of words in a position."""
        answers = self._letters[left]
        partition = Partition.of(np.array([marks_against(word, answers) for word, _ in found]))
        bits, expected, worst = partition.bits(), partition.expected(), partition.worst()
        possible = {self._word(number) for number in left}
        return [
            Advice(
                word,
                float(bits[index]),
                float(expected[index]),
                int(worst[index]),
                word in possible,
                None if cost is None else cost % LOST / len(left),
            )
            for index, (word, cost) in enumerate(found)
        ]
