"""The hour of a chat, across the changes of its clocks."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.daily.calendar import following, latest

PARIS, NEW_YORK, KATHMANDU, LORD_HOWE = map(
    ZoneInfo, ("Europe/Paris", "America/New_York", "Asia/Kathmandu", "Australia/Lord_Howe")
)


def at(text: str) -> float:
    return datetime.fromisoformat(text).replace(tzinfo=UTC).timestamp()


@pytest.mark.parametrize(
    ("hour", "zone", "now", "before", "after"),
    [
        (9, PARIS, "2026-07-01 06:59", "2026-06-30 07:00", "2026-07-01 07:00"),
        (9, PARIS, "2026-07-01 07:00", "2026-07-01 07:00", "2026-07-02 07:00"),
        # 2:00 is left out as summer time begins, on 29 March: the clocks go on to 3:00.
        (2, PARIS, "2026-03-29 00:59", "2026-03-28 01:00", "2026-03-29 01:00"),
        (2, PARIS, "2026-03-29 12:00", "2026-03-29 01:00", "2026-03-30 00:00"),
        # 2:00 comes twice as it ends, on 25 October.
        (2, PARIS, "2026-10-25 00:30", "2026-10-25 00:00", "2026-10-26 01:00"),
        (2, PARIS, "2026-10-25 01:30", "2026-10-25 00:00", "2026-10-26 01:00"),
        (0, NEW_YORK, "2027-01-01 00:00", "2026-12-31 05:00", "2027-01-01 05:00"),
        (6, KATHMANDU, "2026-12-31 23:59", "2026-12-31 00:15", "2027-01-01 00:15"),
    ],
)
def test_an_hour_strikes(hour: int, zone: ZoneInfo, now: str, before: str, after: str) -> None:
    assert latest(hour, zone, at(now)) == at(before)
    assert following(hour, zone, at(now)) == at(after)


@given(
    st.integers(0, 23),
    st.sampled_from([PARIS, NEW_YORK, KATHMANDU, LORD_HOWE, ZoneInfo("UTC")]),
    st.integers(0, 366 * 24 * 60),
)
def test_an_hour_strikes_once_a_day(hour: int, zone: ZoneInfo, minutes: int) -> None:
    now = at("2026-01-01 00:00") + 60 * minutes
    before, after = latest(hour, zone, now), following(hour, zone, now)
    assert before <= now < after
    assert following(hour, zone, before) == after
    assert latest(hour, zone, after) == after
    days = [datetime.fromtimestamp(moment, zone).date() for moment in (before, after)]
    assert days[1] - days[0] == timedelta(days=1)
