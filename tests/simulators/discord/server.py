"""The simulator itself: what a test starts, looks at, and disturbs.

async with DiscordSimulator() as discord:
    guild = discord.add_guild("Words", locale="fr")
    channel = guild.add_channel("play")
    ana = discord.add_user("Ana", guild, locale="fr")
    ...                                   # a bot logs in to discord.api_url
    await discord.ready()
    interaction = await ana.slash(channel, "play", seconds=60)
    reply = await interaction.response()
    assert not discord.violations
"""

import asyncio
import time
from collections import deque
from collections.abc import Callable
from email.utils import formatdate
from typing import TYPE_CHECKING, Any, Self, TypeVar

from aiohttp import web

from tests.helpers.patience import PATIENCE
from tests.simulators.discord import (
    intents,
    payloads,
    rest_commands,
    rest_interactions,
    rest_messages,
    rest_places,
)
from tests.simulators.discord.gateway import MEMORY, Gateway
from tests.simulators.discord.limits import Fault, Faults, Limits
from tests.simulators.discord.people import Person
from tests.simulators.discord.permissions import Permission
from tests.simulators.discord.rest import PREFIX, Request, Rest
from tests.simulators.discord.shapes import Clock, Json, Snowflakes
from tests.simulators.discord.waiting import Changes
from tests.simulators.discord.world import DIRECT_MESSAGE, GROUP, Channel, Guild, User

T = TypeVar("T")
MESSAGE_CONTENT_LIMITED = 1 << 19


if TYPE_CHECKING:
    from tests.simulators.discord.interactions import SimInteraction


