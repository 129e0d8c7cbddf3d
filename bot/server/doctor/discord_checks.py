"""Findings in Discord's answers. Nothing here asks: see platforms.py."""

from collections.abc import Mapping, Sequence
from typing import Any
from urllib.parse import urlencode

from bot.hindrances import Hindrance
from bot.server.doctor.calls import Answer
from bot.server.doctor.findings import Finding, bad, good, note, strange
from core.errors import translatable
from core.texts import is_visible, one_line

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
SERVERS = translatable("discord servers")
GATEWAY = translatable("discord gateway")
_PERMISSIONS = translatable("discord permissions")
_PORTAL = "https://discord.com/developers/applications"


def about_token(answer: Answer) -> Finding:
    """Judge the answer to GET /users/@me."""
    subject = translatable("discord token")
    if answer.status == 401:
        return bad(
            subject,
            translatable("Discord does not know it"),
            translatable("{portal} > Bot > Reset Token, and copy it into SEIZE_DISCORD_TOKEN"),
            portal=_PORTAL,
        )
    if answer.status != 200 or not isinstance(answer.body, dict):
        return strange(subject, answer.status, "SEIZE_DISCORD_API_URL")
    return good(subject, translatable("valid, of {name}"), name=_shown(answer.body, "username"))


def about_application(answer: Answer, *, message_content: bool) -> list[Finding]:
    """Judge the answer to GET /applications/@me."""
    if answer.status != 200 or not isinstance(answer.body, dict):
        return [
            strange(translatable("discord application"), answer.status, "SEIZE_DISCORD_API_URL")
        ]
    return [
        _about_intent(int(answer.body.get("flags") or 0), wanted=message_content),
        good(translatable("discord invite"), "{link}", link=invite(str(answer.body.get("id")))),
    ]


def _about_intent(flags: int, *, wanted: bool) -> Finding:
    subject = translatable("discord message content")
    if not wanted:
        return note(subject, Hindrance.CONTENT.told, Hindrance.CONTENT.remedy)
    if flags & _CONTENT:
        return good(subject, translatable("granted"))
    return bad(
        subject,
        translatable("not granted: Discord will refuse the connection"),
        translatable(
            "{portal} > Bot > Message Content Intent: on; or SEIZE_DISCORD_MESSAGE_CONTENT=false"
        ),
        portal=_PORTAL,
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
        return [note(SERVERS, translatable("in none yet"), translatable("open the invite above"))]
    lacking = [(guild, gaps) for guild in guilds if (gaps := missing(guild.get("permissions")))]
    found = [good(SERVERS, translatable("in {count}"), count=len(guilds))]
    for guild, gaps in lacking[:_MOST_LINES]:
        found.append(
            bad(
                _PERMISSIONS,
                translatable("{server} lacks {permissions}"),
                Hindrance.RIGHTS.remedy,
                server=_shown(guild, "name"),
                permissions=", ".join(gaps),
            )
        )
    if len(lacking) > _MOST_LINES:
        more = len(lacking) - _MOST_LINES
        found.append(
            bad(
                _PERMISSIONS,
                translatable("lacking in {count} more"),
                translatable("mend these first"),
                count=more,
            )
        )
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
        return good(GATEWAY, translatable("reachable"))
    return bad(
        GATEWAY,
        translatable("what answers is no gateway of Discord"),
        translatable("mend {variable}"),
        variable="SEIZE_DISCORD_GATEWAY_URL",
    )


def _shown(named: Mapping[str, object], field: str) -> str:
    name = one_line(str(named.get(field)))[:50]
    return repr(name if is_visible(name) else str(named.get("id")))
