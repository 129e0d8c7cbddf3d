"""Players of both platforms: the same deeds, the clients' own libraries, fake time.

Each deed waits for an answer with a sentence in it, and returns what the answer shows.
"""

import asyncio
import sqlite3
import time
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import AbstractAsyncContextManager, asynccontextmanager, closing, suppress
from dataclasses import dataclass, field, replace
from datetime import timedelta
from pathlib import Path
from typing import Any, Protocol

import discord.gateway
import discord.http

from bot.chat.commands import COMMANDS
from bot.chat.dispatcher import Dispatcher
from bot.chat.metrics import Metrics
from bot.chat.services import Services
from bot.clock import PlatformClock
from bot.discord_app.app import DiscordApp
from bot.discord_app.options import DiscordOptions
from bot.server.assembly import Assembly
from bot.telegram_app.app import TelegramApp
from bot.telegram_app.options import TelegramOptions
from core.daily.order import Made, Order
from core.daily.puzzle import day_of, midnight
from core.generator import generator
from core.grid import Grid
from core.lexicon import Lexicon
from core.ports import Store
from core.scoring import ruleset
from core.services.rounds import GRACE
from core.services.workers import Workers
from core.solver.solution import FoundWord, Solution
from core.solver.solver import solve
from core.store.sql.store import open_store
from tests.bot.telegram_app.times import HastyTime
from tests.helpers.chat import Waits
from tests.helpers.dailies import handmade, maker
from tests.helpers.fakes import FakeClock
from tests.helpers.patience import PATIENCE
from tests.simulators.discord import DiscordSimulator, Person, SimInteraction
from tests.simulators.discord import SimMessage as DiscordMessage
from tests.simulators.telegram import SimMessage as TelegramMessage
from tests.simulators.telegram import SimUser, TelegramSimulator
from tests.simulators.telegram.client import UNLIMITED

PLATFORMS = ("discord", "telegram")
GRIDS = ("SMATORGVTREIADPS", "LENTISARODECTPAN")  # of odd and of even numbers
Lexicons = Callable[[str], Lexicon]


def solution_of(number: int, lexicon: Lexicons) -> Solution:
    """Return all words of the daily of a number."""
    grid = Grid.of(GRIDS[(number - 1) % 2])
    return solve(grid, lexicon("en"), ruleset("ruzzle", "en"))


def words_of(number: int, lexicon: Lexicons, least: int = 4) -> list[FoundWord]:
    """Return the words of a daily from so many letters on, the best first."""
    return [each for each in solution_of(number, lexicon) if len(each.word) >= least]


class RealClock(FakeClock):
    """The clock of a bot that runs elsewhere: nobody moves it."""

    def __call__(self) -> float:
        return time.time()


def noon() -> float:
    """Return the noon of tomorrow."""
    return midnight(day_of(time.time()) + timedelta(days=1)) + 12 * 3600


@dataclass
class Scene:
    """A database, a clock that stands still until it is moved, and what waits for it."""

    url: str
    lexicon: Lexicons
    clock: FakeClock
    waits: Waits = field(default_factory=Waits)
    choose: Callable[[int], int] = lambda _: 0
    language: str = "en"  # of the dailies
    make: Callable[[Order], Made] | None = None  # None: on the grids above
    workers: Workers = field(default_factory=Workers)
    wrong: float = 0.0  # seconds that the clock of the host is ahead of it

    @asynccontextmanager
    async def process(
        self, app: DiscordApp | TelegramApp, store: Store, clock: PlatformClock
    ) -> AsyncIterator[Services]:
        """Run an app as it is served, with dailies made at once."""

        def make(order: Order) -> Made:
            solution = solution_of(order.number, self.lexicon)
            return handmade(order, solution, solution.grid)

        made = maker(store, clock, (self.language,), self.make or make)
        metrics = Metrics(COMMANDS, ("answer", "text", "post", "edit", "commands"))
        chance = generator(1)
        assembly = Assembly(
            store, self.lexicon, chance, clock, metrics, made, self.workers, choose=self.choose
        )
        services = assembly.services(app.platform)
        dispatcher = Dispatcher(services, app, metrics, self.waits)
        clock.watch(dispatcher.look_again)
        task = asyncio.create_task(app.run(dispatcher))
        try:
            yield services
        finally:
            task.cancel()
            with suppress(asyncio.CancelledError):
                await task

    def clock_of_process(self) -> PlatformClock:
        """Return the clock of a process on a host whose own clock may be wrong."""
        return PlatformClock(lambda: self.clock() + self.wrong, self.clock)

    def think(self) -> None:
        """Let pass what it takes to find a word."""
        self.clock.forward(2)

    async def pass_by(self, seconds: float, until: Callable[[], object]) -> None:
        """Let time go by, and wait for what comes of it."""
        self.clock.forward(seconds)
        await self.waits.until(lambda: bool(until()))

    def rows(self, statement: str) -> list[tuple[Any, ...]]:
        """Return the rows of a query."""
        with closing(sqlite3.connect(self.url.removeprefix("sqlite:///"))) as connection:
            return connection.execute(statement).fetchall()

    async def time_up(self, until: Callable[[], object]) -> None:
        """Let the time of an attempt pass."""
        await self.pass_by(120 + GRACE, until)


