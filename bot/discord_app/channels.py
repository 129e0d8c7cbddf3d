"""The channel of a room, and what Seize is allowed to do in it."""

import logging
from collections.abc import Mapping
from http import HTTPStatus

import discord

from bot.discord_app.errors import TRANSIENT
from bot.messages import Gone
from core.ids import PlayerRef, Room

logger = logging.getLogger(__name__)

Channel = discord.abc.Messageable
SPOKEN = (discord.TextChannel, discord.VoiceChannel, discord.StageChannel, discord.Thread)
# Permissions, by the names that Discord shows.
NEEDED = {
    "view_channel": "View Channel",
    "send_messages": "Send Messages",
    "embed_links": "Embed Links",
    "attach_files": "Attach Files",
}
IN_THREADS = {"send_messages": ("send_messages_in_threads", "Send Messages in Threads")}
WISHED = {"read_message_history": "Read Message History", "add_reactions": "Add Reactions"}


async def channel_of(client: discord.Client, room: Room) -> Channel:
    """Return the channel of a room; raises Gone if it is missing or closed to Seize.

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
    if not isinstance(channel, SPOKEN):
        raise Gone
    return channel


def permissions_in(channel: Channel) -> discord.Permissions:
    """Return the permissions of Seize in a channel."""
    if isinstance(channel, discord.DMChannel):
        return discord.Permissions.all()
    guild = getattr(channel, "guild", None)
    if guild is None or not isinstance(channel, SPOKEN):
        return discord.Permissions.none()
    return channel.permissions_for(guild.me)


def lacking_in(channel: Channel) -> list[str]:
    """Return the permissions that rounds in a channel lack, by the names that Discord shows."""
    granted = permissions_in(channel)
    wished = [name for field, name in WISHED.items() if not getattr(granted, field)]
    return [*missing(granted, thread=isinstance(channel, discord.Thread)), *wished]


def check_speakable(channel: Channel) -> None:
    """Raise Gone, and log why, for a channel in which Seize may not show a round."""
    lacking = missing(permissions_in(channel), thread=isinstance(channel, discord.Thread))
    if lacking:
        logger.warning("permissions missing", extra={"missing": ", ".join(lacking)})
        raise Gone


async def is_seen(client: discord.Client, room: Room, player: PlayerRef) -> bool | None:
    """Return whether a player sees the channel of a room; None where Discord does not say."""
    try:
        channel = await channel_of(client, room)
        if not isinstance(channel, SPOKEN):
            return False
        member = await channel.guild.fetch_member(int(player.id))
        may = channel.permissions_for(member)
        if isinstance(channel, discord.Thread) and channel.is_private() and not may.manage_threads:
            await channel.fetch_member(member.id)
    except (Gone, discord.NotFound):
        return False
    except (discord.DiscordException, *TRANSIENT):
        return None
    return may.view_channel


async def _direct(client: discord.Client, user_id: int) -> discord.DMChannel:
    try:
        return await client.create_dm(discord.Object(user_id))
    except discord.HTTPException as error:
        if error.status == HTTPStatus.BAD_REQUEST:  # who was named is a bot, or nobody any more
            raise Gone from None
        raise


async def _fetched(client: discord.Client, channel_id: int) -> object:
    try:
        return await client.fetch_channel(channel_id)
    except (discord.NotFound, discord.Forbidden, discord.InvalidData):
        raise Gone from None


def missing(may: discord.Permissions, *, thread: bool) -> list[str]:
    """Return the names of permissions without which no round can be played."""
    needed = dict(NEEDED)
    if thread:
        for flag, (other, name) in IN_THREADS.items():
            needed.pop(flag)
            needed[other] = name
    return _lacking(may, needed)


def note_wished(may: discord.Permissions) -> None:
    """Log the missing permissions without which rounds are poorer."""
    if lacking := _lacking(may, WISHED):
        logger.info("permissions wished for", extra={"missing": ", ".join(lacking)})


def invitation(application_id: int) -> str:
    """Return the address under which an admin adds Seize to a server."""
    flags = [*NEEDED, *WISHED, *(flag for flag, _ in IN_THREADS.values())]
    wanted = discord.Permissions(**dict.fromkeys(flags, True))
    return discord.utils.oauth_url(
        application_id, permissions=wanted, scopes=("bot", "applications.commands")
    )


def _lacking(may: discord.Permissions, needed: Mapping[str, str]) -> list[str]:
    if may.administrator:
        return []
    return [name for flag, name in needed.items() if not getattr(may, flag)]
