"""Messages that Seize sends of its own accord: posts, live boards, marks, whispers."""

import asyncio
import logging
import secrets
from collections.abc import Awaitable, Callable
from weakref import WeakValueDictionary

import discord

from bot.chat.metrics import Metrics
from bot.discord_app.channels import (
    SPOKEN,
    Channel,
    channel_of,
    check_speakable,
    lacking_in,
    permissions_in,
)
from bot.discord_app.deliveries import EDIT, POST, backoff, note_failure, retry
from bot.discord_app.errors import TRANSIENT, UNKNOWN_MESSAGE
from bot.discord_app.options import PLATFORM, DiscordOptions
from bot.discord_app.parcels import Memory, parcel_of, picture_of, shown_in
from bot.discord_app.places import Place, moment
from bot.discord_app.reactions import Reactions
from bot.discord_app.requests import Interaction
from bot.hindrances import Hindered, Hindrance
from bot.messages import Gone, Marking, Reply
from core.ids import PlayerRef, Room, own_room
from core.latest import Latest
from core.ports import Clock

logger = logging.getLogger(__name__)

POST_TRIES, EDIT_TRIES = 6, 1  # after the first; a live board is soon edited again anyway
WHISPERS = 1000  # players, the last to act
LIFETIME = 900.0  # seconds in which Discord takes answers to an interaction
EDITABLE = 3000.0  # seconds; from an hour on Discord allows but few edits (its error 30046)


class Outbox:
    """Speaks through one client; `clock` tells how old its messages are."""

    def __init__(
        self,
        client: discord.Client,
        metrics: Metrics,
        options: DiscordOptions,
        whispers: "Whispers",
        clock: Clock,
    ) -> None:
        self._client = client
        self._metrics = metrics
        self._pause = options.pause
        self._patience = options.edit_patience
        self._memory = Memory()
        self._reactions = Reactions(self._react, metrics)
        self._editing: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._flights: set[asyncio.Task[None]] = set()
        self._whispers = whispers
        self._clock = clock

    def hears(self, room: Room) -> bool:
        """Return whether plain messages of a room are seen."""
        chat = room.chat.id
        if chat.startswith("@"):
            return True
        guild = self._client.get_guild(int(chat)) if chat.isdecimal() else None
        if not (guild and room.topic and self._client.intents.message_content):
            return False
        channel = guild.get_channel_or_thread(int(room.topic))
        if not isinstance(channel, discord.abc.Messageable):
            return False
        return permissions_in(channel).view_channel

    async def hindrances(self, room: Room) -> list[Hindered]:
        """Return what hinders words in a room, as far as is known, the worst first."""
        guild = self._client.get_guild(int(room.chat.id)) if room.chat.id.isdecimal() else None
        channel = guild.get_channel_or_thread(int(room.topic)) if guild and room.topic else None
        found: list[Hindered] = []
        if guild and not self._client.intents.message_content:
            found.append(Hindered(Hindrance.CONTENT))
        if not isinstance(channel, SPOKEN):
            return found
        if lacking := lacking_in(channel):
            found.append(Hindered(Hindrance.RIGHTS, {"permissions": ", ".join(lacking)}))
        if isinstance(channel, discord.Thread) and channel.locked:
            found.append(Hindered(Hindrance.CLOSED))
        if channel.slowmode_delay:
            found.append(Hindered(Hindrance.SLOW, {"seconds": channel.slowmode_delay}))
        return found

    def link(self, room: Room, message_id: str) -> str:
        """Return the address of a message, "" if it has none."""
        chat, channel = room.chat.id, room.topic
        if not (chat.isdecimal() and channel.isdecimal() and message_id.isdecimal()):
            return ""
        return f"https://discord.com/channels/{chat}/{channel}/{message_id}"

    async def post(self, room: Room, reply: Reply) -> str:
        """Send a message to a room; return its id. Raises Gone."""
        if await self._whispers.send(room, reply):
            return ""
        # The same for every try: Discord sends a message of one nonce once, for some minutes.
        nonce = reply.once or secrets.token_hex(12)

        async def send() -> discord.Message:
            channel = await channel_of(self._client, room)
            check_speakable(channel)
            parcel = parcel_of(reply)
            return await channel.send(
                embeds=parcel.embeds, files=parcel.files, view=parcel.view, nonce=nonce
            )

        try:
            message = await retry(send, backoff(self._pause, POST_TRIES))
        except (*TRANSIENT, discord.HTTPException):
            self._metrics.delivery_failed(PLATFORM, POST)
            raise
        self.sent(str(message.id), reply)
        return str(message.id)

    def whisper_through(self, interaction: Interaction, place: Place) -> None:
        """Send what only this player is to see through their interaction, while it lasts."""
        if place.alone:
            self._whispers.forget(interaction.user.id)
        else:
            self._whispers.keep(interaction)

    def sent(self, message_id: str, reply: Reply) -> None:
        """Remember the picture of a message, for its edits."""
        if message_id.isdecimal():
            self._memory[int(message_id)] = picture_of(reply)

    async def edit(self, room: Room, message_id: str, draw: Callable[[], Reply]) -> bool:
        """Change a message to what `draw` returns; its image stays. Return False if refused.

        A board that only its player sees has no id, and shows but its last state: in between,
        each answer to its form shows it anew.
        """
        if not message_id.isdecimal():
            if not (reply := draw()).buttons:
                await self._whispers.close(room, reply)
            return True
        return await self._change(message_id, lambda: self._edit(room, int(message_id), draw))

    async def replace(self, room: Room, message_id: str, reply: Reply) -> bool:
        """Show a reply instead of what a message shows; return False if that cannot be."""

        async def change() -> None:
            parcel = parcel_of(reply)
            message = await self._message(room, int(message_id))
            await message.edit(embeds=parcel.embeds, attachments=parcel.files, view=parcel.view)
            self.sent(message_id, reply)

        if self._clock() > moment(int(message_id)) + EDITABLE:
            return False
        try:
            return await self._change(message_id, change)
        except TRANSIENT:
            return False

    async def _change(self, message_id: str, change: Callable[[], Awaitable[None]]) -> bool:
        """Make a change of a message; return False if it is refused, or not made in time."""
        lock = self._editing.setdefault(message_id, asyncio.Lock())

        async def make() -> None:
            # One at a time, so that the next is not drawn before this one is through.
            async with lock:
                await retry(change, backoff(self._pause, EDIT_TRIES))

        flight = asyncio.create_task(make())
        self._flights.add(flight)
        flight.add_done_callback(self._land)
        try:
            await asyncio.wait({flight}, timeout=self._patience)
        except asyncio.CancelledError:
            flight.cancel()
            raise
        if not flight.done():
            # Discord's limits hold it up. If it were cancelled then, the client library would
            # take a global limit to last for ever.
            note_failure(self._metrics, EDIT, TimeoutError())
            return False
        try:
            flight.result()
        except TRANSIENT:
            self._metrics.delivery_failed(PLATFORM, EDIT)
            raise
        except (Gone, discord.DiscordException) as error:
            if getattr(error, "code", 0) != UNKNOWN_MESSAGE:
                note_failure(self._metrics, EDIT, error)
            return False
        return True

    def _land(self, flight: "asyncio.Task[None]") -> None:
        self._flights.discard(flight)
        if not flight.cancelled():
            flight.exception()  # asyncio would log one that is never retrieved

    async def _edit(self, room: Room, message_id: int, draw: Callable[[], Reply]) -> None:
        message = await self._message(room, message_id)
        picture = await self._memory.shown(message)
        parcel = parcel_of(draw(), picture=picture)
        if parcel.embeds:
            await message.edit(embeds=parcel.embeds, view=parcel.view)

    def react(self, room: Room, message_id: str, marking: Marking) -> None:
        """Mark a message soon, or not at all; never raises."""
        self._reactions.mark(room, message_id, marking)

    async def close(self) -> None:
        """Cancel the marks and the edits that wait."""
        await self._reactions.close()
        for flight in self._flights:
            flight.cancel()
        await asyncio.gather(*self._flights, return_exceptions=True)

    async def _react(self, room: Room, message_id: int, sign: str) -> None:
        await (await self._message(room, message_id)).add_reaction(sign)

    async def _message(self, room: Room, message_id: int) -> discord.PartialMessage:
        channel: Channel = await channel_of(self._client, room)
        return channel.get_partial_message(message_id)  # type: ignore[attr-defined,no-any-return]


