"""Words from a set of letters, in any order: the two structures of a student report.

A word's signature is its letters in alphabetical order: chien, chine and niche have "cehin".
The report ("Solveur de Ruzzle", Java) first keeps a list of signatures and words, then a map of
signatures to their words.
"""

from collections import defaultdict
from collections.abc import Iterable
from itertools import combinations
from typing import Protocol

from core.anagrams import Rack, words_of
from core.study.dictionaries import SeizeLexicon


class LetterFinder(Protocol):
    """Knows which words can be made of letters."""

    def words(self, letters: str) -> set[str]:
        """Return the words that have no letter more often than `letters`."""


def signature(word: str) -> str:
    """Return the letters of a word in order."""
    return "".join(sorted(word))


class SignatureList:
    """A list of words with their signatures, that is scanned: n comparisons."""

    def __init__(self, words: Iterable[str]) -> None:
        self._signed = [(signature(word), word) for word in words]

    def words(self, letters: str) -> set[str]:
        """Return the words whose signatures are within that of `letters`."""
        ordered = signature(letters)
        return {word for signed, word in self._signed if _is_within(signed, ordered)}


class SignatureMap:
    """A map of signatures to their words: one look for each choice among the letters."""

    def __init__(self, words: Iterable[str]) -> None:
        self._words: defaultdict[str, list[str]] = defaultdict(list)
        for word in words:
            self._words[signature(word)].append(word)

    def words(self, letters: str) -> set[str]:
        """Return the words of all choices: at most 2^16 of 16 letters."""
        ordered = signature(letters)
        choices = (
            "".join(choice)
            for length in range(1, len(ordered) + 1)
            for choice in set(combinations(ordered, length))
        )
        return {word for choice in choices for word in self._words.get(choice, ())}


class PackedWalk(SeizeLexicon):
    """Seize's own way: the graph, walked with the letters that are left."""

    def words(self, letters: str) -> set[str]:
        """Return the words of at most 16 letters."""
        return {word for found in words_of(self.lexicon, Rack(letters), 1) for word in found.words}


def _is_within(signed: str, ordered: str) -> bool:
    """Tell whether the letters of one signature come in another, in order."""
    rest = iter(ordered)
    return all(letter in rest for letter in signed)
