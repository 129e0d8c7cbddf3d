"""Killed at any moment, ten times: what was acknowledged is there, once."""

import asyncio
import sqlite3
from collections import Counter
from pathlib import Path

import numpy as np
import pytest

from core.store.upkeep.checks import problems
from tests.core.services.crash_host import MEMBERS, ROOMS, live
from tests.helpers.lives import said

pytestmark = pytest.mark.slow

LIVES = 10
IN_FLIGHT = len(ROOMS) * len(MEMBERS)  # words that may be stored when nobody could say so any more


def stored(place: Path) -> Counter[tuple[str, ...]]:
    """Return the journal as the lines that the process says."""
    with sqlite3.connect(place) as raw:
        rows = raw.execute(
            "SELECT round, external_id, message_id, coalesce(cause, 'accepted'), "
            "coalesce(nullif(word, ''), '-') FROM plays JOIN players ON players.id = player"
        )
        return Counter(tuple(map(str, row)) for row in rows)


async def found_in(place: Path) -> list[str]:
    return [str(problem) async for problem in problems(place)]


def test_kills_lose_nothing_and_leave_no_round_stuck(tmp_path: Path) -> None:
    place = tmp_path / "seize.db"
    moments = np.random.default_rng(1).integers(0, 150, LIVES)
    words: Counter[tuple[str, ...]] = Counter()
    told: list[tuple[str, str]] = []
    unsaid = 0
    for life, moment in enumerate([*moments.tolist(), None]):
        for kind, *facts in said(live, moment, place, life, moment is None):
            if kind == "word":
                words[tuple(facts)] += 1
            else:
                told.append((facts[0], facts[1]))
        missing = words - stored(place)
        assert not missing
        unsaid += IN_FLIGHT
        assert (stored(place) - words).total() <= unsaid
    assert max(stored(place).values()) == 1
    assert max(words.values()) == 1
    with sqlite3.connect(place) as raw:
        ids = {str(key) for (key,) in raw.execute("SELECT id FROM rounds")}
        assert raw.execute("SELECT count(*) FROM rounds WHERE state != 'finished'").fetchone() == (
            0,
        )
        assert raw.execute("SELECT count(*) FROM rounds WHERE announced_at IS NULL").fetchone() == (
            0,
        )
    assert {round_id for round_id, _ in told} == ids
    assert len(set(told)) == len(told)  # again only by another life, killed before it was noted
    assert asyncio.run(found_in(place)) == []
    assert len(words) > LIVES
    assert len(ids) > len(ROOMS)
