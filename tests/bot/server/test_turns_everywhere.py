"""One player asks for much at once: the others wait for none of it, and that player is told."""

import asyncio
from pathlib import Path
from threading import Event
from typing import Any

import pytest

from core.lexicon import Lexicon
from tests.helpers.patience import PATIENCE
from tests.helpers.platforms import (
    SIDES,
    DiscordSide,
    Lexicons,
    a_scene,
    shown_on_discord,
)

RACK, MANY = "EASTRINOLUD??", 12
REFUSAL = "a lot at once"


async def _asks(side: Any, player: Any, command: str, **options: Any) -> Any:
    if isinstance(side, DiscordSide):
        return await player.person.slash(side.channel, command, **options)
    return await player.person.says(side.group, " ".join([f"/{command}", *options.values()]))


async def _is_answered(side: Any, asked: Any, sentence: str) -> None:
    """Wait for an answer with a sentence in it."""
    if isinstance(side, DiscordSide):
        assert sentence in shown_on_discord(await asked.response()).text
    else:
        await side.sim.until(lambda: any(sentence in each.text for each in side.told()))


def _refusals(side: Any) -> int:
    if isinstance(side, DiscordSide):
        private = [each for each in side.channel.ephemerals if not each.deleted]
        return sum(REFUSAL in shown_on_discord(each).text for each in private)
    return sum(REFUSAL in each.text for each in side.told())


@pytest.mark.parametrize(
    "platform",
    ["discord", pytest.param("telegram", marks=pytest.mark.slow)],  # a group's limits
)
async def test_nobody_waits_for_what_another_asks_for(
    platform: str, tmp_path: Path, lexicon: Lexicons
) -> None:
    done = Event()

    def slow(name: str) -> Lexicon:
        if name == "fr":
            assert done.wait(PATIENCE)
        return lexicon(name)

    scene = a_scene(tmp_path, slow)
    async with SIDES[platform](scene) as side, side.process():
        ana, ben = side.player("Ana"), side.player("Ben")
        try:
            asked = [
                await _asks(side, ana, "letters", letters=RACK, language="fr") for _ in range(MANY)
            ]
            refused = 8 if platform == "discord" else 1  # of a group that reads it, one is enough
            await side.sim.until(lambda: _refusals(side) == refused)
            async with asyncio.timeout(PATIENCE):
                tears = await _asks(side, ben, "letters", letters="TEARS", language="en")
                await _is_answered(side, tears, "TEARS · English")
                grid = await _asks(side, ben, "solve", letters="TEARSOUND", language="en")
                await _is_answered(side, grid, "words")
                coach: dict[str, Any] = {"what": "solve", "language": "en"}
                if platform == "telegram":
                    await ben.person.starts()
                coached = await _asks(side, ben, "wordle", **coach)
                if platform == "discord":
                    await coached.response()
                else:
                    await side.sim.until(lambda: len(ben.person.private.bot_messages) > 1)
        finally:
            done.set()
        if platform == "discord":
            answered = [shown_on_discord(await each.response()).text for each in asked]
            assert sum(f"{RACK} · " in each for each in answered) == MANY - refused
        else:
            mine = f"{RACK} · "
            await side.sim.until(lambda: sum(mine in each.text for each in side.told()) == 5)
        assert _refusals(side) == refused
