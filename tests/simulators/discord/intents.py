"""Which events a session asked for, and whose messages it may read.

Source: Discord docs, Gateway: Gateway Intents; Message Content Intent.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tests.simulators.discord.messages import SimMessage

GUILDS, MEMBERS, PRESENCES = 1 << 0, 1 << 1, 1 << 8
GUILD_MESSAGES, GUILD_REACTIONS, GUILD_TYPING = 1 << 9, 1 << 10, 1 << 11
DIRECT_MESSAGES, DIRECT_REACTIONS, DIRECT_TYPING = 1 << 12, 1 << 13, 1 << 14
MESSAGE_CONTENT = 1 << 15
KNOWN: int = sum(1 << bit for bit in (*range(17), 20, 21, 24, 25))


def needed(event: str, *, in_guild: bool) -> int:
    """Return the intent that an event needs; 0 for one that always comes."""
    if event.startswith("GUILD_MEMBER"):
        return MEMBERS
    if event.startswith("MESSAGE_REACTION"):
        return GUILD_REACTIONS if in_guild else DIRECT_REACTIONS
    if event.startswith("MESSAGE_"):
        return GUILD_MESSAGES if in_guild else DIRECT_MESSAGES
    if event == "TYPING_START":
        return GUILD_TYPING if in_guild else DIRECT_TYPING
    if event.startswith(("GUILD_", "CHANNEL_", "THREAD_")):
        return GUILDS
    return 0


def is_open(message: "SimMessage") -> bool:
    """Tell whether an app without the message content intent may read a message.

    Those of the bot, those in a direct message with it, those that mention it; and, as
    measured, replies to its regular messages, notified or not. A reply to an answer to
    an interaction is open only if it mentions the bot.
    """
    me = message.channel.sim.me
    if message.author is me or me in message.mentioned.users:
        return True
    if message.channel.guild is None and me in message.channel.recipients:
        return True
    replied = message.replied
    return bool(replied and replied.author is me and replied.interaction is None)
