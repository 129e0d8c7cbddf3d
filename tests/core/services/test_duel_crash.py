"""Killed at any moment: no duel is lost, doubled or stuck, and each thing is told."""

import asyncio
from pathlib import Path

import pytest

from core.store.upkeep.checks import problems
from tests.core.services.duel_host import run

pytestmark = pytest.mark.slow


async def found_in(place: Path) -> list[str]:
    return [str(problem) async for problem in problems(place)]


def test_kills_lose_nothing_of_duels(tmp_path: Path) -> None:
    place = tmp_path / "seize.db"
    report = run(place, kills=30, pairs=6, duels=2)
    assert report.faults == []
    assert report.kills >= 25
    assert report.duels >= 12
    assert report.words > 20
    assert report.news >= 3 * report.duels
    assert asyncio.run(found_in(place)) == []
