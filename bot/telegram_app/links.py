"""Links that open the private chat, and what they ask for there (Bot Features: Deep linking)."""

import re

from bot.chat.commands import HELP

_PAYLOAD = re.compile(r"[A-Za-z0-9_-]{1,64}")
_PART = re.compile(r"[A-Za-z0-9_]+")


def payload_of(data: str) -> str:
    """Return a button's data or a command's name as a payload, "help" where it makes none."""
    parts = data.split(":")
    payload = "-".join(parts)
    fits = all(_PART.fullmatch(part) for part in parts) and _PAYLOAD.fullmatch(payload)
    return payload if fits else HELP


def data_of(payload: str) -> str:
    """Return the button's data or the command's name that a payload stands for."""
    return payload.replace("-", ":") if _PAYLOAD.fullmatch(payload) else HELP


def private_link(username: str, data: str) -> str:
    """Return the address that opens the private chat and asks for something there."""
    return f"https://t.me/{username}?start={payload_of(data)}"
