"""A year's boards and streaks, added up naively from what was seen."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from core.daily.puzzle import Puzzle
from core.ids import PlayerRef
from core.solver.solution import Solution
from core.standings import Period
from tests.year.world import Logged

Values = dict[PlayerRef, int]
Person = Callable[[PlayerRef], PlayerRef]


@dataclass(frozen=True)
class Ranked:
    """An attempt that counts: whose, at which puzzle, points and share in millionths."""

    person: PlayerRef
    puzzle: Puzzle
    points: int
    share: int


def ranked(
    log: Iterable[Logged],
    puzzles: Mapping[tuple[str, int], Puzzle],
    solutions: Mapping[tuple[str, int], Solution],
    person: Person,
) -> list[Ranked]:
    """Return of each person and puzzle the attempt that began first."""
    first: dict[tuple[PlayerRef, str, int], Logged] = {}
    for each in sorted(log, key=lambda each: each.started_at):
        first.setdefault((person(each.player), each.language, each.number), each)
    counted = []
    for (who, language, number), each in first.items():
        puzzle, solution = puzzles[language, number], solutions[language, number]
        found = [solution.get(word) for word in each.words | each.invented]
        points = sum(word.points for word in found if word)
        counted.append(Ranked(who, puzzle, points, 1_000_000 * points // puzzle.points))
    return counted


def day_board(counted: Iterable[Ranked], language: str, day: date) -> Values:
    """Return the points of a day."""
    return {
        each.person: each.points
        for each in counted
        if each.puzzle.language == language and each.puzzle.day == day
    }


def sums(counted: Iterable[Ranked], language: str, period: Period, start: date) -> Values:
    """Return the sums of shares of the days of a period that were closed."""
    totals: defaultdict[PlayerRef, int] = defaultdict(int)
    for each in counted:
        puzzle = each.puzzle
        closed = puzzle.language == language and puzzle.closed_at is not None
        if closed and period.start(puzzle.day) == start:
            totals[each.person] += each.share
    return dict(totals)


def streak(played: set[int], days: Sequence[date], today: int) -> tuple[int, int]:
    """Return the streak and the longest, by a calendar that is written out.

    `days` are those of the puzzles from number 1 on. P is played, F frozen, "." missed.
    """
    marks, spent = "", set[tuple[int, int]]()
    for number, day in enumerate(days, 1):
        year, week, _ = day.isocalendar()
        if number in played:
            marks += "P"
        elif number == today:
            break
        elif marks and marks[-1] != "." and (year, week) not in spent:
            spent.add((year, week))
            marks += "F"
        else:
            marks += "."
    runs = [run.count("P") for run in marks.split(".")]
    return runs[-1], max(runs)
