"""The bot's health over HTTP: /healthz for a supervisor, /metrics for Prometheus."""

import asyncio
import errno
import logging
from collections.abc import Awaitable, Callable, Mapping
from contextlib import AsyncExitStack
from dataclasses import dataclass
from types import TracebackType
from typing import Self

from aiohttp import web
from prometheus_client import CONTENT_TYPE_PLAIN_0_0_4

from bot.chat.metrics import Metrics
from bot.http_port import http_port
from core.errors import SeizeError, translatable

READY, PREPARING = "ready", "preparing"
STANDING_BY = "standing by"  # others with the same database serve it: as well as ready
_PATIENCE = 3.0  # seconds; those who ask give up soon after
_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Health:
    """The bot's health: the state of each platform ("ready", "standing by", or another word).

    `database` is whether it answers, `rounds` how many run. `clock_ahead` is how many seconds the
    host's clock is ahead of the platforms', None while that is not known: it makes nobody ill, for
    Seize goes by theirs.
    """

    platforms: Mapping[str, str]
    rounds: int
    clock_ahead: float | None = None
    database: bool = True

    @property
    def missing(self) -> list[str]:
        """Return the names of what is not ready."""
        away = [name for name, state in self.platforms.items() if state not in (READY, STANDING_BY)]
        return away if self.database else ["database", *away]


class NoPort(SeizeError):
    """Raised when nothing can be served on an address."""


class HealthServer:
    """Serves on a host and a port (0: any free one) while it is entered, or started.

    `look` returns how the bot is; `port` is the one that was bound. `start` raises NoPort.
    """

    def __init__(
        self, host: str, port: int, look: Callable[[], Awaitable[Health]], metrics: Metrics
    ) -> None:
        self.port = port
        self._host, self._look, self._metrics = host, look, metrics
        self._serving = AsyncExitStack()

    async def start(self) -> None:
        """Begin to serve."""
        application = web.Application()
        application.router.add_get("/healthz", self._healthz)
        application.router.add_get("/metrics", self._text)
        # Without it another method than GET would be told 405.
        application.router.add_route("*", "/{rest:.*}", _nothing)
        listening = http_port(application, self._host, self.port, grace=1)
        try:
            self.port = await self._serving.enter_async_context(listening)
        except OSError as error:
            if error.errno == errno.EADDRINUSE:
                raise NoPort(
                    translatable(
                        "port {port} of {host} is taken by another program: set SEIZE_HTTP_PORT "
                        "to a free one, such as {example}"
                    ),
                    port=self.port,
                    host=self._host,
                    example=self.port + 1 if self.port < 65535 else 8080,
                ) from error
            # asyncio words a refusal at length; the system's own words are those of its number.
            raise NoPort(
                translatable(
                    "cannot serve on port {port} of {host!r}: {reason}; SEIZE_HTTP_HOST and "
                    "SEIZE_HTTP_PORT say where"
                ),
                port=self.port,
                host=self._host,
                reason=error.strerror or type(error).__name__,
            ) from error

    async def stop(self) -> None:
        """Let go of the port."""
        await self._serving.aclose()

    async def __aenter__(self) -> Self:
        await self.start()
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self.stop()

    async def _healthz(self, _: web.Request) -> web.Response:
        try:
            async with asyncio.timeout(_PATIENCE):
                health = await self._look()
        except Exception as error:  # noqa: BLE001 (whatever it is, the bot is not well)
            _log.warning("health unknown", exc_info=error)
            return web.json_response(
                {"status": "unknown", "error": type(error).__name__}, status=503
            )
        ahead = health.clock_ahead
        said = {
            "platforms": dict(health.platforms),
            "rounds": health.rounds,
            "clock_ahead": None if ahead is None else round(ahead, 3),
        }
        if missing := health.missing:
            return web.json_response(
                {"status": "not ready", "missing": missing, **said}, status=503
            )
        return web.json_response({"status": "ok", **said})

    async def _text(self, _: web.Request) -> web.Response:
        return web.Response(
            body=self._metrics.text(), headers={"Content-Type": CONTENT_TYPE_PLAIN_0_0_4}
        )


async def _nothing(_: web.Request) -> web.Response:
    return web.Response(status=404, text="There are /healthz and /metrics.\n")
