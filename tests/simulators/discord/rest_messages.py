"""Endpoints of messages and reactions.

Source: Discord docs, Resources: Message; Channel; User: Create DM.
"""

from bisect import bisect_right
from operator import attrgetter
from typing import TYPE_CHECKING

from rich._emoji_codes import EMOJI

from tests.simulators.discord import bodies, payloads, writing
from tests.simulators.discord.errors import (
    Form,
    Refusal,
    missing_access,
    missing_permissions,
    unknown_channel,
    unknown_message,
)
from tests.simulators.discord.messages import SimMessage
from tests.simulators.discord.permissions import Permission
from tests.simulators.discord.rest import Answer, Call, Endpoint, endpoint, snowflake

if TYPE_CHECKING:
    from tests.simulators.discord.shapes import Json
    from tests.simulators.discord.world import Channel, User

P = Permission
VARIATION = "\N{VARIATION SELECTOR-16}"
# The nearest list of Unicode's emojis at hand.
EMOJIS = {emoji.replace(VARIATION, "") for emoji in EMOJI.values()}


def channel_of(call: Call) -> "Channel":
    """Return the channel of the path, if the bot sees it."""
    channel = call.sim.channel(call.id("channel_id"))
    if channel is None:
        raise unknown_channel()
    if P.VIEW_CHANNEL not in channel.bot_permissions():
        raise missing_access()
    return channel


def message_of(call: Call) -> SimMessage:
    """Return the message of the path, if the bot sees it; ephemeral ones are not to be found."""
    channel, number = channel_of(call), call.id("message_id")
    for message in reversed(channel.messages):  # of thousands, the latest are asked for
        if message.id == number:
            return message
    raise unknown_message()


def get_channel(call: Call) -> Answer:
    """Get Channel."""
    return 200, payloads.channel(channel_of(call))


def create_message(call: Call) -> Answer:
    """Create Message."""
    channel = channel_of(call)
    body = bodies.check_body(call.body, call.uploads, ephemeral_allowed=False)
    _check_may_write(channel, body, bool(call.uploads))
    bodies.check_sizes(call.uploads, call.sim.attachment_limit)
    bodies.check_not_empty(body, bodies.merged_attachments(body, call.uploads, []))
    if body.get("enforce_nonce") and (same := _with_nonce(channel, body.get("nonce"))):
        return 200, writing.shown(call.sim, same)
    message = SimMessage(call.sim.ids.new(), channel, call.sim.me, nonce=body.get("nonce"))
    writing.create(call.sim, message, body, call.uploads, channel.bot_permissions())
    return 200, writing.shown(call.sim, message)


def _check_may_write(channel: "Channel", body: "Json", files: bool) -> None:
    may = channel.bot_permissions()
    others = [user for user in channel.recipients if user is not channel.sim.me]
    if channel.guild is None:
        _check_may_reach(others)
    if (P.SEND_MESSAGES_IN_THREADS if channel.is_thread else P.SEND_MESSAGES) not in may:
        raise missing_permissions()
    if channel.archived and channel.locked and P.MANAGE_THREADS not in may:
        raise Refusal(400, 50083, "Thread is archived")
    if body.get("embeds") and P.EMBED_LINKS not in may:
        raise missing_permissions()
    if files and P.ATTACH_FILES not in may:
        raise missing_permissions()
    # Writing into a thread that is archived but not locked opens it again.
    channel.wake()


def _check_may_reach(users: "list[User]") -> None:
    for user in users:
        shared = [each for each in user.sim.guilds if each.has_bot and user.id in each.members]
        if not shared and not user.installed:
            text = "Cannot send messages to this user due to having no mutual guilds"
            raise Refusal(403, 50278, text)
        if user.refuses_dms:
            raise Refusal(403, 50007, "Cannot send messages to this user")


def _with_nonce(channel: "Channel", nonce: object) -> SimMessage | None:
    # Discord docs, Create Message: enforce_nonce.
    mine = (each for each in reversed(channel.messages) if each.author is channel.sim.me)
    return next((each for each in mine if nonce is not None and each.nonce == nonce), None)


