"""Hostile messages, commands and button ids through both adapters, half of them through each.

    python -m benchmarks.storms [COUNT] [SEED]

Each platform's half runs in a process of its own against its simulator. It ends with an
AssertionError at the first error in the log, ping, mark that nobody meant, or text that leaked
into the log.
"""

import multiprocessing
import sys
import time

from bot.app import App
from bot.settings import Settings
from tests.bot.server.scenes import discord_scene, telegram_scene
from tests.bot.server.storms import discord_storm, telegram_storm


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
        began = time.perf_counter()
        done = scene.loop.run(discord_storm(scene, count, seed))
        _tell("discord", done, began)


def _telegram(count: int, seed: int) -> None:
    with telegram_scene(_app().lexicons()) as scene:
        began = time.perf_counter()
        done = scene.loop.run(telegram_storm(scene, count, seed))
        _tell("telegram", done, began)


def _app() -> App:
    app = App(Settings.from_environment())
    app.prepare_solver()
    return app


def _tell(platform: str, done: int, began: float) -> None:
    seconds = time.perf_counter() - began
    print(f"{platform}: {done} hostile acts in {seconds / 60:.1f} min, no error, ping or leak")


if __name__ == "__main__":
    main(*map(int, [*sys.argv[1:], *("1000000", "1")[len(sys.argv) - 1 :]]))
