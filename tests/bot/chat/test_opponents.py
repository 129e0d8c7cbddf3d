"""Computer players in rooms: they play along, are called computers, and are on no leaderboard."""

from collections.abc import Callable
from itertools import count

import pytest

from core.ids import PlayerRef
from core.lexicon import Lexicon
from core.store.memory import MemoryStore
from tests.helpers.adapters import ThisGrid
from tests.helpers.chat import Scene, ben

Lexicons = Callable[[str], Lexicon]
COMPUTER = PlayerRef("computer", "9")


def scene_of(lexicon: Lexicons, store: MemoryStore | None = None) -> Scene:
    return Scene(store=store, lexicon=lexicon, dealer=ThisGrid(lexicon, count(1)))


def heard(scene: Scene) -> list[str]:
    """Return the words of the computer so far."""
    rounds = map(scene.services.rounds.live.running, scene.services.rounds.live.rooms())
    plays = [play for round_ in rounds if round_ for play in round_.plays]
    return [play.verdict.word for play in plays if play.player == COMPUTER]


async def test_one_plays_along_whoever_is_alone(lexicon: Lexicons) -> None:
    scene = scene_of(lexicon)
    async with scene.running():
        board = await scene.ask("play", "with 9", locale="en")
        assert "🤖 Ordinateur 9 joue aussi" in board.text  # the room speaks French
        scene.clock.now += 60
        await scene.waits.until(lambda: len(heard(scene)) > 3)
        first = heard(scene)
        await scene.type("mat", ben)
        scene.clock.now += 55
        await scene.waits.until(lambda: len(heard(scene)) > len(first))
        assert heard(scene)[: len(first)] == first
        ended = await scene.ask("stop")
        assert "🤖 Ordinateur 9" in ended.text
        page = await scene.ask("leaderboard")
        assert "Ben" in page.text
        assert "Ordinateur" not in page.text


async def test_after_a_crash_each_of_its_words_counts_once(lexicon: Lexicons) -> None:
    scene = scene_of(lexicon)
    async with scene.running():
        await scene.ask("play", "en with=9")
        scene.clock.now += 60
        await scene.waits.until(lambda: len(heard(scene)) > 3)
        before = heard(scene)
    later = scene_of(lexicon, scene.store)  # type: ignore[arg-type]
    later.clock.now = scene.clock.now + 30
    async with later.running():
        await later.waits.until(lambda: len(heard(later)) > len(before))
        assert heard(later)[: len(before)] == before
        assert len(set(heard(later))) == len(heard(later))


async def test_again_is_with_the_same_opponent(lexicon: Lexicons) -> None:
    scene = scene_of(lexicon)
    async with scene.running():
        await scene.ask("play", "en contre 4 60")
        ended = await scene.ask("stop")
        again = next(each for row in ended.buttons for each in row if each.verb == "again")
        board = await scene.ask(again.data)
        assert "Ordinateur 4" in board.text


@pytest.mark.parametrize("text", ["with=0", "with=10", "with=x"])
async def test_other_levels_are_refused(lexicon: Lexicons, text: str) -> None:
    scene = scene_of(lexicon)
    async with scene.running():
        reply = await scene.ask("play", f"en {text}", locale="en")
        assert "choose from 1, 2, 3, 4, 5, 6, 7, 8, 9" in reply.text
        assert not scene.services.rounds.live.rooms()
