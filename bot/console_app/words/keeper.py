"""The keeper of the words of grids that are still played, in the terminal."""

import warnings
from collections.abc import Callable, Iterable
from collections.abc import Set as AbstractSet
from contextlib import suppress
from dataclasses import dataclass, replace

from bot.console_app.words.secrets import SecretGrid
from core.errors import SeizeWarning, translatable
from core.generator import generator
from core.lexicon import Lexicon
from core.lexicon.catalogue import UnknownLexicon
from core.secrets import ALLOWANCE, Answer, Secret, SecretWords, Tally, Words, deal_decoys, tell
from core.solver.solution import Solution
from core.solver.solver import solve


class WordsKept(SeizeWarning):
    """Raised when an answer is without some of its words."""

    template = translatable(
        "Words of a grid that is still played may be missing: ask again when its time is over."
    )


@dataclass(frozen=True, slots=True)
class Keeper:
    """Keeps back the words of grids that are still played.

    Each answer counts for itself, unlike in the chats: whoever has the database has the grids,
    and their words, too.
    """

    solutions: tuple[tuple[Solution, Lexicon], ...] = ()

    @classmethod
    def of(cls, grids: Iterable[SecretGrid], opened: Callable[[str], Lexicon]) -> "Keeper":
        """Solve grids with their lexicons, which `opened` opens by name."""
        solutions = []
        for each in grids:
            with suppress(UnknownLexicon):  # nobody can be told a word of such a list
                lexicon = opened(each.lexicon)
                rules = each.ruleset(lexicon.language)
                solutions.append((solve(each.grid, lexicon, rules), lexicon))
        return cls(tuple(solutions))

    def kept(self, words: AbstractSet[str]) -> AbstractSet[str]:
        """Return which of these words are kept back."""
        left = frozenset(words)
        for solution, lexicon in self.solutions:
            told = sum(found.points for found in solution if found.word in left)
            if told > ALLOWANCE * solution.points:  # less is fair even if chance told nothing
                decoys = deal_decoys(lexicon, solution, generator(1))
                secret = Secret(solution.grid, Words.of([solution]), decoys)
                left -= tell(secret, Tally.none(secret), Answer(left))
        return words - left

    def told(self, words: AbstractSet[str]) -> AbstractSet[str]:
        """Return which of these words are told, and warn if not all; raises SecretWords if none."""
        kept = self.kept(words)
        if kept and len(kept) == len(words):
            raise SecretWords
        if kept:
            warnings.warn(WordsKept(), stacklevel=2)
        return words - kept

    def rest(self, solution: Solution) -> Solution:
        """Return a solution with the words that are told; raises SecretWords if none is."""
        told = self.told({found.word for found in solution})
        if len(told) == len(solution):
            return solution
        return replace(solution, words=tuple(each for each in solution if each.word in told))
