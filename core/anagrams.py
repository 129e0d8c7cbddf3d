"""The words that a set of letters allows, in any order, each letter as often as it is given.

Two ways lead to them. Words that use all letters are looked up in an index from sorted letters
to words ("cehin": chien, chine, niche), the classic hash map of such programs. For words of some
of the letters, that would take a look-up for each of up to 65,536 choices, and many more with
wildcards: so the packed graph is walked instead, all prefixes of one length at once, each with
the letters that it leaves.
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import combinations_with_replacement
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from core.errors import SeizeError, translatable
from core.lexicon import Lexicon
from core.lexicon.alphabet import MAX_LETTERS, MIN_LETTERS, Alphabet
from core.lexicon.graph import FIRST_CHILD_SHIFT, ROOT, WORD_FLAG, Graph
from core.texts import plain

WILDCARD = "?"
MOST_WILDCARDS = 4
_SEPARATORS = re.compile(r"[\s/|]+")  # as in grids, which people paste


class BadRack(SeizeError):
    """Raised when letters, wildcards or a length are not to look for words with."""

    @classmethod
    def wildcards(cls, count: int, most: int = MOST_WILDCARDS) -> "BadRack":
        """Refuse more wildcards than `most`."""
        return cls(translatable("{count} wildcards: use 0 to {most}"), count=count, most=most)


@dataclass(frozen=True, slots=True)
class Rack:
    """Normalised letters in any order, and wildcards, each of which is any one letter.

    1 to 16 in all, at most 4 of them wildcards; else raises BadRack.
    """

    letters: str
    wildcards: int = 0

    def __post_init__(self) -> None:
        if not 0 <= self.wildcards <= MOST_WILDCARDS:
            raise BadRack.wildcards(self.wildcards)
        if not 1 <= len(self) <= MAX_LETTERS:
            raise BadRack(
                translatable(
                    "{count} letters: give 1 to {most}, such as CHIEN, or CHI?N where ? is any "
                    "letter"
                ),
                count=len(self),
                most=MAX_LETTERS,
            )

    @classmethod
    def parse(cls, alphabet: Alphabet, text: str, wildcards: int = 0) -> "Rack":
        """Read letters as a person types them; each "?" is one more wildcard.

        Spaces and slashes are passed over. Raises BadRack, BadSpelling.
        """
        text = _SEPARATORS.sub("", plain(text))
        letters = text.replace(WILDCARD, "")
        # Counted as typed first: what is far too long is not to be repeated in a refusal.
        rack = cls(letters, wildcards + len(text) - len(letters))
        return replace(rack, letters=alphabet.normalise(letters)) if letters else rack

    def __len__(self) -> int:
        return len(self.letters) + self.wildcards

    def __str__(self) -> str:
        return self.letters.upper() + WILDCARD * self.wildcards

    def allows(self, word: str) -> bool:
        """Return whether a normalised word can be made of this."""
        return (Counter(word) - Counter(self.letters)).total() <= self.wildcards


class Anagrams(NamedTuple):
    """Words of the same letters, in the order of the alphabet, and their usual spellings."""

    words: tuple[str, ...]
    displays: tuple[str, ...]

    def __str__(self) -> str:
        return " = ".join(self.displays)

    @property
    def length(self) -> int:
        """Return how many letters each of them has."""
        return len(self.words[0])

    def without(self, words: AbstractSet[str]) -> "Anagrams":
        """Return them without some words; perhaps none is left."""
        pairs = zip(self.words, self.displays, strict=True)
        kept = [(word, display) for word, display in pairs if word not in words]
        return Anagrams(tuple(word for word, _ in kept), tuple(display for _, display in kept))


def words_of(lexicon: Lexicon, rack: Rack, min_length: int = MIN_LETTERS) -> list[Anagrams]:
    """Return the words of `min_length` letters or more that a rack allows, the longest first.

    Those of one length stand in the order of the first word of their class. Raises BadRack where
    `min_length` is above the letters that there are. Cost, with a list of 400,000 words: 20 ms
    for 16 of its richest letters (9,000 words found), 0.2 s with a wildcard among them, 1.2 s with
    four (240,000 words). Where `min_length` asks for all letters, 0.1 s for the first rack of a
    length, to make the index, then 0.1 ms, or 50 ms with four wildcards.
    """
    if min_length > max(len(rack), MIN_LETTERS):
        raise BadRack(
            translatable(
                "words of {length} letters cannot be made of {count}: give more letters, or ask "
                "for shorter words"
            ),
            length=min_length,
            count=len(rack),
        )
    found = dict((_of_all if min_length == len(rack) else _of_some)(lexicon, rack))
    for word in lexicon.house.removed:
        found.pop(word, None)
    found |= {word: lexicon.display(word) for word in lexicon.house.added if rack.allows(word)}
    return _classes({word: found[word] for word in found if len(word) >= min_length})


def _classes(displays: Mapping[str, str]) -> list[Anagrams]:
    classes: dict[str, list[str]] = {}
    for word in sorted(sorted(displays), key=len, reverse=True):
        classes.setdefault("".join(sorted(word)), []).append(word)
    spelt = displays.__getitem__
    return [Anagrams(tuple(words), tuple(map(spelt, words))) for words in classes.values()]


def _of_all(lexicon: Lexicon, rack: Rack) -> Iterator[tuple[str, str]]:
    """Yield the words of the list that use all of a rack, with their usual spellings."""
    index = _by_letters(lexicon.graph, len(rack))
    for more in combinations_with_replacement(lexicon.alphabet.letters, rack.wildcards):
        for word in index.get("".join(sorted([*rack.letters, *more])), ()):
            yield word, lexicon.display(word)


@lru_cache(maxsize=2)  # of some 10 to 20 MB each
def _by_letters(graph: Graph, length: int) -> Mapping[str, Sequence[str]]:
    """Return the words of a length by their sorted letters."""
    index: dict[str, list[str]] = {}
    for word in graph.of_length(length)[1]:
        index.setdefault("".join(sorted(word)), []).append(word)
    return index


def _of_some(lexicon: Lexicon, rack: Rack) -> Iterator[tuple[str, str]]:
    """Yield the words of the list that a rack allows, with their usual spellings."""
    for nodes, spelt in _walk(lexicon.graph, rack):
        length, text = spelt.shape[1], spelt.tobytes().decode("latin-1")
        words = [text[start : start + length] for start in range(0, len(text), length)]
        numbers = np.searchsorted(lexicon.graph.ends, nodes.astype(np.uint32))
        yield from zip(words, lexicon.displays(numbers, words), strict=True)


def _walk(graph: Graph, rack: Rack) -> Iterator[tuple[NDArray[np.int64], NDArray[np.uint8]]]:
    """Yield, from 1 letter on, int64[words]: the nodes of words that a rack allows, and their text.

    The text is uint8[words, letters], in Latin-1. How many wildcards a prefix takes does not
    depend on which of its letters they are, so each node comes once, with what it leaves:
    uint8[nodes, letters of the alphabet] and uint8[nodes].
    """
    chars = np.frombuffer(graph.letters.encode("latin-1"), np.uint8)
    bits = np.uint32(1) << np.arange(len(chars), dtype=np.uint32)
    nodes, spelt = np.array([ROOT]), np.empty((1, 0), np.uint8)
    left = np.array([[rack.letters.count(letter) for letter in graph.letters]], np.uint8)
    wild = np.array([rack.wildcards], np.uint8)
    while len(nodes):
        records = graph.nodes[nodes]
        following = records.astype(np.uint32)
        usable = (left > 0) | (wild > 0)[:, None]
        parent, letter = np.nonzero((following[:, None] & bits != 0) & usable)
        firsts = (records >> np.uint64(FIRST_CHILD_SHIFT)).astype(np.int64)
        nodes = firsts[parent] + np.bitwise_count(following[parent] & (bits[letter] - 1))
        spelt = np.column_stack([spelt[parent], chars[letter]])
        left, each = left[parent], np.arange(len(parent))
        given = left[each, letter] > 0
        left[each, letter] -= given
        wild = wild[parent] - ~given
        ends = graph.nodes[nodes] & np.uint64(WORD_FLAG) != 0
        yield nodes[ends], spelt[ends]
