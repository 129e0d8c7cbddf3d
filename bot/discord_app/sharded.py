"""The bot on Discord where several processes share it: the shards that this one has."""

import asyncio
import logging
from collections.abc import Callable, Sequence
from functools import partial

import discord

from bot.chat.dispatcher import Dispatcher
from bot.chat.metrics import Metrics
from bot.clock import PlatformClock
from bot.discord_app.app import DiscordApp
from bot.discord_app.client import Turn, ask_gateway, set_addresses
from bot.discord_app.errors import TRANSIENT, Outgrown
from bot.discord_app.options import PLATFORM, DiscordOptions
from bot.discord_app.outbox import Whispers
from bot.discord_app.package_log import package_logs
from bot.gate import Gate
from bot.hindrances import Hindered
from bot.messages import Marking, Reply
from core.ids import PlayerRef, Room, Shard
from core.ports import StoreError

logger = logging.getLogger(__name__)


class ShardedDiscord:
    """The shards of one bot that this process has: an Outbox, and a Server of shards.

    Each has a connection of its own, begun before the shard is taken, and ended after it is
    released. `turn` keeps processes from identifying at once; `gate` is waited for before each
    request.
    """

    platform = PLATFORM
    pace = DiscordApp.pace
    rush = DiscordApp.rush
    forms = DiscordApp.forms

    def __init__(
        self,
        options: DiscordOptions,
        metrics: Metrics,
        *,
        clock: PlatformClock,
        gate: Gate,
        turn: Turn,
    ) -> None:
        self._options, self._metrics = options, metrics
        self._clock, self._gate = clock, gate
        self._turn = partial(_turn, turn)
        self._whispers = Whispers(clock)
        self._dispatcher: Dispatcher  # from `run` on: nothing is prepared before
        self._apps: dict[Shard, DiscordApp] = {}
        self._connections: dict[Shard, asyncio.Task[None]] = {}
        self._size = 0
        self._refused: Exception | None = None

    @property
    def state(self) -> str:
        """Return "standing by" without a shard, else the worst state of those there are."""
        states = {app.state for app in self._apps.values() if app.open}
        return next((s for s in ("closed", "connecting", "ready") if s in states), "standing by")

    async def run(self, dispatcher: Dispatcher) -> None:
        """Run the rounds of the shards that are taken meanwhile, until cancelled."""
        self._dispatcher = dispatcher
        set_addresses(self._options)
        with package_logs(self._metrics):
            await dispatcher.run()

    async def size(self) -> int:
        """Return how many shards there are to be, 0 while Discord cannot be asked.

        Raises what a connection ended for.
        """
        if self._refused:
            raise self._refused
        if not self._size:
            try:
                self._size = max(self._options.shards, await ask_gateway(self._options.token))
            except (*TRANSIENT, discord.GatewayNotFound) as error:
                logger.warning("not connected", extra={"reason": type(error).__name__})
        return self._size

    async def prepare(self, shard: Shard) -> None:
        """Connect, without hearing anybody yet; raises TokenRefused, GatewayRefused."""
        app = DiscordApp(
            self._options,
            self._metrics,
            clock=self._clock,
            gate=self._gate,
            shard=shard,
            turn=self._turn,
            whispers=self._whispers,
        )
        self._apps[shard] = app
        self._connections[shard] = asyncio.create_task(self._connect(shard, app))
        await app.begun.wait()

    async def take(self, shard: Shard) -> None:
        """Hear and answer those of a shard, and go on with its rounds."""
        app = self._apps[shard]

        async def begin() -> None:
            app.listen()
            await app.catch_up()

        await self._dispatcher.gain(shard, begin)

    async def release(self, shard: Shard) -> None:
        """Answer who was heard, then leave the rounds of a shard to another process."""
        app = self._apps.get(shard)
        if app and app.open:
            await app.finish()
            await self._dispatcher.let_go(shard)
        self._apps.pop(shard, None)
        if connection := self._connections.pop(shard, None):
            connection.cancel()
            await asyncio.gather(connection, return_exceptions=True)

    def hears(self, room: Room) -> bool:
        """Return whether plain messages of a room are seen."""
        return self._app_of(room).hears(room)

    async def hindrances(self, room: Room) -> Sequence[Hindered]:
        """Return what hinders words in a room, as far as is known, the worst first."""
        return await self._app_of(room).hindrances(room)

    async def is_member(self, room: Room, player: PlayerRef) -> bool | None:
        """Return whether a player sees a channel, None where Discord does not say just now."""
        return await self._app_of(room).is_member(room, player)

    def link(self, room: Room, message_id: str) -> str:
        """Return the address of a message, "" if it has none."""
        return self._app_of(room).link(room, message_id)

    async def post(self, room: Room, reply: Reply) -> str:
        """Send a message to a room; return its id. Raises Gone."""
        return await self._speaker_of(room).post(room, reply)

    async def edit(self, room: Room, message_id: str, draw: Callable[[], Reply]) -> bool:
        """Change a message to what `draw` returns; return False if that is refused."""
        return await self._speaker_of(room).edit(room, message_id, draw)

    async def replace(self, room: Room, message_id: str, reply: Reply) -> bool:
        """Show a reply instead of what a message shows; return False if that cannot be."""
        return await self._speaker_of(room).replace(room, message_id, reply)

    def react(self, room: Room, message_id: str, marking: Marking) -> None:
        """Mark a message, soon or not at all."""
        self._app_of(room).react(room, message_id, marking)

    async def catch_up(self) -> None:
        """Do nothing: each shard catches up as it is taken."""

    def _app_of(self, room: Room) -> DiscordApp:
        """Return the connection of a room's shard, else any; raises ConnectionError without one."""
        its = [app for shard, app in self._apps.items() if shard.has(room.chat)]
        for app in (*its, *self._apps.values()):
            return app
        raise ConnectionError("no shard is served here")

    def _speaker_of(self, room: Room) -> DiscordApp:
        """Return a connection that speaks in a room; raises ConnectionError if none here does.

        In private each does. Another shard's would take a server's room for gone.
        """
        app = self._app_of(room)
        if room.chat.is_private or any(shard.has(room.chat) for shard in self._apps):
            return app
        raise ConnectionError("the shard of this room is not served here")

    async def _connect(self, shard: Shard, app: DiscordApp) -> None:
        try:
            await app.connect(self._dispatcher)
        except Outgrown:
            logger.info("more shards are needed", extra={"shard": str(shard)})
            asked = 0
            while not asked:
                try:
                    asked = await ask_gateway(self._options.token)
                except (*TRANSIENT, discord.GatewayNotFound):
                    await asyncio.sleep(self._options.pause)
            self._size = max(asked, shard.count + 1)
        except Exception as error:  # noqa: BLE001 (whatever it is, others are to serve the shard)
            self._refused = error


async def _turn(turn: Turn, what: str, seconds: float) -> None:
    """Wait for a turn; what the database refuses is a connection's failure to the library."""
    try:
        await turn(f"{PLATFORM} {what}", seconds)
    except StoreError as error:
        raise ConnectionError from error
