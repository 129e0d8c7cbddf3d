"""Places where somebody tries everything on a bot of this process, and what is held of each.

On either platform: no error, no ping, no mark or link that nobody meant, and nothing of what is
typed in the log.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from bot.chat.commands import COMMANDS
from bot.chat.dispatcher import Dispatcher
from core.languages import languages
from core.lexicon import Lexicon
from tests.bot.discord_app.reader import joined, read
from tests.bot.server.nasty import TOKEN, Lines, Loop, discord_bot, logged, telegram_bot
from tests.simulators.discord import Channel, DiscordSimulator, Person, SimInteraction
from tests.simulators.discord import SimMessage as DiscordMessage
from tests.simulators.discord.interactions import COMMAND
from tests.simulators.discord.sent import owners_of, send
from tests.simulators.discord.shapes import Json
from tests.simulators.telegram import SimChat, SimGroup, SimUser, TelegramSimulator
from tests.simulators.telegram import SimMessage as TelegramMessage

SORRY = "Something went wrong"
STRING, INTEGER, USER = 3, 4, 6  # kinds of Discord's options
_NAMES = {each.name_in(language) for each in COMMANDS.values() for language in languages()}
_LOOKS = {"bold", "pre", "code", "spoiler", "bot_command"}


@dataclass(frozen=True, repr=False)
class DiscordScene:
    """A channel with a moderator, and all that there is to look at."""

    loop: Loop
    sim: DiscordSimulator
    dispatcher: Dispatcher
    channel: Channel
    ana: Person
    lines: Lines

    async def answered(self, asked: SimInteraction) -> list[DiscordMessage]:
        """Return the answers to an interaction, [] for a form."""
        await self.sim.until(lambda: asked.messages or asked.updated or asked.modal)
        return asked.messages or ([asked.source] if asked.source else [])

    def asked(self, who: Person, name: str, options: list[Json]) -> SimInteraction:
        """Use a command as no client of Discord's would let anybody."""
        command = next(each for each in self.sim.commands if each["name"] == name)
        data = {"id": command["id"], "name": name, "type": 1, "options": options}
        people = [each for each in options if each["type"] == USER]
        if people:
            users = {each["value"]: {"id": each["value"], "username": who.name} for each in people}
            data["resolved"] = {"users": users}
        owners = owners_of(who, self.channel, [0])
        return send(COMMAND, who, self.channel, owners, data, f"/{name}")

    async def asks(self, who: Person, name: str, options: list[Json]) -> list[DiscordMessage]:
        """Use a command, and return what it is answered."""
        return await self.answered(self.asked(who, name, options))

    async def play(self) -> None:
        """See to it that a round is on in the channel."""
        if self._plays():
            return
        # Rounds may have been banished from here, by a setting among the examples.
        rooms = [option("name", STRING, "rooms"), option("value", STRING, "default")]
        await self.asks(self.ana, "settings", rooms)
        await self.asks(self.ana, "play", [option("language", STRING, "en")])
        assert self._plays()

    def _plays(self) -> bool:
        # Of other rooms there is that of a practice.
        return any(room.topic == str(self.channel.id) for room, _ in self.dispatcher.rooms())

    def check(self) -> None:
        """Look at all that was said, and at the logs."""
        assert self.sim.violations == [], self.sim.violations
        _check_lines(self.lines)
        for message in [*self.channel.messages, *self.channel.ephemerals]:
            if message.author is self.sim.me:
                assert not message.pings
                for embed in message.embeds:
                    assert SORRY not in embed.get("description", "")
                    shown(embed)
        self.channel.messages.clear()
        self.channel.ephemerals.clear()


@dataclass(frozen=True, repr=False)
class TelegramScene:
    """A group with an administrator, who has a private chat, too, and all there is to look at."""

    loop: Loop
    sim: TelegramSimulator
    dispatcher: Dispatcher
    group: SimGroup
    ana: SimUser
    lines: Lines

    def told(self) -> list[TelegramMessage]:
        """Return the bot's messages."""
        return [*self.group.bot_messages, *self.ana.private.bot_messages]

    async def asks(self, text: str, chat: SimChat | None = None) -> TelegramMessage:
        """Say a command, and return the last message of its answer."""
        had = self.told()
        # As Telegram's clients do: nothing white stands at the ends.
        await self.ana.says(chat or self.group, text.strip()[:4096])
        await self.sim.until(lambda: len(self.told()) > len(had))
        return next(each for each in reversed(self.told()) if each not in had)

    async def play(self) -> None:
        """See to it that a round is on in the group."""
        group = str(self.group.id)
        if not any(room.chat.id == group for room, _ in self.dispatcher.rooms()):
            await self.asks("/play en")

    def check(self, last: int = 40) -> None:
        """Look at the last things that were said, and at the logs."""
        assert self.sim.violations == [], self.sim.violations
        _check_lines(self.lines)
        for message in [*self.group.bot_messages[-last:], *self.ana.private.bot_messages[-last:]]:
            assert SORRY not in message.text
            assert message.pings == []
            assert {each["type"] for each in message.entities} <= _LOOKS
            assert {each[1:] for each in message.kinds("bot_command")} <= _NAMES


def _check_lines(lines: Lines) -> None:
    assert lines.errors == []
    assert not [line for line in lines.kept if TOKEN in line.lower()]
    lines.kept.clear()


def shown(embed: Json) -> str:
    """Return the text of an embed; raises for marks that nobody meant."""
    parts = [read(embed[key]) for key in ("title", "description") if embed.get(key)]
    return "\n".join("".join(text for _, text in joined(part)) for part in parts)


def option(name: str, kind: int, value: object) -> Json:
    """Return an option of a command, as Discord sends it."""
    return {"name": name, "type": kind, "value": value}


@contextmanager
def discord_scene(lexicon: Callable[[str], Lexicon]) -> Iterator[DiscordScene]:
    """Run the bot on a simulated Discord."""
    loop = Loop()
    with logged() as lines, discord_bot(loop, lexicon) as (sim, dispatcher):
        guild = sim.add_guild("Words", locale="en-GB")
        ana = sim.add_user("Ana", locale="en-GB")
        guild.join(ana, moderator=True)
        made = DiscordScene(loop, sim, dispatcher, guild.add_channel("play"), ana, lines)
        text = [option("name", STRING, "board"), option("value", STRING, "text")]
        loop.run(made.asks(ana, "settings", text))  # pictures take long, and show no texts
        yield made


@contextmanager
def telegram_scene(lexicon: Callable[[str], Lexicon]) -> Iterator[TelegramScene]:
    """Run the bot on a simulated Telegram."""
    loop = Loop()
    with logged() as lines, telegram_bot(loop, lexicon) as (sim, dispatcher):
        group, ana = sim.add_group("Words"), sim.add_user("Ana", language_code="en")
        group.join(ana, admin=True)
        loop.run(ana.starts())
        made = TelegramScene(loop, sim, dispatcher, group, ana, lines)
        loop.run(sim.until(lambda: ana.private.last))
        for chat in (group, ana.private):  # pictures take long, and show no texts
            loop.run(made.asks("/settings board text", chat))
        yield made