class Whispers:
    """The latest interactions of those who play a daily in a channel.

    An answer to an interaction can be followed by others that only its asker sees, for fifteen
    minutes. After that, or after a restart, a player is told in direct messages.
    """

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._latest: Latest[Room, Interaction] = Latest(WHISPERS)

    def keep(self, interaction: Interaction) -> None:
        """Tell a player about their daily through this interaction from now on."""
        self._latest[_room(interaction.user.id)] = interaction

    def forget(self, user_id: int) -> None:
        """Tell a player in direct messages from now on."""
        self._latest.pop(_room(user_id), None)

    async def send(self, room: Room, reply: Reply) -> bool:
        """Send a reply through the latest interaction; return False if it is too old."""
        interaction = self._last(room)
        if interaction is None:
            return False
        parcel = parcel_of(reply)
        try:
            await interaction.followup.send(
                embeds=parcel.embeds, files=parcel.files, view=parcel.view, ephemeral=True
            )
        except (*TRANSIENT, discord.HTTPException) as error:
            logger.warning("not whispered", extra={"reason": type(error).__name__})
            return False
        return True

    async def close(self, room: Room, reply: Reply) -> None:
        """Show the last state of a board where its player used it last; its picture stays."""
        interaction = self._last(room)
        if interaction is None:
            return
        try:
            board = await interaction.original_response()
            parcel = parcel_of(reply, picture=shown_in(board.embeds))
            await interaction.edit_original_response(embeds=parcel.embeds, view=parcel.view)
        except (*TRANSIENT, discord.HTTPException) as error:
            logger.warning("board not closed", extra={"reason": type(error).__name__})

    def _last(self, room: Room) -> Interaction | None:
        """Return the latest interaction, unless it is too old to be answered with."""
        interaction = self._latest.get(room)
        # The client library would ask the host's clock.
        if interaction and self._clock() < moment(interaction.id) + LIFETIME:
            return interaction
        return None


def _room(user_id: int) -> Room:
    return own_room(PlayerRef(PLATFORM, str(user_id)))
