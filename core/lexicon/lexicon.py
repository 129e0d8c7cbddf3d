"""A lexicon: the words of one list, their spellings and frequency, packed once and shared."""

import hashlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from heapq import merge
from itertools import islice

import numpy as np
from numpy.typing import NDArray

from core.lexicon.alphabet import Alphabet
from core.lexicon.bases import Bases
from core.lexicon.graph import Graph, count_letters, count_pairs, encode, pack
from core.lexicon.house import HouseWords
from core.lexicon.wordlist import WordList


@dataclass(frozen=True, slots=True, eq=False)
class Lexicon:
    """The accepted words of a language, with their spellings and common tier. Immutable.

    `list_digest` is the SHA-256 of the list. Word numbers are the graph's. `ranks`:
    uint32[words], 1 for the most frequent common word, 0 outside the common tier.
    `spelling_text` holds the spellings of word n between `spelling_starts[n]` and
    `[n + 1]`, one a line, nothing where the word is its own only spelling.
    `letter_counts` and `pair_counts`: int64, over distinct words, in the order of the
    alphabet. `bases`: the base forms of the words (of a file: none are known). All arrays may
    lie in a file. `house_graph` has the house's new words.
    """

    name: str
    alphabet: Alphabet
    list_digest: str
    graph: Graph
    ranks: NDArray[np.uint32]
    spelling_starts: NDArray[np.uint32]
    spelling_text: NDArray[np.uint8]
    letter_counts: NDArray[np.int64]
    pair_counts: NDArray[np.int64]
    bases: Bases
    house: HouseWords = field(default_factory=HouseWords)
    house_graph: Graph | None = None

    @classmethod
    def build(
        cls,
        name: str,
        alphabet: Alphabet,
        digest: str,
        words: WordList,
        common: Iterable[str] = (),
        bases: Iterable[str] = (),
    ) -> "Lexicon":
        """Pack a word list; `common` are the spellings of its common tier, most frequent first.

        `bases` are the lines of its base forms (core/lexicon/bases.py).
        Cost: about 2 s for 400,000 words.
        """
        listed = list(words.first)
        codes, order = encode(listed, alphabet)
        graph = pack(codes, alphabet)
        numbers = np.empty(len(graph), np.int64)
        numbers[order[np.argsort((codes != 0).sum(axis=1), kind="stable")]] = np.arange(len(graph))
        number_of = dict(zip(listed, numbers.tolist(), strict=True))
        frequency = {spelling: rank for rank, spelling in enumerate(common, 1)}
        ranks = np.zeros(len(graph), np.uint32)
        for spelling in reversed(frequency):
            ranks[number_of[alphabet.normalise(spelling)]] = frequency[spelling]
        texts = {number_of[w]: s for w, s in words.first.items() if s != w}
        for word, others in words.others.items():
            spellings = [words.first[word], *others]
            spellings.sort(key=lambda s: frequency.get(s, len(frequency) + 1))
            texts[number_of[word]] = "\n".join(spellings)
        spelt = sorted(texts)
        encoded = [texts[number].encode() for number in spelt]
        sizes = np.zeros(len(graph) + 1, np.uint32)
        sizes[np.array(spelt, np.int64) + 1] = list(map(len, encoded))
        by_spelling = {spelling: number_of[word] for word, spelling in words.first.items()}
        for word, others in words.others.items():
            by_spelling |= dict.fromkeys(others, number_of[word])

        def number(spelling: str) -> int | None:
            known = by_spelling.get(spelling)
            # Another list of the language may spell a word in another way only.
            return number_of.get(alphabet.normalise(spelling)) if known is None else known

        letters = len(alphabet.letters)
        return cls(
            name=name,
            alphabet=alphabet,
            list_digest=digest,
            graph=graph,
            ranks=ranks,
            spelling_starts=np.cumsum(sizes, dtype=np.uint32),
            spelling_text=np.frombuffer(b"".join(encoded), np.uint8),
            letter_counts=count_letters(codes, letters),
            pair_counts=count_pairs(codes, letters),
            bases=Bases.build(graph, bases, number),
        )

    @property
    def language(self) -> str:
        """Return the ISO 639-1 code of the language."""
        return self.alphabet.language

    @property
    def digest(self) -> str:
        """Return the SHA-256 of the list, or of it and the house words over it."""
        if not self.house:
            return self.list_digest
        added, removed = sorted(self.house.added), sorted(self.house.removed)
        return hashlib.sha256(f"{self.list_digest}\n+{added}\n-{removed}".encode()).hexdigest()

    def __len__(self) -> int:
        added = 0 if self.house_graph is None else len(self.house_graph)
        return len(self.graph) + added - len(self.removed_nodes())

    def __contains__(self, word: str) -> bool:
        """Tell whether a normalised word is accepted."""
        if word in self.house.added:
            return True
        return word not in self.house.removed and self.graph.number(word) is not None

    def __iter__(self) -> Iterator[str]:
        """Yield every word, in the order of the alphabet."""
        return self.complete("")

    def complete(self, prefix: str, limit: int | None = None) -> Iterator[str]:
        """Yield the words that begin with a normalised prefix, in the alphabet's order."""
        packed = (word for word in self.graph.below(prefix) if not self.house.decides(word))
        return islice(merge(packed, sorted(self.house.complete(prefix))), limit)

    def spellings(self, word: str) -> tuple[str, ...]:
        """Return the spellings of a word of the list, the most frequent first ("été",)."""
        number = self.graph.number(word)
        if number is None:
            return (word,)
        start, end = self.spelling_starts[number], self.spelling_starts[number + 1]
        text = self.spelling_text[start:end].tobytes().decode()
        return tuple(text.split("\n")) if text else (word,)

    def display(self, word: str) -> str:
        """Return the usual spelling of a word."""
        return self.spellings(word)[0]

    def rank(self, word: str) -> int | None:
        """Return the place of a word in the common tier (1: most frequent), or None."""
        number = self.graph.number(word)
        return None if number is None else int(self.ranks[number]) or None

    def with_house(self, house: HouseWords) -> "Lexicon":
        """Return the list with these house words of a community over it, and no others."""
        new = [word for word in house.added if self.graph.number(word) is None]
        graph = pack(encode(new, self.alphabet)[0], self.alphabet) if new else None
        return replace(self, house=house, house_graph=graph)

    def removed_nodes(self) -> list[int]:
        """Return the nodes of the graph whose words the house refuses."""
        numbers = (self.graph.number(word) for word in self.house.removed)
        return [int(self.graph.ends[number]) for number in numbers if number is not None]

    def displays(self, numbers: NDArray[np.int64], words: Iterable[str]) -> list[str]:
        """Return the usual spellings of many words of the graph, given with their numbers."""
        text = self.spelling_text.data
        starts = self.spelling_starts[numbers].tolist()
        ends = self.spelling_starts[numbers + 1].tolist()
        return [
            str(text[start:end], "utf-8").split("\n", 1)[0] if start != end else word
            for word, start, end in zip(words, starts, ends, strict=True)
        ]
