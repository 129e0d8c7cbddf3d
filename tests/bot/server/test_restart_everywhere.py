"""A round that goes on after a restart is found by whoever asks for it, from the first moment."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from tests.helpers.platforms import (
    PLATFORMS,
    SIDES,
    DiscordSide,
    Lexicons,
    Shown,
    a_scene,
    shown_on_discord,
)

BEGINNING = 1.0  # seconds that Discord has to name the servers: meanwhile nothing has been read


async def asked(side: Any, player: Any, command: str, sentence: str, **options: str) -> Shown:
    """Use a command in the chat; return the first answer to it, which has a sentence in it."""
    if isinstance(side, DiscordSide):
        sent = await player.person.slash(side.channel, command, **options)
        shown = shown_on_discord(await sent.response())
    else:
        had = len(side.told())
        await player.person.says(side.group, " ".join([f"/{command}", *options.values()]))
        shown = await side.sim.until(lambda: next(iter(side.told()[had:]), None))
    assert sentence in shown.text
    return shown


async def says(side: Any, player: Any, word: str) -> Any:
    """Write a word in the chat."""
    place = side.channel if isinstance(side, DiscordSide) else side.group
    return await player.person.says(place, word)


async def begun(side: Any) -> None:
    """Wait until a new process may be asked."""
    if isinstance(side, DiscordSide):
        await side.sim.ready()


@pytest.mark.parametrize("platform", PLATFORMS)
async def test_the_round_is_found_while_the_bot_begins(
    platform: str, tmp_path: Path, lexicon: Lexicons
) -> None:
    scene = a_scene(tmp_path, lexicon)
    async with SIDES[platform](scene) as side:
        ana, ben = side.player("Ana"), side.player("Ben")
        async with side.process() as services:
            board = await asked(side, ana, "play", "⏳", language="en")
            (room,) = services.rounds.live.rooms()
            first, second, third, *_ = services.rounds.live.running(room).solution
            scene.think()

        async def meanwhile() -> Shown:
            """Ask at once; say a word before that, which is to count."""
            await says(side, ben, first.word)
            scene.think()
            await begun(side)
            if platform == "discord":
                await asked(side, ben, "w", f"+{second.points}", words=second.word)
                form = await (await ana.person.clicks(board.message, "⌨ Type words")).form()
                sent = await ana.person.submits(form, {"words": third.word})
                assert f"+{third.points}" in shown_on_discord(await sent.response()).text
            else:
                await says(side, ben, f"/w {second.word}")
                await says(side, ana, f"/w {third.word}")
            scene.think()
            return await asked(side, ana, "stop", "The round is over")

        told = asyncio.create_task(meanwhile())
        more = {"settling": BEGINNING} if platform == "discord" else {}
        async with side.process(**more):
            over = await told
        both = first.points + second.points
        assert f"Ben · {both}" in over.text.replace(",", "")
        assert f"Ana · {third.points}" in over.text
        assert not any("goes on" in each.text for each in side.told())
    assert scene.rows("SELECT state FROM rounds") == [("finished",)]


@pytest.mark.parametrize("platform", PLATFORMS)
async def test_the_buttons_of_its_board_work_while_the_bot_begins(
    platform: str, tmp_path: Path, lexicon: Lexicons
) -> None:
    scene = a_scene(tmp_path, lexicon)
    async with SIDES[platform](scene) as side:
        ana = side.player("Ana")
        async with side.process() as services:
            board = await asked(side, ana, "play", "⏳", language="en")
            (room,) = services.rounds.live.rooms()
            record = services.rounds.live.record(room)
            assert record

        async def presses(verb: str) -> str:
            data = board.button(verb)
            if platform == "discord":
                sent = await ana.person.clicks(board.message, f"seize:{data}")
                return shown_on_discord(await sent.response()).text
            query = await ana.person.clicks(board.message, data)
            return str((await query.answered()).text)

        async def meanwhile() -> str:
            await begun(side)
            assert "None of your words was refused" in await presses("why")
            return await presses("halt")

        told = asyncio.create_task(meanwhile())
        more = {"settling": BEGINNING} if platform == "discord" else {}
        async with side.process(**more):
            await told
            await side.sim.until(lambda: any("is over" in each.text for each in side.told()))
    assert scene.rows("SELECT state FROM rounds") == [("finished",)]
