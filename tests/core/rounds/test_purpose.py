"""The traits of purposes, and who may ask for a purpose by name."""

import re
from pathlib import Path
from typing import get_args

from core.rounds.purpose import ForDaily, ForDuel, ForMatch, ForPractice, ForRace, Purpose

ROOT = Path(__file__).parents[3]
ADAPTERS = ("console_app", "discord_app", "telegram_app", "web_app")
# What an adapter may want of a purpose but its traits: the ghost that a page shows by signs, the
# daily that a terminal goes on with.
MAY_NAME = {"bot/web_app/view.py": {"ForRace"}, "bot/console_app/daily/table.py": {"ForDaily"}}


def test_traits() -> None:
    daily, ranked = ForDaily(1), ForDaily(1, ranked=True)
    every: list[Purpose] = [ForMatch(), daily, ranked, ForDuel(1), ForPractice(()), ForRace(())]
    assert {type(each) for each in every} == {*get_args(Purpose)}
    assert [each for each in every if not each.is_own] == [ForMatch()]
    assert [each for each in every if each.is_once] == [ranked, ForDuel(1)]
    assert [each for each in every if each.takes_hints] == [daily]


def test_no_adapter_decides_by_a_purposes_name() -> None:
    names = re.compile("|".join(each.__name__ for each in get_args(Purpose)))
    named = {
        str(file.relative_to(ROOT)): {*names.findall(file.read_text())}
        for adapter in ADAPTERS
        for file in (ROOT / "bot" / adapter).rglob("*.py")
    }
    assert {file: found for file, found in named.items() if found} == MAY_NAME
