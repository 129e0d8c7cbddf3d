"""The errors that stop Seize on Discord, and the meaning of Discord's own."""

import aiohttp
import discord

from core.errors import SeizeError, translatable

# A connection that drops is not among the library's own errors.
TRANSIENT = (aiohttp.ClientError, OSError, TimeoutError, discord.DiscordServerError)
UNKNOWN_MESSAGE, ACKNOWLEDGED = 10008, 40060
_ENDED = (10003, 10004, 50083)  # unknown channel, unknown guild, thread archived and locked


class TokenRefused(SeizeError):
    """Raised when Discord knows no bot by the token."""

    template = translatable(
        "Discord refuses SEIZE_DISCORD_TOKEN: copy the token anew from the developer portal "
        "(Bot, Reset Token)"
    )


class GatewayRefused(SeizeError):
    """Raised when Discord closes the connection for good, with a `code`."""

    template = translatable("Discord closed the connection for good (code {code}): upgrade Seize")


class Outgrown(Exception):
    """Raised when Discord asks for more shards than the client has."""


def is_gone(error: discord.HTTPException) -> bool:
    """Return whether a refusal means that Seize cannot speak in a room any more."""
    return isinstance(error, discord.Forbidden) or error.code in _ENDED
