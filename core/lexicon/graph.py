"""The packed graph: a word list as a trie in flat, immutable arrays.

A node is one 64-bit record:

    bits 0-30    which letters may follow (bit i: letter i of the alphabet)
    bit 31       a word ends here
    bits 32-63   index of the first child

Children lie side by side in the order of the alphabet, so the child for letter i
is `first + popcount(letters below i)`: no pointers, no search. A leaf's first child
is where the next children begin, so firsts ascend and a parent can be searched for.
Nodes are numbered
breadth first, hence the words of n letters come before those of n + 1, and a
word's number is the rank of its node among the nodes where words end.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from core.lexicon.alphabet import MAX_LETTERS, Alphabet

LETTER_MASK = 0x7FFF_FFFF
WORD_FLAG = 0x8000_0000
FIRST_CHILD_SHIFT = 32
ROOT = 0


@dataclass(frozen=True, slots=True, eq=False)
class Graph:
    """The trie of the words of one alphabet.

    `nodes`: uint64[nodes], the records. `ends`: uint32[words], ascending, the nodes
    where words end. `levels`: uint32[18], the first node of each depth from 0 to 17
    (the number of nodes where there is none so deep).
    """

    letters: str
    nodes: NDArray[np.uint64]
    ends: NDArray[np.uint32]
    levels: NDArray[np.uint32]

    def __len__(self) -> int:
        return len(self.ends)

    def walk(self, prefix: str) -> int | None:
        """Return the node that `prefix` leads to, or None."""
        node = ROOT
        for letter in prefix:
            record = int(self.nodes[node])
            bit = 1 << self.letters.index(letter) if letter in self.letters else 0
            if not record & bit & LETTER_MASK:
                return None
            node = (record >> FIRST_CHILD_SHIFT) + (record & (bit - 1)).bit_count()
        return node

    def number(self, word: str) -> int | None:
        """Return the number of `word`, 0 for the first of the shortest, or None."""
        node = self.walk(word)
        if node is None or not int(self.nodes[node]) & WORD_FLAG:
            return None
        return int(np.searchsorted(self.ends, np.uint32(node)))

    def of_length(self, length: int) -> tuple[range, list[str]]:
        """Return the words of 1 to 16 letters, in the order of the alphabet, and their numbers.

        Cost: some 2 µs a word.
        """
        low, high = np.searchsorted(self.ends, self.levels[length : length + 2]).tolist()
        node = self.ends[low:high].astype(np.int64)
        firsts = (self.nodes >> np.uint64(FIRST_CHILD_SHIFT)).astype(np.int64)
        following = (self.nodes & np.uint64(LETTER_MASK)).astype(np.int64)
        spelt = np.empty((high - low, length), np.uint8)
        places = np.frombuffer(self.letters.encode("latin-1"), np.uint8)
        for place in reversed(range(length)):
            parent = np.searchsorted(firsts, node, "right") - 1
            left, rest = node - firsts[parent], following[parent]
            for _ in range(int(left.max(initial=0))):  # past the siblings before it
                rest = np.where(left > 0, rest & (rest - 1), rest)
                left -= 1
            spelt[:, place] = places[np.bitwise_count((rest & -rest) - 1)]
            node = parent
        text = spelt.tobytes().decode("latin-1")
        return range(low, high), [
            text[start : start + length] for start in range(0, len(text), length)
        ]

    def below(self, prefix: str) -> Iterator[str]:
        """Yield the words that begin with `prefix`, in the order of the alphabet."""
        node = self.walk(prefix)
        stack = [] if node is None else [(node, prefix)]
        while stack:
            node, word = stack.pop()
            record = int(self.nodes[node])
            if record & WORD_FLAG:
                yield word
            child = record >> FIRST_CHILD_SHIFT
            following = [x for i, x in enumerate(self.letters) if record >> i & 1]
            stack.extend((child + i, word + following[i]) for i in reversed(range(len(following))))


def encode(words: Sequence[str], alphabet: Alphabet) -> tuple[NDArray[np.uint8], NDArray[np.int64]]:
    """Encode distinct words for `pack`, in the order of the alphabet.

    Returns (uint8[words, 16]: 1 + index of each letter in the alphabet, 0 after
    the end; int64[words]: where each row stood in `words`). Raises ValueError for a
    word with other letters, or over 16.
    """
    code = np.zeros(256, np.uint8)
    for i, letter in enumerate(alphabet.letters):
        code[ord(letter)] = i + 1
    rows = np.array([word.encode("latin-1") for word in words], f"S{MAX_LETTERS}")
    codes = code[rows.view(np.uint8)].view(f"S{MAX_LETTERS}")
    if np.count_nonzero(codes.view(np.uint8)) != sum(map(len, words)):
        raise ValueError("a word has other letters than the alphabet, or over 16")
    order = np.argsort(codes, kind="stable")
    return codes[order].view(np.uint8).reshape(-1, MAX_LETTERS), order


def pack(codes: NDArray[np.uint8], alphabet: Alphabet) -> Graph:
    """Build the graph of `encode`d words, level by level. Cost: about 0.1 s for 400,000 words."""
    lengths = (codes != 0).sum(axis=1)
    differs = np.ones(codes.shape, bool)
    differs[1:] = np.logical_or.accumulate(codes[1:] != codes[:-1], axis=1)

    levels = [ROOT, 1]
    parents, letters, ends = [], [], []
    node_of_word = np.zeros(len(codes), np.int64)
    for depth in range(MAX_LETTERS):
        new = differs[:, depth] & (lengths > depth)
        parents.append(node_of_word[new])
        letters.append(codes[new, depth] - 1)
        node_of_word = levels[-1] + np.cumsum(new) - 1
        ends.append(node_of_word[lengths == depth + 1])
        levels.append(levels[-1] + len(parents[-1]))
    end_nodes = np.concatenate(ends).astype(np.uint32)
    nodes = _records(np.concatenate(parents), np.concatenate(letters), end_nodes)
    return Graph(alphabet.letters, nodes, end_nodes, np.array(levels, np.uint32))


def _records(
    parents: NDArray[np.int64], letters: NDArray[np.uint8], ends: NDArray[np.uint32]
) -> NDArray[np.uint64]:
    """Make the records from the parent and the letter of every node but the root."""
    masks = np.zeros(1 + len(parents), np.uint64)
    # Siblings bear distinct letters, so adding their bits is the same as or-ing them.
    np.add.at(masks, parents, np.uint64(1) << letters.astype(np.uint64))
    families = np.bitwise_count(masks).astype(np.uint64)
    first = 1 + np.cumsum(families) - families
    masks[ends] |= np.uint64(WORD_FLAG)
    return masks | first << np.uint64(FIRST_CHILD_SHIFT)


def count_letters(codes: NDArray[np.uint8], letters: int) -> NDArray[np.int64]:
    """Return int64[letters]: how often each letter comes in `encode`d words."""
    return np.bincount(codes.ravel(), minlength=letters + 1)[1:]


def count_pairs(codes: NDArray[np.uint8], letters: int) -> NDArray[np.int64]:
    """Return int64[letters, letters]: how often the second follows the first in the words."""
    pairs = codes[:, :-1].astype(np.int64) * (letters + 1) + codes[:, 1:]
    counts = np.bincount(pairs.ravel(), minlength=(letters + 1) ** 2)
    return counts.reshape(letters + 1, letters + 1)[1:, 1:].copy()
