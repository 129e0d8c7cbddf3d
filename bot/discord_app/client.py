"""The client of discord.py: its connection, its events, and who handles them."""

import asyncio
import logging
import sys
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any

import aiohttp
import discord
import discord.gateway
import discord.http
import yarl

from bot.clock import PlatformClock
from bot.discord_app.errors import TRANSIENT, GatewayRefused, Outgrown, TokenRefused
from bot.discord_app.options import API_URL, GATEWAY_URL, PLATFORM, DiscordOptions
from bot.discord_app.requests import Interaction
from bot.gate import Gate
from core.ids import ChatRef, Shard
from core.ports import StoreError

LONGEST = 60.0  # seconds between two tries to connect
CLOSING = 2.0  # seconds that Discord has to say good-bye
INTENTS_REFUSED, _BAD_TOKEN = 4014, 4004  # how the gateway closes for good
_SHARDS_NEEDED = 4011  # how it closes where a shard has too many servers
IDENTIFYING = 5.2  # seconds between two identifications: Discord's five, and some for the way
SPARE = 100  # identifications of a day: below that they are spread over what is left of it

logger = logging.getLogger(__name__)

Turn = Callable[[str, float], Awaitable[None]]
"""Waits for a turn of that name, which lasts for so many seconds."""


@dataclass(frozen=True, slots=True)
class Handlers:
    """The functions that take a client's events; each returns at once."""

    ready: Callable[[], None]  # the client is there, with all its servers, for the first time
    missed: Callable[[], None]  # events were missed: a connection had to begin anew
    interaction: Callable[[Interaction], None]
    message: Callable[[discord.Message], None]
    left: Callable[[ChatRef], None]  # Seize was removed from a server


class Client(discord.AutoShardedClient):
    """A client that caches no messages, and no members but itself.

    `content`: ask for the texts of messages. `settling` is how many seconds no guild must come
    before all are taken to have come. `clock` learns from the answers; `gate` is waited for as the
    last thing before each request. With `shard`, the client connects as that one only, and waits
    for a turn to identify; else as all that Discord asks for, `least` or more.
    """

    def __init__(
        self,
        handlers: Handlers,
        clock: PlatformClock,
        gate: Gate,
        *,
        content: bool,
        settling: float,
        least: int = 1,
        shard: Shard | None = None,
        turn: Turn | None = None,
    ) -> None:
        _say_nothing_of_voices()
        super().__init__(
            intents=intents(content=content),
            allowed_mentions=discord.AllowedMentions.none(),
            member_cache_flags=discord.MemberCacheFlags.none(),
            chunk_guilds_at_startup=False,
            guild_ready_timeout=settling,
            max_messages=None,
            http_trace=_trace(clock, gate),
            **_sharding(shard),
        )
        self._least, self._turn = least, turn
        self._events = handlers
        self.opened = False
        self._begun = False
        self._shards_seen: set[int] = set()
        self._shards_away: set[int] = set()

    @property
    def present(self) -> bool:
        """Return whether events come in from at least half of the connections.

        Each is a share of the servers, and each is lost now and then.
        """
        open_ = self.is_ready() and not self.is_closed()
        return open_ and 2 * len(self._shards_away) <= (self.shard_count or 1)

    async def login(self, token: str) -> None:
        """Log in. Before that there is nothing to close."""
        self.opened = True
        await super().login(token)

    async def split(self) -> None:
        """Ask into how many shards to split; as one shard, wait for a turn to identify."""
        if self._turn:
            await self._wait_for_turn(self._turn, (self.shard_ids or [0])[0])
        else:
            count, limits = await gateway_of(self)
            self.shard_count = max(count, self._least)
            await spare(limits, self.shard_count)

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Wait for a turn to identify, which Discord gives only so many a second, and a day.

        The first is waited for before there is a connection, which could not wait for long.
        """
        if self._turn is None:
            await super().before_identify_hook(shard_id, initial=initial)
        elif not initial:
            await self._wait_for_turn(self._turn, shard_id or 0)

    async def _wait_for_turn(self, turn: Turn, shard: int) -> None:
        _, limits = await gateway_of(self)
        await spare(limits)
        await turn(f"identify {shard % limits.max_concurrency}", IDENTIFYING)

    async def on_ready(self) -> None:
        """Report that all servers are known, the first time; later calls are reconnections."""
        if not self._begun:
            self._begun = True
            self._events.ready()

    async def on_interaction(self, interaction: Interaction) -> None:
        """Hand an interaction on."""
        self._events.interaction(interaction)

    async def on_message(self, message: discord.Message) -> None:
        """Hand a message on."""
        self._events.message(message)

    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """Report that Seize was removed from a server."""
        self._events.left(ChatRef(PLATFORM, str(guild.id)))

    async def on_shard_ready(self, shard_id: int) -> None:
        """Note a new connection; if it is not the first, report that events were missed."""
        self._shards_away.discard(shard_id)
        if shard_id in self._shards_seen:
            self._events.missed()
        self._shards_seen.add(shard_id)

    async def on_shard_resumed(self, shard_id: int) -> None:
        """Note that a connection goes on with nothing missed."""
        self._shards_away.discard(shard_id)

    async def on_shard_disconnect(self, shard_id: int) -> None:
        """Note that a connection is lost."""
        self._shards_away.add(shard_id)
        logger.info("connection lost", extra={"platform": PLATFORM, "shard": shard_id})

    async def on_error(self, event_method: str, /, *_args: Any, **_kwargs: Any) -> None:
        """Log that an event could not be handled."""
        logger.error("event not handled", exc_info=sys.exception(), extra={"handler": event_method})


def _say_nothing_of_voices() -> None:
    # The library would warn, before anybody can listen, that it cannot speak with one.
    discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False


def _sharding(shard: Shard | None) -> Any:
    """Return the arguments by which the library connects as one shard, or as all."""
    return {"shard_ids": [shard.index], "shard_count": shard.count} if shard else {}


def intents(*, content: bool) -> discord.Intents:
    """Return the events that Seize asks for; the texts of messages are a privilege."""
    wanted = discord.Intents.none()
    wanted.guilds = wanted.guild_messages = wanted.dm_messages = True
    wanted.message_content = content
    return wanted


def set_addresses(options: DiscordOptions) -> None:
    """Let the library talk to other servers than Discord's, where the options name any."""
    if options.api_url != API_URL:
        discord.http.Route.BASE = options.api_url.rstrip("/")
    if options.gateway_url != GATEWAY_URL:
        discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(options.gateway_url)


