"""Requests and replies: plain values that mean the same on each platform.

A Reply is plain values: the adapters turn it into embeds, HTML and keyboards. Its texts are
never markup: whatever they hold is to be shown as it stands.
"""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum, StrEnum
from typing import NamedTuple, Protocol

from bot.hindrances import Hindered
from core.ids import Member, PlayerRef, Room, private_chat

MAX_DATA = 64  # bytes of what a button carries: Telegram's limit
MAX_BODY, MAX_CAPTION = 3500, 950  # characters of a reply's body, alone and beside an image
MAX_ALERT = 200  # characters of a body that Telegram shows over the chat


class Style(Enum):
    """The look of a piece of text."""

    PLAIN = "plain"
    BOLD = "bold"
    CODE = "code"  # a block of its own, in letters of one width
    SPOILER = "spoiler"
    COMMAND = "command"  # to be typed, or touched, as it stands
    COUNTDOWN = "countdown"  # `text` is what is left, as of now; `at` when nothing is


class Span(NamedTuple):
    """A piece of text; `at` (seconds of UTC epoch) is for COUNTDOWN alone."""

    text: str
    style: Style = Style.PLAIN
    at: float = 0.0


class Audience(Enum):
    """Who sees a reply."""

    ROOM = "room"  # everybody there
    ASKER = "asker"  # who asked, if the platform can do that in the room; else everybody
    SECRET = "secret"  # noqa: S105 (who asked alone, in private if need be; no password)


class Look(Enum):
    """The purpose of a button, which gives its colour."""

    MAIN = "main"
    OTHER = "other"
    GOOD = "good"
    DANGER = "danger"


@dataclass(frozen=True, slots=True)
class Button:
    """A button: `data` is "verb" or "verb:argument:…", of at most MAX_DATA bytes.

    The verb names a row of the table of commands and buttons (`bot/chat/commands.py`). `url` is
    an address that it opens instead: of Seize's page, for the requester alone, or of a message.
    `ticket` is an invitation to the page (core/tickets.py): where the platform can, the button
    opens the page with it at once.
    """

    label: str
    data: str
    look: Look = Look.OTHER
    url: str = ""
    ticket: str = ""

    @property
    def verb(self) -> str:
        """The name of what it asks for."""
        return self.data.partition(":")[0]


def split_data(data: str) -> tuple[str, dict[str, str]]:
    """Return the verb of a button's data, and its arguments by number, from "1"."""
    verb, *args = data.split(":")
    return verb, {str(number): arg for number, arg in enumerate(args, 1)}


@dataclass(frozen=True, slots=True)
class Image:
    """A PNG file, and what it shows in words, in at most 1,000 characters."""

    data: bytes
    alt: str
    name: str = "seize.png"


@dataclass(frozen=True, slots=True)
class File:
    """A file to go with a reply."""

    name: str
    data: bytes


@dataclass(frozen=True, slots=True, kw_only=True)
class Reply:
    """An answer.

    `page` is the data of a button that shows it anywhere, "" for none. `game` is the Wordle of a
    room that it is the board of, 0 for none. `replaces`: shown instead
    of the message whose button was pressed, whose image stays if it `keeps_image`. `urgent`:
    players wait for what it tells them. `passing`: the answer follows, and takes its place where
    it can. `once` names what is told, in at most 25 characters: a platform that can tells it once
    in a room, even if two processes try, or one before and after a crash.
    `body` has at most MAX_BODY characters, MAX_CAPTION with an image. `without_image` is the
    body where no image can be shown, if that is to be another one.
    """

    title: str = ""
    body: tuple[Span, ...] = ()
    image: Image | None = None
    without_image: tuple[Span, ...] = ()
    file: File | None = None
    buttons: tuple[tuple[Button, ...], ...] = ()
    audience: Audience = Audience.ROOM
    page: str = ""
    game: int = 0
    replaces: bool = False
    keeps_image: bool = False
    urgent: bool = False
    passing: bool = False
    once: str = ""

    @property
    def text(self) -> str:
        """Return the body without its looks."""
        return "".join(span.text for span in self.body)


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """A command, or a button pressed (`name` is its verb, `args` are by number: "1", "2" …).

    `args` are texts as they were typed, by the argument's name; `people` those that are
    players. `text` stands behind a command that was typed, to be parsed, or in a button's form.
    `locale` is the player's language as the platform has it ("pt-BR", "" if it does
    not say), `room_locale` the room's. `alone`: in a private chat with Seize, whose room is
    `private_room`. `at` is when it was sent, in seconds of UTC epoch; `id` is the platform's.
    `pressed` is the id of the message with the button, "" if it is none that all see.
    """

    name: str
    id: str
    room: Room
    member: Member
    at: float
    args: Mapping[str, str] = field(default_factory=dict)
    people: Mapping[str, Member] = field(default_factory=dict)
    text: str = ""
    locale: str = ""
    room_locale: str = ""
    alone: bool = False
    pressed: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Typed(Request):
    """A text that asks for nothing by name: it may be words of a round, or a guess of a Wordle.

    `id` is the same when the text is delivered again. `meant` says that it is surely for Seize
    (a reply to it, a form, /w): then each of its words counts, else only a message that is
    nothing but one word a line. `marked`: it is a message that can be marked. `hidden`: it is
    covered, so that others do not read it at once. `round_id` is the round that a form is for,
    0 if it does not say. `arrived` is when a text came whose time no platform stamped: its `at` is
    what is believed of its player then.
    """

    name: str = ""
    meant: bool = False
    marked: bool = True
    hidden: bool = False
    round_id: int = 0
    arrived: float | None = None


