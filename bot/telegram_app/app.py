"""Seize on Telegram, from the first call to the last."""

import asyncio
import logging
from collections.abc import Callable
from contextlib import suppress

from telegram.error import InvalidToken, TelegramError

from bot.chat.commands import COMMANDS
from bot.chat.dispatcher import Dispatcher
from bot.chat.metrics import Metrics
from bot.messages import Mark, Reply
from bot.telegram_app.budget import Level
from bot.telegram_app.deliveries import EDIT, POST, backoff
from bot.telegram_app.errors import TokenRefused
from bot.telegram_app.intake import Intake
from bot.telegram_app.options import PLATFORM, TelegramOptions, Timing
from bot.telegram_app.outbox import bot_of, outbox_of
from bot.telegram_app.places import place_of
from bot.telegram_app.polling import Polling
from bot.telegram_app.queues import Queues
from bot.telegram_app.registration import register
from bot.telegram_app.requests import parsed_id
from bot.telegram_app.webhook import Webhook
from core.ids import Room

CONNECTING, READY, CLOSED = "connecting", "ready", "closed"
_CATCH_UP = 10.0  # seconds that words sent in absence have to come in
_DRAIN = 1.0  # seconds that what has come in has to be answered at the end
_HUSH = 0.5  # seconds that calls under way have

logger = logging.getLogger(__name__)


class TelegramApp:
    """One bot. It is an Outbox from the start, and speaks once it runs."""

    platform = PLATFORM
    pace = 4.0
    forms = False

    def __init__(
        self, options: TelegramOptions, metrics: Metrics, timing: Timing | None = None
    ) -> None:
        silence_libraries()
        self.state = CONNECTING
        self._options = options
        self._timing = timing or Timing()
        self._bot = bot_of(options)
        self._outbox = outbox_of(self._bot, metrics, self._timing)
        self._queues = Queues()
        self._begin = asyncio.Event()
        self._caught_up = asyncio.Event()
        self._rooms: Callable[[], list[tuple[Room, float]]] = list

    async def run(self, dispatcher: Dispatcher) -> None:
        """Serve until cancelled; raises TokenRefused, WebhookRefused."""
        try:
            await self._connect()
            self._outbox.migrations.tell(dispatcher.moved)
            self._rooms = dispatcher.rooms
            await self._serve(dispatcher)
        finally:
            self.state = CLOSED
            await self._close()

    def hears(self, room: Room) -> bool:
        """Return whether plain messages of a room are seen."""
        place = place_of(room)
        if place.is_private:
            return True
        chat_id = self._outbox.migrations.now(place.chat_id)
        return self._outbox.memberships.hears(chat_id)

    async def post(self, room: Room, reply: Reply) -> str:
        """Send a message to a room; return its id."""
        try:
            return await self._outbox.sender.send(place_of(room), reply, Level.NEWS)
        except TelegramError:
            self._outbox.failures.count(POST)
            raise

    async def edit(self, room: Room, message_id: str, draw: Callable[[], Reply]) -> None:
        """Change a message to what `draw` returns once the limits allow it.

        What has no buttons is a last state, which no later one makes up for.
        """
        found = self._find(room, message_id)
        if found is None:
            return
        level = Level.BOARD if draw().buttons else Level.ANSWER
        try:
            await self._outbox.editor.edit(place_of(room), found[1], draw, level)
        except TelegramError:
            self._outbox.failures.count(EDIT)
            raise

    def react(self, room: Room, message_id: str, mark: Mark) -> None:
        """Mark a message, if there is time for that."""
        if found := self._find(room, message_id):
            self._outbox.reactions.mark(*found, mark)

    async def catch_up(self) -> None:
        """Let updates in; return once those that waited are handled, or after a while."""
        with suppress(TimeoutError):
            async with asyncio.timeout(_CATCH_UP):
                await self._learn()
                self._begin.set()
                await self._caught_up.wait()
        self._begin.set()

    def _find(self, room: Room, message_id: str) -> tuple[int, int] | None:
        """Return chat and number of a message; None for none, or one of a group left behind."""
        parsed, migrations = parsed_id(message_id), self._outbox.migrations
        if parsed is None:
            return None
        chat_id, number = parsed
        if chat_id is None:
            return migrations.now(place_of(room).chat_id), number
        return (chat_id, number) if migrations.now(chat_id) == chat_id else None

    async def _connect(self) -> None:
        for pause in backoff():
            try:
                await self._bot.initialize()
            except InvalidToken:
                # Not `from error`: its text holds the token.
                raise TokenRefused from None
            except TelegramError as error:
                facts = {"platform": PLATFORM, "reason": type(error).__name__}
                logger.warning("not connected yet", extra=facts)
                await self._timing.sleep(pause)
            else:
                self.state = READY
                return

    async def _learn(self) -> None:
        """Find out what is heard in the rooms whose rounds go on."""
        chats = {place_of(room).chat_id for room, _ in self._rooms()}
        groups = [chat_id for chat_id in chats if chat_id < 0]
        await asyncio.gather(*map(self._outbox.memberships.learn, groups))

    async def _serve(self, dispatcher: Dispatcher) -> None:
        source = self._source(Intake(dispatcher, self._outbox, self._queues, self._timing))
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
            return Webhook(self._bot, intake, self._options, self._timing, self._caught_up)
        return Polling(
            self._bot,
            intake,
            self._queues,
            self._timing,
            well=self._note,
            caught_up=self._caught_up,
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


def silence_libraries() -> None:
    """Keep addresses out of the logs: the token is part of them."""
    for name in ("httpx", "httpcore", "telegram"):
        logging.getLogger(name).setLevel(logging.CRITICAL)


async def _end(*tasks: asyncio.Task[None]) -> None:
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
