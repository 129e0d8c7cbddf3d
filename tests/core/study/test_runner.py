"""Limited runs: what they count, what they tell of the whole, and when they refuse to."""

import math
import sys
from collections.abc import Callable, Collection, Iterator

import pytest

from core.study.dictionaries import HashSet, ScannedList
from core.study.runner import Disagreement, Run, Task, construction, memory, quickest, run

LONG = math.inf
NO_TIME = -1.0
TASKS = [Task("abc", 3, frozenset("ab")), Task("d", 1, frozenset()), Task("ea", 2, frozenset("a"))]


def answers(item: str) -> Iterator[Collection[str]]:
    for letter in item:
        yield (letter,) if letter in "ab" else ()


def test_all_is_run_in_time() -> None:
    done = run(answers, TASKS, LONG)
    assert (done.tasks, done.finished, done.answers, done.answered) == (3, 3, 6, 6)
    assert done.share == 1
    assert done.each == done.seconds / 3


def test_without_time_one_answer_is_given() -> None:
    done = run(answers, TASKS, NO_TIME)
    assert (done.tasks, done.finished, done.answers, done.answered) == (3, 0, 6, 1)


def test_a_task_whose_only_answer_comes_late_is_finished() -> None:
    assert run(answers, TASKS[1:], NO_TIME).finished == 1


def test_without_time_tasks_without_answers_are_passed() -> None:
    done = run(answers, [Task("", 0, frozenset()), *TASKS], NO_TIME)
    assert (done.finished, done.answered) == (1, 1)
    empty = run(answers, [Task("", 0, frozenset())], NO_TIME)
    assert (empty.share, empty.each) == (1.0, empty.seconds)


def test_the_rest_is_extrapolated_from_the_answers_given() -> None:
    # 50 of 10,000 answers in 2 s: all take 400 s, each of the 20 tasks 20 s.
    done = Run(tasks=20, finished=0, answers=10_000, answered=50, seconds=2.0)
    assert done.share == 0.005
    assert done.each == 20.0


@pytest.mark.parametrize(
    "wrong",
    [
        Task("abc", 3, frozenset("abc")),  # a word is missing
        Task("abc", 3, frozenset("a")),  # one is too many
        Task("abc", 4, frozenset("ab")),  # it ended before all was answered
        Task("abc", 2, frozenset("ab")),  # it answers more than it was asked
    ],
)
@pytest.mark.parametrize("search", [run, quickest])
def test_disagreement_is_raised(search: Callable[..., Run], wrong: Task[str]) -> None:
    with pytest.raises(Disagreement, match=r"^abc: 3 answers, not \d; words: \[.*\] in one only$"):
        search(answers, [*TASKS, wrong], LONG)


def test_disagreement_is_raised_without_time_where_all_is_answered() -> None:
    with pytest.raises(Disagreement):
        run(answers, [Task("d", 1, frozenset("d"))], NO_TIME)


def test_quick_runs_are_repeated_and_slow_ones_not() -> None:
    begun = []

    def counted(item: str) -> Iterator[Collection[str]]:
        begun.append(item)
        return answers(item)

    assert quickest(counted, TASKS, LONG).share == 1
    # The first search of each run is one to warm up.
    assert len(begun) == 3 * (len(TASKS) + 1)
    begun.clear()
    quickest(counted, TASKS, NO_TIME)
    assert len(begun) == 2


def test_construction_gives_what_is_built() -> None:
    built, seconds = construction(HashSet, ["ab", "cd"])
    assert "cd" in built
    assert seconds > 0


def test_memory_is_that_of_what_is_kept() -> None:
    words = [f"{number:08}" for number in range(10_000)]
    least = 10_000 * (sys.getsizeof(words[0]) + 8)  # each word, and its place in the list
    assert least <= memory(ScannedList, words) <= 1.1 * least
    assert memory(lambda _: None, words) < 10_000
