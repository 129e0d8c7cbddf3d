"""Links that open the private chat, and what they ask for there (Bot Features: Deep linking).

And those that open the page (Mini Apps: Launching Mini Apps).
"""

import re
from dataclasses import dataclass

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


@dataclass(frozen=True, slots=True)
class Links:
    """The addresses of a bot: `entrance` is where the page is entered, "" for no page.

    `app` is the short name under which BotFather knows the page as a Mini App, "" for none.
    """

    username: str
    entrance: str = ""
    app: str = ""

    def private(self, data: str) -> str:
        """Return the address that opens the private chat and asks for something there."""
        return f"https://t.me/{self.username}?start={payload_of(data)}"

    def page(self, ticket: str) -> str:
        """Return the address of the page for a button in private."""
        return f"{self.entrance}?room={ticket}"

    def mini_app(self, ticket: str) -> str:
        """Return the address of the page for a group, where no button may open it by itself."""
        return f"https://t.me/{self.username}/{self.app}?startapp={ticket}"
