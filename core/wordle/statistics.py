"""The statistics of a player's games of Wordle."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date

from core.wordle.game import TRIES
from core.wordle.record import WordleRecord


@dataclass(frozen=True, slots=True)
class WordleStats:
    """Finished games of one player and language.

    `played`, `solved` and `distribution` (how many were solved with 1, 2 … 6 guesses) are of
    words of the day; so are streaks: `streak` days on end up to now, `longest` ever.
    `free` and `free_solved` are of their own games at other words.
    """

    played: int = 0
    solved: int = 0
    streak: int = 0
    longest: int = 0
    distribution: tuple[int, ...] = (0,) * TRIES
    free: int = 0
    free_solved: int = 0


def wordle_stats(games: Iterable[WordleRecord], today: date) -> WordleStats:
    """Add up finished games, of which each word of the day has one at most.

    Today's word may still be solved: that it is not breaks no streak yet.
    """
    games = list(games)
    dailies, free = [each for each in games if each.day], [each for each in games if not each.day]
    solved = {each.day: len(each.guesses) for each in dailies if each.day and each.is_solved}
    used = Counter(solved.values())
    streaks = _streaks(sorted(day.toordinal() for day in solved))
    lost = today in {each.day for each in dailies} - set(solved)
    ends = today.toordinal(), today.toordinal() - 1
    return WordleStats(
        played=len(dailies),
        solved=len(solved),
        streak=0 if lost else max(streaks.get(day, 0) for day in ends),
        longest=max(streaks.values(), default=0),
        distribution=tuple(used[number + 1] for number in range(TRIES)),
        free=len(free),
        free_solved=sum(each.is_solved for each in free),
    )


def _streaks(days: Iterable[int]) -> dict[int, int]:
    """Return the length of each run of ascending days, by its last day."""
    lengths: dict[int, int] = {}
    for day in days:
        lengths[day] = lengths.pop(day - 1, 0) + 1
    return lengths
