"""Questions to the platforms' HTTP APIs. What fails is worded here, for errors show tokens."""

import json
import time
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

import aiohttp

from bot.clock import Bounds, bounds_of

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


class Unreachable(Exception):
    """Raised when no answer comes; the text says why, and holds no address with a token."""


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
        raise Unreachable(why(error)) from None
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
        raise Unreachable(why(error)) from None


def why(error: Exception) -> str:
    """Return in few words why a question got no answer."""
    if isinstance(error, TimeoutError):
        return f"no answer within {PATIENCE:.0f} s"
    if isinstance(error, aiohttp.ClientConnectorDNSError):
        return f"the name {error.host} is not known here"
    if isinstance(error, aiohttp.ClientSSLError):
        return "the connection is not secure: its certificate is not accepted"
    if isinstance(error, aiohttp.ClientConnectorError):
        return f"no connection to {error.host}: {error.strerror or 'refused'}"
    if isinstance(error, aiohttp.WSServerHandshakeError):
        return f"the answer was HTTP {error.status}"
    return f"the connection failed ({type(error).__name__})"
