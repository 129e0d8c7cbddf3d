"""Boards that a process sent, and died before it stored which: one of a round has buttons."""

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from bot.chat.commands import verb_of
from tests.bot.server.test_restart_everywhere import asked, begun
from tests.helpers.platforms import PLATFORMS, SIDES, DiscordSide, Lexicons, Scene, Shown, a_scene


def forget_board(scene: Scene) -> None:
    """Make the database as it is where a process dies before it has stored what shows a round."""
    with closing(sqlite3.connect(scene.url.removeprefix("sqlite:///"))) as connection:
        connection.execute("UPDATE rounds SET board = ''")
        connection.commit()


def pressable(side: Any) -> list[Shown]:
    """Return the boards that have buttons."""
    return [
        each
        for each in side.told()
        if any(verb_of(button.partition(":")[0]).on_board for button in each.buttons)
    ]


async def presses(side: Any, player: Any, shown: Shown, verb: str) -> None:
    """Press a button, and wait for the answer."""
    data = shown.button(verb)
    if isinstance(side, DiscordSide):
        await (await player.person.clicks(shown.message, f"seize:{data}")).response()
    else:
        await (await player.person.clicks(shown.message, data)).answered()


@pytest.mark.parametrize("platform", PLATFORMS)
async def test_an_orphaned_board_loses_its_buttons_while_its_round_goes_on(
    platform: str, tmp_path: Path, lexicon: Lexicons
) -> None:
    scene = a_scene(tmp_path, lexicon)
    async with SIDES[platform](scene) as side:
        ana = side.player("Ana")
        async with side.process():
            await asked(side, ana, "play", "⏳", language="en")
        forget_board(scene)
        (orphan,) = side.told()
        async with side.process():
            await begun(side)
            await side.sim.until(lambda: len(side.told()) == 2)
            if platform == "telegram":  # which shows a bot no messages of before
                await presses(side, ana, orphan, "why")
            await side.sim.until(lambda: len(pressable(side)) == 1)
            closed, board = side.told()
            assert "The round goes on below." in closed.text
            assert not closed.buttons
            await presses(side, ana, board, "why")  # that one stays
            scene.think()
            await asked(side, ana, "stop", "The round is over")
            await side.sim.until(lambda: not pressable(side))


@pytest.mark.parametrize("platform", PLATFORMS)
async def test_an_orphaned_board_of_a_round_that_is_over_says_so_when_it_is_pressed(
    platform: str, tmp_path: Path, lexicon: Lexicons
) -> None:
    scene = a_scene(tmp_path, lexicon)
    async with SIDES[platform](scene) as side:
        ana = side.player("Ana")
        async with side.process():
            board = await asked(side, ana, "play", "⏳", language="en")
        forget_board(scene)
        with closing(sqlite3.connect(scene.url.removeprefix("sqlite:///"))) as connection:
            connection.execute(
                "UPDATE rounds SET state = 'finished', termination = 'time-up', "
                "finished_at = deadline, announced_at = deadline"
            )
            connection.commit()
        async with side.process():
            await begun(side)
            await presses(side, ana, board, "text")
            await side.sim.until(lambda: not pressable(side))
            assert "The round is over." in side.told()[0].text
