"""Dailies as a person names them at a terminal: by number, by date, or as today's."""

import time
from contextlib import suppress
from datetime import date
from enum import StrEnum
from typing import TYPE_CHECKING

from core.daily.puzzle import Puzzle, day_of
from core.errors import SeizeError, translatable
from core.services.refusals import NoDaily
from core.texts import shortened, whole_number

if TYPE_CHECKING:
    from bot.console_app.daily.table import DailyTable  # which imports the solver

_MOST_NUMBER = 2**31


class BadDay(SeizeError):
    """Raised when a text names no day."""

    template = translatable(
        "{text!r} is not a daily: write its number, its date such as {example}, or yesterday"
    )


class Relative(StrEnum):
    """Days by their distance from now."""

    TODAY = "today"
    YESTERDAY = "yesterday"


Day = int | date | Relative
"""The number of a daily, its date (of UTC), or what it is today."""


def read_day(text: str | None) -> Day:
    """Read a day, None as today; raises BadDay."""
    named = (text or Relative.TODAY).strip().lower()
    with suppress(ValueError):
        return Relative(named)
    number = whole_number(named, digits=12)
    if number is not None:
        return number
    with suppress(ValueError):
        return date.fromisoformat(named)
    raise BadDay(text=shortened(named), example="2026-01-31")


async def daily_of(table: "DailyTable", language: str, day: Day) -> Puzzle:
    """Return the daily of a day; raises NoDaily. Today's alone is made for that."""
    dailies = table.dailies
    if day is Relative.TODAY:
        return await dailies.today(language)
    if day is Relative.YESTERDAY:
        return await dailies.yesterday(language)
    kept = await _kept(table, language, day)
    if kept and kept.opens_at <= time.time():
        return kept
    if isinstance(day, int):
        return await dailies.numbered(language, day)
    if kept:
        raise NoDaily.ahead(kept.number, kept.day)
    if day != day_of(time.time()):
        raise NoDaily.on(day)
    return await dailies.today(language)


async def _kept(table: "DailyTable", language: str, day: int | date) -> Puzzle | None:
    async with table.store.read() as work:
        if isinstance(day, date):
            return await work.puzzles.on(language, day)
        return await work.puzzles.numbered(language, day) if day < _MOST_NUMBER else None