def edit_message(call: Call) -> Answer:
    """Edit Message."""
    message = message_of(call)
    if message.author is not call.sim.me:
        text = "Cannot edit a message authored by another user"
        raise Refusal(403, 50005, text, mistake=True)
    edit_checked(call, message, message.channel.bot_permissions())
    return 200, writing.shown(call.sim, message)


def edit_checked(call: Call, message: SimMessage, may: Permission) -> None:
    """Edit a message of the bot by the call's body, if the body is right."""
    body = bodies.check_body(call.body, call.uploads, ephemeral_allowed=True)
    bodies.check_sizes(call.uploads, call.sim.attachment_limit)
    after: Json = {
        key: body.get(key, getattr(message, key)) for key in ("content", "embeds", "components")
    }
    kept = bodies.merged_attachments(body, call.uploads, message.attachments)
    bodies.check_not_empty(after, kept)
    writing.edit(call.sim, message, body, call.uploads, may)


def get_message(call: Call) -> Answer:
    """Get Channel Message."""
    channel = channel_of(call)
    if P.READ_MESSAGE_HISTORY not in channel.bot_permissions():
        raise missing_permissions()
    return 200, writing.shown(call.sim, message_of(call))


def get_messages(call: Call) -> Answer:
    """Get Channel Messages: newest first."""
    channel, query = channel_of(call), call.query
    limit = int(query.get("limit", 50))
    if not 1 <= limit <= 100:
        Form().refuse(("limit",), "NUMBER_TYPE_MAX", "int value should be between 1 and 100.")
    if P.READ_MESSAGE_HISTORY not in channel.bot_permissions():
        return 200, []
    found = channel.messages[-limit:]
    if "after" in query:
        after = snowflake(query["after"], "after")
        first = bisect_right(channel.messages, after, key=attrgetter("id"))
        found = channel.messages[first : first + limit]
    return 200, [writing.shown(call.sim, message) for message in reversed(found)]


def is_emoji(text: str) -> bool:
    """Tell whether Discord knows a reaction: one of the list, or a pictograph after it."""
    return text.replace(VARIATION, "") in EMOJIS or all(ord(each) >= 0x1F000 for each in text)


def react(call: Call) -> Answer:
    """Create Reaction."""
    message, emoji = message_of(call), call.params["emoji"]
    may, me = message.channel.bot_permissions(), call.sim.me
    if not is_emoji(emoji):
        # A character such as ✓ is no emoji; custom emojis do not exist here.
        raise Refusal(400, 10014, "Unknown Emoji", mistake=True)
    if P.READ_MESSAGE_HISTORY not in may or (
        P.ADD_REACTIONS not in may and emoji not in message.reactions
    ):
        raise missing_permissions()
    if emoji not in message.reactions and len(message.reactions) >= 20:
        raise Refusal(400, 30010, "Maximum number of reactions reached (20)")
    add_reaction(message, emoji, me)
    return 204, None


def add_reaction(message: SimMessage, emoji: str, user: "User") -> None:
    """Let a user react, and tell the gateway."""
    users = message.reactions.setdefault(emoji, [])
    if user in users:
        return
    users.append(user)
    guild = message.channel.guild
    data: Json = {
        "user_id": str(user.id),
        "channel_id": str(message.channel.id),
        "message_id": str(message.id),
        "emoji": {"id": None, "name": emoji},
        "burst": False,
        "type": 0,
        "message_author_id": str(message.author.id),
    }
    if guild:
        data["guild_id"] = str(guild.id)
        data["member"] = payloads.member(guild, guild.members[user.id])
    message.channel.sim.dispatch("MESSAGE_REACTION_ADD", data, guild, channel=message.channel)


ONE = "/channels/{channel_id}/messages/{message_id}"
REACTION = f"{ONE}/reactions/{{emoji}}"
ENDPOINTS: list[Endpoint] = [
    endpoint("GET", "/channels/{channel_id}", get_channel),
    endpoint("GET", "/channels/{channel_id}/messages", get_messages, "history"),
    endpoint("POST", "/channels/{channel_id}/messages", create_message, "messages"),
    endpoint("GET", ONE, get_message, "history"),
    endpoint("PATCH", ONE, edit_message, "edits"),
    endpoint("PUT", f"{REACTION}/@me", react, "reactions"),
]