@dataclass(frozen=True)
class Shown:
    """The content of a message, and who sees it."""

    message: Any
    text: str
    picture: bool
    buttons: tuple[str, ...]  # what they carry
    private: bool

    def has(self, verb: str) -> bool:
        """Return whether there is a button of a verb ("dgo")."""
        return any(each.partition(":")[0] == verb for each in self.buttons)

    def button(self, verb: str) -> str:
        """Return the data of the first button of a verb ("dtop", or "dtop:en:1:week")."""
        return next(each for each in self.buttons if f"{each}:".startswith(f"{verb}:"))


class Player(Protocol):
    """Somebody who plays."""

    async def asks(self, command: str, sentence: str, text: str = "", **options: Any) -> Shown:
        """Use a command where others are, whose answer only they see."""

    async def sets(self, name: str, value: str) -> None:
        """Change a setting of the chat."""

    async def presses(self, shown: Shown, verb: str, sentence: str) -> Shown:
        """Press a button."""

    async def types(self, board: Shown, *words: str) -> Shown:
        """Send words from a board; return the board."""

    async def writes(self, *words: str) -> None:
        """Write words in the private chat, and wait until they are marked."""

    async def says(self, word: str) -> Any:
        """Write a word in the private chat; return the message."""

    def told(self, sentence: str) -> Shown | None:
        """Return the last message that they alone saw with a sentence in it."""


class Side(Protocol):
    """A platform."""

    scene: Scene

    def player(self, name: str, *, admin: bool = False, locale: str = "en-GB") -> Player:
        """Return a new player, in the chat."""

    def process(self) -> Any:
        """Run the bot on the database, ready: a new process each time."""

    async def serves(self) -> None:
        """Wait until a bot that runs elsewhere serves people."""

    def told(self) -> list[Shown]:
        """Return the messages that all in the chat see."""

    def check(self) -> None:
        """Raise unless all that was done is as the platform wants it."""


# Discord


def shown_on_discord(message: DiscordMessage) -> Shown:
    """Return the content of a message."""
    texts = [f"{each.get('title', '')}\n{each.get('description', '')}" for each in message.embeds]
    pictures = [each["image"]["url"] for each in message.embeds if each.get("image")]
    for url in pictures:  # what an embed shows must be there
        assert url.rpartition("/")[2] in [file.filename for file in message.attachments]
    ids = [str(each.get("custom_id", "")).removeprefix("seize:") for each in message.buttons]
    text = "\n".join(texts).replace("\\", "").replace("**", "").replace("```", "")
    private = message.ephemeral or message.channel.guild is None
    return Shown(message, text, bool(pictures), tuple(ids), private)


