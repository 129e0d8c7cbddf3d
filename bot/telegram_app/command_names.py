"""What commands are called in messages, in any language, and who they are said to."""

from collections.abc import Mapping
from dataclasses import dataclass

from telegram import Message
from telegram.constants import MessageEntityType

from bot.chat.context import Command
from bot.telegram_app.plain_text import JOINER, without_joiners

START = "start"


@dataclass(frozen=True, slots=True)
class Called:
    """A command by its English name, and what stands behind it; "start" is Telegram's own."""

    name: str
    rest: str


class CommandNames:
    """The names of a table of commands."""

    def __init__(self, commands: Mapping[str, Command], username: str) -> None:
        self._username = username.lower()
        # English comes last: it wins where a name means something else in another language.
        localised = {name: each.name for each in commands.values() for name in each.names.values()}
        self._names = {**localised, **{name: name for name in commands}, START: START}

    def called(self, message: Message) -> Called | None:
        """Return the command that a message begins with, None for none or another bot's."""
        text = message.text or ""
        for entity in message.entities:
            if entity.type == MessageEntityType.BOT_COMMAND and entity.offset == 0:
                return self.parsed(text[: entity.length], text[entity.length :])
        # Copied from a text of Seize's, in which commands are no links.
        command, _, rest = without_joiners(text).partition(" ")
        return self.parsed(command, rest) if JOINER in text else None

    def parsed(self, command: str, rest: str) -> Called | None:
        """Return what is called by "/command" or "/command@bot", None if that is not Seize."""
        name, at, username = command.removeprefix("/").partition("@")
        if not command.startswith("/") or (at and username.lower() != self._username):
            return None
        english = self._names.get(name.lower())
        return Called(english, rest.strip()) if english else None
