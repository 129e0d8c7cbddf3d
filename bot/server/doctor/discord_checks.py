"""Findings in Discord's answers. Nothing here asks: see platforms.py."""

from collections.abc import Mapping, Sequence
from typing import Any
from urllib.parse import urlencode

from bot.server.doctor.calls import Answer
from bot.server.doctor.findings import Finding, bad, good, note, strange
from core.texts import one_line

# https://discord.com/developers/docs/topics/permissions
NEEDED = {
    "View Channels": 1 << 10,
    "Send Messages": 1 << 11,
    "Send Messages in Threads": 1 << 38,
    "Embed Links": 1 << 14,
    "Attach Files": 1 << 15,
    "Add Reactions": 1 << 6,
    "Read Message History": 1 << 16,
}
_ADMINISTRATOR = 1 << 3
# GATEWAY_MESSAGE_CONTENT, and the same for bots in fewer than 100 servers
_CONTENT = 1 << 18 | 1 << 19
_MOST_LINES = 5
_PORTAL = "https://discord.com/developers/applications"


def about_token(answer: Answer) -> Finding:
    """Judge the answer to GET /users/@me."""
    subject = "discord token"
    if answer.status == 401:
        return bad(
            subject,
            "Discord does not know it",
            f"{_PORTAL} > Bot > Reset Token, and copy it into SEIZE_DISCORD_TOKEN",
        )
    if answer.status != 200 or not isinstance(answer.body, dict):
        return strange(subject, answer.status, "SEIZE_DISCORD_API_URL")
    return good(subject, f"valid, of {_shown(answer.body.get('username'))}")


def about_application(answer: Answer, *, message_content: bool) -> list[Finding]:
    """Judge the answer to GET /applications/@me."""
    if answer.status != 200 or not isinstance(answer.body, dict):
        return [strange("discord application", answer.status, "SEIZE_DISCORD_API_URL")]
    return [
        _about_intent(int(answer.body.get("flags") or 0), wanted=message_content),
        good("discord invite", invite(str(answer.body.get("id")))),
    ]


def _about_intent(flags: int, *, wanted: bool) -> Finding:
    subject = "discord message content"
    if not wanted:
        return note(
            subject,
            "not asked for: words are played by command, mention or reply",
            "SEIZE_DISCORD_MESSAGE_CONTENT=true to play them as plain messages",
        )
    if flags & _CONTENT:
        return good(subject, "granted")
    return bad(
        subject,
        "not granted: Discord will refuse the connection",
        f"{_PORTAL} > Bot > Message Content Intent: on; or SEIZE_DISCORD_MESSAGE_CONTENT=false",
    )


def invite(application: str) -> str:
    """Return the address that brings the bot to a server, with what it needs there."""
    asked = {
        "client_id": application,
        "scope": "bot applications.commands",
        "permissions": sum(NEEDED.values()),
    }
    return f"https://discord.com/oauth2/authorize?{urlencode(asked)}"


def about_guilds(guilds: Sequence[Mapping[str, Any]]) -> list[Finding]:
    """Judge the servers that GET /users/@me/guilds lists, by the permissions of the roles there."""
    if not guilds:
        return [note("discord servers", "in none yet", "open the invite above")]
    lacking = [(guild, gaps) for guild in guilds if (gaps := missing(guild.get("permissions")))]
    found = [good("discord servers", f"in {len(guilds)}")]
    for guild, gaps in lacking[:_MOST_LINES]:
        text = f"{_shown(guild.get('name'))} lacks {', '.join(gaps)}"
        found.append(
            bad("discord permissions", text, "Server Settings > Roles, or open the invite again")
        )
    if len(lacking) > _MOST_LINES:
        more = len(lacking) - _MOST_LINES
        found.append(bad("discord permissions", f"lacking in {more} more", "mend these first"))
    return found


def missing(permissions: object) -> list[str]:
    """Return the names of needed permissions that a server's number does not hold."""
    text = str(permissions)
    bits = int(text) if text.isdecimal() else 0
    if bits & _ADMINISTRATOR:
        return []
    return [name for name, bit in NEEDED.items() if not bits & bit]


def about_gateway(op: int | None) -> Finding:
    """Judge the first message of the gateway: `op` 10 is its greeting."""
    if op == 10:
        return good("discord gateway", "reachable")
    return bad(
        "discord gateway", "what answers is no gateway of Discord", "mend SEIZE_DISCORD_GATEWAY_URL"
    )


def _shown(name: object) -> str:
    return repr(one_line(str(name))[:50])
