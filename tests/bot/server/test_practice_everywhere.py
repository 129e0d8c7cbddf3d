"""`/practice` on both platforms, over a restart: alone, and again."""

from pathlib import Path

import pytest

from tests.helpers.platforms import PLATFORMS, SIDES, Lexicons, a_scene


@pytest.mark.parametrize("platform", PLATFORMS)
async def test_a_practice_is_alone_goes_on_after_a_restart_and_comes_again(
    platform: str, tmp_path: Path, lexicon: Lexicons
) -> None:
    scene = a_scene(tmp_path, lexicon)
    async with SIDES[platform](scene) as side:
        ana = side.player("Ana")
        async with side.process() as services:
            board = await ana.asks("practice", "⏳", language="en")
            assert board.private
            assert board.picture
            assert "Practice · English" in board.text
            assert not [each for each in side.told() if "Practice" in each.text]
            (room,) = services.rounds.live.rooms()
            first, second, *_ = words = services.rounds.live.record(room).purpose.words
            assert len(words) >= 5
            await ana.types(board, first)
        scene.clock.forward(30)
        async with side.process():
            await scene.waits.until(lambda: ana.told("· ✅ 1") is not None)
            await ana.writes(second)
            await scene.time_up(lambda: ana.told("The words of this practice"))
            end = ana.told("The words of this practice")
            assert end
            assert end.private
            assert end.text.count("found at once · comes again in") == 2
            assert end.text.count("missed this time · comes again today") == len(words) - 2
            again = await ana.presses(end, "drill", "⏳")
            assert again.private
            assert "Practice · English" in again.text
            stopped = await ana.asks("stop", "The words of this practice")
            assert stopped.private
