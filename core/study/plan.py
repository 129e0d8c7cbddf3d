"""The structures that are compared, and the searches that use them."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from core.grid import Grid
from core.lexicon import Lexicon
from core.scoring import Rules, ruleset
from core.study import dictionaries, searches
from core.study.runner import Task
from core.study.searches import Answers
from core.study.signatures import LetterFinder, PackedWalk, SignatureList, SignatureMap

Words = Sequence[str]

SIZES = {"3x3": (3, 3), "4x4": (4, 4)}
HEIGHTS = range(16)
_HEIGHT = 4  # of the hybrid trie among the other structures: one of the best


@dataclass(frozen=True, slots=True)
class Search:
    """A way to search grids, and how many answers it gives to a task counted for `PRUNING`."""

    name: str
    answer: Callable[[Grid, Any], Answers]
    count: Callable[[Task[Grid]], int]


@dataclass(frozen=True, slots=True)
class Structure:
    """A dictionary and the ways it is searched; the last one suits it best."""

    name: str
    build: Callable[[Words], Any]
    searches: Sequence[Search]


def _all_paths(task: Task[Grid]) -> int:
    return searches.count_paths(task.item.rows, task.item.cols)


BRUTE_FORCE = Search("brute force", searches.brute_force, _all_paths)
MASK = Search("with a mask", searches.with_mask, _all_paths)
NEIGHBOURS = Search("with neighbours", searches.with_neighbours, _all_paths)
PRUNING = Search("with pruning", searches.with_pruning, lambda task: task.answers)
COMPILED = Search("compiled", searches.compiled, lambda _: 1)


def hybrid(height: int) -> Structure:
    """Return the hybrid trie of a height."""
    build = partial(dictionaries.HybridTrie, height=height)
    return Structure(f"hybrid trie, height {height}", build, (PRUNING,))


def structures(lexicon: Lexicon) -> tuple[Structure, ...]:
    """Return all structures for the words of a lexicon."""
    graph = partial(dictionaries.PackedGraph, alphabet=lexicon.alphabet)
    rules = ruleset(Rules.RUZZLE, lexicon.language)
    ours = partial(dictionaries.SeizeLexicon, lexicon=lexicon, rules=rules)
    return (
        Structure("list", dictionaries.ScannedList, (BRUTE_FORCE, MASK, NEIGHBOURS, PRUNING)),
        Structure("sorted list", dictionaries.SortedList, (PRUNING,)),
        Structure("hash set", dictionaries.HashSet, (BRUTE_FORCE, MASK, NEIGHBOURS)),
        Structure("two hash sets", dictionaries.PrefixSets, (PRUNING,)),
        Structure("nested dicts", dictionaries.DictTrie, (PRUNING,)),
        Structure("pygtrie", dictionaries.PyGTrie, (PRUNING,)),
        hybrid(_HEIGHT),
        Structure("packed graph", graph, (PRUNING,)),
        Structure("packed graph, compiled", ours, (COMPILED,)),
    )


def anagrams(lexicon: Lexicon) -> Mapping[str, Callable[[Words], LetterFinder]]:
    """Return the ways to find the words of letters in any order, by their names."""
    rules = ruleset(Rules.RUZZLE, lexicon.language)
    return {
        "list of signatures": SignatureList,
        "map of signatures": SignatureMap,
        "packed graph": partial(PackedWalk, lexicon=lexicon, rules=rules),
    }
