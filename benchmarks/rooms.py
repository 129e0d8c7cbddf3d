"""A busy room: how soon each word's verdict can be seen, and how often the platform refuses.

    python -m benchmarks.rooms [--seconds 90] [--words 10]

Twenty players write so many words a second in one room of each platform. The bot runs as its
own process against the simulated platforms of the tests, on loopback, which enforce the real
limits (tests/simulators/discord/limits.py, tests/simulators/telegram/limits.py). A verdict can
be seen as a mark on the message, or on the board beside its player's name.

Last results, 2026-11-23, a 2-core virtual machine (Intel Xeon), Python 3.11, which ran the
simulators, too, before everything else (chrt -r 1), with its files in memory (TMPDIR=/dev/shm):

    discord: 900 words of 20 players in 90 s: 100.0% told within 3 s (median 0.70 s, at most
        2.42 s), 356 of them by a mark, 0 never; refused (429): 0
    telegram: 900 words of 20 players in 90 s: 100.0% told within 3 s (median 1.50 s, at most
        2.97 s), 30 of them by a mark, 0 never; refused (429): 0

Of three runs on Telegram, one had a word that was told after 3.01 s. Where the disk takes half a
second to store a word, those who wait for it are told as much later.

Telegram allows an edit every three seconds, so that each delay shows; where nothing takes time
(tests/bot/server/test_busy_rooms.py), all are told within three seconds there, too.
"""

import argparse
import asyncio
import time
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from benchmarks.chats import word_lists
from bot.app import App
from bot.settings import Settings
from core.lexicon.unfit import unfit
from tests.bot.server.tables import house
from tests.helpers.crowds import NAMES, Crowd
from tests.helpers.serving import serving


async def main(seconds: float, words: float) -> None:
    """Play in one room after the other, and print what was seen."""
    settings = Settings.from_environment()
    App(settings).prepare_solver()
    for platform in ("discord", "telegram"):
        with TemporaryDirectory() as folder:
            await play(platform, Path(folder), settings, seconds, words)


async def play(
    platform: str, folder: Path, settings: Settings, seconds: float, words: float
) -> None:
    """Play in a room of a platform."""
    async with house(platform) as place:
        table = place.table(players=NAMES)
        cache = str(settings.cache_dir)
        async with serving(folder, folder, **place.only, SEIZE_CACHE_DIR=cache) as bot:
            await bot.ready()
            await table.play(600)
            (known,) = word_lists(folder / "seize.db")[platform]
            fit = [word for word in known if word not in unfit("en")]  # boards repeat no others
            crowd = Crowd(table, fit, time.monotonic, glance=0.02)
            await crowd.play(seconds, words)
        refused = place.sim.refused
        sent = len(crowd.waits) + len(crowd.waiting)
        print(
            f"{platform}: {sent} words of {len(NAMES)} players in {seconds:.0f} s: "
            f"{crowd.within(3.0):.1%} told within 3 s (median {median(crowd.waits):.2f} s, "
            f"at most {max(crowd.waits):.2f} s), {crowd.marked} of them by a mark, "
            f"{len(crowd.waiting)} never; refused (429): "
            f"{refused if isinstance(refused, int) else len(refused)}"
        )


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--seconds", type=float, default=90)
    parser.add_argument("--words", type=float, default=10)
    asyncio.run(main(**vars(parser.parse_args())))
