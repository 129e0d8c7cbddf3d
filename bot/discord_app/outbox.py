"""Speaks in Discord's channels of Seize's own accord: posts, live boards, marks."""

import asyncio
import logging
import secrets
from collections.abc import Callable
from weakref import WeakValueDictionary

import discord

from bot.discord_app.channels import Channel, channel_of, check_speakable, permissions_in
from bot.discord_app.failures import PASSING, UNKNOWN_MESSAGE, insist, pauses
from bot.discord_app.needs import PLATFORM, Tally
from bot.discord_app.pictures_shown import PicturesShown
from bot.discord_app.places import Place
from bot.discord_app.reactions import Reactions
from bot.discord_app.rendering import parts_of, picture_of
from bot.discord_app.requests import Interaction
from bot.discord_app.whispers import Whispers
from bot.messages import Mark, Reply
from core.ids import Room

logger = logging.getLogger(__name__)

POST_TRIES, EDIT_TRIES = 6, 1  # after the first; a live board is soon edited again anyway


class Speech:
    """What Seize says through one client. `pause` is the first between two tries, in seconds."""

    def __init__(self, client: discord.Client, tally: Tally, pause: float) -> None:
        self._client = client
        self._tally = tally
        self._pause = pause
        self._pictures = PicturesShown()
        self._reactions = Reactions(self._react, tally)
        self._editing: WeakValueDictionary[Room, asyncio.Lock] = WeakValueDictionary()
        self._whispers = Whispers()

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

    async def post(self, room: Room, reply: Reply) -> str:
        """Send a message to a room; return its id. Raises Gone."""
        if await self._whispers.send(room, reply):
            return ""
        # The same for every try: Discord sends a message of one nonce once.
        nonce = secrets.token_hex(12)

        async def send() -> discord.Message:
            channel = await channel_of(self._client, room)
            check_speakable(channel)
            parts = parts_of(reply)
            return await channel.send(
                embeds=parts.embeds, files=parts.files, view=parts.view, nonce=nonce
            )

        try:
            message = await insist(send, pauses(self._pause, POST_TRIES))
        except (*PASSING, discord.HTTPException):
            self._tally.delivery_failed(PLATFORM, "post")
            raise
        self.sent(str(message.id), reply)
        return str(message.id)

    def whisper_through(self, interaction: Interaction, place: Place) -> None:
        """Say what a player is to be told alone where they just acted, as long as that goes."""
        if place.alone:
            self._whispers.forget(interaction.user.id)
        else:
            self._whispers.keep(interaction)

    def sent(self, message_id: str, reply: Reply) -> None:
        """Remember what a message shows, for its edits."""
        if message_id.isdecimal():
            self._pictures.keep(int(message_id), picture_of(reply))

    async def edit(self, room: Room, message_id: str, draw: Callable[[], Reply]) -> None:
        """Change a message to what `draw` returns; its image stays. Raises Gone.

        A board that only its player sees has no id, and shows but its last state: in between,
        each answer to its form shows it anew.
        """
        if not message_id.isdecimal():
            if not (reply := draw()).buttons:
                await self._whispers.close(room, reply)
            return
        lock = self._editing.setdefault(room, asyncio.Lock())
        # One at a time, so that the next is not drawn before this one is through.
        async with lock:
            try:
                await insist(
                    lambda: self._edit(room, int(message_id), draw),
                    pauses(self._pause, EDIT_TRIES),
                )
            except discord.NotFound as error:
                if error.code != UNKNOWN_MESSAGE:
                    raise
            except (*PASSING, discord.HTTPException):
                self._tally.delivery_failed(PLATFORM, "edit")
                raise

    async def _edit(self, room: Room, message_id: int, draw: Callable[[], Reply]) -> None:
        message = await self._message(room, message_id)
        picture = await self._pictures.of(message)
        parts = parts_of(draw(), picture=picture)
        if parts.embeds:
            await message.edit(embeds=parts.embeds, view=parts.view)

    def react(self, room: Room, message_id: str, mark: Mark) -> None:
        """Mark a message soon, or not at all; never raises."""
        self._reactions.put(room, message_id, mark)

    async def close(self) -> None:
        """Say nothing more."""
        await self._reactions.close()

    async def _react(self, room: Room, message_id: int, sign: str) -> None:
        await (await self._message(room, message_id)).add_reaction(sign)

    async def _message(self, room: Room, message_id: int) -> discord.PartialMessage:
        channel: Channel = await channel_of(self._client, room)
        return channel.get_partial_message(message_id)  # type: ignore[attr-defined,no-any-return]
