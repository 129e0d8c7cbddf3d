"""A port under connections that send nothing, or half a request."""

import asyncio
from asyncio import StreamReader, StreamWriter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from aiohttp import web

from bot import http_port as port_module
from bot.http_port import http_port

REQUEST = b"GET / HTTP/1.1\r\nHost: here\r\n"
MOST = 5


class Place:
    """A port that serves one page, which may be slow."""

    def __init__(self) -> None:
        self.port = 0
        self.free = asyncio.Event()
        self.asked = asyncio.Event()
        self.free.set()

    async def page(self, _: web.Request) -> web.Response:
        self.asked.set()
        await self.free.wait()
        return web.Response(text="well")

    async def connect(self, sent: bytes = b"") -> tuple[StreamReader, StreamWriter]:
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        writer.write(sent)
        await writer.drain()
        return reader, writer

    async def get(self) -> bytes:
        """Return all that is sent to one connection that asks for the page."""
        reader, writer = await self.connect(REQUEST + b"\r\n")
        said = await reader.read()
        writer.close()
        return said


@asynccontextmanager
async def serving() -> AsyncIterator[Place]:
    place = Place()
    application = web.Application()
    application.router.add_get("/", place.page)
    async with http_port(application, "127.0.0.1", 0, grace=1, most=MOST) as place.port:
        yield place


async def ended(reader: StreamReader) -> None:
    """Wait for the end of a connection, however it comes."""
    try:
        await reader.read()
    except ConnectionError:
        return


@pytest.mark.parametrize("sent", [b"", REQUEST, REQUEST + b"X: y"])
async def test_who_sends_no_whole_headers_in_time_is_cut_off(
    sent: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(port_module, "HEADERS", 0.05)
    async with serving() as place:
        reader, writer = await place.connect(sent)
        await ended(reader)
        writer.close()


async def test_a_connection_is_for_one_request() -> None:
    async with serving() as place:
        assert b"Connection: close" in await place.get()
        reader, writer = await place.connect(b"GET /none HTTP/1.1\r\nHost: here\r\n\r\n")
        assert (await reader.read()).startswith(b"HTTP/1.1 404")
        writer.close()


async def test_the_oldest_that_sent_nothing_gives_way() -> None:
    async with serving() as place:
        place.free.clear()
        busy = asyncio.create_task(place.get())
        await place.asked.wait()
        silent = [await place.connect(REQUEST) for _ in range(20 * MOST)]
        last = asyncio.create_task(place.get())
        for reader, _ in silent[: -MOST + 2]:
            await ended(reader)
        assert not any(reader.at_eof() for reader, _ in silent[-MOST + 2 :])
        place.free.set()
        assert (await busy).endswith(b"well")
        assert (await last).endswith(b"well")
        for _, writer in silent:
            writer.close()


async def test_where_all_are_busy_the_oldest_gives_way() -> None:
    async with serving() as place:
        place.free.clear()
        first = await place.connect(REQUEST + b"\r\n")
        await place.asked.wait()
        others = []
        for _ in range(MOST):
            place.asked.clear()
            others.append(asyncio.create_task(place.get()))
            await place.asked.wait()
        await ended(first[0])
        place.free.set()
        assert all(said.endswith(b"well") for said in await asyncio.gather(*others))
        first[1].close()


async def test_a_packed_body_is_not_unpacked() -> None:
    async def length(request: web.Request) -> web.Response:
        return web.Response(text=str(len(await request.read())))

    application = web.Application()
    application.router.add_post("/", length)
    async with http_port(application, "127.0.0.1", 0, grace=1) as port:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        head = b"POST / HTTP/1.1\r\nHost: here\r\nContent-Encoding: deflate\r\nContent-Length: 3"
        writer.write(head + b"\r\n\r\nabc")
        assert (await reader.read()).endswith(b"\r\n\r\n3")
        writer.close()
