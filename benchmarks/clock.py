"""Hosts whose clocks are wrong: what that costs the players, and how well a bot knows the time.

    python -m benchmarks.clock [--words 20]

For each platform and each error, a bot begins a round there through its simulator; players send
words at any part of a second, the first as the board appears and the last 10 ms before the end,
and before each of them the host's clock is set to another time. Then it is measured how far the
clock that a bot goes by is off after so many answers of a platform, over roads that take 10 to 150
ms each way.

Last results, 2026-11-22, a 2-core virtual machine (Intel Xeon), Python 3.11, `--words 20`:

    each platform, the host 1, 5, 60 and 3600 s ahead and behind: {'word accepted': 20}
    host ahead by: off, median and worst, after 1 answer, 5, 30 and 100 answers
        -5.0 s: 0.63 (-1.19)  0.25 (-0.96)  0.14 (-0.36)  0.10 s (-0.21 s)
        -0.5 s: 0.50 (-0.50)  0.27 (-0.50)  0.14 (-0.40)  0.11 s (-0.22 s)
        +0.5 s: 0.50 (-1.20)  0.29 (-0.87)  0.14 (-0.33)  0.10 s (-0.21 s)
        +5.0 s: 0.65 (-1.19)  0.26 (-0.91)  0.14 (-0.36)  0.11 s (-0.20 s)
"""

import argparse
import asyncio
import logging
from collections import Counter
from collections.abc import Coroutine
from math import floor
from pathlib import Path
from random import Random
from statistics import median
from tempfile import TemporaryDirectory

from bot.app import App
from bot.clock import SLACK, Bounds, Offset
from bot.settings import Settings
from tests.helpers.clocks import WRONG, PassingClock, Table
from tests.helpers.platforms import SIDES, Lexicons, a_scene, noon

ANSWERS, RUNS = (1, 2, 5, 10, 30, 100), 2000
PATIENCE = 30.0  # seconds until a word or a command is called unanswered


async def main(words: int) -> None:
    """Play everywhere, then measure; print a line for each."""
    chance, lexicon = Random(1), App(Settings.from_environment()).lexicons()
    for platform in SIDES:
        for wrong in WRONG:
            with TemporaryDirectory() as folder:
                got = await _played(platform, wrong, words, Path(folder), lexicon, chance)
            print(f"{platform}, host {wrong:+.0f} s: {dict(got)}", flush=True)
    for wrong in (-5.0, -0.5, 0.5, 5.0):
        for number, errors in _errors(wrong, chance).items():
            off, least, most = median(map(abs, errors)), min(errors), max(errors)
            said = f"off by {off:.3f} s median, {least:+.3f} to {most:+.3f} s"
            print(f"host {wrong:+.1f} s, after {number} answers: {said}")


async def _played(
    platform: str, wrong: float, words: int, folder: Path, lexicon: Lexicons, chance: Random
) -> Counter[str]:
    """Play a round; count the fates of its words, and of the commands around it."""
    got: Counter[str] = Counter()
    scene = a_scene(folder, lexicon, PassingClock(noon() + chance.random()))
    scene.wrong = wrong
    async with SIDES[platform](scene) as side, side.process() as services:
        table = Table(side)
        await _await(table.asks("play", "⏳", language="en", seconds=60), got)
        (room,) = services.rounds.live.rooms()
        running = services.rounds.live.running(room)
        found = [each.display for each in running.solution][:words]
        for number, word in enumerate(found):
            last = number == len(found) - 1
            await _await(table.says(word, at=running.deadline - 0.01 if last else None), got)
            scene.wrong = chance.choice(WRONG)
            scene.clock.forward(chance.random() * 100 / words)
        await _await(table.asks("stop", "The round is over"), got)
        got.update(f"word {cause or 'accepted'}" for cause in table.causes())
    return got


async def _await(deed: Coroutine[None, None, None], got: Counter[str]) -> None:
    try:
        async with asyncio.timeout(PATIENCE):
            await deed
    except TimeoutError:
        got["unanswered"] += 1


def _errors(wrong: float, chance: Random) -> dict[int, list[float]]:
    """Return by how many seconds a clock is ahead after so many answers, each run its own."""
    errors: dict[int, list[float]] = {number: [] for number in ANSWERS}
    for _ in range(RUNS):
        utc, offset = chance.random(), Offset(wrong)
        for number in range(1, max(ANSWERS) + 1):
            utc += chance.random() * 3
            sent, dated = utc, utc + chance.uniform(0.01, 0.15)
            utc = dated + chance.uniform(0.01, 0.15)
            told = Bounds(floor(dated) - utc, floor(dated) + 1 - sent)
            offset.learn(told.wider(SLACK), utc)
            if number in errors:
                errors[number].append(offset.value)
    return errors


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--words", type=int, default=20, help="of each round")
    logging.disable()
    asyncio.run(main(**vars(parser.parse_args())))
