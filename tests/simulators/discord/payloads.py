"""The JSON of users, members, roles, channels and guilds.

Source: Discord docs, Resources: User, Guild, Channel; Threads; Gateway Events: Guild Create.
"""

from typing import TYPE_CHECKING

from tests.simulators.discord.permissions import Permission
from tests.simulators.discord.shapes import Json, iso, moment

if TYPE_CHECKING:
    from tests.simulators.discord.world import Channel, Guild, Member, Role, User


def user(user: "User") -> Json:
    """Return a user object."""
    return {
        "id": str(user.id),
        "username": user.name.lower().replace(" ", "_"),
        "global_name": None if user.bot else user.name,
        "discriminator": "0000" if user.bot else "0",
        "avatar": None,
        "bot": user.bot,
        "public_flags": 0,
    }


def member(guild: "Guild", member: "Member", *, with_user: bool = True) -> Json:
    """Return a guild member object, without its user where a message's author says it."""
    role = guild.bot_role if member.user.bot else guild.member_role
    roles = [role, guild.moderator_role] if member.moderator else [role]
    data: Json = {
        "nick": member.nick,
        "avatar": None,
        "roles": [str(role.id) for role in roles],
        "joined_at": iso(member.joined_at),
        "premium_since": None,
        "deaf": False,
        "mute": False,
        "flags": 0,
        "pending": False,
        "communication_disabled_until": None,
    }
    return data | {"user": user(member.user)} if with_user else data


def role(role: "Role") -> Json:
    """Return a role object."""
    return {
        "id": str(role.id),
        "name": role.name,
        "color": 0,
        "colors": {"primary_color": 0, "secondary_color": None, "tertiary_color": None},
        "hoist": False,
        "icon": None,
        "unicode_emoji": None,
        "position": 0,
        "permissions": str(int(role.permissions)),
        "managed": False,
        "mentionable": False,
        "flags": 0,
    }


def channel(channel: "Channel") -> Json:
    """Return a channel object: of a guild, a thread, or between users."""
    last = str(channel.messages[-1].id) if channel.messages else None
    data: Json = {"id": str(channel.id), "type": channel.type, "last_message_id": last, "flags": 0}
    if channel.guild is None:
        others = [other for other in channel.recipients if other is not channel.sim.me]
        return data | {"recipients": [user(other) for other in others]}
    data |= {
        "guild_id": str(channel.guild.id),
        "name": channel.name,
        "parent_id": str(channel.parent.id) if channel.parent else None,
        "rate_limit_per_user": channel.slow,
    }
    return data | (_thread(channel) if channel.is_thread else _overwritten(channel))


def _overwritten(channel: "Channel") -> Json:
    denied = {each.id: Permission.VIEW_CHANNEL for each in channel.hidden_from}
    if channel.denied:
        denied[channel.sim.me.id] = channel.denied
    overwrites = [
        {"id": str(number), "type": 1, "allow": "0", "deny": str(int(deny))}
        for number, deny in denied.items()
    ]
    return {
        "position": 0,
        "topic": None,
        "nsfw": False,
        "permission_overwrites": overwrites,
    }


def _thread(channel: "Channel") -> Json:
    assert channel.guild
    created = iso(moment(channel.id))
    return {
        "owner_id": str(channel.guild.owner.id),
        "message_count": len(channel.messages),
        "total_message_sent": len(channel.messages),
        "member_count": 1,
        "thread_metadata": {
            "archived": channel.archived,
            "auto_archive_duration": 1440,
            "archive_timestamp": created,
            "locked": channel.locked,
            "create_timestamp": created,
        },
    }


def guild(guild: "Guild") -> Json:
    """Return a guild object, as REST gives it."""
    return {
        "id": str(guild.id),
        "name": guild.name,
        "icon": None,
        "splash": None,
        "discovery_splash": None,
        "owner_id": str(guild.owner.id),
        "afk_channel_id": None,
        "afk_timeout": 300,
        "verification_level": 0,
        "default_message_notifications": 0,
        "explicit_content_filter": 0,
        "roles": [role(each) for each in guild.roles],
        "emojis": [],
        "features": [],
        "mfa_level": 0,
        "application_id": None,
        "system_channel_id": None,
        "system_channel_flags": 0,
        "rules_channel_id": None,
        "vanity_url_code": None,
        "description": None,
        "banner": None,
        "premium_tier": 0,
        "preferred_locale": guild.locale,
        "public_updates_channel_id": None,
        "nsfw_level": 0,
        "stickers": [],
        "premium_progress_bar_enabled": False,
        "safety_alerts_channel_id": None,
        "max_members": 500000,
    }


def guild_create(guild_: "Guild") -> Json:
    """Return the data of GUILD_CREATE; without the members intent only the bot's member."""
    visible = [
        each for each in guild_.channels if Permission.VIEW_CHANNEL in each.bot_permissions()
    ]
    me = guild_.members[guild_.sim.me.id]
    return guild(guild_) | {
        "joined_at": iso(me.joined_at),
        "large": len(guild_.members) >= 250,
        "unavailable": False,
        "member_count": len(guild_.members),
        "voice_states": [],
        "members": [member(guild_, me)],
        # The client sees that it may not see a channel: Discord sends those too.
        "channels": [channel(each) for each in guild_.channels if not each.is_thread],
        "threads": [channel(each) for each in visible if each.is_thread and not each.archived],
        "presences": [],
        "stage_instances": [],
        "guild_scheduled_events": [],
        "soundboard_sounds": [],
    }
