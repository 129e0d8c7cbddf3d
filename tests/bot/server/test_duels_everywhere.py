"""Duels on both platforms and between them, over restarts: from the offer to the comparison."""

import re
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import pytest

from core.duels.duel import LIFETIME, REMINDED
from core.grid import Grid
from core.lexicon.unfit import unfit
from core.rounds.result import fit_words
from core.scoring import ruleset
from core.solver.solver import solve
from tests.helpers.platforms import SIDES, Lexicons, Player, Scene, Shown, Side, a_scene

CODE = re.compile(r"/duel ([A-Z0-9]{8})")


class Duelling:
    """Two who play one duel, on platforms of theirs."""

    def __init__(self, scene: Scene, lexicon: Lexicons) -> None:
        self.scene, self.lexicon = scene, lexicon
        self.code = ""

    def words(self, number: int) -> list[str]:
        """Return words of the grid of a round, the best first."""
        ((grids,),) = self.scene.rows("SELECT grids FROM duels")
        text = re.findall(r'\["([^"]+)"', grids)[number - 1]
        found = solve(Grid.parse(text), self.lexicon("en"), ruleset("ruzzle", "en"))
        fit = fit_words(found, unfit("en"))
        return [each.word for each in fit if len(each.word) > 3]

    async def offer(self, side: Any, player: Any) -> None:
        """Have somebody offer a duel to all in the chat."""
        if hasattr(side, "group"):
            await player.person.starts()
            await player.person.says(side.group, "/duel en")
            said = await side.sim.until(lambda: side.group.said("whoever accepts"))
            text = said.text
        else:
            text = (await player.asks("duel", "whoever accepts", language="en")).text
        code = CODE.search(text)
        assert code
        self.code = code[1]

    async def accept(self, side: Any, player: Any) -> Shown:
        """Have somebody accept it by its code."""
        options = {} if hasattr(side, "group") else {"code": self.code}
        text = "" if options else self.code
        if text:
            await player.person.starts()
        page: Shown = await player.asks("duel", "Against", text, **options)
        assert page.private
        return page

    async def told(self, player: Player, sentence: str) -> Shown:
        await self.scene.waits.until(lambda: player.told(sentence) is not None)
        shown = player.told(sentence)
        assert shown
        assert shown.private
        return shown

    async def play(self, player: Player, shown: Shown, number: int, *words: str) -> Shown:
        """Play a round from a page of the duel; return how it went."""
        board = await player.presses(shown, "vplay", "⏳")
        assert board.private
        assert board.picture
        assert f"Duel · Round {number} of 3 · English" in board.text
        await player.types(board, *words)
        await self.scene.time_up(lambda: player.told(f"Words: {len(words)}\n"))
        return await self.told(player, f"Words: {len(words)}\n")


@pytest.mark.slow
@pytest.mark.parametrize(
    "platforms",
    [("discord", "discord"), ("telegram", "telegram"), ("discord", "telegram")],
    ids="-".join,
)
async def test_a_whole_duel_over_a_restart(
    platforms: tuple[str, str], tmp_path: Path, lexicon: Lexicons
) -> None:
    scene = a_scene(tmp_path, lexicon)
    duel = Duelling(scene, lexicon)
    async with AsyncExitStack() as stack:
        sides: dict[str, Side] = {}
        for name in platforms:
            if name not in sides:
                sides[name] = await stack.enter_async_context(SIDES[name](scene))
        homes = [sides[name] for name in platforms]
        ana, ben = homes[0].player("Ana"), homes[1].player("Ben")

        async with AsyncExitStack() as life:
            for side in sides.values():
                await life.enter_async_context(side.process())
            await duel.offer(homes[0], ana)
            page = await duel.accept(homes[1], ben)
            own = await duel.told(ana, "Ben has accepted your duel.")
            words = duel.words(1)
            theirs = await duel.play(ben, page, 1, *words[1:3])
            assert "The words of this round are shown when Ana has played it." in theirs.text
            assert not theirs.picture
            board = await ana.presses(own, "vplay", "⏳")
            await ana.types(board, words[0])

        async with AsyncExitStack() as life:
            for side in sides.values():
                await life.enter_async_context(side.process())
            await scene.waits.until(lambda: ana.told("· ✅ 1") is not None)
            await ana.writes(words[1])
            await scene.time_up(lambda: ana.told("Words: 2\n"))
            mine = await duel.told(ana, "Words: 2\n")
            assert mine.picture
            await duel.told(ben, "Ana has played round 1, too.")
            compared = await ana.presses(mine, "vcmp", "Found by both")
            assert compared.picture
            assert f"Found by both: {words[1]}" in compared.text
            assert f"Only you: {words[0]}" in compared.text
            assert f"Only Ben: {words[2]}" in compared.text
            mine = await ana.presses(compared, "vsee", "Against Ben")
            for number in (2, 3):
                words = duel.words(number)
                mine = await duel.play(ana, mine, number, *words[: 1 + number])
                theirs = await duel.play(ben, theirs, number, *words[:1])
            over = await duel.told(ana, "🏆 You won")
            assert all(map(over.has, ("vagain", "vseal", "vshare")))
            lost = await duel.told(ben, "⚔ Ana won")
            again = await ben.presses(lost, "vagain", "Not accepted yet")
            assert again.private
            await duel.told(ana, "Ben challenges you to a duel.")
        assert scene.rows("SELECT count(*) FROM results") == [(0,)]  # duels are no rounds of rooms


@pytest.mark.parametrize("platform", SIDES)
async def test_time_runs_out_while_nobody_serves(
    platform: str, tmp_path: Path, lexicon: Lexicons
) -> None:
    scene = a_scene(tmp_path, lexicon)
    duel = Duelling(scene, lexicon)
    async with SIDES[platform](scene) as side:
        ana, ben = side.player("Ana"), side.player("Ben")
        async with side.process():
            await duel.offer(side, ana)
            page = await duel.accept(side, ben)
            await duel.play(ben, page, 1, duel.words(1)[0])
            scene.clock.forward(LIFETIME - REMINDED)
            await duel.told(ana, "Your duel with Ben ends soon.")
        scene.clock.forward(REMINDED)
        async with side.process():
            await duel.told(ben, "🏆 You won")
            await duel.told(ana, "⚔ Ben won: 0 : ")
