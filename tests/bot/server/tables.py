"""A chat where Ana and Ben play, on either platform; Ana is the host, all speak English."""

from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from typing import Any, Protocol

from tests.simulators.discord import DiscordSimulator
from tests.simulators.discord.messages import SimMessage as DiscordMessage
from tests.simulators.telegram import TelegramSimulator
from tests.simulators.telegram.messages import SimMessage as TelegramMessage

PLATFORMS = ("discord", "telegram")
PLAYERS = ("Ana", "Ben")


class Table(Protocol):
    """A table, with all that tests do at it. Messages are the simulators' own."""

    @property
    def requests(self) -> int:
        """Return how often the bot has turned to this chat."""

    async def play(self, seconds: int = 120) -> None:
        """Have Ana start a round, and wait for its board."""

    async def stop(self) -> str:
        """Have Ana stop the round; return what is said then."""

    async def says(self, who: str, text: str, at: float | None = None) -> Any:
        """Have somebody write a text; return the message."""

    def number(self, message: Any) -> str:
        """Return the id of a message, as the journal has it."""

    def marked(self, message: Any) -> bool:
        """Return whether the bot has marked a message."""

    def kept(self, message: Any) -> bool:
        """Return whether the bot has marked a message, and not as one to be sent again."""

    def refused(self, message: Any) -> bool:
        """Return whether the bot has marked a message as one that does not count."""

    def told(self) -> list[str]:
        """Return the present texts of the bot's messages here."""

    def kick(self) -> None:
        """Throw the bot out."""

    async def page(self, who: str) -> str:
        """Have somebody press Swipe below the last board; return the address that opens."""

    async def until(self, found: Callable[[], object]) -> None:
        """Wait until something is to be found, looked for at each change of the platform."""


class DiscordTable:
    """A channel of a server."""

    def __init__(self, sim: DiscordSimulator, name: str, players: Sequence[str] = PLAYERS) -> None:
        self.sim = sim
        self.guild = sim.add_guild(name, locale="en-GB")
        self.channel = self.guild.add_channel("play")
        self.people = {who: sim.add_user(who, self.guild, locale="en-GB") for who in players}

    @property
    def requests(self) -> int:
        return sum(str(self.channel.id) in each.path for each in self.sim.requests)

    async def play(self, seconds: int = 120) -> None:
        await self.sim.commands_synced()
        asked = await self.people["Ana"].slash(self.channel, "play", language="en", seconds=seconds)
        await asked.response()

    async def stop(self) -> str:
        asked = await self.people["Ana"].slash(self.channel, "stop")
        return shown_in(await asked.response())

    async def says(self, who: str, text: str, at: float | None = None) -> DiscordMessage:
        return await self.people[who].says(self.channel, text, at=at)

    def number(self, message: DiscordMessage) -> str:
        return str(message.id)

    def marked(self, message: DiscordMessage) -> bool:
        return bool(message.reactions)

    def kept(self, message: DiscordMessage) -> bool:
        return bool(message.reactions.keys() - {"⚠️"})

    def refused(self, message: DiscordMessage) -> bool:
        return "❌" in message.reactions

    def told(self) -> list[str]:
        mine = [each for each in self.channel.messages if each.author is self.sim.me]
        return [shown_in(each) for each in mine if each.embeds]

    def kick(self) -> None:
        self.guild.remove_bot()

    async def page(self, who: str) -> str:
        mine = [each for each in self.channel.messages if each.author is self.sim.me]
        asked = await self.people[who].clicks(mine[-1], "👆 Swipe")
        (row,) = (await asked.response()).components
        return str(row["components"][0]["url"])

    async def until(self, found: Callable[[], object]) -> None:
        await self.sim.until(found)


class TelegramTable:
    """A group where the bot hears what is said."""

    def __init__(self, sim: TelegramSimulator, name: str, players: Sequence[str] = PLAYERS) -> None:
        self.sim = sim
        self.group = sim.add_group(name)
        self.people = {who: sim.add_user(who, language_code="en") for who in players}
        for person in self.people.values():
            self.group.join(person)

    @property
    def requests(self) -> int:
        return sum(each.chat == str(self.group.id) for each in self.sim.requests)

    async def play(self, seconds: int = 120) -> None:
        await self.asks(f"/play en {seconds}")

    async def stop(self) -> str:
        return await self.asks("/stop")

    async def asks(self, text: str) -> str:
        """Have Ana say a command; return the first thing that is said then."""
        had = len(self.told())
        await self.people["Ana"].says(self.group, text)
        told = await self.sim.until(lambda: self.told()[had:])
        return told[0]

    async def says(self, who: str, text: str, at: float | None = None) -> TelegramMessage:
        return await self.people[who].says(self.group, text, at=at)

    def number(self, message: TelegramMessage) -> str:
        return str(message.message_id)

    def marked(self, message: TelegramMessage) -> bool:
        return bool(message.reactions)

    def kept(self, message: TelegramMessage) -> bool:
        return bool({*message.reactions.values()} - {"🤔", "🤨"})

    def refused(self, message: TelegramMessage) -> bool:
        return bool({*message.reactions.values()} & {"👎", "😢"})

    def told(self) -> list[str]:
        return [each.text for each in self.group.bot_messages]

    def kick(self) -> None:
        self.group.kick_bot()

    async def page(self, who: str) -> str:
        return self.people[who].opens(self.group.bot_messages[-1], "👆 Swipe")

    async def until(self, found: Callable[[], object]) -> None:
        await self.sim.until(found)


def shown_in(message: DiscordMessage) -> str:
    """Return the text of a message on Discord."""
    embed = message.embeds[0]
    return f"{embed.get('title', '')}\n{embed.get('description', '')}".replace("\\", "")


class House:
    """A platform: where tables stand, and what `serving` is to be given.

    `forgiven` is part of what its simulator may find wrong all the same.
    """

    def __init__(self, sim: DiscordSimulator | TelegramSimulator) -> None:
        self.sim = sim
        # A new process does not know whether an old board has a picture, and tries.
        self.forgiven = "there is no text in the message to edit"

    @property
    def only(self) -> dict[str, Any]:
        name = "discord" if isinstance(self.sim, DiscordSimulator) else "telegram"
        return {name: self.sim}

    def table(self, name: str = "Words", players: Sequence[str] = PLAYERS) -> Table:
        """Return a new table; the first player is Ana."""
        if isinstance(self.sim, DiscordSimulator):
            return DiscordTable(self.sim, name, players)
        return TelegramTable(self.sim, name, players)


@asynccontextmanager
async def house(platform: str) -> AsyncIterator[House]:
    """Simulate a platform; the bot must not have done there what is forbidden."""
    # A heartbeat that is answered at once is now and then taken by discord.py for the answer to
    # the one before, too late by an interval, which it warns of: here none comes within a test.
    discord, telegram = DiscordSimulator(heartbeat_ms=600_000), TelegramSimulator(privacy=False)
    new = discord if platform == "discord" else telegram
    async with new as sim:
        place = House(sim)
        yield place
        wrong = [each for each in sim.violations if place.forgiven not in each]
        assert not wrong, wrong
