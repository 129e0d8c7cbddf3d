"""Rounds of every purpose over both platforms: what is sent has no word that is kept."""

from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any, get_args

import pytest

from core.rounds.purpose import ForDaily, ForDuel, ForMatch, ForPractice, ForRace, Purpose
from tests.bot.server.test_duels_everywhere import Duelling
from tests.bot.test_purposes import FOUND, KEPT, words_in
from tests.helpers.platforms import SIDES, Lexicons, Scene, a_scene

pytestmark = pytest.mark.slow

LOCALES = Path(__file__).parents[3] / "bot/presenters/locales"


class Play:
    """Ana and Ben in a chat of a platform."""

    def __init__(self, side: Any, scene: Scene, lexicon: Lexicons) -> None:
        self.side, self.scene, self.lexicon = side, scene, lexicon
        self.ana, self.ben = side.player("Ana"), side.player("Ben")
        self.services: Any = None
        self.before = 0  # bodies sent until the bot was ready: the names of commands

    async def match(self) -> None:
        person = self.ana.person
        if hasattr(self.side, "group"):
            await person.starts()
            await person.says(self.side.group, "/play en")
            await self.side.sim.until(lambda: self.side.group.said("⏳"))
        else:
            await person.slash(self.side.channel, "play", language="en")
            await self.side.sim.until(self.side.told)

    async def daily(self) -> None:
        page = await self.ana.asks("daily", "Daily 1", language="en")
        await self.ana.presses(page, "dgo", "⏳")

    async def duel(self) -> None:
        duel = Duelling(self.scene, self.lexicon)
        await duel.offer(self.side, self.ana)
        await duel.accept(self.side, self.ben)
        await self.ana.presses(await duel.told(self.ana, "Ben has accepted"), "vplay", "⏳")

    async def practice(self) -> None:
        await self.ana.asks("practice", "⏳", language="en")

    async def race(self) -> None:
        page = await self.ana.asks("daily", "Daily 1", language="en")
        board = await self.ana.presses(page, "dgo", "⏳")
        word = self.words(await self.running())[0]
        await self.ana.types(board, word)
        await self.ana.presses(board, "dend", "Place so far")
        self.scene.clock.forward(2 * 86_400)
        await self.ana.asks("ghost", "⏳")

    async def running(self) -> Any:
        """Return the round that is running, once it is."""
        live = self.services.rounds.live
        (room,) = await self.side.sim.until(live.rooms)
        return live.running(room)

    @staticmethod
    def words(round_: Any) -> list[str]:
        """Return the words of a grid that no sentence of the interface has."""
        usual = words_in("\n".join(each.read_text() for each in LOCALES.rglob("*.po")))
        long = [each.word for each in round_.result().fit if len(each.word) >= 5]
        return [word for word in long if word not in usual]

    def sent(self) -> set[str]:
        """Return the words in all that the bot has sent since it was ready."""
        return words_in(self.text())

    def text(self) -> str:
        """Return all texts that the bot has sent since it was ready."""
        return "\n".join(_texts(self.bodies()[self.before :]))

    def bodies(self) -> list[Any]:
        """Return the bodies of all requests of the bot."""
        sim = self.side.sim
        return getattr(sim, "bodies", None) or [each.params for each in sim.requests]


def _texts(body: object) -> Iterator[str]:
    if isinstance(body, str):
        yield body
    elif isinstance(body, dict):
        for each in body.values():
            yield from _texts(each)
    elif isinstance(body, list):
        for each in body:
            yield from _texts(each)


BEGIN: dict[type, Callable[[Play], Awaitable[None]]] = {
    ForMatch: Play.match,
    ForDaily: Play.daily,
    ForDuel: Play.duel,
    ForPractice: Play.practice,
    ForRace: Play.race,
}


# What the end of each says.
ENDS: dict[type, str] = {
    ForMatch: "Time's up!",
    ForDaily: "Place so far",
    ForDuel: "shown when Ben has played it",
    ForPractice: "The words of this practice",
    ForRace: "Ghost: ",
}


@pytest.mark.parametrize("platform", SIDES)
@pytest.mark.parametrize("purpose", get_args(Purpose), ids=lambda each: each.__name__)
async def test_nobody_is_sent_a_word_that_is_kept(
    purpose: type, platform: str, tmp_path: Path, lexicon: Lexicons
) -> None:
    scene = a_scene(tmp_path, lexicon)
    async with SIDES[platform](scene) as side:
        play = Play(side, scene, lexicon)
        async with side.process() as play.services:
            play.before = len(play.bodies())
            await BEGIN[purpose](play)
            round_ = await play.running()
            live = play.services.rounds.live
            (room,) = live.rooms()
            record = live.record(room)
            assert (type(record.purpose), record.purpose.is_own) == (
                purpose,
                purpose is not ForMatch,
            )
            ghost = {word for _, word in getattr(record.purpose, "ghost", ())}
            words = [word for word in play.words(round_) if word not in ghost]
            mine = words[-FOUND:]
            for word in mine:
                scene.think()
                if record.purpose.is_own:
                    await play.ana.says(word)
                else:
                    where = getattr(side, "group", None) or side.channel
                    await play.ana.person.says(where, word)
            await side.sim.until(lambda: len(live.running(room).result().finders) >= len(mine))
            missed = {*words} - {*mine}
            assert len(missed) > 10
            told = play.sent() & missed
            assert not told, told
            await scene.time_up(lambda: not live.rooms())
            await side.sim.until(lambda: ENDS[purpose] in play.text())
            told = play.sent() & missed
            if purpose in KEPT:
                assert not told, told
            elif purpose is ForMatch:
                assert told  # so what is looked for would be found
