"""What messages are called: their numbers begin anew where a group becomes a supergroup."""

import re

from telegram import Message

_FORM = re.compile(r"(?:(-?[0-9]{1,19}):)?([0-9]{1,15})")


def unique_id(message: Message) -> str:
    """Return what no other message that a player ever sends is called, "chat:number"."""
    return f"{message.chat.id}:{message.message_id}"


def parsed_id(message_id: str) -> tuple[int | None, int] | None:
    """Return the chat, None if it is not said, and the number; None for what is no message."""
    match = _FORM.fullmatch(message_id)
    if match is None:
        return None
    chat, number = match.groups()
    return (int(chat) if chat else None, int(number))