class DiscordSimulator:
    """Discord on 127.0.0.1.

    `message_content`: the privileged intent granted to the app. What tests may set at any
    time: `clock` (Unix seconds, for ids), `monotonic` (for deadlines), `callback_deadline`,
    `token_lifetime`, `limits`, `attachment_limit`; `shards` that it recommends, and the
    `least_shards` that it takes; `max_concurrency`, `identify_pace` (seconds, 5 at the real one)
    and `session_starts` left of the day. What they look at: `violations`, `requests`, `refused`,
    `command_writes`.
    """

    def __init__(self, *, message_content: bool = True, heartbeat_ms: int = 41_250) -> None:
        self.message_content = message_content
        self.heartbeat_ms = heartbeat_ms
        self.token = "simulated-token"  # noqa: S105
        self.clock: Clock = time.time
        self.monotonic: Clock = time.monotonic
        # At the real one 3.0 and 900.0; a busy machine is no mistake of the bot.
        self.callback_deadline, self.token_lifetime = PATIENCE, 900.0
        self.attachment_limit = 10 << 20
        self.shards = self.least_shards = self.max_concurrency = 1
        self.identify_pace, self.session_starts = 0.0, 1000
        self.ids = Snowflakes(lambda: self.clock)
        self.changes = Changes()
        self.limits, self.faults = Limits(), Faults()
        self.gateway = Gateway(self)
        self.violations: list[str] = []
        self.refused: list[str] = []
        self.requests: list[Request] = []
        self.bodies: list[Any] = []
        self.command_writes = 0
        self.commands: list[Json] = []
        self.interactions: dict[str, SimInteraction] = {}
        self.guilds: list[Guild] = []
        self.users: list[User] = []
        self.private: list[Channel] = []
        self.me = User(self, self.ids.new(), "Bot", bot=True)
        self.users.append(self.me)
        self.application_id = self.me.id
        self.base_url = ""
        self.heard = asyncio.Event()
        self.heard.set()
        self._sent: deque[tuple[str, Json, Guild | None, Json | None]] = deque(maxlen=MEMORY)

    async def __aenter__(self) -> Self:
        # Larger than any limit: sizes are refused as Discord does, not by the framework.
        app = web.Application(client_max_size=200 << 20)
        endpoints = [
            *rest_messages.ENDPOINTS,
            *rest_places.ENDPOINTS,
            *rest_commands.ENDPOINTS,
            *rest_interactions.ENDPOINTS,
        ]
        app.router.add_get("/gateway", self.gateway.handle)
        app.router.add_get("/gateway/", self.gateway.handle)
        app.router.add_route("*", PREFIX + "/{path:.*}", Rest(self, endpoints).handle)
        app.on_response_prepare.append(self._date)
        self._runner = web.AppRunner(app, shutdown_timeout=1.0)
        await self._runner.setup()
        site = web.TCPSite(self._runner, "127.0.0.1", 0)
        await site.start()
        port = self._runner.addresses[0][1]
        self.base_url = f"http://127.0.0.1:{port}"
        return self

    async def _date(self, _: web.Request, response: web.StreamResponse) -> None:
        response.headers["Date"] = formatdate(self.clock(), usegmt=True)

    async def __aexit__(self, *_: object) -> None:
        self.heard.set()
        for connection in list(self.gateway.connections):
            connection.cut()
        await self._runner.cleanup()

    @property
    def api_url(self) -> str:
        """The base of REST, for `discord.http.Route.BASE`."""
        return self.base_url + PREFIX

    @property
    def gateway_url(self) -> str:
        """The gateway, for `discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY`."""
        return self.base_url.replace("http://", "ws://") + "/gateway"

    def allowed_intents(self) -> int:
        """Return the intents that the app may ask for."""
        refused = intents.PRESENCES | intents.MEMBERS
        refused |= 0 if self.message_content else intents.MESSAGE_CONTENT
        return intents.KNOWN & ~refused

    def app_flags(self) -> int:
        """Return the flags of the application."""
        return MESSAGE_CONTENT_LIMITED if self.message_content else 0

    # What exists

    def add_user(
        self, name: str, *guilds: Guild, locale: str = "en-US", installed: bool = False
    ) -> Person:
        """Return a new user, member of guilds; `installed`: the app is theirs everywhere."""
        user = Person(self, self.ids.new(), name, locale, installed=installed)
        self.users.append(user)
        for guild in guilds:
            guild.join(user)
        return user

    def add_guild(self, name: str, *, locale: str = "en-US", has_bot: bool = True) -> Guild:
        """Return a new guild with an owner of its own."""
        owner = self.add_user(f"Owner of {name}")
        guild = Guild(self, self.ids.new(), name, owner, locale, has_bot)
        self.guilds.append(guild)
        if has_bot:
            self.dispatch("GUILD_CREATE", payloads.guild_create(guild), guild)
        return guild

    def add_group(self, *users: User) -> Channel:
        """Return a private channel between users, without the bot."""
        kind = DIRECT_MESSAGE if len(users) == 2 else GROUP
        channel = Channel(self, self.ids.new(), "group", kind, recipients=list(users))
        self.private.append(channel)
        return channel

    def direct(self, user: User) -> Channel:
        """Return the direct messages between a user and the bot."""
        for channel in self.private:
            if channel.recipients == [user, self.me]:
                return channel
        both = [user, self.me]
        channel = Channel(self, self.ids.new(), user.name, DIRECT_MESSAGE, recipients=both)
        self.private.append(channel)
        return channel

    def user(self, number: int) -> User | None:
        """Return a user by id."""
        return next((user for user in self.users if user.id == number), None)

    def channel(self, number: int) -> Channel | None:
        """Return a channel, thread or private channel by id."""
        everything = [*self.private, *(each for guild in self.guilds for each in guild.channels)]
        return next((channel for channel in everything if channel.id == number), None)

    # What is sent to the bot

    def dispatch(
        self,
        event: str,
        data: Json,
        guild: Guild | None = None,
        *,
        hidden: Json | None = None,
        channel: Channel | None = None,
    ) -> int:
        """Send an event to the sessions that want it; return how many these are.

        `hidden` is what those without the message content intent get; nothing is sent of
        a guild without the bot, nor of a `channel` that it does not see.
        """
        self.changes.news()
        if not self._reaches(event, guild, channel):
            return 0
        self._sent.append((event, data, guild, hidden))
        count = 0
        for session in list(self.gateway.sessions.values()):
            here = session.has(guild.id if guild else None)
            if here and session.wants(event, in_guild=guild is not None):
                closed = hidden is not None and not session.intents & intents.MESSAGE_CONTENT
                session.push(event, hidden if closed and hidden else data)
                count += 1
        return count

    def _reaches(self, event: str, guild: Guild | None, channel: Channel | None) -> bool:
        if event in ("INTERACTION_CREATE", "GUILD_DELETE"):
            return True
        if guild and not (guild in self.guilds and guild.has_bot and guild.available):
            return False
        return channel is None or Permission.VIEW_CHANNEL in channel.bot_permissions()

    def redeliver(self, last: int = 1) -> None:
        """Send the last events again, as can happen: at least once, not exactly once."""
        for event, data, guild, hidden in [*self._sent][-last:]:
            self.dispatch(event, data, guild, hidden=hidden)

    # What a test waits for

    async def until(self, found: Callable[[], T], within: float = PATIENCE) -> T:
        """Return the first true value of `found`, looked for at each change."""
        return await self.changes.until(found, within)

    async def ready(self, within: float = PATIENCE) -> None:
        """Wait until the bot is connected."""
        await self.changes.until(
            lambda: any(each.connection and each.ready for each in self.gateway.sessions.values()),
            within,
            "the bot is connected",
        )

    async def commands_synced(self, within: float = PATIENCE) -> None:
        """Wait until commands have been written."""
        await self.changes.until(lambda: self.command_writes, within, "commands are synced")

    # What a test disturbs

    def limit_next(
        self, method: str, pattern: str, retry_after: float, *, times: int = 1,
        global_: bool = False, scope: str = "user", code: int = 0,
    ) -> None:  # fmt: skip
        """Refuse the next requests whose path holds a pattern with 429."""
        kind = "global" if global_ else scope
        self.faults.plan(Fault(method, pattern, times, 429, retry_after, kind, code=code))

    def fail_next(
        self, method: str, pattern: str, *, status: int = 500, times: int = 1, done: bool = False,
        code: int = 0,
    ) -> None:  # fmt: skip
        """Answer the next requests with an error; `done`: after doing what they ask."""
        self.faults.plan(Fault(method, pattern, times, status, done=done, code=code))

    def cut_next(self, method: str, pattern: str, *, times: int = 1, done: bool = False) -> None:
        """Drop the connection of the next requests unanswered; `done`: after doing it."""
        self.faults.plan(Fault(method, pattern, times, done=done))

    def drop_gateway(self, code: int | None = None) -> None:
        """Close the gateway's connections with a code, or cut them; sessions can be resumed."""
        for connection in list(self.gateway.connections):
            if code is None:
                connection.cut()
            else:
                connection.close(code)

    def forget_sessions(self) -> None:
        """End every session, so that a resume finds none."""
        self.gateway.sessions.clear()

    def refuse_identify(self, code: int, *, times: int = 1) -> None:
        """Close the next connections that identify: 4004 bad token, 4014 intents."""
        self.gateway.refusals += [code] * times

    def silence(self, seconds: float) -> None:
        """Send nothing on the gateway for some seconds, then everything at once."""
        self.heard.clear()
        asyncio.get_running_loop().call_later(seconds, self.heard.set)
