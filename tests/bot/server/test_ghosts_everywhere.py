"""Races against one's own last daily on both platforms, over a restart."""

from pathlib import Path

import pytest

from core.store.upkeep.checks import problems
from tests.helpers.platforms import SIDES, Lexicons, a_scene, words_of

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("platform", SIDES)
async def test_a_ghost_finds_its_words_again(
    platform: str, tmp_path: Path, lexicon: Lexicons
) -> None:
    scene, found = a_scene(tmp_path, lexicon), words_of(1, lexicon)
    async with SIDES[platform](scene) as side:
        ana = side.player("Ana")
        async with side.process():
            board = await ana.presses(await ana.asks("daily", "Daily 1"), "dgo", "⏳")
            scene.clock.forward(10)
            board = await ana.types(board, found[0].display)
            await ana.presses(board, "dend", "Place so far")
            scene.clock.forward(2 * 86_400)
            board = await ana.asks("ghost", "Ghost · English")
            assert board.private
            assert board.picture
            await ana.types(board, found[1].display)
        scene.clock.forward(30)
        async with side.process():
            signs = "👻 " + "▪" * len(found[0].word)
            await scene.waits.until(lambda: ana.told(signs) is not None)
            await scene.time_up(lambda: ana.told("Only 👻 Ghost: "))
            over = ana.told("Only 👻 Ghost: ")
            assert over
            assert over.private
            assert over.picture
            assert f"Only you: {found[1].display} +" in over.text
            assert f"Only 👻 Ghost: {found[0].display} +" in over.text
            await ana.presses(over, "race", "Ghost · English")
        query = "SELECT count(*) FROM rounds WHERE ghost IS NOT NULL"
        assert scene.rows(query) == [(2,)]
    assert [str(each) async for each in problems(tmp_path / "seize.db")] == []