async def keep_connected(client: Client, options: DiscordOptions) -> None:
    """Connect, and reconnect, until cancelled.

    Raises TokenRefused, GatewayRefused, and PrivilegedIntentsRequired where Discord does
    not grant what people write.
    """
    try:
        await _persist(client, lambda: _log_in(client, options.token), options.pause)
        await _persist(client, client.split, options.pause)
        await _persist(client, client.connect, options.pause)
    except discord.LoginFailure:
        raise TokenRefused from None
    except discord.ConnectionClosed as error:
        if error.code == _BAD_TOKEN:
            raise TokenRefused from None
        if error.code == _SHARDS_NEEDED:
            raise Outgrown from None
        raise GatewayRefused(code=error.code) from None


async def ask_gateway(token: str) -> int:
    """Return into how many shards Discord would split a bot; raises TokenRefused."""
    _say_nothing_of_voices()
    client = discord.Client(intents=intents(content=False))
    try:
        await client.login(token)
        count, _ = await gateway_of(client)
    except discord.LoginFailure:
        raise TokenRefused from None
    finally:
        await client.close()
    return count


async def gateway_of(client: discord.Client) -> tuple[int, discord.SessionStartLimits]:
    """Return into how many shards Discord would split a client, and how often it may identify."""
    count, _, limits = await client.http.get_bot_gateway()
    return count, discord.SessionStartLimits(**limits)


async def spare(limits: discord.SessionStartLimits, wanted: int = 1) -> None:
    """Wait where so few identifications are left that Discord would soon reset the token."""
    if limits.remaining < max(SPARE, wanted):
        seconds = limits.reset_after / 1000 / (limits.remaining // wanted + 1)
        logger.warning("few identifications are left today", extra={"seconds": round(seconds)})
        await asyncio.sleep(seconds)


async def close(client: Client) -> None:
    """Close a client's connections, within CLOSING seconds."""
    if not client.opened:
        return
    try:
        async with asyncio.timeout(CLOSING):
            await client.close()
    except TimeoutError:
        logger.info("closed without good-bye")
    finally:
        await client.http.close()


def _trace(clock: PlatformClock, gate: Gate) -> aiohttp.TraceConfig:
    """Trace all requests of a session, to hold them up at a gate, and for a clock to learn from."""

    async def begun(_session: aiohttp.ClientSession, _: SimpleNamespace, __: object) -> None:
        try:
            await gate()
        except StoreError as error:  # a connection's failure to the library
            raise ConnectionError from error

    async def sent(_session: aiohttp.ClientSession, request: SimpleNamespace, _: object) -> None:
        request.sent = clock.steady()

    async def answered(
        _: aiohttp.ClientSession, request: SimpleNamespace, ended: aiohttp.TraceRequestEndParams
    ) -> None:
        clock.answered(request.sent, ended.response.headers)

    trace = aiohttp.TraceConfig()
    trace.on_request_start.append(begun)
    trace.on_request_headers_sent.append(sent)
    trace.on_request_end.append(answered)
    return trace


async def _log_in(client: Client, token: str) -> None:
    try:
        await client.login(token)
    except BaseException:
        # Each try opens a session of its own, and nobody else closes it.
        await client.http.close()
        client.http.connector = discord.utils.MISSING
        raise


async def _persist(client: Client, call: Callable[[], Awaitable[None]], pause: float) -> None:
    """Call again and again while Discord cannot be reached."""
    while True:
        try:
            return await call()
        except (*TRANSIENT, discord.GatewayNotFound) as error:
            if client.is_closed():  # it cannot be used again
                raise
            logger.warning("not connected", extra={"reason": type(error).__name__})
        await asyncio.sleep(pause)
        pause = min(pause * 2, LONGEST)
