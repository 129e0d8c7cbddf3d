"""Earlier works' structures and searches, one after the other on the same tasks as ours."""

import statistics
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any

from core.generator import generator, random_grids
from core.grid import Grid
from core.lexicon import Lexicon
from core.scoring import Rules, ruleset
from core.study import plan, searches
from core.study.dictionaries import PrefixSets
from core.study.plan import PRUNING, Search, Words
from core.study.runner import Run, Task, construction, memory, quickest
from core.study.searches import Answers
from core.study.signatures import LetterFinder, SignatureMap

Tasks = Sequence[Task[Grid]]
Tell = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class SearchRow:
    """The outcome of a search on grids of one size ("4x4")."""

    size: str
    search: str
    structure: str
    run: Run


@dataclass(frozen=True, slots=True)
class StructureRow:
    """The seconds to build a structure, the bytes it keeps, and its searches, of 4x4 last."""

    structure: str
    construction: float
    memory: int
    searches: tuple[SearchRow, ...]


@dataclass(frozen=True, slots=True)
class HeightRow:
    """A hybrid trie: its lists, how many words they have, its construction (s), a 4x4 search."""

    height: int
    lists: int
    mean: float
    largest: int
    construction: float
    run: Run


@dataclass(frozen=True, slots=True)
class LettersRow:
    """Words from letters in any order: the seconds to build a structure, and its answers."""

    structure: str
    construction: float
    run: Run


@dataclass(frozen=True, slots=True)
class Study:
    """The rows of a comparison's tables; `found`: words in the grids of each size."""

    lexicon: Lexicon
    grids: int
    seed: int
    limit: float
    found: Mapping[str, int]
    structures: Sequence[StructureRow]
    heights: Sequence[HeightRow]
    letters: Sequence[LettersRow]

    @property
    def searches(self) -> list[SearchRow]:
        """Return all searches by size and way; of one way, in the order of the structures."""
        rows = [row for structure in self.structures for row in structure.searches]
        ways = list(dict.fromkeys(row.search for row in rows))
        return sorted(rows, key=lambda row: (row.size, ways.index(row.search)))


def compare(lexicon: Lexicon, grids: int, seed: int, limit: float, tell: Tell) -> Study:
    """Build every structure and search `grids` random grids of 3x3, and of 4x4, with it.

    `tell` is told what begins. Raises Disagreement where two searches find other words. The
    compiled solver must be prepared (`App.prepare_solver`). Cost: some `limit` s for each of 14
    searches that are hopeless, and a minute or two for 300,000 words.
    """
    tell("random grids")
    words, tasks = list(lexicon), dict[str, Tasks]()
    known, rules = PrefixSets(words), ruleset(Rules.RUZZLE, lexicon.language)
    for name, size in plan.SIZES.items():
        drawn = islice(random_grids(lexicon, rules, generator(seed), size), grids)
        tasks[name] = [_solved(grid, known) for grid in drawn]
    del known
    return Study(
        lexicon,
        grids,
        seed,
        limit,
        {name: sum(len(task.words) for task in these) for name, these in tasks.items()},
        [_structure(each, words, tasks, limit, tell) for each in plan.structures(lexicon)],
        [_height(height, words, tasks["4x4"], limit, tell) for height in plan.HEIGHTS],
        list(_letters(lexicon, words, tasks["4x4"], limit, tell)),
    )


def _solved(grid: Grid, known: PrefixSets) -> Task[Grid]:
    answers = list(searches.with_pruning(grid, known))
    return Task(grid, len(answers), frozenset().union(*answers))


def _structure(
    structure: plan.Structure, words: Words, tasks: Mapping[str, Tasks], limit: float, tell: Tell
) -> StructureRow:
    tell(structure.name)
    built, seconds = construction(structure.build, words)
    rows = []
    for size, these in tasks.items():
        for search in structure.searches:
            tell(f"{structure.name}, {search.name}, {size}")
            done = _search(search, built, these, limit)
            rows.append(SearchRow(size, search.name, structure.name, done))
    del built
    tell(f"{structure.name}, memory")
    return StructureRow(structure.name, seconds, memory(structure.build, words), tuple(rows))


def _search(search: Search, built: Any, tasks: Tasks, limit: float) -> Run:
    counted = [replace(task, answers=search.count(task)) for task in tasks]
    return quickest(lambda grid: search.answer(grid, built), counted, limit)


def _height(height: int, words: Words, tasks: Tasks, limit: float, tell: Tell) -> HeightRow:
    structure = plan.hybrid(height)
    tell(structure.name)
    trie, seconds = construction(structure.build, words)
    sizes = list(trie.list_sizes())
    mean, largest = statistics.fmean(sizes or [0]), max(sizes, default=0)
    done = _search(PRUNING, trie, tasks, limit)
    return HeightRow(height, len(sizes), mean, largest, seconds, done)


def _letters(
    lexicon: Lexicon, words: Words, grids: Tasks, limit: float, tell: Tell
) -> Iterator[LettersRow]:
    """Find the words of the letters of each grid, in any order."""
    known, tasks = SignatureMap(words), []
    for grid in grids:
        letters = "".join(tile.letters for tile in grid.item.tiles)
        tasks.append(Task(letters, 1, frozenset(known.words(letters))))
    for name, build in plan.anagrams(lexicon).items():
        tell(name)
        structure, seconds = construction(build, words)
        yield LettersRow(name, seconds, quickest(_answering(structure), tasks, limit))


def _answering(structure: LetterFinder) -> Callable[[str], Answers]:
    return lambda letters: iter((structure.words(letters),))
