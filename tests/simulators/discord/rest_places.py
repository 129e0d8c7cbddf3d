"""Endpoints of the app and its direct messages.

Source: Discord docs, Resources: Application, User; Guild; Events: Gateway: Get Gateway Bot.
"""

from typing import TYPE_CHECKING

from tests.simulators.discord import payloads
from tests.simulators.discord.errors import Form, Refusal
from tests.simulators.discord.rest import Answer, Call, Endpoint, endpoint, snowflake
from tests.simulators.discord.shapes import iso, moment

if TYPE_CHECKING:
    from tests.simulators.discord.shapes import Json


def get_me(call: Call) -> Answer:
    """Get Current User."""
    me = payloads.user(call.sim.me)
    return 200, me | {"verified": True, "mfa_enabled": True, "locale": "en-US", "flags": 0}


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


def get_gateway_bot(call: Call) -> Answer:
    """Get Gateway Bot."""
    sim = call.sim
    left = {
        "total": 1000,
        "remaining": max(sim.session_starts, 0),
        "reset_after": 14_400_000,
        "max_concurrency": sim.max_concurrency,
    }
    return 200, {"url": sim.gateway_url, "shards": sim.shards, "session_start_limit": left}


def create_dm(call: Call) -> Answer:
    """Create DM; whether the user takes messages shows when one is sent."""
    body: Json = call.body if isinstance(call.body, dict) else {}
    user = call.sim.user(snowflake(body.get("recipient_id"), "recipient_id"))
    if user is None or user is call.sim.me:
        Form().refuse(("recipient_id",), "INVALID_RECIPIENT", "Invalid Recipient(s)")
    return 200, payloads.channel(call.sim.direct(user))


def get_guild_member(call: Call) -> Answer:
    """Get Guild Member."""
    guild = next((each for each in call.sim.guilds if each.id == call.id("guild")), None)
    if guild is None or call.sim.me.id not in guild.members:
        raise Refusal(404, 10004, "Unknown Guild")
    member = guild.members.get(call.id("user"))
    if member is None:
        raise Refusal(404, 10007, "Unknown Member")
    return 200, payloads.member(guild, member)


def get_thread_member(call: Call) -> Answer:
    """Get Thread Member."""
    channels = (each for guild in call.sim.guilds for each in guild.channels)
    thread = next((each for each in channels if each.id == call.id("channel")), None)
    if thread is None or not thread.is_thread:
        raise Refusal(404, 10003, "Unknown Channel")
    if all(each.id != call.id("user") for each in thread.recipients):
        raise Refusal(404, 10007, "Unknown Member")
    joined = iso(moment(thread.id))
    return 200, {
        "id": str(thread.id),
        "user_id": str(call.id("user")),
        "join_timestamp": joined,
        "flags": 0,
    }


ENDPOINTS: list[Endpoint] = [
    endpoint("GET", "/users/@me", get_me),
    endpoint("POST", "/users/@me/channels", create_dm),
    endpoint("GET", "/oauth2/applications/@me", get_application),
    endpoint("GET", "/applications/@me", get_application),
    endpoint("GET", "/gateway/bot", get_gateway_bot),
    endpoint("GET", "/guilds/{guild}/members/{user}", get_guild_member),
    endpoint("GET", "/channels/{channel}/thread-members/{user}", get_thread_member),
]
