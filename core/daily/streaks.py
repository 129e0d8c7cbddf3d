"""Streaks: puzzles played one after the other, by their numbers, with one freeze a week.

An attempt without a word is ranked, as any other, but it is no puzzle played.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import date

from core.standings import Period


@dataclass(frozen=True, slots=True)
class Streak:
    """`length`: puzzles played on end, up to now; `longest`: ever.

    `frozen`: whether this week's freeze is used up. A freeze keeps a streak through one puzzle
    that was missed, and counts for nothing itself.
    """

    length: int = 0
    longest: int = 0
    frozen: bool = False


def streak(played: Collection[int], days: Mapping[int, date], open_number: int) -> Streak:
    """Return the streak of who found a word at least in the puzzles of these numbers.

    `days` has the day of each puzzle from the first played up to `open_number`, the one that
    is open: it may still be played, so to miss it breaks nothing yet. Weeks begin on Monday,
    and go by the day of the puzzle that was missed. Cost: that of `days`.
    """
    length = longest = 0
    spent: set[date] = set()
    for number in sorted(days):
        week = Period.WEEK.start(days[number])
        if number in played:
            length += 1
            longest = max(longest, length)
        elif number >= open_number:
            break
        elif length and week not in spent:
            spent.add(week)
        else:
            length = 0
    today = days.get(open_number)
    return Streak(length, longest, today is not None and Period.WEEK.start(today) in spent)
