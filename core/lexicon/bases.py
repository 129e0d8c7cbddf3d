"""Base forms: the infinitive, the singular … that words are forms of, and how common these are.

They come from dictionaries/LANG/bases.txt.xz, a line a base form: its spelling, its Zipf
frequency (the logarithm of its uses in a thousand million words; 0.0 if unknown) and its forms,
by tabs and spaces.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from core.lexicon.graph import Graph

ARRAYS = ("starts", "links", "text_starts", "text", "tenths", "own_tenths")


@dataclass(frozen=True, slots=True)
class Base:
    """A base form as spelled, and its Zipf frequency with one decimal, 0.0 if unknown."""

    spelling: str
    zipf: float


@dataclass(frozen=True, slots=True, eq=False)
class Bases:
    """The base forms of the words of one graph: `lexicon.bases`. Immutable.

    Those of word n are numbered `links[starts[n] : starts[n + 1]]`, the most frequent first.
    Base form b is spelled `text[text_starts[b] : text_starts[b + 1]]`, and has a Zipf frequency
    of `tenths[b]` tenths. `own_tenths`: uint8[words], the same of a word that is a base form
    itself, 0 of others. All arrays may lie in a file.
    """

    graph: Graph
    starts: NDArray[np.uint32]
    links: NDArray[np.uint32]
    text_starts: NDArray[np.uint32]
    text: NDArray[np.uint8]
    tenths: NDArray[np.uint8]
    own_tenths: NDArray[np.uint8]

    @classmethod
    def build(
        cls, graph: Graph, lines: Iterable[str], number_of: Callable[[str], int | None]
    ) -> "Bases":
        """Pack the lines of a file; `number_of` gives the number of a spelling's word.

        Spellings that have no number are left out. Cost: about 1 s for 400,000 words.
        """
        rows = [(spelling, float(zipf), forms) for spelling, zipf, forms in map(_cells, lines)]
        rows.sort(key=lambda row: (-row[1], row[0]))
        tenths = np.array([round(10 * zipf) for _, zipf, _ in rows], np.uint8)
        own = np.zeros(len(graph), np.uint8)
        words, links = list[int](), list[int]()
        for base, (spelling, _, forms) in enumerate(rows):
            number = number_of(spelling)
            if number is not None:
                own[number] = max(own[number], tenths[base])
            for form in {number, *map(number_of, forms.split())}:
                if form is not None:
                    words.append(form)
                    links.append(base)
        order = np.argsort(np.array(words, np.uint32), kind="stable")
        counts = np.bincount(np.array(words, np.int64), minlength=len(graph))
        spelt = [spelling.encode() for spelling, _, _ in rows]
        return cls(
            graph=graph,
            starts=_starts(counts),
            links=np.array(links, np.uint32)[order],
            text_starts=_starts(np.array([len(each) for each in spelt], np.int64)),
            text=np.frombuffer(b"".join(spelt), np.uint8),
            tenths=tenths,
            own_tenths=own,
        )

    def of(self, word: str) -> tuple[Base, ...]:
        """Return the base forms of a normalised word, the most frequent first.

        One without any that is known is its own base form, of frequency 0.0. Cost: some 10 µs.
        """
        number = self.graph.number(word)
        if number is None or self.starts[number] == self.starts[number + 1]:
            return (Base(word, 0.0),)
        return tuple(map(self._base, self.links[self.starts[number] : self.starts[number + 1]]))

    def _base(self, number: np.uint32) -> Base:
        start, end = self.text_starts[number], self.text_starts[number + 1]
        return Base(self.text[start:end].tobytes().decode(), int(self.tenths[number]) / 10)


def _cells(line: str) -> tuple[str, str, str]:
    spelling, zipf, forms = line.split("\t")
    return spelling, zipf, forms


def _starts(counts: NDArray[np.int64]) -> NDArray[np.uint32]:
    return np.concatenate([[0], np.cumsum(counts)]).astype(np.uint32)
