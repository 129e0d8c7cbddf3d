"""While a language is being prepared, who asks for it is told so, and answered by itself later."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from core.errors import Unprepared
from core.lexicon import Lexicon
from core.services.workers import Workers
from tests.helpers.platforms import (
    PLATFORMS,
    SIDES,
    DiscordSide,
    Lexicons,
    Shown,
    a_scene,
    shown_on_discord,
    shown_on_telegram,
)

GRID = "TEARSOUND"


class Making:
    """Makes the French list when it is told to: in half a minute, it says."""

    def __init__(self) -> None:
        self.made = asyncio.Event()
        self.waits = 0

    async def wait(self, lacking: Unprepared) -> None:
        assert lacking.what == "fr"
        self.waits += 1
        await self.made.wait()
        self.waits -= 1

    def left(self) -> float | None:
        return 30.0 if self.waits else None

    def opener(self, lexicon: Lexicons) -> Lexicons:
        """Return a function that opens lists, but the French one only when it is made."""

        def opened(name: str) -> Lexicon:
            if name == "fr" and not self.made.is_set():
                raise Unprepared(name)
            return lexicon(name)

        return opened


async def asks(side: Any, player: Any, command: str, **options: Any) -> Any:
    """Use a command in the chat."""
    if isinstance(side, DiscordSide):
        return await player.person.slash(side.channel, command, **options)
    return await player.person.says(side.group, " ".join([f"/{command}", *options.values()]))


def shown(side: Any) -> list[Shown]:
    """Return all that is to be seen in the chat, and who alone sees it."""
    if isinstance(side, DiscordSide):
        return [
            shown_on_discord(each)
            for each in [*side.channel.messages, *side.channel.ephemerals]
            if each.author is side.sim.me and not each.deleted and each.embeds
        ]
    return [shown_on_telegram(each) for each in side.group.bot_messages]


async def until_shown(side: Any, *sentences: str) -> Shown:
    """Wait until something is shown with all sentences in it."""

    def found() -> Shown | None:
        return next((s for s in shown(side) if all(each in s.text for each in sentences)), None)

    try:
        there: Shown | None = await side.sim.until(found)
    except TimeoutError:
        raise AssertionError((sentences, [each.text for each in shown(side)])) from None
    assert there
    return there


@pytest.mark.parametrize("platform", PLATFORMS)
async def test_who_asks_is_told_at_once_and_answered_later(
    platform: str, tmp_path: Path, lexicon: Lexicons
) -> None:
    making = Making()
    scene = a_scene(tmp_path, making.opener(lexicon))
    scene.workers = Workers(preparation=making)
    async with SIDES[platform](scene) as side, side.process():
        ana, ben = side.player("Ana"), side.player("Ben", locale="de")
        clo = side.player("Clo")
        for command in ("solve", "letters"):
            await asks(side, ana, command, letters=GRID, language="fr")
        told = await until_shown(side, "your answer comes by itself in about 30 s")
        assert told.private == (platform == "discord")
        # What is ready is answered meanwhile.
        await asks(side, clo, "letters", letters="STONE", language="en")
        await until_shown(side, "STONE · Engli", "52 ")
        await asks(side, clo, "leaderboard")
        await until_shown(side, "Nobody has played yet")
        await asks(side, ben, "play", language="fr")
        await until_shown(side, "Deine Antwort kommt von selbst, in etwa 30 s")

        making.made.set()
        await until_shown(side, f"{GRID} · ")
        await until_shown(side, "Longest possible")
        await until_shown(side, "· Ruzzle")
        if platform == "discord":  # the answers are where that was told
            await side.sim.until(
                lambda: (
                    not any("itself" in each.text or "selbst" in each.text for each in shown(side))
                )
            )
    assert scene.rows("SELECT state FROM rounds") == [("running",)]


@pytest.mark.parametrize("platform", PLATFORMS)
async def test_pages_are_turned_later(platform: str, tmp_path: Path, lexicon: Lexicons) -> None:
    making = Making()
    making.made.set()
    scene = a_scene(tmp_path, making.opener(lexicon))
    scene.workers = Workers(preparation=making)
    async with SIDES[platform](scene) as side, side.process():
        ana = side.player("Ana")
        await asks(side, ana, "letters", letters="PERSLATESIND??", language="fr")
        page = await until_shown(side, "Page 1 ")
        making.made.clear()
        prefix = "seize:" if platform == "discord" else ""
        await ana.person.clicks(page.message, f"{prefix}{page.buttons[-1]}")
        await side.sim.until(lambda: making.waits)
        await asyncio.sleep(0.5)  # seconds until the player is told, and no longer
        assert "Page 1 " in (await until_shown(side, "Page ")).text
        making.made.set()
        await until_shown(side, "Page 2 ")


async def test_completions_are_none_meanwhile(tmp_path: Path, lexicon: Lexicons) -> None:
    making = Making()
    scene = a_scene(tmp_path, making.opener(lexicon))
    scene.workers = Workers(preparation=making)
    async with SIDES["discord"](scene) as side, side.process():
        ana = side.player("Ana", admin=True)
        await ana.asks("settings", "(language): fr", name="language", value="fr")
        assert await ana.person.completes(side.channel, "check", "word", "ab") == []
        making.made.set()
        assert await ana.person.completes(side.channel, "check", "word", "ab")


@pytest.mark.parametrize("platform", PLATFORMS)
async def test_a_round_that_goes_on_waits_for_its_list_and_loses_no_word(
    platform: str, tmp_path: Path, lexicon: Lexicons
) -> None:
    making = Making()
    making.made.set()
    scene = a_scene(tmp_path, making.opener(lexicon))
    scene.workers = Workers(preparation=making)
    async with SIDES[platform](scene) as side:
        ana = side.player("Ana")
        async with side.process() as services:
            await asks(side, ana, "play", language="fr")
            await until_shown(side, "· Ruzzle")
            (room,) = services.rounds.live.rooms()
            first, *_ = services.rounds.live.running(room).solution
        making.made.clear()
        scene.think()
        async with side.process():
            place = side.channel if platform == "discord" else side.group
            word = await ana.person.says(place, first.word)
            await asks(side, ana, "leaderboard")
            await until_shown(side, "Nobody has played yet")
            assert not word.reactions
            making.made.set()
            await side.sim.until(lambda: word.reactions)
    assert [row[0] for row in scene.rows("SELECT points FROM plays")] == [first.points]
