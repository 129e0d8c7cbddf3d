"""The page on a slow phone: when its largest part is painted, and how smooth tracing is.

    python -m benchmarks.paint [--runs 5]

Chromium, with the network and the processor slowed down as Lighthouse does for its slow phone:
150 ms there and back, 1.6 Mbit a second, a quarter of the processor. Prints the largest
contentful paint of the first visit, and the frames a second while a finger traces for some seconds
(the screen has 60). Sources: https://github.com/GoogleChrome/lighthouse/blob/main/docs/throttling.md
and https://web.dev/articles/lcp.
"""

import argparse
import asyncio
import itertools
import math
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any

from playwright.async_api import Browser, CDPSession, ViewportSize

from bot.app import App
from bot.settings import Settings
from tests.helpers.browser import PHONE, WebServer, chromium, web_server

_NETWORK = {
    "offline": False,
    "latency": 150,
    "downloadThroughput": 1.6e6 / 8,
    "uploadThroughput": 0.75e6 / 8,
}
_SLOWER = 4  # times
_SECONDS = 4.0  # of tracing

_LARGEST = """() => new Promise((told) => {
  let last = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) last = entry.startTime;
  }).observe({ type: 'largest-contentful-paint', buffered: true });
  setTimeout(() => told(last), 1500);
})"""
_FRAMES = """() => {
  window.frames_ = [];
  const note = (now) => { window.frames_.push(now); requestAnimationFrame(note); };
  requestAnimationFrame(note);
}"""


async def _slowed(browser: Browser) -> tuple[Any, CDPSession]:
    size = ViewportSize(width=PHONE["width"], height=PHONE["height"])
    context = await browser.new_context(viewport=size, has_touch=True, locale="en-GB")
    page = await context.new_page()
    session = await context.new_cdp_session(page)
    await session.send("Network.enable")
    await session.send("Network.emulateNetworkConditions", _NETWORK)
    await session.send("Emulation.setCPUThrottlingRate", {"rate": _SLOWER})
    return page, session


async def _painted(browser: Browser, server: WebServer) -> float:
    """Return the milliseconds until the largest part of the page is painted, on a first visit."""
    page, _ = await _slowed(browser)
    await page.goto(server.url)
    largest = float(await page.evaluate(_LARGEST))
    await page.context.close()
    return largest


async def _traced(browser: Browser, server: WebServer) -> list[float]:
    """Return the milliseconds between frames while a finger goes round and round the grid."""
    page, touch = await _slowed(browser)
    await page.goto(server.url)
    await page.click("#play")
    await page.locator("#controls").wait_for()
    box = await page.locator("#board").bounding_box() or {}
    middle, radius = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2), box["width"] / 3
    await page.evaluate(_FRAMES)
    began = asyncio.get_running_loop().time()
    kind = "touchStart"
    while (passed := asyncio.get_running_loop().time() - began) < _SECONDS:
        angle = passed * 4
        point = {
            "x": middle[0] + radius * math.cos(angle),
            "y": middle[1] + radius * math.sin(angle),
        }
        await touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [point]})
        kind = "touchMove"
    await touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    frames: list[float] = await page.evaluate("window.frames_")
    await page.context.close()
    return [later - earlier for earlier, later in itertools.pairwise(frames)]


async def _main(runs: int) -> None:
    App(Settings.from_environment()).find_kernels()
    with TemporaryDirectory() as folder:
        data = Settings.from_environment().data_dir or Path(folder)
        async with chromium() as browser, web_server(Path(folder), data) as server:
            painted = [await _painted(browser, server) for _ in range(runs)]
            gaps = sorted(await _traced(browser, server))
    print(f"largest paint: {median(painted):.0f} ms (of {runs} first visits)")
    late = sum(gap > 1.5 * 1000 / 60 for gap in gaps)
    print(
        f"tracing: {1000 * len(gaps) / sum(gaps):.1f} frames a second, "
        f"{100 * late / len(gaps):.1f} % of them late, the longest after {gaps[-1]:.0f} ms"
    )


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--runs", type=int, default=5)
    asyncio.run(_main(parser.parse_args().runs))
