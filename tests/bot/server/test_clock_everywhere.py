"""A host's clock that is wrong, or is set in mid-round, costs nobody a word or an answer."""

from pathlib import Path

import pytest

from tests.helpers.clocks import WRONG, PassingClock, Table
from tests.helpers.platforms import PLATFORMS, SIDES, Lexicons, a_scene, noon


@pytest.mark.parametrize(
    "wrong",
    [each if each == -3600 else pytest.param(each, marks=pytest.mark.slow) for each in WRONG],
)
@pytest.mark.parametrize("platform", PLATFORMS)
async def test_words_count_wherever_the_hosts_clock_stands(
    platform: str, wrong: float, tmp_path: Path, lexicon: Lexicons
) -> None:
    scene = a_scene(tmp_path, lexicon, PassingClock(noon() + 0.6))
    scene.wrong = wrong
    async with SIDES[platform](scene) as side, side.process() as services:
        table = Table(side)
        await table.asks("play", "⏳", language="en", seconds=60)
        (room,) = services.rounds.live.rooms()
        running = services.rounds.live.running(room)
        begun, words = scene.clock.now, (each.display for each in running.solution)
        assert begun - 2 < running.starts_at <= begun
        await table.says(next(words))
        for other in WRONG:  # set in mid-round
            scene.clock.forward(1.3)
            scene.wrong = other
            await table.says(next(words))
        await table.says(next(words), at=running.deadline - 0.01)
        late = running.deadline + 1
        scene.clock.now = late
        await table.says(next(words), at=late)
        assert table.causes() == [None] * 10 + ["too-late"]
        scene.clock.now = running.closes_at
        await scene.waits.until(lambda: any("Time's up" in each.text for each in side.told()))
        await table.asks("play", "⏳", language="en", seconds=60)


@pytest.mark.parametrize("platform", PLATFORMS)
async def test_rounds_go_on_in_a_process_whose_host_has_another_time(
    platform: str, tmp_path: Path, lexicon: Lexicons
) -> None:
    scene = a_scene(tmp_path, lexicon, PassingClock(noon() + 0.6))
    async with SIDES[platform](scene) as side:
        table = Table(side)
        for wrong in (0.0, 3600.0, -3600.0):
            scene.wrong = wrong
            async with side.process() as services:
                if not wrong:
                    await table.asks("play", "⏳", language="en", seconds=60)
                await scene.waits.until(services.rounds.live.rooms)
                (room,) = services.rounds.live.rooms()
                running = await services.rounds.running(room)
                await table.says(next(each.display for each in running.solution))
        assert table.causes() == [None, "already-found", "already-found"]
