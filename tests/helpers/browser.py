"""Chromium, driven by Playwright, with true touch; and `seize web` for it to open."""

import asyncio
import os
import re
import shutil
import signal
from asyncio.subprocess import PIPE
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.async_playwright import Axe
from playwright.async_api import Browser, BrowserContext, Page, async_playwright, expect

from core.grid import Grid
from core.lexicon import Lexicon
from core.scoring import ruleset
from core.solver.solution import FoundWord
from core.solver.solver import solve
from tests.helpers.command import SEIZE, environment
from tests.helpers.patience import PATIENCE

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser"))), None)
_FLAGS = (
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
)  # fmt: skip
_TOO_WIDE = """() => {
  const page = document.documentElement;
  if (page.scrollWidth <= page.clientWidth) return [];
  const wide = (part) => part.getBoundingClientRect().right > page.clientWidth;
  return [`too wide: ${page.scrollWidth} `, ...Array.from(document.querySelectorAll('*'))
    .filter(wide).map((part) => `${part.tagName}#${part.id} ${part.textContent} `)];
}"""
_PATIENCE = 1000 * PATIENCE  # milliseconds
PHONE = {"width": 390, "height": 844}


@asynccontextmanager
async def chromium(*flags: str) -> AsyncIterator[Browser]:
    """Run Chromium; without one the test is skipped, but fails in CI."""
    if CHROMIUM is None and not os.environ.get("CI"):
        pytest.skip("no Chromium here: install the package chromium")
    expect.set_options(timeout=_PATIENCE)
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(
            executable_path=CHROMIUM, args=[*_FLAGS, *flags], timeout=_PATIENCE
        )
        try:
            yield browser
        finally:
            await browser.close()


class WebServer:
    """`seize web` as a process, which may be killed and begun again on its port."""

    def __init__(self, folder: Path, data_dir: Path, *command: str) -> None:
        self.port = 0
        self._command = command or ("web",)
        self._env = environment(data_dir, SEIZE_DATABASE_URL=f"sqlite:///{folder}/seize.db")
        self._process: asyncio.subprocess.Process | None = None

    @property
    def url(self) -> str:
        """Return the address of the page."""
        return f"http://127.0.0.1:{self.port}/"

    async def begin(self) -> None:
        """Begin to serve; return once pages can be opened."""
        self._process = await asyncio.create_subprocess_exec(
            SEIZE, *self._command, "--no-open", "--host", "127.0.0.1", "--port", str(self.port),
            stderr=PIPE, env=self._env,
        )  # fmt: skip
        assert self._process.stderr
        said = []
        async with asyncio.timeout(PATIENCE):
            while line := (await self._process.stderr.readline()).decode():
                if at := re.search(r"http://localhost:(\d+)/", line):
                    self.port = int(at[1])
                    return
                said.append(line)
        raise AssertionError("".join(said))

    async def end(self, by: signal.Signals = signal.SIGTERM) -> int:
        """End it; return its exit status."""
        assert self._process
        with suppress(ProcessLookupError):
            self._process.send_signal(by)
        return await self.ended()

    async def ended(self) -> int:
        """Wait until it ends; return its exit status."""
        assert self._process
        await self._process.communicate()
        return self._process.returncode or 0


@asynccontextmanager
async def web_server(folder: Path, data_dir: Path) -> AsyncIterator[WebServer]:
    """Serve the page."""
    server = WebServer(folder, data_dir)
    await server.begin()
    try:
        yield server
    finally:
        await server.end(signal.SIGKILL)


@dataclass(slots=True)
class Phone:
    """A page on a phone, and the finger on it."""

    context: BrowserContext
    page: Page

    async def grid(self) -> str:
        """Return the letters of the board."""
        tiles = "els => els.map(e => e.dataset.face).join('')"
        return str(await self.page.eval_on_selector_all("#board .tile", tiles))

    async def swipe(self, path: Sequence[int]) -> str:
        """Trace a path with a finger; return the verdict."""
        await self.finger(path)
        return await self.verdict()

    async def middles(self) -> list[list[float]]:
        """Return where the middles of the tiles are."""
        found: list[list[float]] = await self.page.eval_on_selector_all(
            "#board .tile",
            "els => els.map(e => e.getBoundingClientRect())"
            ".map(b => [b.x + b.width / 2, b.y + b.height / 2])",
        )
        return found

    async def finger(self, path: Sequence[int]) -> None:
        """Trace a path with a finger."""
        middles = await self.middles()
        touch = await self.context.new_cdp_session(self.page)
        for place, cell in enumerate(path):
            x, y = middles[cell]
            kind = "touchMove" if place else "touchStart"
            points = [{"x": x, "y": y}]
            await touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
        await touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})

    async def verdict(self) -> str:
        """Wait for a verdict that is written; return it."""
        written = "#word.accepted, #word.refused, #word.repeated"
        return await self.page.locator(written).inner_text()

    async def until(self, selector: str) -> None:
        """Wait until something is seen."""
        await self.page.locator(selector).first.wait_for()

    async def keeps_out(self) -> str:
        """Return the barriers on the page: those axe finds, and parts wider than the screen."""
        found = await Axe().run(self.page)
        wide: list[str] = await self.page.evaluate(_TOO_WIDE)
        return "".join(wide) or (found.generate_report() if found.response["violations"] else "")

    async def standing(self) -> list[str]:
        """Return the players with their points, by rank."""
        return await self.page.locator("#standing li").all_inner_texts()


async def visit(browser: Browser, url: str, **options: Any) -> Phone:
    """Open a page on a new phone."""
    settings = {"viewport": PHONE, "has_touch": True, "locale": "en-GB", **options}
    context = await browser.new_context(ignore_https_errors=True, **settings)
    context.set_default_timeout(_PATIENCE)
    page = await context.new_page()
    await page.goto(url)
    return Phone(context, page)


async def phone(browser: Browser, url: str, name: str, **options: Any) -> Phone:
    """Open the page of a room on a new phone, as somebody."""
    it = await visit(browser, url, **options)
    page = it.page
    await it.until("#start")
    await page.fill("#name", name)
    await page.locator("#name").blur()
    return it


def words_of(grid: str, lexicon: Lexicon, length: int = 4) -> list[FoundWord]:
    """Return words of a grid without bonuses, of that length."""
    solution = solve(Grid.parse(grid), lexicon, ruleset("ruzzle", lexicon.language))
    return [each for each in solution if len(each.word) == length]
