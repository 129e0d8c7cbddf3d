"""Questions to the platforms' HTTP APIs. What fails is worded here, for errors show tokens."""

import json
import time
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from email.utils import parsedate_to_datetime
from typing import Any

import aiohttp

PATIENCE = 5.0  # seconds


@dataclass(frozen=True, slots=True)
class Answer:
    """An HTTP status and the JSON of the body, None where it is none.

    `skew` is how many seconds this machine's clock is at least ahead of the server's
    (negative: behind), None where the server does not tell the time.
    """

    status: int
    body: Any
    skew: float | None = None


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
    return Answer(response.status, body, _skew(response.headers.get("Date", ""), sent, received))


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


def _skew(date: str, sent: float, received: float) -> float | None:
    try:
        told = parsedate_to_datetime(date).timestamp()
    except ValueError:
        return None
    return skew(told, sent, received)


def skew(told: float, sent: float, received: float) -> float:
    """Return the least error of a clock, in seconds, if `told` is the time between two of it.

    What is told is cut to whole seconds, and may have taken any part of the time between.
    """
    if sent > told + 1:
        return sent - told - 1
    return min(received - told, 0.0)
