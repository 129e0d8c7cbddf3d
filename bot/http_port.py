"""A TCP port that serves HTTP: few connections at a time, and none that keeps silent.

Whoever can reach it may open connections and send nothing, or half a request. Each costs a
descriptor, of which a process has a thousand, and the bot needs them for its players.
"""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

from aiohttp import web

from bot.addresses import Networks, visitor
from bot.admission import Admission

MOST = 100  # connections at a time, if nobody says otherwise
_BURST = 16  # connections that are taken in before others are dropped for them
HEADERS = 5.0  # seconds in which a connection must have sent the headers of its request
BODY = 5.0  # seconds that the body may take after them
_LINGER = 1.0  # seconds for which a body that nobody reads is taken in, so that the answer is

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


@asynccontextmanager
async def http_port(
    application: web.Application,
    host: str,
    port: int,
    grace: float,
    most: int = MOST,
    trusted: Networks = (),
) -> AsyncIterator[int]:
    """Serve an application; yield the port that was bound (`port` 0: any free one).

    There are at most `most` connections at a time; Admission says which give way for others.
    Proxies of `trusted` networks tell whose theirs are. Each connection is for one request, and
    nothing is unpacked: a small body stays small. Requests under way have `grace` seconds at the
    end. Raises OSError.
    """
    admission: Admission[_Connection] = Admission(most)

    @web.middleware
    async def once(request: web.Request, handler: Handler) -> web.StreamResponse:
        if (connection := _of(request)) is None:
            return web.Response()  # to nobody
        forwarded = request.headers.getall("X-Forwarded-For", ())
        connection.ask(request, visitor(connection.peer, forwarded, trusted))
        try:
            response = await handler(request)
        except web.HTTPException as refusal:
            refusal.force_close()
            raise
        except ConnectionError:
            if connection.is_open:
                raise
            return web.Response()  # to nobody
        finally:
            admission.unseat(connection)
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
        return _Connection(runner.server(), admission)  # type: ignore[misc]

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


def take_seat(request: web.Request) -> bool:
    """Keep the connection of a request before all that have no seat; return False if none is left.

    For whoever has a place here, as players have.
    """
    connection = _of(request)
    return connection is not None and connection.take_seat()


def _of(request: web.Request) -> "_Connection | None":
    connection = request.transport.get_protocol() if request.transport else None
    return connection if isinstance(connection, _Connection) else None


class _Connection(asyncio.Protocol):
    """A connection, handed to the protocol of the HTTP server, and dropped on demand."""

    def __init__(self, http: asyncio.Protocol, admission: "Admission[_Connection]") -> None:
        self._transport: asyncio.Transport
        self._http, self._admission = http, admission
        self._late: asyncio.TimerHandle | None = None
        self.peer = ""

    @property
    def is_open(self) -> bool:
        """Return whether an answer can be sent."""
        return not self._transport.is_closing()

    def ask(self, request: web.Request, address: str) -> None:
        """Note the headers of a request; without its body it is none, and is not for long."""
        self._admission.know(self, address)
        late = self._late = asyncio.get_running_loop().call_later(BODY, self.drop)

        def whole() -> None:
            late.cancel()
            self._admission.ask(self)

        request.content.on_eof(whole)

    def take_seat(self) -> bool:
        """Take a seat, perhaps that of another; return whether there was one."""
        leaver = self._admission.seat(self)
        if leaver and leaver is not self:
            leaver.drop()
        return leaver is not self

    def drop(self) -> None:
        """Close it at once."""
        self._admission.leave(self)
        self._transport.abort()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)  # noqa: S101 (for the type checker)
        self._transport = transport
        self.peer = (transport.get_extra_info("peername") or ("",))[0]
        if leaver := self._admission.enter(self, visitor(self.peer, (), ())):
            leaver.drop()
        self._http.connection_made(transport)

    def connection_lost(self, exc: Exception | None) -> None:
        self._admission.leave(self)
        if self._late:
            self._late.cancel()
        self._http.connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        self._http.data_received(data)

    def eof_received(self) -> bool | None:
        return self._http.eof_received()

    def pause_writing(self) -> None:
        self._http.pause_writing()

    def resume_writing(self) -> None:
        self._http.resume_writing()
