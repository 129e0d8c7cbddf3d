"""The solver that most people write first: a trie of nested dicts and a recursive search."""

from collections.abc import Iterable
from typing import Any

from core.grid import adjacency

Trie = dict[str, Any]


def build(words: Iterable[str]) -> Trie:
    """Return nested dicts, letter to node; the key "" marks the end of a word."""
    root: Trie = {}
    for word in words:
        node = root
        for letter in word:
            node = node.setdefault(letter, {})
        node[""] = word
    return root


def solve(letters: str, rows: int, cols: int, root: Trie, min_length: int) -> set[str]:
    """Return the distinct words of a grid of single-letter tiles."""
    touching = adjacency(rows, cols)
    found: set[str] = set()
    used = [False] * len(letters)

    def visit(cell: int, node: Trie) -> None:
        if "" in node and len(node[""]) >= min_length:
            found.add(node[""])
        used[cell] = True
        for other in touching[cell]:
            if not used[other] and letters[other] in node:
                visit(other, node[letters[other]])
        used[cell] = False

    for cell, letter in enumerate(letters):
        if letter in root:
            visit(cell, root[letter])
    return found
