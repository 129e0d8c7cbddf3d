"""Keeps one client connected; tells what refuses it for good."""

import asyncio
import logging
from collections.abc import Awaitable, Callable

import discord
import discord.gateway
import discord.http
import yarl

from bot.discord_app.client import Client
from bot.discord_app.errors import GatewayRefused, TokenRefused
from bot.discord_app.failures import PASSING
from bot.discord_app.options import API_URL, GATEWAY_URL, DiscordOptions

logger = logging.getLogger(__name__)

LONGEST = 60.0  # seconds between two tries to connect
CLOSING = 2.0  # seconds that Discord has to say good-bye
INTENTS_REFUSED, _BAD_TOKEN = 4014, 4004  # how the gateway closes for good


def set_addresses(options: DiscordOptions) -> None:
    """Let the library talk to other servers than Discord's, where the options name any."""
    if options.api_url != API_URL:
        discord.http.Route.BASE = options.api_url.rstrip("/")
    if options.gateway_url != GATEWAY_URL:
        discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(options.gateway_url)


async def keep_connected(client: Client, options: DiscordOptions) -> None:
    """Connect, and reconnect, until cancelled.

    Raises TokenRefused, GatewayRefused, and PrivilegedIntentsRequired where Discord does
    not grant what people write.
    """
    try:
        await _persist(client, lambda: _log_in(client, options.token), options.pause)
        await _persist(client, client.connect, options.pause)
    except discord.LoginFailure:
        raise TokenRefused from None
    except discord.ConnectionClosed as error:
        if error.code == _BAD_TOKEN:
            raise TokenRefused from None
        raise GatewayRefused(error.code) from None


async def close(client: Client) -> None:
    """Close a client's connections, within CLOSING seconds."""
    if not client.opened:
        return
    try:
        async with asyncio.timeout(CLOSING):
            await client.close()
    except TimeoutError:
        logger.info("closed without good-bye")
    finally:
        await client.http.close()


async def _log_in(client: Client, token: str) -> None:
    try:
        await client.login(token)
    except BaseException:
        # Each try opens a session of its own, and nobody else closes it.
        await client.http.close()
        client.http.connector = discord.utils.MISSING
        raise


async def _persist(client: Client, deed: Callable[[], Awaitable[None]], pause: float) -> None:
    """Do what needs Discord, again and again while it cannot be reached."""
    while True:
        try:
            return await deed()
        except (*PASSING, discord.GatewayNotFound) as error:
            if client.is_closed():  # it cannot be used again
                raise
            logger.warning("not connected", extra={"reason": type(error).__name__})
        await asyncio.sleep(pause)
        pause = min(pause * 2, LONGEST)
