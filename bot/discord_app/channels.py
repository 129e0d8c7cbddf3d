"""From a room to the channel of Discord's where it is spoken."""

import logging

import discord

from bot.discord_app.permissions import missing
from bot.messages import Gone
from core.ids import Room

logger = logging.getLogger(__name__)

Channel = discord.abc.Messageable
_SPOKEN = (discord.TextChannel, discord.VoiceChannel, discord.StageChannel, discord.Thread)


async def channel_of(client: discord.Client, room: Room) -> Channel:
    """Return the channel of a room; raises Gone for one that is not there, or not for Seize.

    Raises ConnectionError while Discord does not have its server ready.
    """
    chat = room.chat.id
    if chat.startswith("@"):
        return await _direct(client, int(chat[1:]))
    guild = client.get_guild(int(chat))
    if guild is None and not client.is_ready():  # a new client does not know its servers yet
        raise ConnectionError
    if guild is None or not room.topic.isdecimal():
        raise Gone
    if guild.unavailable:  # an outage of Discord's
        raise ConnectionError
    channel: object = guild.get_channel_or_thread(int(room.topic))
    if channel is None:
        channel = await _fetched(client, int(room.topic))
    # Topics are set by people, too: one of another server's is none of this one.
    if getattr(channel, "guild", None) != guild:
        raise Gone
    if not isinstance(channel, _SPOKEN):
        raise Gone
    return channel


def permissions_in(channel: Channel) -> discord.Permissions:
    """Return what Seize may do in a channel."""
    if isinstance(channel, discord.DMChannel):
        return discord.Permissions.all()
    guild = getattr(channel, "guild", None)
    if guild is None or not isinstance(channel, _SPOKEN):
        return discord.Permissions.none()
    return channel.permissions_for(guild.me)


def check_speakable(channel: Channel) -> None:
    """Raise Gone, and log why, for a channel in which Seize may not show a round."""
    lacking = missing(permissions_in(channel), thread=isinstance(channel, discord.Thread))
    if lacking:
        logger.warning("permissions missing", extra={"missing": ", ".join(lacking)})
        raise Gone


async def _direct(client: discord.Client, user_id: int) -> discord.DMChannel:
    return await client.create_dm(discord.Object(user_id))


async def _fetched(client: discord.Client, channel_id: int) -> object:
    try:
        return await client.fetch_channel(channel_id)
    except (discord.NotFound, discord.Forbidden, discord.InvalidData):
        raise Gone from None
