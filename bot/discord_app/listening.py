"""What people write, as texts that may be words."""

import re

import discord

from bot.discord_app.places import author_of, moment, place_of_message
from bot.messages import Typed

_WRITTEN = (discord.MessageType.default, discord.MessageType.reply)


def heard(message: discord.Message, me: int) -> Typed | None:
    """Return a message as a text, None for one that cannot be words.

    `me` is the id of Seize's own user. What replies to it, or begins with its mention, is
    meant for it; so is everything in direct messages.
    """
    if message.author.bot or message.webhook_id or message.type not in _WRITTEN:
        return None
    place = place_of_message(message)
    text, called = _without_call(message.content, me)
    if place is None or not text:
        return None
    return Typed(
        room=place.room,
        member=author_of(message, place),
        text=text,
        at=moment(message.id),
        message_id=str(message.id),
        meant=called or place.alone or _replies_to(message, me),
        alone=place.alone,
    )


def _without_call(text: str, me: int) -> tuple[str, bool]:
    """Return a text without the mention that it begins with, and whether it does."""
    rest, calls = re.subn(rf"\A\s*<@!?{me}>[\s,:]*", "", text)
    return rest.strip(), bool(calls)


def _replies_to(message: discord.Message, me: int) -> bool:
    replied = message.reference.resolved if message.reference else None
    return isinstance(replied, discord.Message) and replied.author.id == me
