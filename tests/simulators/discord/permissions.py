"""Permissions: bits, usual sets, and what the bot may do in a channel.

Source: Discord docs, Permissions: Bitwise permission flags; Implicit permissions.
"""

from collections.abc import Iterable
from enum import IntFlag


class Permission(IntFlag):
    """The permissions that a word game can meet."""

    ADMINISTRATOR = 1 << 3
    MANAGE_CHANNELS = 1 << 4
    MANAGE_GUILD = 1 << 5
    ADD_REACTIONS = 1 << 6
    VIEW_CHANNEL = 1 << 10
    SEND_MESSAGES = 1 << 11
    MANAGE_MESSAGES = 1 << 13
    EMBED_LINKS = 1 << 14
    ATTACH_FILES = 1 << 15
    READ_MESSAGE_HISTORY = 1 << 16
    MENTION_EVERYONE = 1 << 17
    USE_EXTERNAL_EMOJIS = 1 << 18
    USE_APPLICATION_COMMANDS = 1 << 31
    MANAGE_THREADS = 1 << 34
    SEND_MESSAGES_IN_THREADS = 1 << 38
    USE_EXTERNAL_APPS = 1 << 50


P = Permission
NONE = Permission(0)
TALK = P.VIEW_CHANNEL | P.SEND_MESSAGES | P.SEND_MESSAGES_IN_THREADS | P.READ_MESSAGE_HISTORY
MEMBER = (
    TALK
    | P.ADD_REACTIONS
    | P.EMBED_LINKS
    | P.ATTACH_FILES
    | P.USE_APPLICATION_COMMANDS
    | P.USE_EXTERNAL_APPS
)
MODERATOR = MEMBER | P.MANAGE_GUILD | P.MANAGE_CHANNELS | P.MANAGE_MESSAGES | P.MENTION_EVERYONE
BOT = TALK | P.ADD_REACTIONS | P.EMBED_LINKS | P.ATTACH_FILES
# Discord docs, Receiving and Responding: app_permissions of a DM with the bot.
DIRECT = MEMBER | P.MENTION_EVERYONE | P.USE_EXTERNAL_EMOJIS
EVERYTHING = ~NONE


def named(permissions: Iterable[str]) -> Permission:
    """Return the bits of names such as SEND_MESSAGES; KeyError for a name unknown here."""
    bits = NONE
    for name in permissions:
        bits |= Permission.__members__[name]
    return bits


def effective(role: Permission, denied: Permission, *, thread: bool) -> Permission:
    """Return a role's permissions without those that a channel denies."""
    bits = EVERYTHING if P.ADMINISTRATOR in role else role & ~denied
    if P.VIEW_CHANNEL not in bits:
        return NONE
    # In a thread, SEND_MESSAGES does nothing: SEND_MESSAGES_IN_THREADS takes its place.
    if (P.SEND_MESSAGES_IN_THREADS if thread else P.SEND_MESSAGES) not in bits:
        bits &= ~(P.EMBED_LINKS | P.ATTACH_FILES | P.MENTION_EVERYONE)
    return bits
