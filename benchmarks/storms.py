"""Hostile messages, commands and button ids through both adapters, half of them through each.

    python -m benchmarks.storms [COUNT] [SEED]

Each platform's half runs in a process of its own against its simulator. It ends with an
AssertionError at the first error in the log, ping, mark that nobody meant, or text that leaked
into the log.
"""

import multiprocessing
import sys
import time
from collections.abc import Iterator

from bot.app import App
from bot.settings import Settings
from tests.bot.server.scenes import discord_scene, telegram_scene
from tests.bot.server.storms import discord_storm, telegram_storm

PART = 20_000  # acts


def main(count: int, seed: int) -> None:
    """Do so many hostile things, and print how many were survived."""
    context = multiprocessing.get_context("spawn")
    halves = [
        context.Process(target=each, args=(count // 2, seed)) for each in (_discord, _telegram)
    ]
    for each in halves:
        each.start()
    for each in halves:
        each.join()
    sys.exit(max(each.exitcode or 0 for each in halves))


def _discord(count: int, seed: int) -> None:
    with discord_scene(_app().lexicons()) as scene:
        for part in _parts("discord", count, seed):
            scene.loop.run(discord_storm(scene, *part))


def _telegram(count: int, seed: int) -> None:
    with telegram_scene(_app().lexicons()) as scene:
        for part in _parts("telegram", count, seed):
            scene.loop.run(telegram_storm(scene, *part))


def _app() -> App:
    app = App(Settings.from_environment())
    app.prepare_solver()
    return app


def _parts(platform: str, count: int, seed: int) -> Iterator[tuple[int, int]]:
    """Yield counts with a seed for each; tell when the storm is through each of them."""
    began = time.perf_counter()
    for done in range(0, count, PART):
        part = min(PART, count - done)
        yield part, seed + done
        minutes = (time.perf_counter() - began) / 60
        print(
            f"{platform}: {done + part} acts in {minutes:.1f} min, no error, ping or leak",
            flush=True,
        )


if __name__ == "__main__":
    main(*map(int, [*sys.argv[1:], *("1000000", "1")[len(sys.argv) - 1 :]]))
