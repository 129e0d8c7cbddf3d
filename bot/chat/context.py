"""What a handler knows of who asks and where, and what it may call."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from bot.chat.announcer import Announcer
from bot.chat.names import Names
from bot.chat.services import Services
from bot.chat.views import Teller
from bot.chat.words import WordTaker
from bot.messages import Audience, Reply, Request, private_room
from bot.presenters.wording import Wording
from core.chats.settings import ChatSettings
from core.ids import Member, Room
from core.services.happened import Happened

Answer = Reply | Happened
"""What a handler returns: a reply, or what happened in a round, to be told as its answer."""


@dataclass(frozen=True, slots=True)
class Context:
    """A request, with what is set where it was made (`settings`) and by who made it (`mine`).

    `here` is the language of the room, `own` that of who asks.
    """

    request: Request
    services: Services
    names: Names
    announcer: Announcer
    teller: Teller
    taker: WordTaker
    settings: ChatSettings
    mine: ChatSettings
    here: Wording
    own: Wording

    def with_args(self, args: Mapping[str, str]) -> "Context":
        """Return the same request with these arguments."""
        return replace(self, request=replace(self.request, args=args))

    def arg(self, name: str) -> str | None:
        """Return an argument as it was typed, None if it was left out."""
        return self.request.args.get(name) or None

    def number(self, name: str) -> int:
        """Return a number that a button carries; 0, which no round has, if it is none."""
        text = self.request.args.get(name, "")
        return int(text) if text.isascii() and text.isdigit() and len(text) < 18 else 0

    @property
    def room(self) -> Room:
        """Return where it was asked."""
        return self.request.room

    @property
    def member(self) -> Member:
        """Return who asks."""
        return self.request.member

    @property
    def home(self) -> Room:
        """Return the room of who asks alone with Seize."""
        return private_room(self.member.ref)

    def command(self, name: str) -> str:
        """Return how a command is typed where who asks sees it: "/jouer"."""
        from bot.chat.commands import COMMANDS  # noqa: PLC0415 (the table names what is called here)

        # Menus go by the language of the platform, whichever Seize speaks.
        code = self.request.locale[:2].lower() or self.own.language
        return f"/{COMMANDS[name].name_in(code)}"

    def usage(self, name: str) -> str:
        """Return what a command takes: "/jouer [langue]"."""
        from bot.chat.commands import COMMANDS  # noqa: PLC0415 (the table names what is called here)

        return COMMANDS[name].usage(self.own.language)

    def board(self, audience: Audience) -> str:
        """Return how boards are shown to an audience: "dark", "light" or "text"."""
        return (self.settings if audience is Audience.ROOM else self.mine).board
