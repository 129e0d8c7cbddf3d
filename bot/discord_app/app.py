"""The bot on Discord, from connecting to closing."""

import asyncio
import logging
from collections import deque
from collections.abc import Callable, Coroutine, Sequence
from functools import partial
from typing import Any

import discord

from bot.chat.dispatcher import Dispatcher
from bot.chat.metrics import Metrics
from bot.clock import PlatformClock
from bot.discord_app.answers import AnswerPolicy
from bot.discord_app.channels import is_seen
from bot.discord_app.client import (
    INTENTS_REFUSED,
    LONGEST,
    Client,
    Handlers,
    Turn,
    close,
    keep_connected,
    set_addresses,
)
from bot.discord_app.deliveries import COMMANDS, backoff, note_failure, retry
from bot.discord_app.errors import TRANSIENT, GatewayRefused, Outgrown
from bot.discord_app.history import Ends, catch_up
from bot.discord_app.interactions import Interactions
from bot.discord_app.options import PLATFORM, DiscordOptions
from bot.discord_app.outbox import Outbox, Whispers
from bot.discord_app.package_log import package_logs
from bot.discord_app.places import moment, place_of_message
from bot.discord_app.registration import register
from bot.discord_app.requests import Interaction, buttons_of, typed_text
from bot.gate import Gate, open_gate
from bot.hindrances import Hindered
from bot.messages import MAX_BODY, Gone, Mark, Marking, Reply, Said, Span
from core.errors import SeizeError
from core.ids import ChatRef, PlayerRef, Room, Shard

logger = logging.getLogger(__name__)

FINISHING = 0.5  # seconds that what is being answered has when Seize closes
REGISTER_TRIES = 5
ANSWERABLE = 2.5  # seconds that Discord waits for an answer: three, less some for the way
EARLY = 1000  # interactions that a shard keeps which is not open yet


