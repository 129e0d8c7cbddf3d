"""Five hundred pages in a hundred rounds: how long a word waits for its verdict.

    python -m benchmarks.pages [--pages 500] [--rooms 100] [--rate 100] [--seconds 20]

The server of `seize web` runs as a process of its own, with its database in a file. Pages are
WebSockets of this process, so that both share what processors there are. Prints the time from a
word's sending to its verdict, and the same for one page alone, at five words a second.
"""

import argparse
import asyncio
import json
import os
import random
import time
from itertools import cycle
from pathlib import Path
from statistics import quantiles
from tempfile import TemporaryDirectory

import aiohttp

from bot.app import App
from bot.settings import Settings
from bot.web_app.options import CODE, LETTERS
from bot.web_app.protocol import VERSION
from core.grid import Grid
from core.lexicon import Lexicon
from core.scoring import ruleset
from core.solver.solver import solve
from tests.helpers.browser import web_server


class Page:
    """A page, which types one word after the other."""

    def __init__(self, socket: aiohttp.ClientWebSocketResponse, name: str) -> None:
        self._socket, self._name = socket, name
        self._number, self._round = 0, 0
        self._words = cycle(list[str]())
        self._verdicts: dict[int, asyncio.Future[None]] = {}
        self.begun: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    async def hear(self, lexicon: Lexicon) -> None:
        """Take in what the server sends, until it closes."""
        async for message in self._socket:
            frame = json.loads(message.data)
            if frame["type"] == "state" and not self._round:
                self._round = frame["round"]
                grid = Grid.parse("".join(tile["face"] for tile in frame["tiles"]))
                solution = solve(grid, lexicon, ruleset("ruzzle", "en"))
                self._words = cycle([each.word for each in solution])
                self.begun.set_result(None)
            elif frame["type"] == "verdict":
                self._verdicts.pop(frame["number"]).set_result(None)

    async def greet(self) -> None:
        """Say hello."""
        await self._say("hello", version=VERSION, page=self._name)

    async def play(self) -> None:
        """Start a round of ten minutes."""
        await self._say("press", verb="play", args={"language": "en", "seconds": "600"})
        await self.begun

    async def type(self) -> float:
        """Send a word; return the seconds until its verdict."""
        self._number += 1
        verdict = self._verdicts[self._number] = asyncio.get_running_loop().create_future()
        began = time.perf_counter()
        await self._say("word", number=self._number, round=self._round, text=next(self._words))
        await verdict
        return time.perf_counter() - began

    async def _say(self, type_: str, **facts: object) -> None:
        await self._socket.send_str(json.dumps({"type": type_, **facts}))


async def main(pages: int, rooms: int, rate: float, seconds: float) -> None:
    """Open the pages, play, and print what words waited."""
    app = App(Settings.from_environment())
    app.prepare_solver()
    lexicon = app.lexicon("en")
    os.environ["SEIZE_CACHE_DIR"] = str(app.settings.cache_dir)
    with TemporaryDirectory() as name:
        folder = Path(name)
        async with web_server(folder, folder) as server:
            alone = await _measure(server.url, lexicon, 1, 1, 5, seconds)
            _print("one page alone", alone)
            together = await _measure(server.url, lexicon, pages, rooms, rate, seconds)
            _print(f"{pages} pages in {rooms} rounds, {rate:g} words a second", together)


async def _measure(
    url: str, lexicon: Lexicon, count: int, rooms: int, rate: float, seconds: float
) -> list[float]:
    rng = random.Random(count)
    codes = ["".join(rng.choices(LETTERS, k=CODE)) for _ in range(rooms)]
    timeout = aiohttp.ClientTimeout(total=None)
    async with aiohttp.ClientSession(
        connector=aiohttp.TCPConnector(limit=0),
        timeout=timeout,
        cookie_jar=aiohttp.DummyCookieJar(),
    ) as session:
        pages = []
        for number in range(count):
            headers = {"Origin": url.rstrip("/"), "Cookie": f"seize_guest=guest-{number:020}"}
            socket = await session.ws_connect(
                f"{url}{codes[number % rooms]}/socket", headers=headers
            )
            pages.append(Page(socket, f"page{number}"))
            await pages[-1].greet()
        hearing = [asyncio.create_task(page.hear(lexicon)) for page in pages]
        for page in pages[:rooms]:
            await page.play()
        await asyncio.gather(*(page.begun for page in pages))
        typing: list[asyncio.Task[float]] = []
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            typing.append(asyncio.create_task(rng.choice(pages).type()))
            await asyncio.sleep(rng.expovariate(rate))
        waited = await asyncio.gather(*typing)
        for task in hearing:
            task.cancel()
        await asyncio.gather(*hearing, return_exceptions=True)
    return waited


def _print(what: str, waited: list[float]) -> None:
    cuts = [1000 * each for each in quantiles([*waited, *waited], n=100)]
    print(
        f"{what}: {len(waited)} words; {cuts[49]:.1f} ms median, {cuts[98]:.1f} ms at the 99th "
        f"percentile, {1000 * max(waited):.1f} ms at most",
        flush=True,
    )


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--pages", type=int, default=500)
    parser.add_argument("--rooms", type=int, default=100)
    parser.add_argument("--rate", type=float, default=100)
    parser.add_argument("--seconds", type=float, default=20)
    asyncio.run(main(**vars(parser.parse_args())))
