"""The server of the page: its files, and whatever lets people in."""

from collections.abc import Sequence
from contextlib import AsyncExitStack
from http import HTTPStatus
from typing import Protocol, Self

from aiohttp import web

from bot.http_port import http_port
from bot.presenters.wording import Wording
from bot.web_app.assets import assets
from bot.web_app.options import WebOptions
from bot.web_app.origins import Origins, is_secure
from bot.web_app.responses import told, wording_of
from bot.web_app.sockets import Sockets

_YEAR = 31_536_000  # seconds
_GRACE = 2.0  # seconds that pages have at the end
_LONGEST = 16_384  # bytes of a request's body


class Entrance(Protocol):
    """The way by which people come in."""

    @property
    def origins(self) -> Origins:
        """Return the origins by which they come."""

    def routes(self) -> Sequence[web.RouteDef]:
        """Return the addresses at which it does."""

    def nothing(self, words: Wording) -> str:
        """Return the text for any other address."""


class PageServer:
    """Serves pages while it is entered; `port` is the one that was bound. Raises OSError."""

    def __init__(self, options: WebOptions, entrance: Entrance, sockets: Sockets) -> None:
        self.port = options.port
        self._options, self._entrance, self._sockets = options, entrance, sockets
        self._serving = AsyncExitStack()

    async def __aenter__(self) -> Self:
        application = web.Application(client_max_size=_LONGEST)
        application.on_response_prepare.append(self._keep_secure)
        application.router.add_get("/static/{name}", self._file)
        application.router.add_routes(self._entrance.routes())
        application.router.add_route("*", "/{rest:.*}", self._nothing)
        options = self._options
        listening = http_port(
            application, options.host, self.port, _GRACE, options.most, options.trusted
        )
        self.port = await self._serving.enter_async_context(listening)
        self._serving.push_async_callback(self._sockets.close)
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._serving.aclose()

    async def _keep_secure(self, request: web.Request, response: web.StreamResponse) -> None:
        """Tell browsers that came by https to come by nothing else (RFC 6797)."""
        if is_secure(self._entrance.origins.of(request)):
            response.headers["Strict-Transport-Security"] = f"max-age={_YEAR}"

    async def _file(self, request: web.Request) -> web.Response:
        asset = assets().by_address.get(request.path)
        if asset is None:
            return await self._nothing(request)
        headers = {
            "Cache-Control": "public, max-age=31536000, immutable",
            "X-Content-Type-Options": "nosniff",
            "Vary": "Accept-Encoding",
        }
        body = asset.plain
        if asset.packed and "gzip" in request.headers.get("Accept-Encoding", ""):
            headers["Content-Encoding"], body = "gzip", asset.packed
        return web.Response(
            body=body, content_type=asset.content_type, charset="utf-8", headers=headers
        )

    async def _nothing(self, request: web.Request) -> web.Response:
        return told(self._entrance.nothing(wording_of(request)), HTTPStatus.NOT_FOUND)
