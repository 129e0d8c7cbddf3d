"""A port under connections that send nothing, or half a request."""

import asyncio
from asyncio import StreamReader, StreamWriter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from aiohttp import web

from bot import http_port as port_module
from bot.addresses import Networks, networks
from bot.http_port import http_port, take_seat

REQUEST = b"GET / HTTP/1.1\r\nHost: here\r\n"
UNFINISHED = b"POST /read HTTP/1.1\r\nHost: here\r\nContent-Length: 10\r\n\r\n01"
MOST = 5


class Place:
    """A port that serves one page, which may be slow."""

    def __init__(self) -> None:
        self.port = 0
        self.free = asyncio.Event()
        self.asked = asyncio.Event()
        self.free.set()

    async def seat(self, request: web.Request) -> web.Response:
        """Answer who has a seat, when that is allowed; others at once."""
        return await self.page(request) if take_seat(request) else web.Response(text="full")

    async def read(self, request: web.Request) -> web.Response:
        self.asked.set()
        return web.Response(text=await request.text())

    async def page(self, _: web.Request) -> web.Response:
        self.asked.set()
        await self.free.wait()
        return web.Response(text="well")

    async def connect(self, sent: bytes = b"") -> tuple[StreamReader, StreamWriter]:
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        writer.write(sent)
        await writer.drain()
        return reader, writer

    async def get(self, path: bytes = b"/", *headers: bytes) -> bytes:
        """Return all that is sent to one connection that asks for a page."""
        lines = [REQUEST.replace(b"/", path, 1).rstrip(), *headers, b"\r\n"]
        reader, writer = await self.connect(b"\r\n".join(lines))
        said = await reader.read()
        writer.close()
        return said

    async def seated(self, path: bytes = b"/seat", *headers: bytes) -> "asyncio.Task[bytes]":
        """Return a connection that has a seat, and waits for its answer."""
        self.free.clear()
        self.asked.clear()
        waiting = asyncio.create_task(self.get(path, *headers))
        await self.asked.wait()
        return waiting


@asynccontextmanager
async def serving(most: int = MOST, trusted: Networks = ()) -> AsyncIterator[Place]:
    place = Place()
    application = web.Application()
    application.router.add_get("/", place.page)
    application.router.add_get("/seat", place.seat)
    application.router.add_post("/read", place.read)
    async with http_port(application, "127.0.0.1", 0, 1, most, trusted) as place.port:
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


async def test_a_body_that_does_not_come_is_waited_for_five_seconds_and_no_error(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(port_module, "BODY", 0.05)
    async with serving() as place:
        reader, writer = await place.connect(UNFINISHED)
        await place.asked.wait()
        await ended(reader)
        writer.close()
        whole = UNFINISHED + b"23456789"
        reader, writer = await place.connect(whole[:-1])
        writer.write(whole[-1:])
        assert (await reader.read()).endswith(b"0123456789")
        writer.close()
    assert [each for each in caplog.records if each.levelname == "ERROR"] == []


HOSTILE = (b"", REQUEST, UNFINISHED, REQUEST + b"\r\n")


@pytest.mark.parametrize("sent", HOSTILE)
async def test_whoever_has_a_seat_keeps_it(sent: bytes) -> None:
    async with serving(most=20) as place:
        players = [await place.seated() for _ in range(18)]
        hostile = [await place.connect(sent) for _ in range(200)]
        for reader, _ in hostile[:190]:
            await ended(reader)
        place.free.set()
        assert all(said.endswith(b"well") for said in await asyncio.gather(*players))
        for _, writer in hostile:
            writer.close()


async def test_where_all_seats_are_taken_the_last_to_come_has_none() -> None:
    async with serving(most=20, trusted=networks("127.0.0.1")) as place:
        players = [
            await place.seated(b"/seat", b"X-Forwarded-For: 10.0.0.%d" % (number // 2))
            for number in range(18)  # two at each address
        ]
        for _ in range(100):
            assert (await place.get(b"/seat", b"X-Forwarded-For: 10.0.1.1")).endswith(b"full")
        place.free.set()
        assert all(said.endswith(b"well") for said in await asyncio.gather(*players))


@pytest.mark.parametrize("trusted", ["127.0.0.1", "10.0.0.1"])
async def test_a_crowd_of_one_address_makes_room_where_addresses_can_be_told(trusted: str) -> None:
    async with serving(most=20, trusted=networks(trusted)) as place:
        crowd = [await place.seated(b"/seat", b"X-Forwarded-For: 10.0.0.7") for _ in range(18)]
        other = asyncio.create_task(place.get(b"/seat", b"X-Forwarded-For: 10.0.0.8"))
        if trusted == "10.0.0.1":  # they are all from this machine, whatever they say
            assert (await other).endswith(b"full")
        else:
            assert await crowd.pop() == b""  # the newest
            place.free.set()
            assert (await other).endswith(b"well")
        place.free.set()
        assert all(said.endswith(b"well") for said in await asyncio.gather(*crowd))


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
