"""The rows of the table of commands, and the context that their handlers are given."""

from collections.abc import Awaitable, Callable, Collection, Mapping
from dataclasses import KW_ONLY, dataclass
from enum import Enum
from functools import wraps

from bot.chat.announcer import Announcer
from bot.chat.arguments import Argument
from bot.chat.names import Names
from bot.chat.services import Services
from bot.chat.views import Views
from bot.chat.words import WordIntake
from bot.messages import Audience, Reply, Request, private_room
from bot.presenters.languages import read_lexicon
from bot.presenters.wording import Wording, wording, wording_for
from core.chats.kinds import BadSetting
from core.chats.settings import ChatSettings, setting
from core.errors import SeizeError, translatable
from core.ids import ChatRef, Member, Room
from core.lexicon.catalogue import listing
from core.opponents.levels import LEVELS
from core.services.news import RoundNews
from core.services.secrets import Told
from core.texts import whole_number

Answer = Reply | RoundNews
"""The result of a handler: a reply, or news of a round, which are announced as its answer."""


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
    views: Views
    words: WordIntake
    settings: ChatSettings
    mine: ChatSettings
    here: Wording
    own: Wording

    def arg(self, name: str) -> str | None:
        """Return an argument as it was typed, None if it was left out."""
        return self.request.args.get(name) or None

    def number(self, name: str) -> int:
        """Return a number that a button carries; 0, which no round has, if it is none."""
        return whole_number(self.request.args.get(name, ""), digits=17) or 0

    def named(self, name: str = "player") -> Member | None:
        """Return who an argument names, None for nobody; raises SeizeError for a mere text."""
        asked = self.request.people.get(name)
        if self.arg(name) and asked is None:
            raise SeizeError(translatable("to name a player, reply to one of their messages"))
        return asked

    def level(self, name: str) -> int:
        """Return the level of a computer player, 0 if it was left out; raises BadSetting."""
        text = self.arg(name)
        if text is None:
            return 0
        level = whole_number(text) or 0
        if level not in LEVELS:
            raise BadSetting.choice(name, text, map(str, LEVELS))
        return level

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

    @property
    def plays(self) -> bool:
        """Return whether the asker is in a round, or one is on here."""
        rounds = self.services.rounds
        return rounds.live.is_on(self.room) or bool(rounds.live.rooms_of(self.member.ref))

    @property
    def lexicon_name(self) -> str:
        """The word list that the argument "language" means, else the chat's; raises BadSetting."""
        text = self.arg("language")
        if text is None:
            return self.settings.language
        name: str = read_lexicon(text) or setting("language").read(text)
        return name

    @property
    def language(self) -> str:
        """The language of that word list."""
        return listing(self.lexicon_name).language

    async def tell(self, words: Collection[str]) -> Told:
        """Note that who asks is told these (normalised) words, but for those of secret grids."""
        return await self.services.secrets.tell(self.member.ref, words, self.room.chat)

    async def check_secret(self, word: str, *, known: bool) -> None:
        """Raise SecretWords where who asks is not to learn whether this is a word, as `known`."""
        await self.services.secrets.check(self.member.ref, word, self.room.chat, known=known)

    async def leaderboard_chat(self) -> ChatRef | None:
        """Return the chat whose leaderboard is asked for, or None.

        In private it is the one that a button names, if who asks was seen there.
        """
        dailies, player = self.services.dailies, self.member
        if not self.request.alone:
            await dailies.seen(player, self.room.chat)
            return self.room.chat
        chat = ChatRef(self.room.chat.platform, self.arg("chat") or "")
        return chat if await dailies.is_in(player.ref, chat) else None

    def command(self, name: str) -> str:
        """Return how a command is typed where who asks sees it: "/jouer"."""
        # Menus go by the language of the platform, whichever Seize speaks.
        locale = self.request.locale
        speaks = wording_for(locale).language if locale else self.own.language
        return f"/{self.commands[name].name_in(speaks)}"

    def usage(self, name: str) -> str:
        """Return the usage of a command: "/jouer [langue]"."""
        return self.commands[name].usage(self.own.language)


Handler = Callable[[Context], Awaitable[Answer]]


