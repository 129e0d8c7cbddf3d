"""Thousands of connections that mean harm, and pages that play on beside them; all on loopback."""

import asyncio
import json
import os
import resource
import time
from asyncio import StreamReader
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from itertools import cycle
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import aiohttp

from bot.web_app.options import CODE, LETTERS
from bot.web_app.protocol import VERSION
from core.lexicon import Lexicon
from tests.bot.server.tables import DiscordTable
from tests.helpers.browser import words_of
from tests.helpers.front import PUBLIC
from tests.helpers.patience import PATIENCE
from tests.helpers.serving import ServingBot, serving
from tests.simulators.discord import DiscordSimulator

PLAYERS = ("Ana", "Ben", "Cal", "Dan")
_AT_ONCE = 100  # connections that are being opened
_DRIP = 1.0  # seconds between two bytes of a slow header
_PAUSE = 0.2  # seconds between two words of a page

ONE, MANY, FORGED = "one address", "many addresses", "forged addresses"
SOURCES = (ONE, MANY, FORGED)


@dataclass(frozen=True)
class Attack:
    """Connections of a sort to a port, opened one after the other and held while they may be.

    `source`: they come from one address; from many, as a trusted proxy on 127.0.0.1 forwards them;
    or from one that only says so. They end `hold` seconds after the last is opened. `origin`: of
    the page, "" for one by http.
    """

    sort: str
    source: str
    port: int
    count: int = 5000
    hold: float = 3.0
    origin: str = ""

    async def run(self) -> float:
        """Return the seconds until all had been opened."""
        _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
        began, gate = time.monotonic(), asyncio.Semaphore(_AT_ONCE)
        held = []
        for number in range(self.count):
            await gate.acquire()
            held.append(asyncio.create_task(self._connect(number, gate)))
        for _ in range(_AT_ONCE):
            await gate.acquire()
        took = time.monotonic() - began
        await asyncio.wait(held, timeout=self.hold)
        for each in held:
            each.cancel()
        await asyncio.gather(*held, return_exceptions=True)
        return took

    async def apart(self) -> float:
        """Run in a process of its own; return the same."""
        return await asyncio.to_thread(self._apart)

    def _apart(self) -> float:
        with get_context("spawn").Pool(1) as pool:
            return pool.apply(_run, (self,))

    async def _connect(self, number: int, gate: asyncio.Semaphore) -> None:
        source = ("127.0.0.2" if self.source == FORGED else "127.0.0.1", 0)
        writer = None
        try:
            try:
                reader, writer = await asyncio.open_connection(
                    "127.0.0.1", self.port, local_addr=source
                )
                for each in SORTS[self.sort](self, number):
                    writer.write(each)
                    await writer.drain()
            finally:
                gate.release()
            if self.sort == "slow headers":
                while not (reader.at_eof() or writer.is_closing()):
                    writer.write(b"x")
                    await asyncio.sleep(_DRIP)
            await _end(reader)
        except OSError:
            return
        finally:
            if writer:
                writer.close()

    def headers(self, number: int, request: str, *more: str) -> bytes:
        """Return a request of a connection, without the empty line."""
        origin = self.origin or f"http://127.0.0.1:{self.port}"
        address = f"X-Forwarded-For: 10.{number >> 8}.{number & 255}.7"
        host = f"Host: {origin.partition('://')[2]}"
        said = [f"{request} HTTP/1.1", host, f"Origin: {origin}", *more]
        return "\r\n".join([*said, *([] if self.source == ONE else [address])]).encode()


def _silent(_: Attack, __: int) -> list[bytes]:
    return []


def _slow_headers(attack: Attack, number: int) -> list[bytes]:
    return [attack.headers(number, "GET /in", "X-Slow: ")]


def _unfinished_body(attack: Attack, number: int) -> list[bytes]:
    return [attack.headers(number, "POST /in", "Content-Length: 1000") + b"\r\n\r\n{"]


def _no_place(attack: Attack, number: int) -> list[bytes]:
    return [_upgrade(attack, number, f"/p/{number:016x}/socket")]


