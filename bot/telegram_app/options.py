"""The settings of the Telegram adapter, and how it measures time."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field

PLATFORM = "telegram"
API_URL = "https://api.telegram.org"


@dataclass(frozen=True, slots=True)
class TelegramOptions:
    """The address of Telegram and the bot's token. Without `webhook_url` it polls for updates.

    With it, it listens on `webhook_host` and `webhook_port`, and takes only what carries
    `webhook_secret` ("": one of its own); what listens on `webhook_url` passes the requests on.
    `entrance` and `app`: see Links. A press without an answer after `patience` seconds is
    acknowledged: Telegram does not wait much longer, and the answer comes as a message.
    """

    token: str = field(repr=False)
    api_url: str = API_URL
    webhook_url: str = ""
    webhook_secret: str = field(default="", repr=False)
    webhook_host: str = "127.0.0.1"
    webhook_port: int = 8443
    entrance: str = ""
    app: str = ""
    patience: float = 5.0


@dataclass(frozen=True, slots=True)
class Timing:
    """`now` measures seconds and never goes back."""

    now: Callable[[], float] = time.monotonic
    sleep: Callable[[float], Awaitable[None]] = asyncio.sleep
