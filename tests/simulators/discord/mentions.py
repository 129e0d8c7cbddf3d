"""Whom a message would notify.

Source: Discord docs, Message: Allowed Mentions Object. Embeds never notify. Stricter than
Discord in one point: a mention inside a code block counts here.
"""

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tests.simulators.discord.errors import Form
from tests.simulators.discord.permissions import Permission
from tests.simulators.discord.shapes import Json

if TYPE_CHECKING:
    from tests.simulators.discord.messages import SimMessage
    from tests.simulators.discord.world import Channel, User

USER = re.compile(r"<@!?(\d+)>")
ROLE = re.compile(r"<@&(\d+)>")
EVERYONE = re.compile(r"@(everyone|here)")
KINDS = frozenset({"users", "roles", "everyone"})


@dataclass(frozen=True)
class Pings:
    """The users, the roles (by id) and the crowd that a message notifies; false if none."""

    users: "frozenset[User]" = frozenset()
    roles: frozenset[int] = frozenset()
    everyone: bool = False

    def __bool__(self) -> bool:
        return bool(self.users or self.roles or self.everyone)

    def __or__(self, other: "Pings") -> "Pings":
        users, roles = self.users | other.users, self.roles | other.roles
        return Pings(users, roles, self.everyone or other.everyone)


def check_allowed_mentions(form: Form, allowed: object) -> None:
    """Note what is wrong with an `allowed_mentions` object."""
    path = ("allowed_mentions",)
    if allowed is None:
        return
    if not isinstance(allowed, dict):
        form.wrong(path, "DICT_TYPE_CONVERT", "Only dictionaries may be used")
        return
    for index, kind in enumerate(allowed.get("parse") or []):
        form.choice((*path, "parse", index), kind, KINDS)
    for kind in ("users", "roles"):
        listed = allowed.get(kind) or []
        if len(listed) > 100:
            form.wrong((*path, kind), "BASE_TYPE_BAD_LENGTH", "Must be 100 or fewer in length.")
        if listed and kind in (allowed.get("parse") or []):
            text = f'parse:["{kind}"] and {kind}: [ids...] are mutually exclusive.'
            form.wrong(path, "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE", text)


def pings(
    content: str,
    allowed: Json | None,
    channel: "Channel",
    replied: "SimMessage | None",
    permissions: Permission,
) -> Pings:
    """Return whom the content notifies in a channel.

    `permissions` are the author's; `replied` is the message that this one replies to.
    """
    everything = allowed is None
    parse = KINDS if allowed is None else frozenset(allowed.get("parse") or [])
    listed = allowed or {}
    users = {
        int(number)
        for number in USER.findall(content)
        if "users" in parse or number in map(str, listed.get("users") or [])
    }
    # Without allowed_mentions a reply notifies; with them only if they say so.
    if replied and (everything or listed.get("replied_user")):
        users.add(replied.author.id)
    crowd = Permission.MENTION_EVERYONE in permissions
    roles = {
        int(number)
        for number in ROLE.findall(content)
        if ("roles" in parse or number in map(str, listed.get("roles") or []))
    }
    everyone = crowd and "everyone" in parse and bool(EVERYONE.search(content))
    return Pings(
        frozenset(user for user in channel.audience() if user.id in users),
        frozenset(roles),
        everyone,
    )