def _guests(attack: Attack, number: int) -> list[bytes]:
    code = "".join(LETTERS[number // 20**place % 20] for place in range(CODE))
    cookie = f"Cookie: seize_guest=hostile-{number:020}"
    hello = json.dumps({"type": "hello", "version": VERSION, "page": f"hostile{number}"})
    return [_upgrade(attack, number, f"/{code}/socket", cookie), _masked(hello.encode())]


SORTS: dict[str, Callable[[Attack, int], list[bytes]]] = {
    "silent": _silent,
    "slow headers": _slow_headers,
    "unfinished bodies": _unfinished_body,
    "sockets without a place": _no_place,
    "sockets as guests": _guests,
}


def _upgrade(attack: Attack, number: int, path: str, *more: str) -> bytes:
    return attack.headers(
        number, f"GET {path}", "Upgrade: websocket", "Connection: Upgrade",
        "Sec-WebSocket-Version: 13", "Sec-WebSocket-Key: c2VpemVzZWl6ZXNlaXplcw==", *more,
    ) + b"\r\n\r\n"  # fmt: skip


def _masked(text: bytes) -> bytes:
    """Return a text as a WebSocket's frame (RFC 6455, 5.2), of up to 125 bytes, masked by zeros."""
    return bytes((0x81, 0x80 | len(text), 0, 0, 0, 0)) + text


async def _end(reader: StreamReader) -> None:
    while await reader.read(65536):
        pass


def _run(attack: Attack) -> float:
    os.nice(5)  # what is measured is not how fast one process can be
    return asyncio.run(attack.run())


@dataclass
class Player:
    """A page that plays one word after the other, and remembers how long each verdict took."""

    socket: aiohttp.ClientWebSocketResponse
    lexicon: Lexicon
    waits: list[float] = field(default_factory=list)
    begun: asyncio.Event = field(default_factory=asyncio.Event)
    closed: bool = False

    async def play(self) -> None:
        """Play until cancelled, or closed by the server."""
        await self._say("hello", version=VERSION, page="player", language="en")
        try:
            state = await self._hear("state")
            grid = "".join(tile["face"] for tile in state["tiles"])
            for number, found in enumerate(cycle(words_of(grid, self.lexicon)), 1):
                began = time.monotonic()
                await self._say("word", number=number, round=state["round"], text=found.word)
                await self._hear("verdict")
                self.waits.append(time.monotonic() - began)
                self.begun.set()
                await asyncio.sleep(_PAUSE)
        except ConnectionError:
            self.closed = True
            self.begun.set()

    async def _say(self, type_: str, **facts: object) -> None:
        await self.socket.send_str(json.dumps({"type": type_, **facts}))

    async def _hear(self, type_: str) -> dict[str, Any]:
        while True:
            message = await self.socket.receive(PATIENCE)
            if message.type is not aiohttp.WSMsgType.TEXT:
                raise ConnectionError(message.type.name)
            frame: dict[str, Any] = json.loads(message.data)
            if frame["type"] == type_:
                return frame


@dataclass(frozen=True)
class Place:
    """A player's place: the address of its socket, and the headers that prove it."""

    address: str
    headers: dict[str, str]


@asynccontextmanager
async def playing(places: Sequence[Place], lexicon: Lexicon) -> AsyncIterator[list[Player]]:
    """Have a page play at each place; each has had a verdict before anything else happens."""
    async with browsing() as browser:
        players = [
            Player(await browser.ws_connect(place.address, headers=place.headers), lexicon)
            for place in places
        ]
        tasks = [asyncio.create_task(player.play()) for player in players]
        try:
            for player, task in zip(players, tasks, strict=True):
                begun = asyncio.create_task(player.begun.wait())
                await asyncio.wait({begun, task}, return_when=asyncio.FIRST_COMPLETED)
                begun.cancel()
                if task.done():
                    task.result()
            yield players
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)


def browsing() -> aiohttp.ClientSession:
    """Return a client that keeps no cookies."""
    return aiohttp.ClientSession(cookie_jar=aiohttp.DummyCookieJar())


@asynccontextmanager
async def chat_page(
    folder: Path, data_dir: Path
) -> AsyncIterator[tuple[int, list[str], ServingBot]]:
    """Serve a round of ten minutes in a chat; yield the page's port, and what Swipe opens."""
    page: dict[str, Any] = {"SEIZE_WEB_PORT": "0", "SEIZE_WEB_URL": PUBLIC}
    async with DiscordSimulator() as discord:
        table = DiscordTable(discord, "Words", PLAYERS)
        async with serving(folder, data_dir, discord, **page) as bot:
            await bot.ready()
            port = (await bot.event("page"))["port"]
            await table.play(600)
            yield port, [await table.page(who) for who in PLAYERS], bot


async def chat_places(port: int, addresses: Sequence[str]) -> list[Place]:
    """Return the places of people who pressed Swipe in a chat, which opened `addresses`.

    They come by https, as the proxy that serves it says.
    """
    found = []
    async with browsing() as browser:
        for number, address in enumerate(addresses):
            here, host = f"http://127.0.0.1:{port}", PUBLIC.partition("://")[2]
            headers = {"Host": host, "Origin": PUBLIC, "X-Forwarded-For": f"198.51.100.{number}"}
            said = json.dumps({"ticket": address.partition("#")[2]})
            async with browser.post(f"{here}/in", data=said, headers=headers) as answer:
                to = (await answer.json())["to"]
                cookie = answer.headers["Set-Cookie"].partition(";")[0]
            found.append(Place(f"{here}{to}/socket", headers | {"Cookie": cookie}))
    return found


async def guest_places(here: str) -> list[Place]:
    """Return the places of guests in one room, whose round of ten minutes has begun."""
    found = [
        Place(
            f"{here}/SSSSS/socket",
            {
                "Origin": here,
                "X-Forwarded-For": f"198.51.100.{number}",
                "Cookie": f"seize_guest=player-{number:020}",
            },
        )
        for number in range(len(PLAYERS))
    ]
    async with (
        browsing() as browser,
        browser.ws_connect(found[0].address, headers=found[0].headers) as page,
    ):
        await page.send_json({"type": "hello", "version": VERSION, "page": "starts"})
        args = {"language": "en", "seconds": "600"}
        await page.send_json({"type": "press", "verb": "play", "args": args})
        while (await page.receive_json())["type"] != "state":
            pass
    return found