@dataclass
class DiscordPlayer:
    """A member of the server; `where` is the channel that they act in."""

    side: "DiscordSide"
    person: Person
    where: Any

    async def asks(self, command: str, sentence: str, text: str = "", **options: Any) -> Shown:
        if text and not options:
            options = {"day": text}
        return await self._answer(await self.person.slash(self.where, command, **options), sentence)

    async def sets(self, name: str, value: str) -> None:
        await self.asks("settings", f"({name}): ", name=name, value=value)

    async def presses(self, shown: Shown, verb: str, sentence: str) -> Shown:
        sent = await self.person.clicks(shown.message, f"seize:{shown.button(verb)}")
        return await self._answer(sent, sentence)

    async def types(self, board: Shown, *words: str) -> Shown:
        form = await (
            await self.person.clicks(board.message, f"seize:{board.button('type')}")
        ).form()
        sent = await self.person.submits(form, {"words": "\n".join(words)})
        return await self._answer(sent, words[-1].lower())

    async def guesses(self, board: Shown, word: str, sentence: str) -> Shown:
        """Send in the form of a Wordle."""
        button = f"seize:{board.button('wguess')}"
        form = await (await self.person.clicks(board.message, button)).form()
        return await self._answer(await self.person.submits(form, {"words": word}), sentence)

    async def writes(self, *words: str) -> None:
        for word in words:
            self.side.scene.think()
            message = await self.says(word)
            await self.side.sim.until(lambda message=message: message.reactions)  # type: ignore[misc]

    async def says(self, word: str) -> DiscordMessage:
        return await self.person.says(self.person.dm, word)

    def told(self, sentence: str) -> Shown | None:
        mine = [
            each
            for each in self.side.channel.ephemerals
            if each.interaction and each.interaction.user is self.person and not each.deleted
        ]
        direct = [each for each in self.person.dm.messages if each.author is self.side.sim.me]
        found = [shown_on_discord(each) for each in sorted([*mine, *direct], key=lambda m: m.id)]
        return next((each for each in reversed(found) if sentence in each.text), None)

    async def _answer(self, sent: SimInteraction, sentence: str) -> Shown:
        await sent.response()

        def found() -> Shown | None:
            messages = [*([sent.source] if sent.updated and sent.source else []), *sent.messages]
            shown = [shown_on_discord(each) for each in messages]
            return next((each for each in shown if sentence in each.text), None)

        try:
            answer = await self.side.sim.until(found)
        except TimeoutError:
            raise AssertionError((sentence, [each.embeds for each in sent.messages])) from None
        assert answer
        assert sent.acknowledged_after is not None
        assert sent.acknowledged_after < 3
        return answer


class DiscordSide:
    """A server with a channel."""

    def __init__(self, sim: DiscordSimulator, scene: Scene) -> None:
        self.sim, self.scene = sim, scene
        self.guild = sim.add_guild("Words", locale="en-GB")
        self.channel = self.guild.add_channel("play")
        self.app: DiscordApp

    def player(self, name: str, *, admin: bool = False, locale: str = "en-GB") -> DiscordPlayer:
        person = self.sim.add_user(name, locale=locale)
        self.guild.join(person, moderator=admin)
        return DiscordPlayer(self, person, self.channel)

    @asynccontextmanager
    async def process(self, **changes: Any) -> AsyncIterator[Services]:
        options = DiscordOptions(
            token=self.sim.token,
            api_url=self.sim.api_url,
            gateway_url=self.sim.gateway_url,
            settling=0.1,
            pause=0.01,
        )
        options = replace(options, **changes)
        metrics = Metrics(COMMANDS, ("answer", "post", "edit", "commands"))
        clock = self.scene.clock_of_process()
        self.app = DiscordApp(options, metrics, clock=clock)
        store = await open_store(self.scene.url)
        try:
            async with self.scene.process(self.app, store, clock) as services:
                await self.sim.until(lambda: self.app.ready)
                await self.sim.commands_synced()
                yield services
        finally:
            await store.close()

    async def serves(self) -> None:
        await self.sim.ready()
        await self.sim.commands_synced()

    def told(self) -> list[Shown]:
        mine = [each for each in self.channel.messages if each.author is self.sim.me]
        return [shown_on_discord(each) for each in mine if not each.ephemeral]

    def check(self) -> None:
        assert self.sim.violations == []


# Telegram


def shown_on_telegram(message: TelegramMessage) -> Shown:
    """Return the content of a message."""
    assert len(message.text) <= (950 if message.photo else 4096)
    data = tuple(each.data or each.url for each in message.buttons)
    text = message.text.replace("\u2060", "")
    return Shown(message, text, bool(message.photo), data, message.chat.kind == "private")


