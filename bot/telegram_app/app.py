"""The bot on Telegram, from connecting to closing."""

import asyncio
import logging
from collections.abc import Callable, Sequence
from contextlib import suppress

from bot.chat.commands import COMMANDS
from bot.chat.dispatcher import Dispatcher
from bot.chat.metrics import Metrics
from bot.clock import PlatformClock
from bot.gate import Gate, open_gate
from bot.hindrances import Hindered
from bot.messages import Marking, Reply
from bot.telegram_app.client import bot_of, persist, silence_libraries
from bot.telegram_app.intake import Intake
from bot.telegram_app.interactions import Interactions
from bot.telegram_app.options import PLATFORM, TelegramOptions, Timing
from bot.telegram_app.outbox import Outbox
from bot.telegram_app.places import place_of
from bot.telegram_app.polling import Polling
from bot.telegram_app.queues import Queues
from bot.telegram_app.registration import register
from bot.telegram_app.webhook import Webhook
from core.ids import PlayerRef, Room

CONNECTING, READY, CLOSED = "connecting", "ready", "closed"
_CATCH_UP = 10.0  # seconds that words sent in absence have to come in
_DRAIN = 1.0  # seconds that what has come in has to be answered at the end
_HUSH = 0.5  # seconds that calls under way have

logger = logging.getLogger(__name__)


class TelegramApp:
    """One bot. It is an Outbox from the start, and speaks while it runs, which it may again.

    `gate` is waited for before each call, and before what comes in is taken.
    """

    platform = PLATFORM
    pace = 4.0
    rush = 3.0  # as often as Telegram allows: see Limits.group_minute
    forms = False

    def __init__(
        self,
        options: TelegramOptions,
        metrics: Metrics,
        timing: Timing | None = None,
        *,
        clock: PlatformClock | None = None,
        gate: Gate = open_gate,
    ) -> None:
        self._gate = gate
        silence_libraries()
        self._options = options
        self._metrics = metrics
        self._timing = timing or Timing()
        self._clock = clock or PlatformClock()
        self._dispatcher: Dispatcher  # from `run` on: nothing comes in before
        self._open()

    def _open(self) -> None:
        """Make what ends with each run."""
        self.state = CONNECTING
        self._bot = bot_of(self._options, self._clock, self._gate)
        self._outbox = Outbox(
            self._bot,
            self._metrics,
            self._timing,
            self._options.entrance,
            self._options.app,
        )
        self._queues = Queues()
        self._begin, self._caught_up = asyncio.Event(), asyncio.Event()

    async def run(self, dispatcher: Dispatcher) -> None:
        """Serve until cancelled; raises TokenRefused, WebhookRefused."""
        if self.state == CLOSED:
            self._open()
        await dispatcher.recognise()
        try:
            await persist(self._bot.initialize, self._timing, "not connected yet")
            self.state = READY
            self._outbox.migrations.tell(dispatcher.moved)
            self._dispatcher = dispatcher
            await self._serve(dispatcher)
        finally:
            self.state = CLOSED
            await self._close()

    def hears(self, room: Room) -> bool:
        """Return whether plain messages of a room are seen."""
        return self._outbox.hears(room)

    async def hindrances(self, room: Room) -> Sequence[Hindered]:
        """Return what hinders words in a room, as far as is known, the worst first."""
        return await self._outbox.hindrances(room)

    async def is_member(self, room: Room, player: PlayerRef) -> bool | None:
        """Return whether a player is in a group, None where Telegram does not say just now.

        Raises MembersHidden.
        """
        place = place_of(room)
        return place.is_private or await self._outbox.memberships.is_member(
            self._outbox.migrations.now(place.chat_id), int(player.id)
        )

    def link(self, room: Room, message_id: str) -> str:
        """Return the address of a message, "" if it has none."""
        return self._outbox.link(room, message_id)

    async def post(self, room: Room, reply: Reply) -> str:
        """Send a message to a room; return its id. Raises Gone."""
        return await self._outbox.post(room, reply)

    async def edit(self, room: Room, message_id: str, draw: Callable[[], Reply]) -> bool:
        """Change a message to what `draw` returns; return False if that is refused."""
        return await self._outbox.edit(room, message_id, draw)

    async def replace(self, room: Room, message_id: str, reply: Reply) -> bool:
        """Show a reply instead of what a message shows; return False if that cannot be."""
        return await self._outbox.replace(room, message_id, reply)

    def react(self, room: Room, message_id: str, marking: Marking) -> None:
        """Mark a message, if there is time for that."""
        self._outbox.react(room, message_id, marking)

    async def catch_up(self) -> None:
        """Let updates in; return once those that waited are handled, or after a while."""
        with suppress(TimeoutError):
            async with asyncio.timeout(_CATCH_UP):
                await self._learn()
                self._begin.set()
                await self._caught_up.wait()
        self._begin.set()

    async def _learn(self) -> None:
        """Find out whether messages are seen in the rooms whose rounds go on."""
        chats = {place_of(room).chat_id for room, _ in self._dispatcher.rooms()}
        groups = [chat_id for chat_id in chats if chat_id < 0]
        await asyncio.gather(*map(self._outbox.memberships.learn, groups))

    async def _serve(self, dispatcher: Dispatcher) -> None:
        interactions = Interactions(dispatcher, self._outbox, self._clock, self._options.patience)
        intake = Intake(dispatcher, self._outbox, self._queues, self._clock, interactions)
        source = self._source(intake)
        menus = asyncio.create_task(register(self._bot, COMMANDS))
        telling = asyncio.create_task(dispatcher.run())
        receiving = asyncio.create_task(self._receive(source))
        try:
            await asyncio.wait({telling, receiving}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            # First no more comes in, then what has come in is answered, then nothing is told.
            await _end(receiving, menus)
            await self._queues.drain(_DRAIN)
            await source.close()
            await self._queues.close()
            await _end(telling)
        for task in (receiving, telling):
            if not task.cancelled():
                task.result()

    def _source(self, intake: Intake) -> Polling | Webhook:
        if self._options.webhook_url:
            return Webhook(
                self._bot, intake, self._options, self._timing, self._caught_up, self._gate
            )
        return Polling(
            self._bot,
            intake,
            self._queues,
            self._timing,
            well=self._note,
            caught_up=self._caught_up,
            gate=self._gate,
        )

    async def _receive(self, source: Polling | Webhook) -> None:
        await self._begin.wait()
        await source.run()

    def _note(self, works: bool) -> None:
        self.state = READY if works else CONNECTING

    async def _close(self) -> None:
        with suppress(TimeoutError):
            async with asyncio.timeout(_HUSH):
                await self._outbox.close()
        await self._bot.shutdown()


async def _end(*tasks: asyncio.Task[None]) -> None:
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
