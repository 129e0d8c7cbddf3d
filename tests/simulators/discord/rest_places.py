"""Endpoints of the app, users, direct messages and guilds.

Source: Discord docs, Resources: Application, User, Guild; Events: Gateway: Get Gateway Bot.
"""

from typing import TYPE_CHECKING

from tests.simulators.discord import payloads
from tests.simulators.discord.errors import Form, Refusal, missing_access
from tests.simulators.discord.rest import Answer, Call, Endpoint, endpoint, snowflake

if TYPE_CHECKING:
    from tests.simulators.discord.shapes import Json
    from tests.simulators.discord.world import Guild


def get_me(call: Call) -> Answer:
    """Get Current User."""
    me = payloads.user(call.sim.me)
    return 200, me | {"verified": True, "mfa_enabled": True, "locale": "en-US", "flags": 0}


def get_user(call: Call) -> Answer:
    """Get User."""
    user = call.sim.user(call.id("user_id"))
    if user is None:
        raise Refusal(404, 10013, "Unknown User")
    return 200, payloads.user(user)


def get_application(call: Call) -> Answer:
    """Get Current Application, and Get Current Bot Application Information."""
    me = payloads.user(call.sim.me)
    return 200, {
        "id": str(call.sim.application_id),
        "name": call.sim.me.name,
        "icon": None,
        "description": "",
        "bot_public": True,
        "bot_require_code_grant": False,
        "bot": me,
        "owner": me,
        "team": None,
        "verify_key": "0" * 64,
        "flags": call.sim.app_flags(),
        "approximate_guild_count": len(call.sim.guilds),
        "integration_types_config": {"0": {}, "1": {}},
        "interactions_endpoint_url": None,
    }


def edit_application(call: Call) -> Answer:
    """Edit Current Application: taken and not kept."""
    return get_application(call)


def get_gateway(call: Call) -> Answer:
    """Get Gateway."""
    return 200, {"url": call.sim.gateway_url}


def get_gateway_bot(call: Call) -> Answer:
    """Get Gateway Bot."""
    left = {"total": 1000, "remaining": 1000, "reset_after": 14_400_000, "max_concurrency": 1}
    url = call.sim.gateway_url
    return 200, {"url": url, "shards": call.sim.shards, "session_start_limit": left}


def create_dm(call: Call) -> Answer:
    """Create DM; whether the user takes messages shows when one is sent."""
    body: Json = call.body if isinstance(call.body, dict) else {}
    user = call.sim.user(snowflake(body.get("recipient_id"), "recipient_id"))
    if user is None or user is call.sim.me:
        Form().refuse(("recipient_id",), "INVALID_RECIPIENT", "Invalid Recipient(s)")
    return 200, payloads.channel(call.sim.direct(user))


def guild_of(call: Call) -> "Guild":
    """Return the guild of the path, if the bot is in it."""
    guild = call.sim.guild(call.id("guild_id"))
    if guild is None:
        raise Refusal(404, 10004, "Unknown Guild")
    if not guild.has_bot:
        raise missing_access()
    return guild


def get_guild(call: Call) -> Answer:
    """Get Guild."""
    return 200, payloads.guild(guild_of(call))


def get_member(call: Call) -> Answer:
    """Get Guild Member."""
    guild = guild_of(call)
    member = guild.members.get(call.id("user_id"))
    if member is None:
        raise Refusal(404, 10007, "Unknown Member")
    return 200, payloads.member(guild, member)


def get_roles(call: Call) -> Answer:
    """Get Guild Roles."""
    return 200, [payloads.role(role) for role in guild_of(call).roles]


def get_channels(call: Call) -> Answer:
    """Get Guild Channels: without threads."""
    channels = guild_of(call).channels
    return 200, [payloads.channel(each) for each in channels if not each.is_thread]


ENDPOINTS: list[Endpoint] = [
    endpoint("GET", "/users/@me", get_me),
    endpoint("POST", "/users/@me/channels", create_dm),
    endpoint("GET", "/users/{user_id}", get_user),
    endpoint("GET", "/oauth2/applications/@me", get_application),
    endpoint("GET", "/applications/@me", get_application),
    endpoint("PATCH", "/applications/@me", edit_application),
    endpoint("GET", "/gateway", get_gateway),
    endpoint("GET", "/gateway/bot", get_gateway_bot),
    endpoint("GET", "/guilds/{guild_id}", get_guild),
    endpoint("GET", "/guilds/{guild_id}/members/{user_id}", get_member),
    endpoint("GET", "/guilds/{guild_id}/roles", get_roles),
    endpoint("GET", "/guilds/{guild_id}/channels", get_channels),
]
