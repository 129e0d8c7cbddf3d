"""The hour of a chat's day at which it gets the news of the dailies."""

from datetime import date, datetime, time, timedelta
from zoneinfo import ZoneInfo


def latest(hour: int, zone: ZoneInfo, now: float) -> float:
    """Return the last time, up to `now`, at which the clocks of a zone struck an hour (0 to 23).

    Once a day: an hour that comes twice, as summer time ends, counts the first time; one that
    is left out, as it begins, is struck when the clocks go on. Seconds of UTC epoch.
    """
    day = datetime.fromtimestamp(now, zone).date()
    struck = _strikes(hour, zone, day)
    return struck if struck <= now else _strikes(hour, zone, day - timedelta(days=1))


def following(hour: int, zone: ZoneInfo, now: float) -> float:
    """Return the first time after `now` at which the clocks of a zone strike an hour."""
    day = datetime.fromtimestamp(now, zone).date()
    struck = _strikes(hour, zone, day)
    return struck if struck > now else _strikes(hour, zone, day + timedelta(days=1))


def _strikes(hour: int, zone: ZoneInfo, day: date) -> float:
    return datetime.combine(day, time(hour), zone).timestamp()
