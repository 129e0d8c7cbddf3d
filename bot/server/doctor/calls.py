"""Questions to the platforms' HTTP APIs. What fails is worded here, for errors show tokens."""

import json
import time
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

import aiohttp

from bot.clock import Bounds, bounds_of
from core.errors import Notice, translatable

PATIENCE = 5.0  # seconds


@dataclass(frozen=True, slots=True)
class Answer:
    """An HTTP status and the JSON of the body, None where it is none.

    `clock` is how far the server's clock may be ahead of this machine's, None where it does not
    tell the time.
    """

    status: int
    body: Any
    clock: Bounds | None = None


class Unreachable(Notice):
    """Raised when no answer comes; it says why, and holds no address with a token."""


async def ask(
    session: aiohttp.ClientSession, url: str, headers: Mapping[str, str] | None = None
) -> Answer:
    """GET a URL; raises Unreachable."""
    sent = time.time()
    try:
        async with session.get(url, headers=headers, allow_redirects=False) as response:
            received = time.time()
            data = await response.read()
    except (aiohttp.ClientError, TimeoutError, OSError, ValueError) as error:
        raise why(error) from None
    body = None
    with suppress(ValueError):
        body = json.loads(data)
    return Answer(response.status, body, bounds_of(response.headers, sent, received))


async def greet(session: aiohttp.ClientSession, url: str) -> int | None:
    """Open a WebSocket and return the `op` of the first message; raises Unreachable."""
    try:
        async with session.ws_connect(url) as socket:
            op = (await socket.receive_json(timeout=PATIENCE)).get("op")
            return op if isinstance(op, int) else None
    except (TypeError, ValueError, AttributeError):
        return None
    except (aiohttp.ClientError, TimeoutError, OSError) as error:
        raise why(error) from None


def why(error: Exception) -> Unreachable:
    """Say in few words why a question got no answer."""
    if isinstance(error, TimeoutError):
        return Unreachable(translatable("no answer within {seconds} s"), seconds=round(PATIENCE))
    if isinstance(error, aiohttp.ClientConnectorDNSError):
        return Unreachable(translatable("the name {host} is not known here"), host=error.host)
    if isinstance(error, aiohttp.ClientSSLError):
        return Unreachable(
            translatable("the connection is not secure: its certificate is not accepted")
        )
    if isinstance(error, aiohttp.ClientConnectorError):
        return Unreachable(
            translatable("no connection to {host}: {reason}"),
            host=error.host,
            reason=error.strerror or "refused",
        )
    if isinstance(error, aiohttp.WSServerHandshakeError):
        return Unreachable(translatable("the answer was HTTP {status}"), status=error.status)
    return Unreachable(translatable("the connection failed ({error})"), error=type(error).__name__)