@dataclass
class TelegramPlayer:
    """A member of the group."""

    side: "TelegramSide"
    person: SimUser

    async def asks(self, command: str, sentence: str, text: str = "", **options: Any) -> Shown:
        before, group = self._seen(), self.side.group
        had = len(group.bot_messages)
        typed = " ".join(map(str, [f"/{command}", *options.values(), text])).strip()
        await self.person.says(group, typed)
        if self.person.id not in self.side.sim.world.chats:
            # They have never spoken with the bot: they are told how to come there.
            (invited,) = await self.side.sim.until(lambda: group.bot_messages[had:])
            await self.person.starts(invited.buttons[0].url.partition("=")[2])
        return await self._answer(before, sentence)

    async def sets(self, name: str, value: str) -> None:
        await self.person.says(self.side.group, f"/settings {name} {value}")
        await self.side.sim.until(lambda: self.side.group.said(f"({name}): "))

    async def presses(self, shown: Shown, verb: str, sentence: str) -> Shown:
        before = self._seen()
        query = await self.person.clicks(shown.message, shown.button(verb))
        answer = await query.answered()
        assert len(answer.text) <= 200
        return await self._answer(before, sentence)

    async def types(self, board: Shown, *words: str) -> Shown:
        await self.writes(*words)
        return shown_on_telegram(board.message)

    async def writes(self, *words: str) -> None:
        for word in words:
            self.side.scene.think()
            message = await self.says(word)
            await self.side.sim.until(lambda message=message: message.reactions)  # type: ignore[misc]

    async def guesses(self, word: str, sentence: str) -> Shown:
        """Write a guess of a Wordle in the private chat."""
        before = self._seen()
        await self.says(word)
        return await self._answer(before, sentence)

    async def says(self, word: str) -> TelegramMessage:
        return await self.person.says(self.person.private, word)

    def told(self, sentence: str) -> Shown | None:
        if self.person.id not in self.side.sim.world.chats:
            return None
        said = self.person.private.said(sentence)
        return shown_on_telegram(said) if said else None

    def _seen(self) -> dict[int, int]:
        if self.person.id not in self.side.sim.world.chats:
            return {}
        return {m.message_id: len(m.history) for m in self.person.private.bot_messages}

    async def _answer(self, before: dict[int, int], sentence: str) -> Shown:
        def found() -> TelegramMessage | None:
            messages = reversed(self.person.private.bot_messages)
            new = (m for m in messages if len(m.history) > before.get(m.message_id, -1))
            return next((m for m in new if sentence in m.text.replace("\u2060", "")), None)

        try:
            return shown_on_telegram(await self.side.sim.until(found))
        except TimeoutError:
            raise AssertionError((sentence, self.person.private.bot_messages)) from None


class TelegramSide:
    """A group where the bot hears what is said."""

    def __init__(self, sim: TelegramSimulator, scene: Scene) -> None:
        self.sim, self.scene = sim, scene
        self.group = sim.add_group("Words")
        self.app: TelegramApp

    def player(self, name: str, *, admin: bool = False, locale: str = "en-GB") -> TelegramPlayer:
        person = self.sim.add_user(name, language_code=locale)
        self.group.join(person, admin=admin)
        return TelegramPlayer(self, person)

    @asynccontextmanager
    async def process(self) -> AsyncIterator[Services]:
        hasty = HastyTime()
        options = TelegramOptions(token=self.sim.token, api_url=self.sim.api_url, patience=PATIENCE)
        metrics = Metrics(COMMANDS, ("answer", "post", "edit"))
        clock = self.scene.clock_of_process()
        self.app = TelegramApp(options, metrics, hasty.timing, clock=clock)
        store = await open_store(self.scene.url)
        try:
            async with self.scene.process(self.app, store, clock) as services:
                await self.sim.polling()
                yield services
        finally:
            await store.close()

    async def serves(self) -> None:
        await self.sim.polling()

    def told(self) -> list[Shown]:
        return [shown_on_telegram(each) for each in self.group.bot_messages]

    def check(self) -> None:
        assert self.sim.violations == []
        assert self.sim.wasted == []
        assert self.sim.unanswered == []


@asynccontextmanager
async def discord_side(scene: Scene) -> AsyncIterator[DiscordSide]:
    """Simulate Discord; nothing must have been done there that it forbids."""
    route, socket = discord.http.Route, discord.gateway.DiscordWebSocket
    base, gateway = route.BASE, socket.DEFAULT_GATEWAY
    try:
        async with DiscordSimulator() as sim:
            sim.clock = scene.clock
            side = DiscordSide(sim, scene)
            yield side
            side.check()
    finally:
        route.BASE, socket.DEFAULT_GATEWAY = base, gateway


@asynccontextmanager
async def telegram_side(scene: Scene) -> AsyncIterator[TelegramSide]:
    """Simulate Telegram; nothing must have been done there that it forbids."""
    # The bot's time passes at once: limits a second of the simulator's would be met by chance.
    async with TelegramSimulator(privacy=False, clock=scene.clock, limits=UNLIMITED) as sim:
        side = TelegramSide(sim, scene)
        yield side
        side.check()


def a_scene(
    folder: Path,
    lexicon: Lexicons,
    clock: FakeClock | None = None,
    choose: Callable[[int], int] = lambda _: 0,
) -> Scene:
    """Return a scene with a database in a folder; `choose` draws the words of Wordle."""
    url = f"sqlite:///{folder}/seize.db"
    return Scene(url, lexicon, clock or FakeClock(noon()), choose=choose)


SIDES: Mapping[str, Callable[[Scene], AbstractAsyncContextManager[Any]]] = {
    "discord": discord_side,
    "telegram": telegram_side,
}
