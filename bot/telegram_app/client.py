"""The client of python-telegram-bot: one bot, and calls repeated until they get through."""

import logging
from collections.abc import Awaitable, Callable

import httpx
from telegram import Bot
from telegram.error import InvalidToken, TelegramError
from telegram.request import HTTPXRequest

from bot.clock import PlatformClock
from bot.gate import Gate
from bot.telegram_app.deliveries import backoff
from bot.telegram_app.errors import TokenRefused
from bot.telegram_app.options import PLATFORM, TelegramOptions, Timing

_CONNECTIONS = 64
_SECONDS = 10.0  # to connect, to send, to be answered

logger = logging.getLogger(__name__)


def bot_of(options: TelegramOptions, clock: PlatformClock, gate: Gate) -> Bot:
    """Make a bot that has not called Telegram yet.

    `clock` learns from the answers; `gate` is waited for as the last thing before each call.
    """
    return Bot(
        options.token,
        base_url=f"{options.api_url}/bot",
        base_file_url=f"{options.api_url}/file/bot",
        request=_request(_CONNECTIONS, clock, gate),
        get_updates_request=_request(1, clock, gate),
    )


async def persist(call: Callable[[], Awaitable[object]], timing: Timing, trouble: str) -> None:
    """Call until Telegram can be reached, and log the trouble; raises TokenRefused."""
    for pause in backoff():
        try:
            await call()
        except InvalidToken:
            # Not `from error`: its text holds the token.
            raise TokenRefused from None
        except TelegramError as error:
            facts = {"platform": PLATFORM, "reason": type(error).__name__}
            logger.warning(trouble, extra=facts)
            await timing.sleep(pause)
        else:
            return


def silence_libraries() -> None:
    """Keep addresses out of the logs: the token is part of them."""
    for name in ("httpx", "httpcore", "telegram"):
        logging.getLogger(name).setLevel(logging.CRITICAL)


def _request(connections: int, clock: PlatformClock, gate: Gate) -> HTTPXRequest:
    async def asked(request: httpx.Request) -> None:
        await gate()
        request.extensions["sent"] = clock.steady()

    async def answered(response: httpx.Response) -> None:
        clock.answered(response.request.extensions["sent"], response.headers)

    return HTTPXRequest(
        connection_pool_size=connections,
        read_timeout=_SECONDS,
        write_timeout=_SECONDS,
        connect_timeout=_SECONDS,
        pool_timeout=_SECONDS,
        httpx_kwargs={"event_hooks": {"request": [asked], "response": [answered]}},
    )
