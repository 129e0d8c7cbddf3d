"""The relay between processes: a page talks to the one that serves its room, through any other."""

import asyncio
from contextlib import suppress
from typing import Protocol

import aiohttp
from aiohttp import WSMsgType, web

from bot.http_port import take_seat
from bot.web_app.protocol import MOST
from bot.web_app.responses import later
from core.ids import ChatRef
from core.ports import StoreError

_CARRIED = "Seize-Carried"  # a header: what was carried once is carried no further
_SECONDS = 5.0  # to reach the other process


class Processes(Protocol):
    """The processes that serve chats."""

    def serves(self, chat: ChatRef) -> bool:
        """Return whether this process serves a chat."""

    async def page_of(self, chat: ChatRef) -> str | None:
        """Return where the one that serves a chat serves pages, None if none does."""


class Alone:
    """One process that serves all chats."""

    def serves(self, _: ChatRef) -> bool:
        """Return True."""
        return True

    async def page_of(self, _: ChatRef) -> str | None:
        """Return None: there is no other."""
        return None


class Relay:
    """Carries the sockets of pages to the `processes` that serve their chats."""

    def __init__(self, processes: Processes) -> None:
        self.processes = processes

    async def carry(self, request: web.Request, chat: ChatRef) -> web.StreamResponse:
        """Carry frames between a page and the process that serves a chat, until one of them goes.

        Where none can be reached, the page is asked to come again.
        """
        address = None
        if _CARRIED not in request.headers:
            with suppress(StoreError):
                address = await self.processes.page_of(chat)
        if address is None or not take_seat(request):
            return later()
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
            return later()


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
