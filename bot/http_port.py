"""A TCP port that serves HTTP: few connections at a time, and none that keeps silent.

Whoever can reach it may open connections and send nothing, or half a request. Each costs a
descriptor, of which a process has a thousand, and the bot needs them for its players.
"""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

from aiohttp import web

MOST = 100  # connections at a time, if nobody says otherwise
_BURST = 16  # connections that are taken in before the oldest are dropped for them
HEADERS = 5.0  # seconds in which a connection must have sent the headers of its request
_LINGER = 1.0  # seconds for which a body that nobody reads is taken in, so that the answer is

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


@asynccontextmanager
async def http_port(
    application: web.Application, host: str, port: int, grace: float, most: int = MOST
) -> AsyncIterator[int]:
    """Serve an application; yield the port that was bound (`port` 0: any free one).

    There are at most `most` connections at a time. Each is for one request, and nothing is
    unpacked: a small body stays small. Requests under way have `grace` seconds at the end.
    Raises OSError.
    """
    connections: dict[_Connection, None] = {}  # the oldest first
    busy: set[asyncio.BaseTransport | None] = set()

    @web.middleware
    async def once(request: web.Request, handler: Handler) -> web.StreamResponse:
        transport = request.transport
        busy.add(transport)
        try:
            response = await handler(request)
        except web.HTTPException as refusal:
            refusal.force_close()
            raise
        finally:
            busy.discard(transport)
        response.force_close()
        return response

    application.middlewares.append(once)
    runner = web.AppRunner(
        application,
        access_log=None,
        shutdown_timeout=grace,
        keepalive_timeout=HEADERS,  # runs from the beginning of a connection on, too
        lingering_time=_LINGER,
        auto_decompress=False,
    )
    await runner.setup()

    def connect() -> _Connection:
        if len(connections) >= most:
            silent = (each for each in connections if each.transport not in busy)
            next(silent, next(iter(connections))).drop()
        return _Connection(runner.server(), connections)  # type: ignore[misc]

    try:
        loop = asyncio.get_running_loop()
        listener = await loop.create_server(connect, host, port, backlog=_BURST)
        try:
            for each in listener.sockets:  # more may wait than are taken in at once
                with each.dup() as same:
                    same.listen(MOST)
            yield listener.sockets[0].getsockname()[1]
        finally:
            listener.close()
    finally:
        await runner.cleanup()


class _Connection(asyncio.Protocol):
    """A connection, handed to the protocol of the HTTP server, and dropped on demand."""

    def __init__(self, http: asyncio.Protocol, among: "dict[_Connection, None]") -> None:
        self.transport: asyncio.Transport | None = None
        self._http, self._among = http, among
        self._dropped = False
        among[self] = None

    def drop(self) -> None:
        """Close it, now or as soon as it is made."""
        self._dropped = True
        self._among.pop(self, None)
        if self.transport:
            self.transport.abort()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)  # noqa: S101 (for the type checker)
        self.transport = transport
        self._http.connection_made(transport)
        if self._dropped:
            transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        self._among.pop(self, None)
        self._http.connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        self._http.data_received(data)

    def eof_received(self) -> bool | None:
        return self._http.eof_received()

    def pause_writing(self) -> None:
        self._http.pause_writing()

    def resume_writing(self) -> None:
        self._http.resume_writing()