def in_turn(handler: Handler) -> Handler:
    """Let a handler that computes for long begin when it is its player's turn."""

    @wraps(handler)
    async def waited(context: Context) -> Answer:
        workers = context.services.workers
        return await workers.in_turn(context.member.ref, lambda: handler(context))

    return waited


class Effect(Enum):
    """The effect that a command or a button has on a round."""

    STARTS_ROUND = "starts round"  # the room's
    ENDS_ROUND = "ends round"
    STARTS_ATTEMPT = "starts attempt"  # at a daily, by who asks alone
    ENDS_ATTEMPT = "ends attempt"
    TAKES_SEAT = "takes seat"  # what who asks types in private counts in it from now on


class Entry(Enum):
    """The text that a command takes, or that a button opens a form for."""

    WORDS = "words"  # words of a round
    GUESS = "guess"  # a guess of a Wordle


class OnPage(Enum):
    """The place of a command or a button on the page in a browser."""

    FORM = "form"  # sends what was chosen for a round
    OVER = "over"  # below the card of a round, whose number the page knows
    RUNNING = "running"  # below a running round, likewise
    START = "start"  # at the start of one's own page
    SHEET = "sheet"  # below the answers that one's own page shows

    @property
    def is_own(self) -> bool:
        """Return whether only pages have it whose player is alone there."""
        return self in (OnPage.START, OnPage.SHEET)

    @property
    def is_below(self) -> bool:
        """Return whether it is for the round that the page shows."""
        return self in (OnPage.OVER, OnPage.RUNNING)


@dataclass(frozen=True, slots=True)
class Verb:
    """A command or a button, as far as the dispatcher and the adapters care: a row of the table.

    `takes` names the arguments in a button's data, in their order: "round token". `audience`
    is who will see the answer, as far as is known before there is one. `shows_board`: the
    answer tells how words are typed in the room. `by_admins`: it matters whether an admin asks.
    `by_link`: a link may ask for it. Anybody can make a link and have others open it, so none
    may change or delete what is somebody's. `in_round`: those in a round may use it. `on_page`: the
    place that it has on the page in a browser, None if a page may not press it. `on_board`: its
    button, whose first argument is the round, stands under the board of one that runs, and nowhere
    else.
    """

    name: str
    handler: Handler
    takes: str = ""
    _: KW_ONLY
    audience: Audience = Audience.ASKER
    effect: Effect | None = None
    entry: Entry | None = None
    shows_board: bool = False
    by_admins: bool = False
    by_link: bool = False
    in_round: bool = True
    on_page: OnPage | None = None
    on_board: bool = False

    def named(self, numbered: Mapping[str, str]) -> Mapping[str, str]:
        """Return the arguments of a button, numbered from "1", by their names."""
        names = enumerate(self.takes.split(), 1)
        return {name: numbered[str(at)] for at, name in names if str(at) in numbered}

    @property
    def is_timed(self) -> bool:
        """Return whether it starts or ends the clock of an attempt, even if its answer is lost."""
        return self.effect in (Effect.STARTS_ATTEMPT, Effect.ENDS_ATTEMPT)

    @property
    def in_order(self) -> bool:
        """Return whether it must keep its place among the words sent before and after it."""
        return self.effect is not None


@dataclass(frozen=True, slots=True, kw_only=True)
class Command(Verb):
    """A row that people can type, with arguments; texts are to be translated.

    `start` is the label of its button at the start of one's own page.
    """

    audience: Audience = Audience.ROOM
    by_link: bool = True
    summary: str
    start: str = ""
    arguments: tuple[Argument, ...] = ()

    def name_in(self, language: str) -> str:
        """Return its name in a language."""
        return wording(language).pgettext("command", self.name)

    def summary_in(self, language: str) -> str:
        """Return its summary in a language."""
        return wording(language).gettext(self.summary)

    def usage(self, language: str) -> str:
        """Return "/play [language] [seconds]": square brackets around what may be left out."""
        named = [(each.name_in(language), each.required) for each in self.arguments]
        parts = [name if required else f"[{name}]" for name, required in named]
        return " ".join([f"/{self.name_in(language)}", *parts])
