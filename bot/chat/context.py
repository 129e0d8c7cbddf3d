"""A command of the chats, and the context that its handler is given: who asks, where, with what."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, replace

from bot.chat.announcer import Announcer
from bot.chat.arguments import Argument
from bot.chat.arguments import Names as LocalNames
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
    commands: Mapping[str, "Command"]
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
        # Menus go by the language of the platform, whichever Seize speaks.
        code = self.request.locale[:2].lower() or self.own.language
        return f"/{self.commands[name].name_in(code)}"

    def usage(self, name: str) -> str:
        """Return what a command takes: "/jouer [langue]"."""
        return self.commands[name].usage(self.own.language)

    def board(self, audience: Audience) -> str:
        """Return how boards are shown to an audience: "dark", "light" or "text"."""
        return (self.settings if audience is Audience.ROOM else self.mine).board


Handler = Callable[[Context], Awaitable[Answer]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Command:
    """One command. `audience`: who is to see its answer, unless the answer says otherwise."""

    name: str
    summary: str
    handler: Handler
    names: LocalNames
    arguments: tuple[Argument, ...] = ()
    audience: Audience = Audience.ROOM

    def name_in(self, language: str) -> str:
        """Return what it is called in a language."""
        return self.names.get(language, self.name)

    def usage(self, language: str) -> str:
        """Return "/play [language] [seconds]": square brackets around what may be left out."""
        named = [(each.names.get(language, each.name), each.required) for each in self.arguments]
        parts = [name if required else f"[{name}]" for name, required in named]
        return " ".join([f"/{self.name_in(language)}", *parts])