class DiscordApp:
    """One bot. It is an Outbox from the start, and speaks once it runs.

    With `shard` it is that share of it only: it `connects`, and hears nobody until it is `open`.
    `turn` is then waited for before it identifies, and `whispers` may be shared with others.
    `gate` is waited for before each request.
    """

    platform = PLATFORM
    pace = 3.0
    rush = 2.5
    forms = True

    def __init__(
        self,
        options: DiscordOptions,
        metrics: Metrics,
        *,
        clock: PlatformClock | None = None,
        gate: Gate = open_gate,
        shard: Shard | None = None,
        turn: Turn | None = None,
        whispers: Whispers | None = None,
    ) -> None:
        self._clock, self._gate = clock or PlatformClock(), gate
        self._shard, self._turn = shard, turn
        self._whispers = whispers or Whispers(self._clock)
        self.open = shard is None
        self._options = options
        self._metrics = metrics
        self._policy = AnswerPolicy(metrics, options.patience, options.pause)
        self._dispatcher: Dispatcher  # from `run` on: nothing comes in before
        self.begun = asyncio.Event()  # it is connected, for the first time
        self._ends = Ends()
        self._early: deque[tuple[float, Interaction]] = deque(maxlen=EARLY)
        self._tasks: set[asyncio.Task[None]] = set()
        self._closed = False
        self._open(content=options.message_content)

    @property
    def state(self) -> str:
        """Return "connecting", "ready" or "closed"."""
        if self._closed:
            return "closed"
        return "ready" if self._client.present else "connecting"

    @property
    def ready(self) -> bool:
        """Return whether Seize hears and speaks on Discord now."""
        return self.state == "ready"

    async def run(self, dispatcher: Dispatcher) -> None:
        """Serve until cancelled; raises TokenRefused, GatewayRefused."""
        await dispatcher.recognise()
        set_addresses(self._options)
        with package_logs(self._metrics):
            await self._live(dispatcher, self._play(dispatcher))

    async def connect(self, dispatcher: Dispatcher) -> None:
        """Keep the connection of a shard until cancelled; raises as `run`, and Outgrown."""
        await self._live(dispatcher, _for_ever())

    def listen(self) -> None:
        """Be open: hear everybody, and who spoke when the process before did not hear any more."""
        self.open = True
        since = self._clock.steady() - ANSWERABLE
        for at, interaction in self._early:
            if at > since:
                self._answer(interaction, contested=True)
        self._early.clear()

    async def finish(self) -> None:
        """Hear nobody any more, and let the answers under way be given."""
        self.open = False
        await self._finish()

    async def _live(self, dispatcher: Dispatcher, play: Coroutine[Any, Any, None]) -> None:
        self._dispatcher = dispatcher
        playing = asyncio.create_task(play)
        try:
            await self._serve(playing)
        finally:
            self._closed = True
            playing.cancel()
            await asyncio.gather(playing, return_exceptions=True)
            await self._finish()
            await self._outbox.close()
            await close(self._client)

    def hears(self, room: Room) -> bool:
        """Return whether plain messages of a room are seen."""
        return self._outbox.hears(room)

    async def hindrances(self, room: Room) -> Sequence[Hindered]:
        """Return what hinders words in a room, as far as is known, the worst first."""
        return await self._outbox.hindrances(room)

    async def is_member(self, room: Room, player: PlayerRef) -> bool | None:
        """Return whether a player sees a channel, None where Discord does not say just now."""
        if room.chat.is_private:
            return True
        if not self.ready:  # it says which servers there are
            return None
        return await is_seen(self._client, room, player)

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
        """Mark a message, soon or not at all."""
        self._outbox.react(room, message_id, marking)

    async def catch_up(self) -> None:
        """Hand on the words written while nobody listened."""
        rooms = [each for each in self._dispatcher.rooms() if self._has(each[0])]
        async with self._ends.reading():
            await catch_up(self._client, rooms, self._read, self._options.pause)

    def _open(self, *, content: bool) -> None:
        """Make a client. One that has ended cannot be used again."""
        handlers = Handlers(
            ready=self._begin,
            missed=lambda: self._spawn(self.catch_up()),
            interaction=self._take,
            message=self._take_message,
            left=self._leave,
        )
        self._client = Client(
            handlers,
            self._clock,
            self._gate,
            content=content,
            settling=self._options.settling,
            least=self._options.shards,
            shard=self._shard,
            turn=self._turn,
        )
        self._outbox = Outbox(
            self._client, self._metrics, self._options, self._whispers, self._clock
        )

    def _begin(self) -> None:
        """Start, or go on with a new client after another one ended."""
        if self._shard is None or self._shard.index == 0:
            self._spawn(self._register())
        if self.begun.is_set():
            self._spawn(self.catch_up())
        self.begun.set()

    def _has(self, room: Room) -> bool:
        return self._shard is None or self._shard.has(room.chat)

    def _take(self, interaction: Interaction) -> None:
        if self.open:
            self._answer(interaction)
        else:
            self._early.append((self._clock.steady(), interaction))

    def _answer(self, interaction: Interaction, *, contested: bool = False) -> None:
        self._clock.stamped(moment(interaction.id))
        interactions = Interactions(
            self._dispatcher, self._outbox, self._policy, self._ends, contested=contested
        )
        self._spawn(interactions.take(interaction))

    def _take_message(self, message: discord.Message) -> None:
        if not self.open:
            return
        self._clock.stamped(moment(message.id))
        self._spawn(self._listen(message))

    def _leave(self, chat: ChatRef) -> None:
        if self.open:
            self._spawn(self._dispatcher.left(chat))

    async def _serve(self, playing: asyncio.Task[None]) -> None:
        pause = self._options.pause
        while True:
            connecting = asyncio.create_task(keep_connected(self._client, self._options))
            try:
                await asyncio.wait({connecting, playing}, return_when=asyncio.FIRST_COMPLETED)
                if playing.done():
                    return playing.result()
                content = self._client.intents.message_content
                refused = _refused(connecting, grows=self._shard is None)
            finally:
                connecting.cancel()
                await asyncio.gather(connecting, return_exceptions=True)
            if refused and not content:
                raise GatewayRefused(code=INTENTS_REFUSED)
            await self._outbox.close()
            await close(self._client)
            if not refused:
                await asyncio.sleep(pause)
                pause = min(pause * 2, LONGEST)
            self._open(content=content and not refused)

    async def _play(self, dispatcher: Dispatcher) -> None:
        await self.begun.wait()
        await dispatcher.run()

    async def _register(self) -> None:
        number = self._client.application_id
        if number is None:
            return
        try:
            await retry(
                lambda: register(self._client, number), backoff(self._options.pause, REGISTER_TRIES)
            )
        except (*TRANSIENT, discord.HTTPException, Gone) as error:
            note_failure(self._metrics, COMMANDS, error)

    async def _listen(self, message: discord.Message) -> None:
        said = await self._hear(message)
        refused = [each.text for each in said if each.mark is not Mark.ACCEPTED]
        place = place_of_message(message)
        if place and place.alone and refused:
            await self._outbox.post(place.room, Reply(body=(Span("\n".join(refused)[:MAX_BODY]),)))

    async def _read(self, message: discord.Message) -> list[Said]:
        """Take a message of the time when nobody listened, which may be a board of Seize's."""
        me = self._client.user
        if me and message.author.id == me.id:
            await self._meet(message)
        return await self._hear(message)

    async def _hear(self, message: discord.Message) -> list[Said]:
        me = self._client.user
        typed = typed_text(message, me.id) if me else None
        if typed is None:
            return []
        return await self._dispatcher.typed(typed, partial(self._outbox.post, typed.room))

    async def _meet(self, message: discord.Message) -> None:
        """Have a message of Seize's looked at that was sent while nobody listened."""
        if place := place_of_message(message):
            for data in buttons_of(message):
                await self._dispatcher.met_board(place.room, str(message.id), data)

    async def _finish(self) -> None:
        """Give answers under way FINISHING seconds, then cancel them."""
        if self._tasks:
            await asyncio.wait(self._tasks, timeout=FINISHING)
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def _spawn(self, work: Coroutine[Any, Any, None]) -> None:
        """Run a task that nobody awaits, and log what goes wrong."""
        task = asyncio.create_task(_logged(work))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


async def _for_ever() -> None:
    await asyncio.Event().wait()


async def _logged(work: Coroutine[Any, Any, None]) -> None:
    try:
        await work
    except Exception:
        logger.exception("not handled")


def _refused(connecting: asyncio.Task[None], *, grows: bool) -> bool:
    """Return whether a connection ended because Discord does not show what people write.

    Raises what ends Seize on Discord, and Outgrown from a shard.
    """
    try:
        connecting.result()
    except discord.PrivilegedIntentsRequired:
        logger.warning(
            "message content not granted: words need a reply, a mention, /w or the form",
            extra={"fix": "developer portal, Bot, Message Content Intent"},
        )
        return True
    except SeizeError:
        raise
    except Outgrown:
        if not grows:
            raise
        logger.info("more shards are needed: connecting anew")
    except Exception:
        logger.exception("connection ended")
    return False
