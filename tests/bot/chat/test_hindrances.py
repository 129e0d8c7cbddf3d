"""What hinders words in a room is told by its boards and by the settings."""

import pytest

from bot.hindrances import Hindered, Hindrance
from bot.presenters.hindrances import hindrance_line
from bot.presenters.wording import wording
from core.languages import languages
from tests.helpers.chat import ROOM, Scene, mod

FACTS = {"seconds": 30, "permissions": "Add Reactions"}


@pytest.mark.parametrize("kind", Hindrance)
async def test_each_is_told_with_its_remedy(scene: Scene, kind: Hindrance) -> None:
    scene.outbox.hindered[ROOM] = [Hindered(kind, FACTS)]
    settings = (await scene.ask("settings", who=mod, locale="en-GB")).text
    assert f"⚠ {kind.label}: {kind.told.format(**FACTS)} → {kind.remedy}" in settings
    board = (await scene.ask("play")).text
    assert (wording("fr").gettext(kind.told, **FACTS) in board) == (not kind.deaf)


async def test_where_nothing_hinders_nothing_is_told(scene: Scene) -> None:
    assert "⚠" not in (await scene.ask("settings")).text
    assert "⚠" not in (await scene.ask("play")).text


@pytest.mark.parametrize("code", languages())
@pytest.mark.parametrize("kind", Hindrance)
def test_each_is_said_in_all_languages(kind: Hindrance, code: str) -> None:
    line = hindrance_line(Hindered(kind, FACTS), wording(code))
    assert line.startswith("⚠ ")
    assert " → " in line
    assert (kind.told.format(**FACTS) in line) == (code == "en")
