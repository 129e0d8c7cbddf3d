"""Limits that no act of a player undoes.

A ranked attempt at a daily, and a game at a word of the day, are one a player; of rated games that
two play alone, so many count in a week. What is used up is kept apart from the player, by each of
their accounts, until the limit is over: forgetting, linking and parting change nothing of it.
"""

from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta


@dataclass(frozen=True, slots=True)
class Limit:
    """A limit on what a player may do."""

    name: str
    """At most 40 characters, such as "daily 12"."""

    until: float | None = None
    """When it is over, in seconds of UTC epoch; None until its daily is closed."""


@dataclass(frozen=True, slots=True)
class Spent:
    """A part of an allowance to be told of a secret that was used up: see core/secrets.py.

    `told`: of a secret's points, in steps; `chance`: what would be told by chance; `shut`: no more
    is told.
    """

    told: float = 0.0
    chance: float = 0.0
    shut: bool = False

    def __add__(self, other: "Spent") -> "Spent":
        """Return both together, whichever words they have in common."""
        chance = max(self.chance, other.chance)
        return Spent(self.told + other.told, chance, self.shut or other.shut)


def daily_limit(puzzle_id: int) -> Limit:
    """Return the limit of one ranked attempt at a daily."""
    return Limit(f"daily {puzzle_id}")


def word_limit(word_id: int, day: date) -> Limit:
    """Return the limit of one game at the word of a day."""
    return Limit(f"wordle {word_id}", midnight(day + timedelta(days=1)))


def pair_limit(language: str, week: str) -> Limit:
    """Return the limit of rated games that two play alone in a week ("2026-W39")."""
    return Limit(f"pair {week} {language}", midnight(monday(week) + timedelta(days=7)))


def monday(week: str) -> date:
    """Return the first day of a week ("2026-W39")."""
    year, number = week.split("-W")
    return date.fromisocalendar(int(year), int(number), 1)


def midnight(day: date) -> float:
    """Return when a day begins (of UTC), in seconds of UTC epoch."""
    return datetime(day.year, day.month, day.day, tzinfo=UTC).timestamp()
