"""Run a search for a limited time, and estimate from that how long all of it takes."""

import time
import tracemalloc
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from core.study.searches import Answers

T = TypeVar("T")


class Disagreement(Exception):
    """Raised when two searches of the same differ: one is wrong, and so are its figures."""


@dataclass(frozen=True, slots=True)
class Task(Generic[T]):
    """A grid or a set of letters, how many answers a search of it gives, and the words in it."""

    item: T
    answers: int
    words: frozenset[str]


@dataclass(frozen=True, slots=True)
class Run:
    """The result of a search: so many answers to all its tasks, in `seconds` (wall clock).

    `finished`: of `tasks`, those of which it gave every answer; each had the right words.
    """

    tasks: int
    finished: int
    answers: int
    answered: int
    seconds: float

    @property
    def share(self) -> float:
        """Return the share of the tasks that was done, 0 to 1."""
        return self.answered / self.answers if self.answers else 1.0

    @property
    def each(self) -> float:
        """Return the seconds of a task, at the rate of the answers that were given."""
        return self.seconds / self.share / self.tasks


def run(search: Callable[[T], Answers], tasks: Sequence[Task[T]], limit: float) -> Run:
    """Search one task after the other, until all are done or the first answer after `limit` s.

    One answer is given at least, whatever it takes. Raises Disagreement where the words found in
    a task are not its words.
    """
    finished = answered = 0
    next(iter(search(tasks[0].item)), None)  # what is only loaded then is not the search's time
    started = time.perf_counter()
    end = started + limit
    for task in tasks:
        given, words = 0, set[str]()
        for given, answer in enumerate(search(task.item), 1):  # noqa: B007 (counted below)
            words.update(answer)
            if time.perf_counter() > end:
                break
        late = time.perf_counter() > end
        if not late or given >= task.answers:
            _check(task, given, words)
            finished += 1
        answered += given
        if late and answered:
            break
    seconds = time.perf_counter() - started
    return Run(len(tasks), finished, sum(task.answers for task in tasks), answered, seconds)


def quickest(search: Callable[[T], Answers], tasks: Sequence[Task[T]], limit: float) -> Run:
    """Run; if that takes less than a tenth of `limit`, twice more: the least disturbed counts."""
    first = run(search, tasks, limit)
    if first.share < 1 or first.seconds > limit / 10:
        return first
    again = (run(search, tasks, limit) for _ in range(2))
    return min(first, *again, key=lambda each: each.each)


def _check(task: Task[Any], given: int, words: set[str]) -> None:
    if given != task.answers or words != task.words:
        raise Disagreement(
            f"{task.item}: {given} answers, not {task.answers}; "
            f"words: {sorted(words ^ task.words)} in one only"
        )


def construction(build: Callable[[Sequence[str]], T], words: Sequence[str]) -> tuple[T, float]:
    """Call `build` with the words; return its result and the seconds that it took."""
    started = time.perf_counter()
    built = build(words)
    return built, time.perf_counter() - started


def memory(build: Callable[[Sequence[str]], object], words: Iterable[str]) -> int:
    """Return the bytes that what is built keeps, its words included. Takes 2 to 10 times as long.

    The words are new ones, so that a structure that needs them no more is not charged for them.
    """
    text = "\n".join(words)
    tracemalloc.start()
    try:
        built = build(text.split("\n"))
        kept, _ = tracemalloc.get_traced_memory()
        del built
        return kept
    finally:
        tracemalloc.stop()
