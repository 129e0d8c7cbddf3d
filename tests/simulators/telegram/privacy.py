"""Which messages of a group a bot gets to see (Telegram Bot Features: Privacy mode)."""

from typing import TYPE_CHECKING

from tests.simulators.telegram.detection import covered
from tests.simulators.telegram.messages import SimMessage

if TYPE_CHECKING:
    from tests.simulators.telegram.world import World


def meant_for_bot(world: "World", message: SimMessage) -> bool:
    """Return whether the bot gets an update about a message of somebody else.

    Bots FAQ: What messages will my bot get: all in private chats, all service messages;
    bots that are admins or without privacy mode get the rest, too, but for what bots say.
    """
    member = message.chat.bot_member
    if not member.present or _is_of_bot(message):
        return False
    if message.chat.kind == "private" or message.service:
        return True
    return not world.privacy or member.is_admin or _explicitly(world, message)


def _is_of_bot(message: SimMessage) -> bool:
    """Return whether a bot says something."""
    return message.sender.is_bot and not message.service


def _explicitly(world: "World", message: SimMessage) -> bool:
    """Return whether a message is meant for the bot in privacy mode.

    Commands to it, replies to it, and general commands unless another bot spoke last; a
    mention is none of these, and no message is meant for two bots. The documentation's
    "replies to messages implicitly meant for this bot" is left out, so that a game does not
    come to need it.
    """
    first = next((e for e in message.entities if e["type"] == "bot_command"), None)
    command = covered(message.text, first) if first and first["offset"] == 0 else ""
    _, _, addressee = command.partition("@")
    if addressee:
        return addressee.lower() == world.bot.username.lower()
    if message.reply_to and message.reply_to.sender.is_bot:
        return message.reply_to.sender is world.bot
    speakers = [m.sender for m in message.chat.messages if _is_of_bot(m)]
    return bool(command) and (not speakers or speakers[-1] is world.bot)
