"""The dictionaries of earlier works, each as short as it is readable; ours at the end.

All are built from distinct words in the order of the alphabet, and told by words of 2 to 16
letters whether they have them; most can also tell whether a word begins so. n is the number of
words, l the length of what is asked for. The works: a student report, "Solveur de Ruzzle"
(Java: two hash sets, hybrid trie); Cyrille Rossant, "Playing with Ruzzle in Python"
(nested dicts); a French article on a Boggle solver in Ruby (list, hash, trie).
"""

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import accumulate
from typing import Any, Protocol

from pygtrie import CharTrie

from core.lexicon import Alphabet, Lexicon
from core.lexicon.graph import encode, pack
from core.scoring import Ruleset


class Dictionary(Protocol):
    """Knows words."""

    def __contains__(self, word: str) -> bool: ...


class PrefixDictionary(Dictionary, Protocol):
    """Knows words, and how they begin."""

    def has_prefix(self, prefix: str) -> bool:
        """Tell whether a word begins with `prefix`, which may be the word."""


class ScannedList:
    """A list that is read from its start: n comparisons."""

    def __init__(self, words: Iterable[str]) -> None:
        self._words = list(words)

    def __contains__(self, word: str) -> bool:
        return word in self._words

    def has_prefix(self, prefix: str) -> bool:
        """Tell whether a word begins with `prefix`."""
        return any(word.startswith(prefix) for word in self._words)


class SortedList:
    """A sorted list that is halved again and again: log n comparisons."""

    def __init__(self, words: Iterable[str]) -> None:
        self._words = sorted(words)

    def __contains__(self, word: str) -> bool:
        return self._from(word) == word

    def has_prefix(self, prefix: str) -> bool:
        """Tell whether a word begins with `prefix`: the first that does not come before it."""
        return self._from(prefix).startswith(prefix)

    def _from(self, word: str) -> str:
        place = bisect_left(self._words, word)
        return self._words[place] if place < len(self._words) else ""


class HashSet:
    """A hash set: one look, whatever n is. It cannot tell how words begin."""

    def __init__(self, words: Iterable[str]) -> None:
        self._words = frozenset(words)

    def __contains__(self, word: str) -> bool:
        return word in self._words


class PrefixSets:
    """A hash set of the words and one of all their prefixes: one look each."""

    def __init__(self, words: Iterable[str]) -> None:
        self._words = frozenset(words)
        self._prefixes = {prefix for word in self._words for prefix in accumulate(word)}

    def __contains__(self, word: str) -> bool:
        return word in self._words

    def has_prefix(self, prefix: str) -> bool:
        """Tell whether a word begins with `prefix`."""
        return prefix in self._prefixes


_Node = dict[str, Any]  # letter -> node, and what the next two are the keys of
_END = "end"  # a word ends at this node
_REST = "rest"  # what words go on with, below the tree of a hybrid trie


def _walk(node: _Node | None, letters: str) -> _Node | None:
    for letter in letters:
        if node is None:
            return None
        node = node.get(letter)
    return node


class DictTrie:
    """A trie of nested dicts: l looks."""

    def __init__(self, words: Iterable[str]) -> None:
        self._root: _Node = {}
        for word in words:
            node = self._root
            for letter in word:
                node = node.setdefault(letter, {})
            node[_END] = True

    def __contains__(self, word: str) -> bool:
        node = _walk(self._root, word)
        return node is not None and _END in node

    def has_prefix(self, prefix: str) -> bool:
        """Tell whether a word begins with `prefix`."""
        return _walk(self._root, prefix) is not None


class PyGTrie:
    """The trie that a Python user finds in a package: pygtrie's CharTrie."""

    def __init__(self, words: Iterable[str]) -> None:
        self._trie = CharTrie.fromkeys(words, value=True)

    def __contains__(self, word: str) -> bool:
        return word in self._trie

    def has_prefix(self, prefix: str) -> bool:
        """Tell whether a word begins with `prefix`."""
        return bool(self._trie.has_node(prefix))


class HybridTrie:
    """A trie down to `height` letters; below it, lists of what the words go on with.

    Height 0 is a scanned list, height 16 a trie. Cost: l looks, then a scan of one list.
    """

    def __init__(self, words: Iterable[str], height: int) -> None:
        self._height = height
        self._root: _Node = {}
        for word in words:
            node = self._root
            for letter in word[:height]:
                node = node.setdefault(letter, {})
            if len(word) > height:
                node.setdefault(_REST, []).append(word[height:])
            else:
                node[_END] = True

    def __contains__(self, word: str) -> bool:
        node, rest = self._at(word)
        if node is None:
            return False
        return rest in node.get(_REST, ()) if rest else _END in node

    def has_prefix(self, prefix: str) -> bool:
        """Tell whether a word begins with `prefix`."""
        node, rest = self._at(prefix)
        if node is None or not rest:
            return node is not None
        return any(word.startswith(rest) for word in node.get(_REST, ()))

    def _at(self, word: str) -> tuple[_Node | None, str]:
        return _walk(self._root, word[: self._height]), word[self._height :]

    def list_sizes(self) -> Iterator[int]:
        """Yield how many words each list has, in no order."""
        nodes = [self._root]
        while nodes:
            node = nodes.pop()
            if rest := node.get(_REST):
                yield len(rest)
            nodes += [child for key, child in node.items() if key not in (_REST, _END)]


class PackedGraph:
    """The trie that Seize runs, in flat arrays; asked from Python, an answer takes l looks."""

    def __init__(self, words: Sequence[str], alphabet: Alphabet) -> None:
        self.graph = pack(encode(words, alphabet)[0], alphabet)

    def __contains__(self, word: str) -> bool:
        return self.graph.number(word) is not None

    def has_prefix(self, prefix: str) -> bool:
        """Tell whether a word begins with `prefix`."""
        return self.graph.walk(prefix) is not None


class SeizeLexicon:
    """The same graph, for the compiled search; the words are those of `lexicon`."""

    def __init__(self, words: Sequence[str], lexicon: Lexicon, rules: Ruleset) -> None:
        graph = PackedGraph(words, lexicon.alphabet).graph
        self.lexicon = replace(lexicon, graph=graph)
        self.rules = rules
