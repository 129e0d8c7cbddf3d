"""The relay between processes: a page talks to the one that serves its room, through any other."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from http import HTTPStatus

import aiohttp
from aiohttp import WSMsgType, web

from bot.web_app.protocol import MOST
from bot.web_app.responses import told
from core.ids import ChatRef

HERE = ""  # the address of this process
_CARRIED = "Seize-Carried"  # a header: what was carried once is carried no further
_SECONDS = 5.0  # to reach the other process

Where = Callable[[ChatRef], Awaitable[str | None]]
"""Returns the address of the process that serves a chat, HERE, or None for nobody."""


async def alone(_: ChatRef) -> str | None:
    """Return HERE: there is no other process."""
    return HERE


class Relay:
    """Carries the sockets of pages to the processes that serve their chats."""

    def __init__(self, where: Where = alone) -> None:
        self.where = where

    async def carry(self, request: web.Request, address: str) -> web.StreamResponse:
        """Carry frames between a page and another process until one of them goes."""
        if _CARRIED in request.headers:
            return told("Try again.", HTTPStatus.SERVICE_UNAVAILABLE)
        kept = ("Host", "Origin", "Cookie", "Accept-Language")
        headers = {name: request.headers[name] for name in kept if name in request.headers}
        timeout = aiohttp.ClientTimeout(total=None, connect=_SECONDS)
        try:
            async with (
                aiohttp.ClientSession(timeout=timeout) as session,
                session.ws_connect(
                    f"{address}{request.path}",
                    headers={**headers, _CARRIED: "1"},
                    max_msg_size=0,
                    autoclose=True,
                ) as there,
            ):
                here = web.WebSocketResponse(max_msg_size=MOST, compress=False)
                await here.prepare(request)
                await _both_ways(here, there)
                return here
        except (aiohttp.ClientError, TimeoutError, OSError):
            return told("Try again.", HTTPStatus.SERVICE_UNAVAILABLE)


Socket = web.WebSocketResponse | aiohttp.ClientWebSocketResponse


async def _both_ways(here: web.WebSocketResponse, there: aiohttp.ClientWebSocketResponse) -> None:
    ways = {asyncio.create_task(_one_way(here, there)), asyncio.create_task(_one_way(there, here))}
    try:
        await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for way in ways:
            way.cancel()
        await asyncio.gather(*ways, return_exceptions=True)
        with suppress(ConnectionError, TimeoutError):
            async with asyncio.timeout(1):
                await here.close(code=there.close_code or 1001)


async def _one_way(source: Socket, target: Socket) -> None:
    """Hand on what one side says, until it says no more."""
    while True:
        message = await source.receive()
        if message.type is WSMsgType.TEXT:
            await target.send_str(message.data)
        elif message.type is WSMsgType.BINARY:
            await target.send_bytes(message.data)
        else:
            return
