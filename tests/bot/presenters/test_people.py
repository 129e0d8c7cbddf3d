"""The names of players in front of others."""

import re

import pytest

from bot.presenters.people import called
from bot.presenters.wording import wording
from core.ids import Member, PlayerRef
from tests.helpers.chat import Scene

ID = "482100017"
WHO = PlayerRef("discord", ID)
INVISIBLE = [
    "",
    "\u3164",
    "\u2800",
    "\uffa0 \u3164",
    "\u0301\u0308",
    "\u3164" * 40 + "Ana",
    "\ufe0f",
]


@pytest.mark.parametrize("name", INVISIBLE)
def test_who_has_no_visible_name_has_a_number_of_their_own(name: str) -> None:
    number = called(name, WHO, wording("en"))
    assert re.fullmatch(r"player [1-9]\d{3}", number)
    assert number == called("", WHO, wording("en"))
    assert number.split()[1] not in ID
    others = {called("", PlayerRef("discord", f"{n}"), wording("en")) for n in range(100)}
    assert len(others) > 90
    assert called("", PlayerRef("telegram", ID), wording("en")) != number


def test_the_number_is_said_in_each_language() -> None:
    assert called("", WHO, wording("fr")).startswith("joueur ")
    assert called("\u3164Ana", WHO, wording("fr")) == "\u3164Ana"


async def test_an_invisible_name_stands_as_a_number_wherever_others_read_it(scene: Scene) -> None:
    nobody = Member(WHO, "\u3164")
    number = called("", WHO, wording("fr"))
    async with scene.running():
        await scene.ask("play")
        await scene.type("rest", nobody)
        await scene.waits.until(lambda: bool(scene.outbox.edits))
        assert number in scene.outbox.edits[-1][1].text
        assert number in (await scene.ask("stop")).text
    assert number in (await scene.ask("leaderboard")).text
