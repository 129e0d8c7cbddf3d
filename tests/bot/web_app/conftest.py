"""The page's server with a dispatcher of its own, and pages that talk to it."""

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

import aiohttp
import pytest
from playwright.async_api import Browser

from bot.chat.dispatcher import Dispatcher
from bot.web_app.app import WebApp
from bot.web_app.options import WebOptions
from bot.web_app.protocol import VERSION
from core.lexicon import Lexicon
from core.store.memory import MemoryStore
from tests.helpers.adapters import LETTERS, running
from tests.helpers.browser import chromium
from tests.helpers.fakes import FakeClock
from tests.helpers.front import Front, fronting
from tests.helpers.patience import PATIENCE

Frame = dict[str, Any]
CODE = "BCDFG"


@dataclass(slots=True)
class Page:
    """A page: the frames that it has heard, in their order."""

    socket: aiohttp.ClientWebSocketResponse
    name: str
    words: int = 0
    heard: list[Frame] = field(default_factory=list)

    async def says(self, type_: str, **facts: Any) -> None:
        """Send a frame."""
        await self.socket.send_str(json.dumps({"type": type_, **facts}))

    async def hears(self, type_: str, **facts: Any) -> Frame:
        """Return the next frame of a type with these facts; others before it are kept."""
        async with asyncio.timeout(PATIENCE):
            while True:
                frame = await self.next()
                if frame["type"] == type_ and facts.items() <= frame.items():
                    return frame

    async def next(self) -> Frame:
        """Return the next frame; ConnectionError once there are no more."""
        message = await self.socket.receive(PATIENCE)
        if message.type is not aiohttp.WSMsgType.TEXT:
            raise ConnectionError(message.type.name, self.socket.close_code)
        self.heard.append(json.loads(message.data))
        return self.heard[-1]

    async def traces(self, word: str, round_: int, **facts: Any) -> Frame:
        """Send a word by its tiles; return its verdict."""
        self.words += 1
        path = [LETTERS.index(letter) for letter in word.upper()]
        await self.says("word", number=self.words, round=round_, path=path, **facts)
        return await self.hears("verdict", number=self.words)

    async def types(self, word: str, round_: int, **facts: Any) -> Frame:
        """Send a word by its letters; return its verdict."""
        self.words += 1
        await self.says("word", number=self.words, round=round_, text=word, **facts)
        return await self.hears("verdict", number=self.words)

    async def ends(self) -> Frame | None:
        """Wait until the server closes; return its farewell, None if it said none."""
        try:
            while True:
                await self.next()
        except ConnectionError:
            last = self.heard[-1] if self.heard else {}
            return last if last.get("type") == "farewell" else None


@dataclass(slots=True)
class Site:
    """The server, and the browsers that come to it."""

    port: int
    clock: FakeClock
    steady: FakeClock
    dispatcher: Dispatcher
    store: MemoryStore
    stack: AsyncExitStack
    pages: int = 0

    def url(self, path: str = f"/{CODE}") -> str:
        return f"http://127.0.0.1:{self.port}{path}"

    async def browser(self) -> aiohttp.ClientSession:
        """Return a new browser, which nobody knows."""
        jar = aiohttp.CookieJar(unsafe=True)
        return await self.stack.enter_async_context(aiohttp.ClientSession(cookie_jar=jar))

    async def opens(
        self, browser: aiohttp.ClientSession | None = None, code: str = CODE, **hello: Any
    ) -> Page:
        """Open a page, which says hello."""
        browser = browser or await self.browser()
        async with browser.get(self.url(f"/{code}")) as answer:
            assert answer.status == 200
        self.pages += 1
        page = await self.connects(browser, code, f"page{self.pages}")
        await page.says("hello", **{"version": VERSION, "page": page.name, **hello})
        return page

    async def connects(
        self, browser: aiohttp.ClientSession, code: str = CODE, name: str = "page", origin: str = ""
    ) -> Page:
        """Open the socket of a page that is there."""
        headers = {"Origin": origin or self.url("")}
        socket = await browser.ws_connect(self.url(f"/{code}/socket"), headers=headers)
        self.stack.push_async_callback(socket.close)
        return Page(socket, name)


@asynccontextmanager
async def open_site(
    lexicon: Callable[[str], Lexicon], store: MemoryStore, **options: Any
) -> AsyncIterator[Site]:
    """Serve pages on a free port; `options` are some of WebOptions."""
    clock, steady = FakeClock(), FakeClock()
    served: asyncio.Future[int] = asyncio.get_running_loop().create_future()
    app = WebApp(WebOptions("127.0.0.1", 0, **options), clock, steady, served.set_result)
    async with running(app, store, lexicon, clock) as dispatcher, AsyncExitStack() as stack:
        yield Site(await served, clock, steady, dispatcher, store, stack)


@pytest.fixture
async def site(lexicon: Callable[[str], Lexicon]) -> AsyncIterator[Site]:
    """Return a site that nobody has come to."""
    async with open_site(lexicon, MemoryStore()) as site:
        yield site


@pytest.fixture
async def front() -> AsyncIterator[Front]:
    """Return what brings the TLS."""
    async with fronting() as front:
        yield front


@pytest.fixture
async def browser(front: Front) -> AsyncIterator[Browser]:
    """Return a browser, which finds PUBLIC at the front."""
    async with chromium(front.flag) as browser:
        yield browser
