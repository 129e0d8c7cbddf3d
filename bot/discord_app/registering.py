"""Tells Discord which commands there are, where it does not know yet."""

import logging

import discord
from discord.http import Route

from bot.discord_app.registration import Json, canonical, payloads

logger = logging.getLogger(__name__)


async def register(client: discord.Client, application_id: int) -> bool:
    """Register the commands if they are others than what is registered; return whether."""
    wanted = payloads()
    # The client's own method does not ask for the translations, so could not compare them.
    route = Route("GET", "/applications/{application_id}/commands", application_id=application_id)
    known: list[Json] = await client.http.request(route, params={"with_localizations": "true"})
    if canonical(known) == canonical(wanted):
        return False
    await client.http.bulk_upsert_global_commands(application_id, wanted)
    logger.info("commands registered", extra={"commands": len(wanted)})
    return True
