"""Morph-it!'s nouns, verbs and adjectives in all their forms, and Debian's list."""

from collections.abc import Iterator
from typing import Any

from dictionaries._files import Folders, read_json, read_lines


def spellings(folders: Folders) -> Iterator[str]:
    """Yield raw spellings."""
    for kind in ("words", "verbs", "adjectives"):
        table = read_json(folders[f"italian-{kind}-dict"] / f"package/dist/{kind}.json")
        for lemma, forms in table.items():
            yield lemma
            yield from _leaves(forms)
    yield from read_lines(folders["witalian"] / "usr/share/dict/italian")


def _leaves(node: Any) -> Iterator[str]:
    """Yield every string at the ends of nested lists and tables; a form may be null."""
    match node:
        case str():
            yield node
        case dict() | list():
            for child in node.values() if isinstance(node, dict) else node:
                yield from _leaves(child)