class Mark(StrEnum):
    """The mark of a message, by the words in it."""

    ACCEPTED = "accepted"
    REFUSED = "refused"
    REPEATED = "repeated"
    FAILED = "failed"  # not kept, through no fault of the player's: to be sent again


@dataclass(slots=True, eq=False)
class Marking:
    """A message's mark on its way to the player who wrote it.

    `told`: the player knows the verdict, by the mark or otherwise: there is no more need for it.
    `late`: the mark does not come at once, if at all. `age`: for how many seconds it has been due,
    where a process before this one stored the message, and left it without.
    """

    mark: Mark
    player: PlayerRef
    age: float = 0.0
    told: bool = False
    late: bool = False


class Said(NamedTuple):
    """The verdict on a word, in the language of who typed it, and its mark."""

    text: str
    mark: Mark


class Gone(Exception):
    """Raised when Seize cannot speak in a room any more, or may not; trying again is no use."""


Send = Callable[[Reply], Awaitable[str]]
"""Delivers the answer to a request; returns the id of the message, "" if it has none."""


class Outbox(Protocol):
    """One platform, as far as Seize speaks there of itself.

    Failures that may pass are tried again, within reason, before they are raised. `post` raises
    Gone where there is no use in that.
    """

    platform: str
    pace: float  # seconds at least between two edits of a live board
    rush: float  # the same while it tells verdicts that marks cannot tell in time
    forms: bool  # whether a button can open a form to type words into

    def hears(self, room: Room) -> bool:
        """Return whether plain messages of a room are seen, so that words can just be typed."""

    async def hindrances(self, room: Room) -> Sequence[Hindered]:
        """Return what hinders words in a room, as far as it is known, the worst first."""

    def link(self, room: Room, message_id: str) -> str:
        """Return the address of a message, for those who see its room; "" if it has none."""

    async def post(self, room: Room, reply: Reply) -> str:
        """Send a message to a room; return its id."""

    async def edit(self, room: Room, message_id: str, draw: Callable[[], Reply]) -> bool:
        """Change a message to what `draw` returns once the platform's limits allow it.

        Its image stays as it is. Return False if the platform refuses that, for whatever reason,
        or holds it up for too long: what it tells needs another message. Never raises Gone, which
        only a post can find out.
        """

    async def replace(self, room: Room, message_id: str, reply: Reply) -> bool:
        """Show a reply instead of what a message shows, its image too.

        Return False if that cannot be, for whatever reason: it needs another message. Never raises.
        """

    def react(self, room: Room, message_id: str, marking: Marking) -> None:
        """Mark a message, soon or, if there is too much to do, not at all; never raises."""

    async def catch_up(self) -> None:
        """Return once all that was sent while the process was away has been handed on."""


def private_room(player: PlayerRef) -> Room:
    """Return the room of a player alone with Seize."""
    return Room(private_chat(player))
